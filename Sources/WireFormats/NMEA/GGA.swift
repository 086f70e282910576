/// Fix data: position, quality and altitude; no date.
///
/// ```
/// GGA,time,lat,N/S,lon,E/W,quality,satellites,HDOP,altitude,M,separation,M[,age,station]
///     1    2   3   4   5   6       7          8    9        10 11       12  13  14
/// ```
///
/// - SeeAlso: NMEA 0183 2.0; quality 9 is NovAtel's SBAS.
public struct GGA: Equatable, Sendable {
    /// UTC; `nil` when empty.
    public let timeOfDay: NMEATimeOfDay?
    /// `nil` when empty, and when the quality is no fix: then it may hold anything.
    public let position: NMEAPosition?
    /// What the quality digit says.
    public let mode: FixMode
    /// Satellites used; old receivers stop at 12.
    public let satellitesUsed: Int?
    /// As sent; 0, 50 and 99.99 are some receivers' "unknown".
    public let hdop: Double?
    /// Metres above mean sea level; `nil` for a fix in two dimensions.
    public let altitudeMetres: Double?
    /// Metres from the ellipsoid up to the geoid.
    public let geoidSeparationMetres: Double?

    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        timeOfDay = fields.timeOfDay()
        let place = fields.position()
        guard let mode = FixMode(quality: fields.integer(0...9) ?? 0) else { return nil }
        self.mode = mode
        satellitesUsed = fields.integer(0...199)
        hdop = fields.decimal(0...9999)
        altitudeMetres = fields.metres()
        geoidSeparationMetres = fields.metres()
        guard fields.fieldsRead >= 9, !fields.hasFailed else { return nil }
        if mode.isFix, place == .invalid { return nil }
        position = mode.isFix ? place.position : nil
    }

    /// Whether the sentence says that its position counts.
    public var isFix: Bool { mode.isFix }
}

extension NMEAFieldReader {
    /// Heights a workout, a balloon or a geoid may have, in metres; what lies outside is a mangled digit.
    static var heights: ClosedRange<Double> { -2000...60000 }

    /// A height and its unit, `M` or empty.
    @_lifetime(self: copy self)
    mutating func metres() -> Double? {
        let value = decimal(Self.heights)
        if let unit = letter(), unit != UInt8(ascii: "M") { fail() }
        return value
    }
}
