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
        let value: (WorkoutSummary) -> Double?

        init(_ name: String, _ decimals: Int, _ value: @escaping (WorkoutSummary) -> Double?) {
            self.name = name
            self.decimals = decimals
            self.value = value
        }
    }

    private let columns: [Column] = [
        Column("elapsed_s", 3) { $0.elapsed.seconds }, Column("timer_s", 3) { $0.timer.seconds },
        Column("moving_s", 3) { $0.moving.value?.seconds }, Column("distance_m", 2) { $0.distance.value?.metres },
        Column("avg_speed_mps", 3) { $0.averageSpeedMetresPerSecond.value },
        Column("max_speed_mps", 3) { $0.maximumSpeedMetresPerSecond.value },
        Column("ascent_m", 1) { $0.ascentMetres.value }, Column("descent_m", 1) { $0.descentMetres.value },
        Column("avg_heart_rate_bpm", 1) { $0.heartRate.value?.average },
        Column("max_heart_rate_bpm", 1) { $0.heartRate.value?.maximum },
        Column("avg_power_w", 1) { $0.power.value?.average }, Column("max_power_w", 1) { $0.power.value?.maximum },
        Column("normalized_power_w", 1) { $0.normalizedPowerWatts.value },
        Column("intensity_factor", 3) { $0.intensityFactor.value },
        Column("training_stress_score", 1) { $0.trainingStressScore.value }, Column("work_kj", 1) { $0.workKilojoules.value },
        // Without zeros, as people read cadence (core §6.2).
        Column("avg_cadence_rpm", 1) { $0.cadence.value?.averageWithoutZeros },
        Column("avg_step_rate_spm", 1) { $0.stepRate.value?.averageWithoutZeros }, Column("steps", 0) { $0.steps.value },
        Column("energy_kcal", 0) { $0.energy.value?.kilocalories },
        Column("avg_temperature_c", 1) { $0.temperature.value?.average },
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
        for column in columns { csv.field(column.value(workout.summary), decimals: column.decimals) }
        csv.field(workout.summary.energy.value?.method.rawValue)
        csv.field(workout.laps.count)
        csv.field(workout.id.hexDigits)
        csv.endLine()
    }

    /// Hands on the rest.
    public mutating func finish() { csv.finish() }
}
