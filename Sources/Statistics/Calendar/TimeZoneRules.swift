/// A time zone's offsets from UTC, past and to come, as the zone's file of the tz database tells them (RFC 9636).
///
/// The file comes in as bytes: a machine's own, mostly below /usr/share/zoneinfo, is as new as its updates are.
public struct TimeZoneRules: Sendable {
    /// As `Europe/Prague`.
    public let name: String
    /// When clocks change, in seconds since 1970, ascending.
    let changes: [Int64]
    /// Local time minus UTC from each change on, in seconds.
    let offsets: [Int32]
    /// Before the first change.
    let firstOffset: Int32
    /// Whether the changes go on as in the last 400 years of them, after which the calendar repeats.
    let repeats: Bool

    /// - Parameters:
    ///   - name: what the zone is known by; it is not looked at.
    ///   - tzif: a file of the tz database, of any version.
    public init(name: String, tzif: [UInt8]) throws(TimeZoneError) {
        let file = try TZifFile(tzif)
        self.init(name: name, changes: file.changes, offsets: file.offsets, firstOffset: file.firstOffset, rule: file.rule)
    }

    /// - Parameters:
    ///   - name: what the zone is known by.
    ///   - posix: how its clocks change each year, as the variable `TZ` says it: `CET-1CEST,M3.5.0,M10.5.0/3`.
    /// - Returns: `nil` for what is no such text, as one that names a summer time and no dates of it.
    public init?(name: String, posix: [UInt8]) {
        guard let rule = TimeZoneRule(posix: posix) else { return nil }
        self.init(name: name, changes: [], offsets: [], firstOffset: rule.standard, rule: rule)
    }

    private init(name: String, changes: [Int64], offsets: [Int32], firstOffset: Int32, rule: TimeZoneRule?) {
        var (changes, offsets) = (changes, offsets)
        if let rule {
            let told = changes.last ?? .min
            let lastYear = changes.last.map { CalendarDay(number: Int($0 / 86_400)).year } ?? 1969
            for change in (lastYear...lastYear + 401).flatMap(rule.changes(in:)) where change.second > told {
                // One year's summer may end as the next one's begins: of both the later counts.
                if change.second == changes.last { offsets.removeLast() } else { changes.append(change.second) }
                offsets.append(change.offset)
            }
        }
        self.name = name
        self.changes = changes
        self.offsets = offsets
        self.firstOffset = firstOffset
        repeats = rule?.hasChanges ?? false
    }

    /// A zone without changes.
    ///
    /// - Parameter utcOffsetSeconds: local time minus UTC; more than 16 hours are taken for 16.
    public init(name: String, utcOffsetSeconds: Int) {
        self.name = name
        changes = []
        offsets = []
        firstOffset = min(max(Int32(clamping: utcOffsetSeconds), -Self.farthestOffset), Self.farthestOffset)
        repeats = false
    }

    public static let utc = TimeZoneRules(name: "UTC", utcOffsetSeconds: 0)

    /// Local time minus UTC, in seconds.
    ///
    /// - Parameter second: since 1970.
    func offset(atSecond second: Int64) -> Int64 {
        var second = second
        if repeats, let last = changes.last, second > last {
            // Back by whole cycles of the calendar, into those years that are written out.
            second -= ((second - last) / Self.secondsIn400Years + 1) * Self.secondsIn400Years
        }
        var (lower, upper) = (0, changes.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if changes[middle] <= second { lower = middle + 1 } else { upper = middle }
        }
        return Int64(lower > 0 ? offsets[lower - 1] : firstOffset)
    }

    /// No zone was ever farther from UTC; Manila came closest, 15 h 56 min behind until 1844.
    static let farthestOffset: Int32 = 16 * 3600
    private static let secondsIn400Years: Int64 = 146_097 * 86_400
}

extension TimeZoneRules: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Why a zone's file cannot be read.
public enum TimeZoneError: Error, Equatable, Sendable {
    /// It does not begin as one.
    case notTZif
    case truncated
    /// What does not fit what the format says.
    case invalid(field: String)
}
