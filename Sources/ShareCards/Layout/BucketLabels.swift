import Phrases
import Statistics
import Workouts

/// What stands under a period's bars.
struct BucketLabels {
    let plan: HistoryPlan
    let rules: CalendarRules
    let words: Phrasebook

    private var unit: BucketUnit {
        plan.period.days == nil ? .hour : plan.query.bucketUnit ?? plan.period.bucketUnit
    }

    /// Of some buckets, in order: of hours every sixth, of a month's days each one seven days after the last, of weeks the first of a month.
    var all: [Bars.Label] {
        var month: Int?
        return plan.buckets.enumerated().compactMap { index, bucket in
            guard !bucket.isEmpty else { return nil }
            let day = rules.day(containing: bucket.start)
            let text: String?
            switch unit {
            case .hour:
                let time = rules.localTime(at: bucket.start)
                text = time.hour % 6 == 0 ? words.number(time.hour) : nil
            case .day:
                if plan.buckets.count <= 7 {
                    text = words.shortName(of: day.weekday)
                } else {
                    text = (day.day - 1) % 7 == 0 ? (plan.period.kind == .month ? words.number(day.day) : words.date(day)) : nil
                }
            case .week, .month:
                text = month == day.month ? nil : words.shortNameOfMonth(day.month)
                month = day.month
            }
            return text.map { Bars.Label(index: index, text: $0) }
        }
    }

    /// What a bucket is called: "Thu 29 May", "14:00", "26 May – 1 Jun", "May 2025".
    func name(of bucket: TimeRange) -> String {
        let first = rules.day(containing: bucket.start)
        switch unit {
        case .hour:
            let time = rules.localTime(at: bucket.start)
            func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(twoDigits(time.hour)):\(twoDigits(time.minute))"
        case .day: return words.weekday(first)
        case .week: return words.dates(first...max(first, rules.day(containing: bucket.end).adding(days: -1)))
        case .month: return words.monthOfYear(first)
        }
    }

    /// "26 May – 1 Jun 2025".
    var dates: String {
        if let days = plan.period.days { return words.datesWithYear(days) }
        let (first, last) = (plan.period.range.start, plan.period.range.end)
        return words.dates(rules.day(containing: first)...max(rules.day(containing: first), rules.day(containing: last)))
    }

    /// "This week"; `nil` for a period that has no name but its dates.
    var periodName: String? {
        if case .custom = plan.period.kind { return nil }
        return NamedPeriod(plan.period.kind, back: plan.query.periodsBack).map(words.name)
    }
}
