extension WorkoutSummary {
    /// The figures of one scope.
    init(from start: Offset, to end: Offset, of basis: SummaryBasis) {
        let merged = basis.merged
        let legs = basis.legs(from: start, to: end)
        let timer = merged.timer.timer(from: start, to: end)
        func statistics(_ quantity: Quantity) -> Metric<Statistics> {
            Metric(Statistics(of: merged[quantity], from: start, to: end, timer: timer), else: .noData)
        }
        self.init(elapsed: end - start, timer: timer)
        heartRate = statistics(.heartRate)
        power = statistics(.power)
        cadence = statistics(.cadence)
        stepRate = statistics(.stepRate)
        temperature = statistics(.temperature)
        altitude = statistics(.altitude)

        let movements = legs.compactMap { leg in
            merged.movement(from: leg.start, to: leg.end, activity: leg.activity)
        }
        let movement = movements.dropFirst().reduce(movements.first) { sum, next in sum.map { $0 + next } }
        moving = Metric(movement?.time, else: .noData)
        distance = Metric(merged.distance(from: start, to: end), else: .noData)
        averageSpeedMetresPerSecond = distance.value.map { Self.speed($0.metres, timer) } ?? .unavailable(.noData)
        if distance.value != nil, let movement {
            movingSpeedMetresPerSecond = Self.speed(movement.metres, movement.time)
        }
        maximumSpeedMetresPerSecond = Metric(
            Statistics(of: merged[.speed], from: start, to: end, timer: timer)?.maximum, else: .noData)
        steps = Metric(merged[.steps].coveredAmount(from: start, to: end), else: .noData)
        if merged.ascent.hasAltitudes {
            let climb = merged.ascent.metres(from: start, to: end)
            ascentMetres = .value(climb.up)
            descentMetres = .value(climb.down)
            altimeter = merged.ascent.altimeter
        }
        if power.value != nil {
            let watts = GridSeconds(merged[.power], from: start, to: end, timer: merged.timer).map(\.withHolesAsZero)
            addPowerFigures(watts, settings: basis.settings)
        }
        wPrime = basis.wPrimeLow(from: start, to: end, hasPower: power.value != nil)
        heartRateLoad = HeartRateLoad.metric(
            of: merged[.heartRate], from: start, to: end, timer: timer, settings: basis.settings)
        decoupling = basis.decoupling(
            from: start, to: end, timer: timer, activities: legs.map(\.activity), hasPower: power.value != nil)
        rrVariability = basis.rrVariability(from: start, to: end)
        energy = basis.energy(from: start, to: end, timer: timer, legs: legs, work: workKilojoules, power: power)
        machineEnergyKilocalories = Metric(merged[.energy].coveredAmount(from: start, to: end), else: .noData)
    }

    private static func speed(_ metres: Double, _ time: TimeSpan) -> Metric<Double> {
        time > .zero ? .value(metres / time.seconds) : .unavailable(.tooShort)
    }

    /// - Parameter watts: one value a second, holes as 0.
    private mutating func addPowerFigures(_ watts: [Double], settings: WorkoutSettings) {
        let joules = watts.reduce(0, +)
        guard var statistics = power.value, !watts.isEmpty else {
            power = .unavailable(.tooShort)
            return
        }
        let nonzeroSeconds = watts.reduce(0) { $1 > 0 ? $0 + 1 : $0 }
        statistics.average = joules / Double(watts.count)
        statistics.averageWithoutZeros = nonzeroSeconds > 0 ? joules / Double(nonzeroSeconds) : nil
        power = .value(statistics)
        workKilojoules = .value(joules / 1000)
        powerCurve = PowerCurve.points(of: watts)

        let normalized = Metric(PowerFigures.normalizedPower(watts), else: .tooShort)
        normalizedPowerWatts = normalized
        let threshold = settings.functionalThresholdPowerWatts.flatMap { 1...3000 ~= $0 ? $0 : nil }
        intensityFactor = normalized.map { watts in Metric(threshold.map { watts / $0 }, else: .noThreshold) }
        variabilityIndex = normalized.map { .value($0 / statistics.average) }
        if statistics.average == 0 { variabilityIndex = .unavailable(.noData) }
        trainingStressScore = normalized.map { normalized in
            Metric(
                threshold.map {
                    PowerFigures.trainingStressScore(seconds: watts.count, normalizedPower: normalized, threshold: $0)
                }, else: .noThreshold)
        }
        efficiencyFactor = normalized.map { normalized in
            Metric(heartRate.value.map { normalized / $0.average }, else: .noData)
        }
    }
}

extension Metric {
    /// - Parameter gap: the reason when there is no value.
    init(_ value: Value?, else gap: MetricGap) {
        self = value.map { .value($0) } ?? .unavailable(gap)
    }

    func map<Other>(_ transform: (Value) -> Metric<Other>) -> Metric<Other> {
        switch self {
        case .value(let value): transform(value)
        case .unavailable(let gap): .unavailable(gap)
        }
    }
}
