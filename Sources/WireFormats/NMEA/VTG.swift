/// Course and speed over ground; no time.
///
/// ```
/// VTG,course,T,magnetic,M,knots,N,km/h,K[,mode]        VTG,course,magnetic,knots,km/h
///     1      2 3        4 5     6 7    8  9                1      2        3     4
/// ```
///
/// The second form, without unit letters, is older than NMEA 2.3.
public struct VTG: Equatable, Sendable {
    /// Degrees clockwise from true north, 0...360.
    public let courseDegrees: Double?
    /// Metres per second, from knots, else from km/h.
    public let speedMetresPerSecond: Double?
    /// `nil` before NMEA 2.3.
    public let mode: FixMode?

    /// - Returns: `nil` when a field is not what is due.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        courseDegrees = fields.decimal(0...360)
        var probe = fields
        let isLettered = probe.letter() == UInt8(ascii: "T") && !probe.hasFailed
        if isLettered { fields.skip() }
        _ = fields.decimal(0...360)
        if isLettered, fields.letter() != UInt8(ascii: "M") { return nil }
        let knots = fields.decimal(0...2000)
        if isLettered, fields.letter() != UInt8(ascii: "N") { return nil }
        let kilometresPerHour = fields.decimal(0...3704)
        if isLettered, fields.letter() != UInt8(ascii: "K") { return nil }
        guard fields.fieldsRead == (isLettered ? 8 : 4) else { return nil }
        mode = isLettered ? fields.mode() : nil
        guard !fields.hasFailed else { return nil }
        speedMetresPerSecond = knots.map { $0 * metresPerSecondPerKnot } ?? kilometresPerHour.map { $0 / 3.6 }
    }

    /// Whether its values count.
    public var isFix: Bool { mode?.isFix != false }
}
