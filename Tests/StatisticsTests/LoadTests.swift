import Foundation
import Statistics
import TestSupport
import Testing
import Workouts

/// The performance manager's averages: Coggan's recurrence, stated from outside.
@Suite struct LoadTests {
    private let first = CalendarDay(year: 2026, month: 1, day: 5)

    private func history(_ loads: [Double]) -> LoadHistory<TrainingStressScore> {
        LoadHistory(
            loads.enumerated().map { WorkoutLoad(on: first.adding(days: $0), .value($1)) },
            known: first...first.adding(days: loads.count - 1))
    }

    /// The same training every day: 1 − (41/42)ⁿ and 1 − (6/7)ⁿ of it.
    @Test func aSteadyLoadIsApproached() throws {
        let days = history(Array(repeating: 100, count: 200)).days
        // 100 × (1 − (41/42)^42), 100 × (1 − (6/7)^7): worked out in Python.
        #expect(abs(days[41].chronic - 63.654_404_78) < 1e-6)
        #expect(abs(days[6].acute - 66.008_332_29) < 1e-6)
        #expect(days[199].chronic > 99 && days[199].chronic < 100)
        #expect(days[0].chronic == 100.0 / 42 && days[0].acute == 100.0 / 7)
    }

    /// TrainingPeaks: form is yesterday's fitness less yesterday's fatigue.
    @Test func formIsWhatTheDayBeginsWith() throws {
        let days = history([84, 0, 42]).days
        #expect(days[0].form == .unavailable(.tooShort))
        // 84 / 42 = 2 and 84 / 7 = 12.
        #expect(days[1].form == .value(2.0 - 12.0))
        let chronic = 2 - 2.0 / 42
        let acute = 12 - 12.0 / 7
        #expect(abs(try #require(days[2].form.value) - (chronic - acute)) < 1e-12)
        #expect(days.map(\.load) == [84, 0, 42])
    }

    /// Each load fades by (1 − 1/T) a day: the sum of all of them, worked out apart.
    @Test func everyDayIsASumOfFadedLoads() {
        var numbers = SeededGenerator(seed: 7)
        for _ in 0..<30 {
            let loads = (0..<150).map { _ in Bool.random(using: &numbers) ? Double.random(in: 0...300, using: &numbers) : 0 }
            for (index, day) in history(loads).days.enumerated() {
                func faded(_ constant: Double) -> Double {
                    (0...index).reduce(0) { $0 + loads[$1] / constant * pow(1 - 1 / constant, Double(index - $1)) }
                }
                #expect(abs(day.chronic - faded(42)) < 1e-9 && abs(day.acute - faded(7)) < 1e-9)
                #expect(day.isStartUp == (index < 42))
            }
        }
    }

    @Test func restInsideTheKnownSpanAndNothingOutside() {
        let loads = [(3, 50.0), (3, 25), (-1, 99), (10, 99), (5, -1), (6, .nan)].map {
            WorkoutLoad<TrainingImpulse>(on: first.adding(days: $0.0), .value($0.1))
        }
        let without = WorkoutLoad<TrainingImpulse>(on: first.adding(days: 4), .unavailable(.noThreshold))
        let history = LoadHistory(loads + [without], known: first...first.adding(days: 9))
        #expect(history.days.count == 10)
        #expect(history.days.map(\.load) == [0, 0, 0, 75, 0, 0, 0, 0, 0, 0])
        #expect(history.days.map(\.withoutLoad) == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
        #expect(history.omitted == 4)
        #expect(history[first.adding(days: 10)] == nil && history[first.adding(days: -1)] == nil)
        #expect(history[first.adding(days: 3)]?.load == 75)
        // The same workouts in another order.
        #expect(LoadHistory((loads + [without]).reversed(), known: first...first.adding(days: 9)) == history)
    }

    /// One workout in three measures, and what is missing in each.
    @Test func eachMeasureTakesItsOwnFigure() throws {
        var summary = WorkoutSummary(elapsed: .zero, timer: .zero)
        summary.trainingStressScore = .value(21)
        summary.heartRateLoad = .value(
            HeartRateLoad(trimp: 38, hrTSS: .unavailable(.noThreshold), isSexAssumed: false, coverage: 1))
        #expect(WorkoutLoad<TrainingStressScore>(on: first, of: summary).load == .value(21))
        #expect(WorkoutLoad<TrainingImpulse>(on: first, of: summary).load == .value(38))
        #expect(WorkoutLoad<HeartRateStressScore>(on: first, of: summary).load == .unavailable(.noThreshold))
        summary.heartRateLoad = .unavailable(.noData)
        #expect(WorkoutLoad<TrainingImpulse>(on: first, of: summary).load == .unavailable(.noData))
    }

    @Test func aSpanOfAgesIsBounded() {
        let age = LoadHistory<TrainingStressScore>(
            [], known: CalendarDay(year: -100_000, month: 1, day: 1)...CalendarDay(year: 100_000, month: 1, day: 1))
        #expect(age.days.count == 40_000)
        #expect(age.days.last?.day == CalendarDay(year: 100_000, month: 1, day: 1))
    }
}
