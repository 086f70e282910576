public import Workouts

/// Workouts of a period as CSV, a line each: what a spreadsheet wants to know of a year.
///
/// - SeeAlso: RFC 4180; docs/gpx-tcx-csv.md.
public struct CSVSummaries {
    private var csv: CSVWriter

    /// One figure: the column's name with its unit, and what is written where there is one.
    private struct Column {
        let name: String
        let decimals: Int
        let total: Total
        let value: (WorkoutSummary) -> Double?

        init(_ name: String, _ decimals: Int, _ total: Total, _ value: @escaping (WorkoutSummary) -> Double?) {
            self.name = name
            self.decimals = decimals
            self.total = total
            self.value = value
        }
    }

    /// What several workouts come to.
    private enum Total {
        case sum, maximum
        /// By the timer of those that have it.
        case mean
        /// It is one workout's alone.
        case none
    }

    private var totals: [(value: Double, weight: Double)?] = []
    private var workouts = 0
    private var laps = 0

    private let columns: [Column] = [
        Column("elapsed_s", 3, .sum) { $0.elapsed.seconds }, Column("timer_s", 3, .sum) { $0.timer.seconds },
        Column("moving_s", 3, .sum) { $0.moving.value?.seconds }, Column("distance_m", 2, .sum) { $0.distance.value?.metres },
        Column("avg_speed_mps", 3, .mean) { $0.averageSpeedMetresPerSecond.value },
        Column("max_speed_mps", 3, .maximum) { $0.maximumSpeedMetresPerSecond.value },
        Column("ascent_m", 1, .sum) { $0.ascentMetres.value }, Column("descent_m", 1, .sum) { $0.descentMetres.value },
        Column("avg_heart_rate_bpm", 1, .mean) { $0.heartRate.value?.average },
        Column("max_heart_rate_bpm", 1, .maximum) { $0.heartRate.value?.maximum },
        Column("avg_power_w", 1, .mean) { $0.power.value?.average },
        Column("max_power_w", 1, .maximum) { $0.power.value?.maximum },
        Column("normalized_power_w", 1, .none) { $0.normalizedPowerWatts.value },
        Column("intensity_factor", 3, .none) { $0.intensityFactor.value },
        Column("training_stress_score", 1, .sum) { $0.trainingStressScore.value },
        Column("work_kj", 1, .sum) { $0.workKilojoules.value },
        // Without zeros, as people read cadence (core §6.2).
        Column("avg_cadence_rpm", 1, .mean) { $0.cadence.value?.averageWithoutZeros },
        Column("avg_step_rate_spm", 1, .mean) { $0.stepRate.value?.averageWithoutZeros },
        Column("steps", 0, .sum) { $0.steps.value },
        Column("energy_kcal", 0, .sum) { $0.energy.value?.kilocalories },
        Column("avg_temperature_c", 1, .mean) { $0.temperature.value?.average },
    ]

    /// Whether a file begins as one of these does.
    public static func isOne(_ beginning: [UInt8]) -> Bool { beginning.starts(with: "start_utc,start_local,".utf8) }

    /// Writes the first line.
    ///
    /// - Parameter take: gets one part of the file after the other.
    public init(_ take: @escaping ([UInt8]) -> Void) {
        csv = CSVWriter(take)
        for name in ["start_utc", "start_local", "activity", "name", "demo"] + columns.map(\.name) + [
            "energy_method", "laps", "id",
        ] {
            csv.field(name)
        }
        csv.endLine()
    }

    /// Writes a workout's line.
    ///
    /// - Parameter name: what people call it; its own where there is none.
    public mutating func append(_ workout: Workout, name: String? = nil) {
        csv.field(workout.startTimestamp.iso8601)
        csv.field(workout.clock.utcOffsetSeconds.map { workout.startTimestamp.iso8601(utcOffsetSeconds: $0) })
        csv.field(workout.type.rawValue)
        csv.field(name ?? workout.name)
        csv.field(workout.isDemo ? 1 : 0)
        if totals.isEmpty { totals = columns.map { _ in nil } }
        for (index, column) in columns.enumerated() {
            let value = column.value(workout.summary)
            csv.field(value, decimals: column.decimals)
            if let value { add(value, of: column, at: index, weight: workout.summary.timer.seconds) }
        }
        workouts += 1
        laps += workout.laps.count
        csv.field(workout.summary.energy.value?.method.rawValue)
        csv.field(workout.laps.count)
        csv.field(workout.id.hexDigits)
        csv.endLine()
    }

    private mutating func add(_ value: Double, of column: Column, at index: Int, weight: Double) {
        let before = totals[index] ?? (0, 0)
        switch column.total {
        case .sum: totals[index] = (before.value + value, 1)
        case .maximum: totals[index] = (totals[index] == nil ? value : max(before.value, value), 1)
        case .mean: totals[index] = (before.value + value * weight, before.weight + weight)
        case .none: break
        }
    }

    /// Writes a last line: `total` in the place of the activity, how many workouts in that of the name, and sums, maxima and means by the
    /// timer's time; nothing for no workouts.
    public mutating func appendTotals() {
        guard workouts > 0 else { return }
        csv.emptyFields(2)
        csv.field("total")
        csv.field(workouts)
        csv.emptyFields(1)
        for (column, total) in zip(columns, totals) {
            csv.field(total.flatMap { $0.weight > 0 ? $0.value / $0.weight : nil }, decimals: column.decimals)
        }
        csv.emptyFields(1)
        csv.field(laps)
        csv.emptyFields(1)
        csv.endLine()
    }

    /// Hands on the rest.
    public mutating func finish() { csv.finish() }
}
