public import Workouts

/// A workout's samples as CSV: the same bytes each time, whenever and wherever it is made.
///
/// A line at each place and in each second that has none, and one wherever the workout, an activity, a lap or a pause begins or ends.
/// - SeeAlso: RFC 4180; docs/gpx-tcx-csv.md.
public struct CSVSamples {
    private let workout: Workout
    private let note: String?

    /// In the order of the fields. Those behind `source_power` are what the format would lose otherwise.
    static let columns = [
        "timestamp_utc", "elapsed_s", "timer_s", "paused", "lat_deg", "lon_deg", "alt_m", "distance_m", "speed_mps",
        "heart_rate_bpm", "cadence_rpm", "power_w", "temperature_c", "hr_zone", "power_zone", "source_hr", "source_power",
        "step_rate_spm", "activity", "lap", "lap_trigger", "lap_steps", "lap_machine_kcal", "distance_origin", "utc_offset_s",
        "workout_name", "workout_note", "workout_id", "demo",
    ]

    /// - Parameters:
    ///   - workout: any, also one without sensors or without movement.
    ///   - note: what its owner noted.
    public init(_ workout: Workout, note: String? = nil) {
        self.workout = workout
        self.note = note
    }

    /// - Parameter take: gets one part of the file after the other.
    public func encode(_ take: @escaping ([UInt8]) -> Void) {
        var csv = CSVWriter(take)
        for column in Self.columns { csv.field(column) }
        csv.endLine()
        let timer = workout.timerIntervals
        let edges = Set(
            [workout.start] + workout.laps.map(\.start) + workout.activities.map(\.start)
                + timer.intervals.flatMap { [$0.start, $0.end] }
        ).filter { $0 >= workout.start && $0 < workout.end }.sorted()
        var edge = 0
        var rows = WorkoutRows(workout)
        var line = CSVSampleLine(workout, note: note, timer: timer)
        while let row = rows.next() {
            while edge < edges.count, edges[edge] <= row.offset {
                if edges[edge] < row.offset { line.append(edgeAt: edges[edge], to: &csv) }
                edge += 1
            }
            line.append(row, to: &csv)
        }
        for offset in edges[edge...] { line.append(edgeAt: offset, to: &csv) }
        line.append(edgeAt: workout.end, distance: rows.distance(before: workout.end), to: &csv)
        csv.finish()
    }
}

/// Writes the lines of one workout, which come in order of time.
private struct CSVSampleLine {
    private let workout: Workout
    private let timer: TimerIntervals
    private let note: String?
    private let laps: [Offset]
    /// How many have begun.
    private var lap = 0
    private var isFirst = true

    init(_ workout: Workout, note: String?, timer: TimerIntervals) {
        self.workout = workout
        self.note = note
        self.timer = timer
        laps = workout.laps.map(\.start)
    }

    mutating func append(_ row: WorkoutRows.Row, to csv: inout CSVWriter) {
        beginLine(at: row.offset, told: row.told, to: &csv)
        csv.field(row.place?.latitude, decimals: 7)
        csv.field(row.place?.longitude, decimals: 7)
        csv.field(row.values.altitude, decimals: 2)
        csv.field(row.distance, decimals: 2)
        csv.field(row.values.speed, decimals: 3)
        csv.field(row.values.heartRate, decimals: 1)
        csv.field(row.values.cadence, decimals: 2)
        csv.field(row.values.power, decimals: 1)
        csv.field(row.values.temperature, decimals: 2)
        csv.field(zone(.heartRate, row.values.heartRate, at: row.offset))
        csv.field(zone(.power, row.values.power, at: row.offset))
        csv.field(name(row.values.heartRateSource))
        csv.field(name(row.values.powerSource))
        csv.field(row.values.stepRate, decimals: 2)
        endLine(at: row.offset, to: &csv)
    }

    /// A moment at which nothing was measured.
    mutating func append(edgeAt offset: Offset, distance: Double? = nil, to csv: inout CSVWriter) {
        beginLine(at: offset, told: offset, to: &csv)
        csv.emptyFields(3)
        csv.field(distance, decimals: 2)
        csv.emptyFields(10)
        endLine(at: offset, to: &csv)
    }

    private func beginLine(at offset: Offset, told: Offset, to csv: inout CSVWriter) {
        csv.field(workout.clock.timestamp(at: told).iso8601)
        csv.field((told - workout.start).seconds, decimals: 3)
        csv.field(timer.timer(before: told).seconds, decimals: 3)
        csv.field(timer.contains(offset) || offset >= workout.end ? 0 : 1)
    }

    private mutating func endLine(at offset: Offset, to csv: inout CSVWriter) {
        let former = lap
        while lap < laps.count, laps[lap] <= offset { lap += 1 }
        csv.field(workout.activityType(workout.activityIndex(at: offset)).rawValue)
        csv.field(max(lap, 1))
        let begun = lap > former ? workout.laps[lap - 1] : nil
        csv.field(begun?.trigger.rawValue)
        csv.field(begun?.summary.steps.value, decimals: 1)
        csv.field(begun?.summary.machineEnergyKilocalories.value, decimals: 1)
        if isFirst { appendWorkout(to: &csv) } else { csv.emptyFields(6) }
        isFirst = false
        csv.endLine()
    }

    /// What the first line says of all.
    private func appendWorkout(to csv: inout CSVWriter) {
        csv.field(workout.summary.distance.value?.origin.rawValue)
        csv.field(workout.clock.utcOffsetSeconds)
        csv.field(workout.name)
        csv.field(note)
        csv.field(workout.id.hexDigits)
        csv.field(workout.isDemo ? 1 : 0)
    }

    /// Counted from 1, as people do.
    private func zone(_ quantity: Quantity, _ value: Double?, at offset: Offset) -> Int? {
        let index = workout.activityIndex(at: offset)
        let own = workout.activities.indices.contains(index) ? workout.activities[index].zoneGroups[quantity] : nil
        guard let value, let group = own ?? workout.zoneGroups[quantity] else { return nil }
        return group.configuration.zoneIndex(of: value) + 1
    }

    private func name(_ source: SourceID?) -> String? {
        guard let source else { return nil }
        return workout.sources.first { $0.id == source }.map { $0.name ?? $0.identity }
    }
}
