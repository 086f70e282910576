/// Geographic position.
///
/// ```
/// GLL,lat,N/S,lon,E/W,time,status[,mode]
///     1   2   3   4   5    6        7
/// ```
///
/// - SeeAlso: NMEA 0183 2.0, 2.3 (mode). The oldest form ends after the longitude; without a status it is no statement.
public struct GLL: Equatable, Sendable {
    /// `nil` when empty, and when the sentence is void.
    public let position: NMEAPosition?
    /// UTC; `nil` when empty.
    public let timeOfDay: NMEATimeOfDay?
    /// Status `A` as against `V`.
    public let isActive: Bool
    /// `nil` before NMEA 2.3.
    public let mode: FixMode?

    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        let place = fields.position()
        timeOfDay = fields.timeOfDay()
        switch fields.letter() {
        case UInt8(ascii: "A"), UInt8(ascii: "D"): isActive = true
        case UInt8(ascii: "V"): isActive = false
        default: return nil
        }
        mode = fields.mode()
        guard !fields.hasFailed else { return nil }
        let holds = isActive && mode?.isFix != false
        if holds, place == .invalid { return nil }
        position = holds ? place.position : nil
    }

    /// Whether the sentence says that its position counts.
    public var isFix: Bool { isActive && mode?.isFix != false }
}
