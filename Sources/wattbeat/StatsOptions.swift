import Gateway
import Statistics
import Workouts

/// What a person may ask of `wattbeat stats`.
enum StatsOptions {
    enum PeriodWord: String, CaseIterable {
        case rolling = "24h"
        case day, week, month, quarter, year

        var kind: Period.Kind {
            switch self {
            case .rolling: .rolling24Hours
            case .day: .day
            case .week: .week
            case .month: .month
            case .quarter: .quarter
            case .year: .year
            }
        }
    }
    enum ScopeWord: String, CaseIterable { case all, activities }
    enum BaselineWord: String, CaseIterable { case previous, lastYear = "last-year" }
    enum BucketWord: String, CaseIterable { case hour, day, week, month }

    static let period = Option<PeriodWord>.choice("period", "of what the figures are; week unless given")
    static let first = Option<CalendarDay>(
        "from", "DATE", "first day of a period of your own, in place of --period", expecting: "a date such as 2026-03-01",
        read: { CalendarDay($0) })
    static let last = Option<CalendarDay>(
        "to", "DATE", "its last day; today unless given", expecting: "a date such as 2026-03-31", read: { CalendarDay($0) })
    static let back = Option<Int>.integer("back", "N", 0...100_000, "so many periods ago")
    static let scope = Option<ScopeWord>.choice("scope", "all that was counted, or what lies within workouts alone")
    static let baseline = Option<BaselineWord>.choice("baseline", "what it is compared with: the period before, or a year ago")
    static let bucket = Option<BucketWord>.choice(
        "bucket", "what the chart and the average are by; hours of one day or of 24h alone")
    static let metric = Option<StatsGoal.Figure>(
        "metric", "METRIC",
        "what the chart shows: " + HistoryMetric.words.map(\.word).joined(separator: ", ")
            + ", zone2 (of heart rate), power-zone4",
        expecting: "one of " + HistoryMetric.words.map(\.word).joined(separator: ", ")
            + ", or zone2 (of heart rate), power-zone2 and the like",
        read: { StatsGoal.figure(named: Substring($0)) })
    static let goal = Option<StatsGoal>(
        "goal", "METRIC=AMOUNT/SPAN", "such as steps=10000/day, time=5h/week, zone2=3h/week", isRepeatable: true,
        expecting: StatsGoal.expectation, read: StatsGoal.init)
    static let load = Option<StatsLoad.Measure>.choice(
        "load", "what load over weeks is told in; what most workouts have unless given")
    static let weeks = Option<Int>.integer("weeks", "N", 1...520, "how many weeks of load and of plans are shown; 8 unless given")

    /// The days are those of the period; what the figures lean on is read whole.
    static let all: [any CommandOption] =
        [period, first, last, back, scope, baseline, bucket, metric, goal, load, weeks]
        + ArchiveOptions.all.filter { $0.name != first.name && $0.name != last.name }
}

extension StatsRequest {
    /// - Parameter today: the last day of a period that is given by its first alone.
    init(_ arguments: Arguments, today: CalendarDay) throws(CommandError) {
        let kind = try Self.kind(arguments, today: today)
        if let bucket = arguments[StatsOptions.bucket] { try Self.check(bucket, of: kind, isOneDay: Self.isOneDay(kind)) }
        self.init(
            HistoryQuery(
                kind, periodsBack: arguments[StatsOptions.back] ?? 0,
                baseline: arguments[StatsOptions.baseline] == .lastYear ? .sameLastYear : .previous,
                bucketUnit: arguments[StatsOptions.bucket].flatMap { BucketUnit(rawValue: $0.rawValue) }),
            scope: arguments[StatsOptions.scope] == .activities ? .activities : .allData, metric: arguments[StatsOptions.metric],
            load: arguments[StatsOptions.load], weeks: arguments[StatsOptions.weeks] ?? 8,
            goals: arguments.values(of: StatsOptions.goal))
    }

    private static func isOneDay(_ kind: Period.Kind) -> Bool {
        switch kind {
        case .day: true
        case .custom(let first, let last): first == last
        case .rolling24Hours, .week, .month, .quarter, .year: false
        }
    }

    /// Nobody gets other buckets than were asked for.
    private static func check(
        _ bucket: StatsOptions.BucketWord, of kind: Period.Kind, isOneDay: Bool
    ) throws(CommandError) {
        if kind == .rolling24Hours, bucket != .hour {
            throw .usage("--bucket \(bucket.rawValue): 24 hours have hours alone", see: Stats.self)
        }
        if bucket == .hour, kind != .rolling24Hours, !isOneDay {
            throw .usage(
                "--bucket hour: hours are those of a day or of 24h; longer periods have day, week or month", see: Stats.self)
        }
    }

    private static func kind(_ arguments: Arguments, today: CalendarDay) throws(CommandError) -> Period.Kind {
        let (first, last) = (arguments[StatsOptions.first], arguments[StatsOptions.last])
        guard let first else {
            if last != nil { throw .usage("--to needs --from", see: Stats.self) }
            return arguments[StatsOptions.period]?.kind ?? .week
        }
        if arguments.has(StatsOptions.period) {
            throw .usage("--from is a period of its own; leave --period out", see: Stats.self)
        }
        if last.map({ $0 < first }) ?? (today < first) {
            throw .usage("--from lies after \(last == nil ? "today" : "--to")", see: Stats.self)
        }
        return .custom(first: first, last: last ?? today)
    }
}
