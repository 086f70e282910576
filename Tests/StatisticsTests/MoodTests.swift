import TestSupport
import Testing
import Workouts

@testable import Statistics

@Suite struct MoodTests {
    /// Monday.
    private let monday = CalendarDay(year: 2026, month: 1, day: 5)

    private func day(_ timestamp: Timestamp) -> CalendarDay {
        let date = CivilDate(timestamp)
        return CalendarDay(year: date.year, month: date.month, day: date.day)
    }

    private func checkIn(
        _ days: Int, _ valence: Double, _ kind: MoodCheckIn.Kind = .daily, _ associations: [MoodCheckIn.Association] = []
    ) throws -> MoodCheckIn {
        let moment = Timestamp(secondsSince1970: Int64(monday.adding(days: days).number) * 86_400 + 12 * 3600)
        return try MoodCheckIn(at: moment, kind, valence: valence, associations: associations)
    }

    private func weeks(_ checkIns: [MoodCheckIn]) -> MoodWeeks {
        MoodWeeks(checkIns, firstWeekday: .monday, day: day)
    }

    /// Three answers a week, the means as given.
    private func weeks(means: [Double?]) throws -> MoodWeeks {
        weeks(
            try means.enumerated().flatMap { week, mean in
                try mean.map { mean in try (0..<3).map { try checkIn(7 * week + $0, mean) } } ?? []
            })
    }

    @Test func kindsAreKeptApart() throws {
        let weeks = weeks([
            try checkIn(0, 0.5), try checkIn(1, 0.25), try checkIn(6, 0.75), try checkIn(2, -1, .momentary),
            try checkIn(2, -0.5, .momentary), try checkIn(7, 1), try checkIn(8, 0, .daily, [.fitness, .work]),
            try checkIn(9, 0.5, .momentary, [.fitness]), try checkIn(13, 1, .momentary, [.fitness, .sleep]),
        ]).weeks
        #expect(weeks.map(\.start) == [monday, monday.adding(days: 7)])
        #expect(weeks[0].daily == MoodWeeks.Mood(count: 3, meanValence: .value(0.5)))
        #expect(weeks[0].momentary == MoodWeeks.Mood(count: 2, meanValence: .unavailable(.tooShort)))
        #expect(weeks[0].withFitness == MoodWeeks.Mood(count: 0, meanValence: .unavailable(.noData)))
        #expect(weeks[1].withFitness == MoodWeeks.Mood(count: 3, meanValence: .value(0.5)))
    }

    @Test func aTrendNeedsWeeksAndProof() throws {
        func trend(_ means: [Double?], weeks count: Int = 12) throws -> Metric<MoodTrend> {
            try weeks(means: means).trend(of: \.daily, through: monday.adding(days: 7 * (means.count - 1)), weeks: count)
        }
        #expect(try trend([nil, nil]) == .unavailable(.noData))
        #expect(try trend([-0.4, -0.2, 0, 0.2]) == .unavailable(.tooShort))
        let rising = try #require(try trend([-0.4, -0.2, 0, 0.2, 0.4]).value)
        #expect(rising.direction == .rising && abs(rising.valencePerWeek - 0.2) < 1e-12 && rising.weeks == 5)
        #expect(try trend([0.5, 0.25, nil, 0, -0.25, -0.5]).value?.direction == .falling)
        // Of six weeks one pair out of order may be chance at 5 %: S = 13 is proof (p = 0.017), S = 11 none (p = 0.056). Kendall 1975.
        #expect(try trend([0, 0.1, 0.3, 0.2, 0.4, 0.5]).value?.direction == .rising)
        #expect(try trend([0.1, 0, 0.3, 0.2, 0.4, 0.5]).value?.direction == .steady)
        #expect(try trend([0.2, 0.2, 0.2, 0.2, 0.2, 0.2]).value?.direction == .steady)
        // One odd week does not bend the slope.
        let odd = try #require(try trend([0, 0.1, 0.2, -1, 0.4, 0.5, 0.6]).value)
        #expect(abs(odd.valencePerWeek - 0.1) < 1e-12)
        // Only the weeks that were asked for.
        #expect(try trend([1, 1, 1, -0.4, -0.2, 0, 0.2, 0.4], weeks: 5).value?.weeks == 5)
        // What comes after the week is not known yet.
        let all = try weeks(means: [0, 0.1, 0.2, 0.3, 0.4, -1, -1, -1])
        #expect(all.trend(of: \.daily, through: monday.adding(days: 28)).value?.direction == .rising)
    }

    @Test func besideLoad() throws {
        let history = LoadHistory(
            [WorkoutLoad<TrainingStressScore>(on: monday.adding(days: 5), .value(70))],
            known: monday.adding(days: 5)...monday.adding(days: 8))
        let fit = try (0..<3).map { try checkIn($0, 0.5, .momentary, [.fitness]) }
        let later = try (0..<3).map { try checkIn(14 + $0, 0.5, .momentary, [.fitness]) }
        let rows = weeks(fit + later).beside(history)
        #expect(rows.map(\.knownDays) == [2, 0])
        #expect(rows[0].load == .value(70) && rows[0].mood.meanValence == .value(0.5) && rows[0].isStartUp)
        // Of the two days only the second has a form: 70/42 − 70/7.
        #expect(rows[0].form == .value(70.0 / 42 - 10))
        #expect(rows[1].load == .unavailable(.noData) && rows[1].form == .unavailable(.noData))
    }

    /// The order of arrival changes nothing, and no mean leaves the scale.
    @Test func anyOrderIsTheSame() throws {
        var numbers = SeededGenerator(seed: 9)
        for _ in 0..<100 {
            let checkIns = try (0..<80).map { _ in
                try checkIn(
                    .random(in: 0..<90, using: &numbers), .random(in: -1...1, using: &numbers),
                    Bool.random(using: &numbers) ? .daily : .momentary, Bool.random(using: &numbers) ? [.fitness] : [])
            }
            let weeks = weeks(checkIns)
            #expect(weeks == self.weeks(checkIns.shuffled(using: &numbers)))
            #expect(weeks.weeks.reduce(0) { $0 + $1.daily.count + $1.momentary.count } == 80)
            for week in weeks.weeks { #expect(abs(week.daily.meanValence.value ?? 0) <= 1) }
        }
    }
}
