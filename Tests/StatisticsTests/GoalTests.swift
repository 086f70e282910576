import TestSupport
import Testing
import Workouts

@testable import Statistics

@Suite struct GoalTests {
    private enum Figure: Sendable { case steps, exerciseMinutes }
    /// Monday.
    private let monday = CalendarDay(year: 2026, month: 1, day: 5)

    private func progress(_ values: [Int: Double], today: Int, target: Double = 8000, each span: GoalSpan = .day) throws
        -> GoalProgress
    {
        GoalProgress(
            of: try Goal(Figure.steps, target: target, each: span),
            totals: Dictionary(uniqueKeysWithValues: values.map { (monday.adding(days: $0.key), $0.value) }),
            today: monday.adding(days: today))
    }

    @Test func ringsAndWhatIsLeft() throws {
        let half = try progress([0: 4000], today: 0)
        #expect(half.ringFraction == 0.5 && half.remaining == 4000 && !half.isReached)
        let full = try progress([0: 8000], today: 0)
        #expect(full.ringFraction == 1 && full.remaining == 0 && full.isReached)
        #expect(try progress([0: 20_000], today: 0).ringFraction == 2.5)
        // No data and nothing are two things.
        #expect(try progress([:], today: 0).amount == .unavailable(.noData))
        #expect(try progress([0: 0], today: 0).amount == .value(0))
    }

    @Test func todayHasNotBrokenAnything() throws {
        let kept: [Int: Double] = [0: 9000, 1: 8000, 2: 12_000]
        let morning = try progress(kept, today: 3).streak
        #expect(morning == .init(current: 3, includesCurrent: false, longest: 3))
        #expect(morning.isAtRisk)
        let evening = try progress(kept.merging([3: 8500]) { $1 }, today: 3).streak
        #expect(evening == .init(current: 4, includesCurrent: true, longest: 4))
        #expect(!evening.isAtRisk)
        // A day later it is over.
        #expect(try progress(kept.merging([3: 7999]) { $1 }, today: 4).streak.current == 0)
        #expect(try progress(kept, today: 4).streak == .init(current: 0, includesCurrent: false, longest: 3))
        // A day without data is a day on which nothing was reached; what lies ahead is not looked at.
        #expect(
            try progress([0: 9000, 2: 9000, 3: 9000], today: 2).streak == .init(current: 1, includesCurrent: true, longest: 1))
    }

    /// 150 minutes a week, over the turn of a year, weeks from Sunday.
    @Test func weeks() throws {
        let sunday = CalendarDay(year: 2025, month: 12, day: 21)
        let goal = try Goal(Figure.exerciseMinutes, target: 150, each: .week(from: .sunday))
        let totals = [0: 100.0, 6: 50, 7: 150, 14: 60, 15: 89, 21: 10].map { (sunday.adding(days: $0.key), $0.value) }
        func streak(_ day: Int, _ more: Double = 0) -> GoalProgress {
            var totals = Dictionary(uniqueKeysWithValues: totals)
            totals[sunday.adding(days: 16)] = more
            return GoalProgress(of: goal, totals: totals, today: sunday.adding(days: day))
        }
        #expect(streak(17).streak == .init(current: 2, includesCurrent: false, longest: 2))
        #expect(streak(17).amount == .value(149) && streak(17).start == sunday.adding(days: 14))
        #expect(streak(17, 1).streak == .init(current: 3, includesCurrent: true, longest: 3))
        #expect(streak(22).streak.current == 0 && streak(22, 1).streak.current == 3)
    }

    @Test(arguments: [0, -1, .nan, .infinity] as [Double])
    func targetsThatAreNone(target: Double) {
        #expect(throws: GoalError.self) { try Goal(Figure.steps, target: target, each: .day) }
    }

    /// A week's average is weighted by time and its maximum is the greatest: neither is a sum of days.
    @Test func heartRateOfWeeks() throws {
        func day(_ number: Int, hours: Double, average: Double, maximum: Double) -> DailyTotals.Day {
            var totals = IntervalTotals()
            totals.allData.heartRate = HeartRateTotals(
                average: average, minimum: 60, maximum: maximum, covered: TimeSpan(seconds: hours * 3600))
            totals.allData.steps = 1000
            return DailyTotals.Day(day: monday.adding(days: number), totals: totals)
        }
        let rules = CalendarRules(
            timeZone: TimeZoneRules(name: "UTC", utcOffsetSeconds: 0), firstWeekday: .monday)
        let daily = DailyTotals(
            rules: rules,
            days: [
                day(0, hours: 1, average: 120, maximum: 150), day(1, hours: 3, average: 140, maximum: 170),
                day(8, hours: 2, average: 130, maximum: 165), day(10, hours: 5, average: 180, maximum: 190),
            ])
        // (1 h × 120 + 3 h × 140) / 4 h; what lies after today is not there yet.
        let today = monday.adding(days: 9)
        func amounts(_ metric: HistoryMetric) -> [CalendarDay: Double] {
            daily.amounts(of: metric, in: .allData, each: .week(from: .monday), upTo: today)
        }
        #expect(amounts(.averageHeartRate) == [monday: 135, monday.adding(days: 7): 130])
        #expect(amounts(.maximumHeartRate) == [monday: 170, monday.adding(days: 7): 165])
        #expect(amounts(.steps) == [monday: 2000, monday.adding(days: 7): 1000])
        #expect(
            daily.amounts(of: .averageHeartRate, in: .allData, each: .day, upTo: today)
                == [monday: 120, monday.adding(days: 1): 140, monday.adding(days: 8): 130])
        let goal = try Goal(HistoryMetric.averageHeartRate, target: 132, each: .week(from: .monday))
        let progress = GoalProgress(of: goal, amounts: amounts(.averageHeartRate), today: today)
        #expect(progress.amount == .value(130) && progress.remaining == 2 && !progress.isReached)
        #expect(progress.streak == .init(current: 1, includesCurrent: false, longest: 1))
    }

    /// Against a walk through the calendar, day by day.
    @Test func streaksAgainstAWalk() throws {
        var numbers = SeededGenerator(seed: 21)
        for _ in 0..<500 {
            let totals = Dictionary(
                uniqueKeysWithValues: (0..<40).filter { _ in Int.random(in: 0..<8, using: &numbers) > 0 }.map {
                    ($0, Double.random(in: 5000...20_000, using: &numbers))
                })
            let today = Int.random(in: 0..<45, using: &numbers)
            var day = today
            if totals[day].map({ $0 < 8000 }) ?? true { day -= 1 }
            var expected = 0
            while day >= 0, let total = totals[day], total >= 8000 {
                expected += 1
                day -= 1
            }
            #expect(try progress(totals, today: today).streak.current == expected)
        }
    }
}
