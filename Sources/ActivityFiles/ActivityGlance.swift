public import Workouts

/// What the beginning of a GPX, TCX or CSV file says of it, without the rest: enough to put files in order of time.
public struct ActivityGlance: Equatable, Sendable {
    public let format: ActivityFormat
    /// The earliest moment that is named, less the widest zone where it has none. A file may name one that is none of its activity,
    /// as when its author's program was made, so nothing is said of how long before the activity it was.
    public let earliest: Timestamp?

    /// - Parameter prefix: the file's first bytes, some kilobytes of them or all.
    /// - Returns: `nil` for another format; for FIT, which has a glance of its own.
    public init?(decoding prefix: [UInt8]) {
        guard let format = ActivityFormat(detecting: prefix), format != .fit else { return nil }
        self.format = format
        earliest = Self.earliest(in: prefix)
    }

    private static func earliest(in prefix: [UInt8]) -> Timestamp? {
        var earliest: Timestamp?
        // A moment has a "T" or a space behind its date, and ends where its letters end.
        for place in prefix.indices where place >= 10 && prefix[place - 3] == UInt8(ascii: "-") {
            guard prefix[place] == UInt8(ascii: "T") || prefix[place] == UInt8(ascii: " ") else { continue }
            let time = prefix[(place + 1)...].prefix(20).prefix(while: isOfTime)
            guard let read = MomentText(Array(prefix[(place - 10)..<time.endIndex])) else { continue }
            let moment = read.zone == .missing ? read.moment - widestZone : read.moment
            earliest = min(earliest ?? moment, moment)
        }
        return earliest
    }

    private static let widestZone = TimeSpan(microseconds: 14 * 3_600_000_000)

    private static func isOfTime(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
