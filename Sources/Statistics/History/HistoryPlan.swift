public import Workouts

/// Which figures somebody asks for.
public struct HistoryQuery: Hashable, Sendable {
    public var kind: Period.Kind
    /// 0 is the current period.
    public var periodsBack: Int
    public var baseline: Baseline
    /// The period's own when `nil`.
    public var bucketUnit: BucketUnit?

    public init(_ kind: Period.Kind, periodsBack: Int = 0, baseline: Baseline = .previous, bucketUnit: BucketUnit? = nil) {
        self.kind = kind
        self.periodsBack = periodsBack
        self.baseline = baseline
        self.bucketUnit = bucketUnit
    }
}

/// A query at a moment, and the stretches of time whose totals answer it: each within one local day, one bucket and one side of the
/// comparison's cut.
public struct HistoryPlan: Equatable, Sendable {
    public let query: HistoryQuery
    public let now: Timestamp
    public let period: Period
    /// In order, together the period.
    public let buckets: [TimeRange]
    /// `nil` for what is not compared.
    public let comparison: Comparison?
    /// Those of the comparison that begin before its cut, the last one cut there; aligned with `buckets` by index.
    public let comparisonBuckets: [TimeRange]
    /// Whose totals are asked for: in order, without overlaps.
    public var ranges: [TimeRange] { parts.map(\.range) }
    let parts: [Part]

    struct Part: Equatable, Sendable {
        var range: TimeRange
        var day: CalendarDay
        var isWholeDay: Bool
        /// `nil` outside the period.
        var bucket: Int?
        /// `nil` outside what is compared.
        var comparisonBucket: Int?
    }

    /// - Throws: `PeriodError`, when there is no such period or it is longer than a hundred years.
    public init(_ query: HistoryQuery, rules: CalendarRules, now: Timestamp) throws(PeriodError) {
        let period = try rules.period(query.kind, now: now, back: query.periodsBack)
        if let days = period.days, days.lowerBound.days(until: days.upperBound) >= CalendarRules.mostDays { throw .outOfRange }
        let comparison = try rules.comparison(of: period, with: query.baseline, now: now)
        self.query = query
        self.now = now
        self.period = period
        self.comparison = comparison
        let buckets = rules.buckets(of: period, by: query.bucketUnit)
        let compared = comparison.map { comparison in
            rules.buckets(of: comparison.period, by: query.bucketUnit ?? period.bucketUnit)
                .filter { $0.start < comparison.cut }
                .map { TimeRange(start: $0.start, end: min($0.end, comparison.cut)) }
        }
        self.buckets = buckets
        comparisonBuckets = compared ?? []
        parts = Self.parts(of: buckets, and: compared ?? [], rules: rules)
    }

    private static func parts(of buckets: [TimeRange], and compared: [TimeRange], rules: CalendarRules) -> [Part] {
        var edges = (buckets + compared).flatMap { [$0.start, $0.end] }
        for row in [buckets, compared] {
            guard let start = row.first?.start, let end = row.last?.end, start < end else { continue }
            var day = rules.day(containing: start).adding(days: 1)
            while case let edge = rules.start(of: day), edge < end {
                edges.append(edge)
                day = day.adding(days: 1)
            }
        }
        edges.sort()
        var parts: [Part] = []
        var (bucket, comparisonBucket) = (0, 0)
        var today: (day: CalendarDay, range: TimeRange)?
        for (start, end) in zip(edges, edges.dropFirst()) where start < end {
            let current = buckets.index(holding: start, from: &bucket)
            let earlier = compared.index(holding: start, from: &comparisonBucket)
            guard current != nil || earlier != nil else { continue }
            if today?.range.contains(start) != true {
                let day = rules.day(containing: start)
                today = (day, rules.range(of: day))
            }
            guard let (day, whole) = today else { continue }
            let range = TimeRange(start: start, end: end)
            parts.append(
                Part(range: range, day: day, isWholeDay: range == whole, bucket: current, comparisonBucket: earlier))
        }
        return parts
    }

    /// From the first day that `ranges` touch to the last; `nil` without any.
    public var days: ClosedRange<CalendarDay>? {
        parts.first.flatMap { first in parts.last.map { first.day...max(first.day, $0.day) } }
    }

    /// What daily totals cannot tell: hours, and the part of a day before the cut.
    public var rangesWithinDays: [TimeRange] { parts.filter { !$0.isWholeDay }.map(\.range) }

    /// Totals of `ranges`, from daily ones and, in the order of `rangesWithinDays`, those of parts of days.
    public func totals(from daily: DailyTotals, within partial: [IntervalTotals] = []) -> [IntervalTotals] {
        var next = partial.makeIterator()
        return parts.map { part in
            (part.isWholeDay ? daily[part.day] : next.next()) ?? IntervalTotals()
        }
    }
}

extension [TimeRange] {
    /// The range that a moment lies in, looked for from `index` on, which moves up to it.
    fileprivate func index(holding moment: Timestamp, from index: inout Int) -> Int? {
        while index < count, self[index].end <= moment { index += 1 }
        return index < count && self[index].contains(moment) ? index : nil
    }
}
