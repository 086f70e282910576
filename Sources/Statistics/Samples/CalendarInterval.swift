public import Workouts

/// A step of the calendar: a bucket's length that need not be the same number of seconds each time.
public struct CalendarInterval: Hashable, Sendable {
    public enum Unit: String, CaseIterable, Hashable, Sendable { case minute, hour, day, week, month, year }

    public let unit: Unit
    /// 1 or more.
    public let count: Int

    /// - Parameter count: less than 1 is taken for 1.
    public init(_ unit: Unit, count: Int = 1) {
        self.unit = unit
        self.count = max(1, count)
    }
}

/// Why buckets cannot be enumerated.
public enum BucketError: Error, Equatable, Sendable {
    /// More than `limit`.
    case tooMany(limit: Int)
    /// Before year 0 or after year 9999.
    case outOfRange
}

extension CalendarRules {
    public static let mostBuckets = 100_000

    /// The buckets that touch a range, of a row that extends both ways from an anchor (core §7).
    ///
    /// Minutes and hours are so many seconds. Days and more keep the anchor's time of day, months and years its day of the month,
    /// or the month's last where it has no such day; each is reckoned from the anchor, so that a short month shortens no later one.
    public func buckets(
        every interval: CalendarInterval, from anchor: Timestamp, covering range: TimeRange
    ) throws(BucketError) -> [TimeRange] {
        guard Self.moments.contains(anchor), Self.moments.contains(range.start), Self.moments.contains(range.end) else {
            throw .outOfRange
        }
        guard !range.isEmpty else { return [] }
        let row = BucketRow(interval, from: anchor, rules: self)
        var index = row.estimate(range.start)
        while row.start(index) > range.start { index -= 1 }
        while row.start(index + 1) <= range.start { index += 1 }
        var buckets: [TimeRange] = []
        var start = row.start(index)
        while start < range.end {
            guard buckets.count < Self.mostBuckets else { throw .tooMany(limit: Self.mostBuckets) }
            index += 1
            let end = row.start(index)
            buckets.append(TimeRange(start: start, end: end))
            start = end
        }
        return buckets
    }
}

/// A row of buckets, numbered from the anchor's.
private struct BucketRow {
    let interval: CalendarInterval
    let anchor: Timestamp
    let rules: CalendarRules
    let day: CalendarDay
    let clock: TimeSpan
    /// Seconds, days or months.
    let step: Int

    init(_ interval: CalendarInterval, from anchor: Timestamp, rules: CalendarRules) {
        self.interval = interval
        self.anchor = anchor
        self.rules = rules
        let local = rules.localTime(at: anchor)
        day = CalendarDay(year: local.year, month: local.month, day: local.day)
        clock = rules.clockTime(at: anchor)
        let units =
            switch interval.unit {
            case .minute: 60
            case .hour: 3600
            case .day, .month: 1
            case .week: 7
            case .year: 12
            }
        // Past every moment that is asked for, and far from overflowing.
        step = units * min(interval.count, 10_000_000)
    }

    func start(_ index: Int) -> Timestamp {
        if index == 0 { return anchor }
        switch interval.unit {
        case .minute, .hour: return anchor + TimeSpan(microseconds: Int64(index * step) * 1_000_000)
        case .day, .week: return rules.moment(on: day.adding(days: index * step), at: clock)
        case .month, .year: return rules.moment(on: day.adding(months: index * step), at: clock)
        }
    }

    /// The number of a bucket at or near a moment.
    func estimate(_ moment: Timestamp) -> Int {
        let seconds = Int((moment - anchor).microseconds / 1_000_000)
        return switch interval.unit {
        case .minute, .hour: seconds / step
        case .day, .week: seconds / 86_400 / step
        case .month, .year: seconds / 2_629_746 / step
        }
    }
}
