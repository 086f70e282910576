/// Recommended minimum: position, speed, course and date.
///
/// ```
/// RMC,time,status,lat,N/S,lon,E/W,knots,course,ddmmyy,variation,E/W[,mode[,navigational status]]
///     1    2      3   4   5   6   7     8      9      10        11   12    13
/// ```
///
/// The navigational status `V` ("not provided") is what nearly every receiver sends; it says nothing about the fix.
///
/// - SeeAlso: NMEA 0183 2.0, 2.3 (mode), 4.1 (navigational status).
public struct RMC: Equatable, Sendable {
    /// UTC; `nil` when empty.
    public let timeOfDay: NMEATimeOfDay?
    /// Status `A` (or `D`, which some Unicore receivers send) as against `V`.
    public let isActive: Bool
    /// `nil` when empty, and when the sentence is void: then it may hold anything.
    public let position: NMEAPosition?
    /// 0...2000.
    public let speedKnots: Double?
    /// Degrees clockwise from true north, 0...360.
    public let courseDegrees: Double?
    /// `nil` when what stands there is no date.
    public let date: NMEADate?
    /// `nil` before NMEA 2.3.
    public let mode: FixMode?

    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        timeOfDay = fields.timeOfDay()
        switch fields.letter() {
        case UInt8(ascii: "A"), UInt8(ascii: "D"): isActive = true
        case UInt8(ascii: "V"): isActive = false
        default: return nil
        }
        let place = fields.position()
        speedKnots = fields.decimal(0...2000)
        courseDegrees = fields.decimal(0...360)
        date = fields.date()
        let required = fields.fieldsRead
        fields.skip(2)
        mode = fields.mode()
        guard required == 9, !fields.hasFailed else { return nil }
        let holds = isActive && mode?.isFix != false
        if holds, place == .invalid { return nil }
        position = holds ? place.position : nil
    }

    /// Whether the sentence says that its position counts.
    public var isFix: Bool { isActive && mode?.isFix != false }
    /// Metres per second.
    public var speedMetresPerSecond: Double? { speedKnots.map { $0 * metresPerSecondPerKnot } }
}
