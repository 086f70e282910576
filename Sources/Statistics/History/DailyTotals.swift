public import Workouts

/// Totals of local days: what is kept so that a long period need not be summed anew (core §7). Hours are never kept.
///
/// They belong to one time zone, one configuration of zones and one kind of data: with any of these they are made anew.
public struct DailyTotals: Equatable, Sendable {
    public let rules: CalendarRules
    public let zones: ZoneConfiguration?
    public let isDemo: Bool
    /// In order; days without anything are left out.
    public private(set) var days: [Day] = []

    public struct Day: Equatable, Sendable {
        public let day: CalendarDay
        public let totals: IntervalTotals

        public init(day: CalendarDay, totals: IntervalTotals) {
            self.day = day
            self.totals = totals
        }
    }

    /// - Parameter days: as they were kept, in any order; of one told twice the later counts.
    public init(rules: CalendarRules, zones: ZoneConfiguration? = nil, isDemo: Bool = false, days: [Day] = []) {
        self.rules = rules
        self.zones = zones
        self.isDemo = isDemo
        let latest = Dictionary(days.map { ($0.day, $0) }) { $1 }
        self.days = latest.values.filter { !$0.totals.isEmpty }.sorted { $0.day < $1.day }
    }

    /// What a day came to; `nil` when there was nothing.
    public subscript(_ day: CalendarDay) -> IntervalTotals? {
        let index = firstIndex(notBefore: day)
        return index < days.count && days[index].day == day ? days[index].totals : nil
    }

    /// Puts days in the place of what was known of them; those without anything are forgotten.
    ///
    /// - Parameter totals: of each day of `range`, in order; days that are missing at the end came to nothing.
    public mutating func replace(_ range: ClosedRange<CalendarDay>, with totals: [IntervalTotals]) {
        let start = firstIndex(notBefore: range.lowerBound)
        let end = max(start, firstIndex(notBefore: range.upperBound.adding(days: 1)))
        let fresh = totals.prefix(range.lowerBound.days(until: range.upperBound) + 1).enumerated().map { index, totals in
            Day(day: range.lowerBound.adding(days: index), totals: totals)
        }
        days.replaceSubrange(start..<end, with: fresh.filter { !$0.totals.isEmpty })
    }

    /// The sum of a range of days.
    public func total(of range: ClosedRange<CalendarDay>) -> IntervalTotals {
        var total = IntervalTotals()
        for day in days[firstIndex(notBefore: range.lowerBound)...] {
            guard day.day <= range.upperBound else { break }
            total.add(day.totals)
        }
        return total
    }

    private func firstIndex(notBefore day: CalendarDay) -> Int {
        var (lower, upper) = (0, days.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if days[middle].day < day { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}

extension CalendarRules {
    /// Days and their ranges, as an aggregator takes them; at most `mostDays`, the earliest.
    public func ranges(of days: ClosedRange<CalendarDay>) -> [TimeRange] {
        let count = min(days.lowerBound.days(until: days.upperBound) + 1, Self.mostDays)
        let edges = (0...max(0, count)).map { start(of: days.lowerBound.adding(days: $0)) }
        return zip(edges, edges.dropFirst()).map { TimeRange(start: $0, end: $1) }
    }

    /// A hundred years.
    public static let mostDays = 36_525
}
