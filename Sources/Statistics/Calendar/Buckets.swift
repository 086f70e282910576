import Workouts

/// What a period is cut into.
public enum BucketUnit: String, Hashable, Sendable {
    /// 3600 s from the period's start; a shorter last one where a zone changes its clocks by half an hour.
    case hour
    /// Local days.
    case day
    /// From one first weekday to the next, cut at the period's ends.
    case week
    /// Calendar months, cut at the period's ends.
    case month
}

extension Period {
    /// The unit of the table of core §8; a quarter may be read by days too.
    public var bucketUnit: BucketUnit {
        switch kind {
        case .rolling24Hours, .day: .hour
        case .week, .month: .day
        case .quarter: .week
        case .year: .month
        case .custom(let first, let last):
            if first.days(until: last) < 62 { .day } else { last < first.adding(years: 1) ? .week : .month }
        }
    }
}

extension CalendarRules {
    /// A period's buckets, in order and together the period.
    ///
    /// A day that a zone skipped is an empty one, so that a week always has seven.
    ///
    /// - Parameter unit: the period's own when `nil`. The rolling 24 hours have hours always; what is longer than a day has days
    ///   in their place.
    public func buckets(of period: Period, by unit: BucketUnit? = nil) -> [TimeRange] {
        let unit = unit ?? period.bucketUnit
        guard let days = period.days, unit != .hour || days.lowerBound < days.upperBound else {
            return Self.hours(of: period.range)
        }
        var starts: [CalendarDay] = []
        var day = days.lowerBound
        while day <= days.upperBound {
            starts.append(day)
            switch unit {
            case .hour, .day: day = day.adding(days: 1)
            case .week: day = day.firstOfWeek(from: firstWeekday).adding(days: 7)
            case .month: day = day.firstOfMonth.adding(months: 1)
            }
        }
        let edges = starts.map(start(of:)) + [period.range.end]
        return zip(edges, edges.dropFirst()).map { TimeRange(start: $0, end: $1) }
    }

    private static func hours(of range: TimeRange) -> [TimeRange] {
        stride(from: range.start.microseconds, to: range.end.microseconds, by: 3_600_000_000).map {
            TimeRange(
                start: Timestamp(microseconds: $0), end: min(Timestamp(microseconds: $0 + 3_600_000_000), range.end))
        }
    }
}
