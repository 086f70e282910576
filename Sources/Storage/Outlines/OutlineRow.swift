import Statistics
import Workouts

/// What a workout's samples come to, as `workout_outlines` and `value_times` keep it.
struct OutlineRow {
    var legs: Int
    var legType: ActivityType
    var hasPlan: Bool
    var heartRateStressScore: Metric<Double>
    /// Why there is none; `nil` where there is one.
    var stressScoreGap: MetricGap?
    var impulseGap: MetricGap?
    /// `nil` where sums do not stand for its samples.
    var sums: SampleSums?
    var times: [Times]

    /// How long one quantity had each value, in the whole or in one of several legs.
    struct Times {
        var quantity: Quantity
        /// Of the leg; `OutlineRow.whole`.
        var place: Int
        /// `nil`: too many values, or not as they were stored; the samples tell.
        var values: ValueTimes?
    }

    static let whole = -1
    /// That zones may be of.
    static let quantities: Set<Quantity> = [.heartRate, .power, .cadence, .speed]

    init(_ workout: Workout) {
        let outline = WorkoutOutline(workout, valuesOf: Self.quantities)
        legs = outline.legs.count
        legType = outline.legs.first?.type ?? workout.type
        hasPlan = outline.hasPlan
        heartRateStressScore = outline.heartRateStressScore
        stressScoreGap = outline.trainingStressScore.reason
        impulseGap = outline.trainingImpulse.reason
        sums = SampleSums(of: workout)
        times = Self.quantities.sorted().flatMap { quantity -> [Times] in
            guard let whole = outline.valueTimes[quantity] else { return [] }
            return [Times(quantity: quantity, place: Self.whole, values: whole)]
                + outline.legs.enumerated().compactMap { place, leg in
                    leg.valueTimes[quantity].map { Times(quantity: quantity, place: place, values: $0) }
                }
        }
    }

    static let columns = """
        algorithm_version, legs, leg_type, has_plan, hr_tss, tss_gap, hr_tss_gap, trimp_gap, stands_apart, steps, distance_m,
        energy_kcal, heart_rate_integral, heart_rate_us, heart_rate_minimum_bpm, heart_rate_maximum_bpm
        """

    var columnValues: [SQLValue] {
        let heartRate = sums?.heartRate
        return [
            .integer(Workout.algorithmVersion), .integer(legs), .text(legType.rawValue), .integer(hasPlan ? 1 : 0),
            .real(heartRateStressScore.value), .text(stressScoreGap?.rawValue), .text(heartRateStressScore.reason?.rawValue),
            .text(impulseGap?.rawValue), .integer(sums == nil ? 0 : 1), .real(sums?.steps), .real(sums?.distanceMetres),
            .real(sums?.energyKilocalories), .real(heartRate?.bpmMicroseconds), .integer(heartRate?.covered.microseconds),
            .real(heartRate?.minimum), .real(heartRate?.maximum),
        ]
    }

    /// Without the times of values.
    ///
    /// - Parameter column: of the version.
    init?(_ row: borrowing Statement, from column: Int) {
        guard row[column].integer == Int64(Workout.algorithmVersion), let legs = row[column + 1].integer,
            let type = row[column + 2].text.flatMap(ActivityType.init(rawValue:))
        else { return nil }
        func gap(_ place: Int) -> MetricGap? { row[column + place].text.flatMap(MetricGap.init(rawValue:)) }
        self.legs = Int(clamping: legs)
        legType = type
        hasPlan = row[column + 3].integer == 1
        heartRateStressScore = row[column + 4].real.map { .value($0) } ?? .unavailable(gap(6) ?? .noData)
        stressScoreGap = gap(5)
        impulseGap = gap(7)
        times = []
        guard row[column + 8].integer == 1 else { return }
        sums = SampleSums(
            steps: row[column + 9].real, distanceMetres: row[column + 10].real, energyKilocalories: row[column + 11].real)
        guard let bpmMicroseconds = row[column + 12].real, let covered = row[column + 13].span, covered > .zero,
            let minimum = row[column + 14].real, let maximum = row[column + 15].real
        else { return }
        sums?.heartRate = SampleSums.HeartRate(
            bpmMicroseconds: bpmMicroseconds, covered: covered, minimum: minimum, maximum: maximum)
    }
}

extension OutlineRow.Times {
    static let columns = "quantity, place, unattributed_us, max_hold_us, count, crc32, data"

    var columnValues: [SQLValue] {
        let kept = values.flatMap { $0.held.count > ValueTimes.mostValues ? nil : $0 }
        let bytes = kept?.packedBytes ?? []
        return [
            .text(quantity.rawValue), .integer(place), .integer(values?.unattributed.microseconds ?? 0),
            .integer(values?.maxHold.microseconds ?? 0), .integer(kept?.held.count ?? -1), .integer(Checksum.crc32(bytes)),
            .blob(bytes),
        ]
    }

    /// - Parameter column: of the quantity.
    init?(_ row: borrowing Statement, from column: Int) {
        guard let quantity = row[column].text.flatMap(Quantity.init(rawValue:)),
            let place = row[column + 1].integer.flatMap(Int.init(exactly:))
        else { return nil }
        self.quantity = quantity
        self.place = place
        guard let unattributed = row[column + 2].span, let maxHold = row[column + 3].span,
            let count = row[column + 4].integer.flatMap(Int.init(exactly:)), let bytes = row[column + 6].blob,
            row[column + 5].integer == Checksum.crc32(bytes)
        else { return }
        values = ValueTimes(packedBytes: bytes, count: count, unattributed: unattributed, maxHold: maxHold)
    }
}
