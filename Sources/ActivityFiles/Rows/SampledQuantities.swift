import Workouts

/// What a workout's sensors said, read row after row: of each quantity the last value that is known there.
struct SampledQuantities {
    private var heartRate, power, cadence, stepRate, speed, altitude, temperature: SampledValue

    init(_ workout: Workout) {
        func sampled(_ quantity: Quantity) -> SampledValue { SampledValue(workout.timeline(of: quantity)) }
        heartRate = sampled(.heartRate)
        power = sampled(.power)
        cadence = sampled(.cadence)
        stepRate = sampled(.stepRate)
        speed = sampled(.speed)
        altitude = sampled(.altitude)
        temperature = sampled(.temperature)
    }

    /// What is known in one row.
    struct Row {
        var heartRate, power, cadence, stepRate, speed, altitude, temperature: Double?
        var heartRateSource, powerSource: SourceID?
        /// Of the last sample that was taken there; `nil` when all values are older.
        var latest: Offset?

        var isEmpty: Bool {
            heartRate == nil && power == nil && cadence == nil && stepRate == nil && speed == nil && altitude == nil
                && temperature == nil
        }
    }

    /// What is known in `[start, end)`, which never goes back.
    mutating func row(from start: Offset, to end: Offset) -> Row {
        var row = Row()
        func last(_ value: inout SampledValue) -> Timeline.Segment? {
            guard let found = value.last(from: start, to: end) else { return nil }
            if found.isNew { row.latest = max(row.latest ?? start, found.segment.start) }
            return found.segment
        }
        let (beat, watts) = (last(&heartRate), last(&power))
        (row.heartRate, row.heartRateSource) = (beat?.value, beat?.source)
        (row.power, row.powerSource) = (watts?.value, watts?.source)
        row.cadence = last(&cadence)?.value
        row.stepRate = last(&stepRate)?.value
        row.speed = last(&speed)?.value
        row.altitude = last(&altitude)?.value
        row.temperature = last(&temperature)?.value
        return row
    }

    private var all: [SampledValue] { [heartRate, power, cadence, stepRate, speed, altitude, temperature] }

    /// When the next sample counts; the end of time when none does.
    var nextSample: Offset { all.reduce(Offset(microseconds: .max)) { min($0, $1.nextSample) } }

    /// The first moment from `offset` on, which the last question reached, at which a value is known.
    func nextMoment(after offset: Offset) -> Offset {
        all.reduce(Offset(microseconds: .max)) { min($0, $1.nextMoment(after: offset)) }
    }
}
