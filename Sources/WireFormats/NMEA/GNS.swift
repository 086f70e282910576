/// Fix data of several constellations.
///
/// ```
/// GNS,time,lat,N/S,lon,E/W,modes,satellites,HDOP,altitude,separation[,age,station[,navigational status]]
///     1    2   3   4   5   6     7          8    9        10          11  12       13
/// ```
///
/// The modes are one letter a constellation: GPS, GLONASS, Galileo, BeiDou, QZSS, NavIC. `GN` carries the position; `GP`, `GL`,
/// `GA` of the same second may follow with empty position and modes: a count of satellites, which neither carries a fix nor voids
/// one.
///
/// - SeeAlso: NMEA 0183 3.0, 4.1.
public struct GNS: Equatable, Sendable {
    /// UTC; `nil` when empty.
    public let timeOfDay: NMEATimeOfDay?
    /// `nil` when empty, and when no constellation has a fix.
    public let position: NMEAPosition?
    /// The best of the constellations' modes; `nil` when the field is empty.
    public let mode: FixMode?
    /// Satellites that the solution uses.
    public let satellitesUsed: Int?
    /// Horizontal dilution of precision; 0, 50 and 99.99 are some receivers' "unknown".
    public let hdop: Double?
    /// Metres above mean sea level.
    public let altitudeMetres: Double?
    /// Metres from the ellipsoid up to the geoid.
    public let geoidSeparationMetres: Double?

    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        timeOfDay = fields.timeOfDay()
        let place = fields.position()
        guard let letters = fields.text(), letters.count <= 6 else { return nil }
        var best: FixMode?
        for index in letters.indices {
            guard let mode = FixMode(letter: letters[index]) else { return nil }
            if mode.rank > best?.rank ?? -1 { best = mode }
        }
        mode = best
        satellitesUsed = fields.integer(0...199)
        hdop = fields.decimal(0...9999)
        altitudeMetres = fields.decimal(NMEAFieldReader.heights)
        geoidSeparationMetres = fields.decimal(NMEAFieldReader.heights)
        guard fields.fieldsRead >= 9, !fields.hasFailed else { return nil }
        let holds = best?.isFix == true
        if holds, place == .invalid { return nil }
        position = holds ? place.position : nil
    }

    /// Whether some constellation has a fix.
    public var isFix: Bool { mode?.isFix == true }
}
