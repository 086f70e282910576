import Statistics
import Workouts

/// A day's totals in the columns of `daily_totals`, behind the set.
extension DailyTotals.Day {
    static let columns = """
        day, all_steps, all_distance_m, all_energy_kcal, all_floors, all_heart_rate_bpm, all_heart_rate_minimum_bpm,
        all_heart_rate_maximum_bpm, all_heart_rate_us, steps, distance_m, energy_kcal, floors, heart_rate_bpm,
        heart_rate_minimum_bpm, heart_rate_maximum_bpm, heart_rate_us, workouts, timer_us, ascent_m, work_kj, trimp, tss,
        zone_durations_us, unattributed_us, without_samples
        """
    static let columnCount = 26

    var columnValues: [SQLValue] {
        let workouts = totals.workouts
        return [.text(day.description)] + totals.allData.columnValues + totals.activities.columnValues + [
            .integer(workouts.count), .integer(workouts.timer.microseconds), .real(workouts.ascentMetres),
            .real(workouts.workKilojoules), .real(workouts.trainingImpulse), .real(workouts.trainingStressScore),
            .text(workouts.zoneDurations.recordText), .integer(workouts.unattributed.microseconds),
            .integer(workouts.withoutSamples),
        ]
    }

    init?(_ row: borrowing Statement) {
        guard let day = row[0].text.flatMap({ CalendarDay($0) }), let count = row[17].integer, let timer = row[18].integer,
            let durations = row[23].text.flatMap({ $0 == "[]" ? [] : [TimeSpan](recordText: $0) }),
            let unattributed = row[24].integer,
            let without = row[25].integer
        else { return nil }
        var totals = IntervalTotals()
        totals.allData = SampleTotals(row, from: 1)
        totals.activities = SampleTotals(row, from: 9)
        totals.workouts.count = Int(clamping: count)
        totals.workouts.timer = TimeSpan(microseconds: timer)
        totals.workouts.ascentMetres = row[19].real
        totals.workouts.workKilojoules = row[20].real
        totals.workouts.trainingImpulse = row[21].real
        totals.workouts.trainingStressScore = row[22].real
        totals.workouts.zoneDurations = durations
        totals.workouts.unattributed = TimeSpan(microseconds: unattributed)
        totals.workouts.withoutSamples = Int(clamping: without)
        self.init(day: day, totals: totals)
    }
}

extension SampleTotals {
    fileprivate var columnValues: [SQLValue] {
        [
            .real(steps), .real(distanceMetres), .real(energyKilocalories), .real(floors), .real(heartRate?.average),
            .real(heartRate?.minimum), .real(heartRate?.maximum), .integer(heartRate?.covered.microseconds),
        ]
    }

    fileprivate init(_ row: borrowing Statement, from column: Int) {
        self.init()
        steps = row[column].real
        distanceMetres = row[column + 1].real
        energyKilocalories = row[column + 2].real
        floors = row[column + 3].real
        guard let average = row[column + 4].real, let minimum = row[column + 5].real, let maximum = row[column + 6].real,
            let covered = row[column + 7].integer
        else { return }
        heartRate = HeartRateTotals(
            average: average, minimum: minimum, maximum: maximum, covered: TimeSpan(microseconds: covered))
    }
}
