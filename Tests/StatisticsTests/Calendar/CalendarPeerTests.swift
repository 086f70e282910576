import Foundation
import Statistics
import TestSupport
import Testing
import Workouts

/// Thousands of moments, half of them near a change of clocks, as Python works them out.
@Suite struct CalendarPeerTests {
    static let zones = ["Europe/Prague", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu"]

    struct Case {
        var zone: String
        var firstWeekday: Weekday
        var now: Timestamp
        var kind: Period.Kind
    }

    private func cases(_ count: Int) throws -> [Case] {
        var random = SeededGenerator(seed: 8)
        let turns: [String: [String]] = [
            "Europe/Prague": ["2025-03-30", "2025-10-26", "2024-03-31"], "America/New_York": ["2025-03-09", "2025-11-02"],
            "Australia/Lord_Howe": ["2025-04-06", "2025-10-05"], "Africa/Cairo": ["2024-04-26", "2024-11-01", "2025-04-25"],
            "Asia/Kathmandu": ["2024-02-29"],
        ]
        return try (0..<count).map { index in
            let zone = Self.zones[index % Self.zones.count]
            let firstWeekday = [Weekday.monday, .saturday, .sunday][index % 3]
            var now = Timestamp(microseconds: Int64.random(in: 946_684_800_000_000...2_000_000_000_000_000, using: &random))
            if Bool.random(using: &random), let turn = turns[zone]?.randomElement(using: &random) {
                // Within three days, a month or a year of it, so that either period may hold the change.
                let days = [0, 0, 30, 31, 364, 365, 366].randomElement(using: &random) ?? 0
                let start = try rules(zone).start(of: day(turn).adding(days: days))
                now = start + TimeSpan(microseconds: Int64.random(in: -260_000_000_000...260_000_000_000, using: &random))
            }
            let today = try rules(zone).day(containing: now)
            let first = today.adding(days: -Int.random(in: 0...500, using: &random))
            let last = first.adding(days: Int.random(in: 0...800, using: &random))
            let kinds: [Period.Kind] = [.rolling24Hours, .day, .week, .month, .quarter, .year, .custom(first: first, last: last)]
            return Case(zone: zone, firstWeekday: firstWeekday, now: now, kind: kinds[index / 5 % kinds.count])
        }
    }

    @Test(.enabled(if: Peer.isPresent)) func periodsBucketsAndComparisons() throws {
        let cases = try cases(3000)
        let texts = cases.map { "\($0.zone) \($0.firstWeekday.rawValue) \($0.now.microseconds) \(Self.words($0.kind))" }
        let answers = try JSONDecoder().decode([String].self, from: Peer("calendar_check.py").answer(to: texts))
        #expect(answers.count == cases.count)
        for (each, answer) in zip(cases, answers) {
            let rules = try rules(each.zone, from: each.firstWeekday)
            let period = try rules.period(each.kind, now: each.now)
            let buckets = rules.buckets(of: period)
            let comparisons = try Baseline.allCases.map { try rules.comparison(of: period, with: $0, now: each.now) }
            let found =
                [buckets.map { "\($0.start.microseconds) " }.joined() + "\(period.range.end.microseconds)"]
                + comparisons.map { comparison in
                    guard let comparison else { return "-" }
                    let range = comparison.period.range
                    return "\(range.start.microseconds) \(range.end.microseconds) \(comparison.cut.microseconds)"
                }
            #expect(found.joined(separator: "|") == answer, "\(each)")
        }
    }

    private static func words(_ kind: Period.Kind) -> String {
        switch kind {
        case .rolling24Hours: "rolling"
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .quarter: "quarter"
        case .year: "year"
        case .custom(let first, let last): "custom \(iso(first)) \(iso(last))"
        }
    }

    private static func iso(_ day: CalendarDay) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day.year)-\(two(day.month))-\(two(day.day))"
    }
}
