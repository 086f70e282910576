/// The figures of a workout, a leg or a lap. A figure that cannot be computed is a reason, never 0 and never NaN.
public struct WorkoutSummary: Equatable, Sendable {
    /// End minus start.
    public var elapsed: TimeSpan
    /// Elapsed without pauses.
    public var timer: TimeSpan
    /// Timer seconds with movement (core §6.2).
    public var moving: Metric<TimeSpan>
    public var distance: Metric<Distance>
    public var averageSpeedMetresPerSecond: Metric<Double>
    public var movingSpeedMetresPerSecond: Metric<Double>
    public var maximumSpeedMetresPerSecond: Metric<Double>
    public var heartRate: Metric<Statistics>
    public var power: Metric<Statistics>
    public var cadence: Metric<Statistics>
    public var stepRate: Metric<Statistics>
    public var temperature: Metric<Statistics>
    public var steps: Metric<Double>
    public var altitude: Metric<Statistics>
    /// Metres climbed and descended (core §6.6).
    public var ascentMetres: Metric<Double>
    public var descentMetres: Metric<Double>
    /// What they were measured with; `nil` when there are none.
    public var altimeter: Altimeter?
    /// Watts; nil below 30 s.
    public var normalizedPowerWatts: Metric<Double>
    /// Each on the scale of its name (core §6.3).
    public var intensityFactor: Metric<Double>
    public var variabilityIndex: Metric<Double>
    public var trainingStressScore: Metric<Double>
    public var efficiencyFactor: Metric<Double>
    /// Kilojoules.
    public var workKilojoules: Metric<Double>
    /// Mean-maximal power at the standard durations that fit, shortest first (core §6.3).
    public var powerCurve: [PowerCurvePoint]
    /// Against critical power, over the whole workout so far.
    public var wPrime: Metric<WPrimeSeries.Low>
    public var heartRateLoad: Metric<HeartRateLoad>
    public var decoupling: Metric<Decoupling>
    public var rrVariability: Metric<RRVariability>
    public var energy: Metric<ActiveEnergy>
    /// Kilocalories as a machine states them; by its own formula, so never mixed with `energy`.
    public var machineEnergyKilocalories: Metric<Double>

    /// Nothing known but how long it took.
    public init(elapsed: TimeSpan, timer: TimeSpan) {
        self.elapsed = elapsed
        self.timer = timer
        moving = .unavailable(.noData)
        distance = .unavailable(.noData)
        averageSpeedMetresPerSecond = .unavailable(.noData)
        movingSpeedMetresPerSecond = .unavailable(.noData)
        maximumSpeedMetresPerSecond = .unavailable(.noData)
        heartRate = .unavailable(.noData)
        power = .unavailable(.noData)
        cadence = .unavailable(.noData)
        stepRate = .unavailable(.noData)
        temperature = .unavailable(.noData)
        steps = .unavailable(.noData)
        altitude = .unavailable(.noData)
        ascentMetres = .unavailable(.noData)
        descentMetres = .unavailable(.noData)
        normalizedPowerWatts = .unavailable(.noData)
        intensityFactor = .unavailable(.noData)
        variabilityIndex = .unavailable(.noData)
        trainingStressScore = .unavailable(.noData)
        efficiencyFactor = .unavailable(.noData)
        workKilojoules = .unavailable(.noData)
        powerCurve = []
        wPrime = .unavailable(.noData)
        heartRateLoad = .unavailable(.noData)
        decoupling = .unavailable(.noData)
        rrVariability = .unavailable(.noData)
        energy = .unavailable(.noData)
        machineEnergyKilocalories = .unavailable(.noData)
    }

    /// What a discrete quantity came to.
    public struct Statistics: Equatable, Sendable {
        /// Time-weighted over covered timer time; for power over all grid seconds, holes as 0 W.
        public var average: Double
        /// The same without zeros; nil when everything is zero.
        public var averageWithoutZeros: Double?
        public var minimum: Double
        public var maximum: Double
        public var sampleCount: Int
        /// Between successive samples; nil for one sample.
        public var medianSpacing: TimeSpan?
        /// Covered timer time / timer time, 0...1.
        public var coverage: Double
        /// Coverage below 0.9.
        public var isLowCoverage: Bool { coverage < lowestFullCoverage }

        public init(
            average: Double, averageWithoutZeros: Double?, minimum: Double, maximum: Double, sampleCount: Int,
            medianSpacing: TimeSpan?, coverage: Double
        ) {
            self.average = average
            self.averageWithoutZeros = averageWithoutZeros
            self.minimum = minimum
            self.maximum = maximum
            self.sampleCount = sampleCount
            self.medianSpacing = medianSpacing
            self.coverage = coverage
        }
    }

    public struct Distance: Equatable, Sendable {
        public var metres: Double
        /// The best origin that added anything.
        public var origin: SampleSource.DistanceOrigin
        /// What each origin added, best first, together `metres`.
        public var parts: [Part]
        public struct Part: Equatable, Sendable {
            public var origin: SampleSource.DistanceOrigin
            public var metres: Double
            public init(origin: SampleSource.DistanceOrigin, metres: Double) { self.origin = origin; self.metres = metres }
        }

        public init(metres: Double, origin: SampleSource.DistanceOrigin, parts: [Part]) {
            self.metres = metres
            self.origin = origin
            self.parts = parts
        }
    }

    public struct PowerCurvePoint: Equatable, Sendable {
        public var seconds: Int
        public var watts: Double
        /// Start of the best stretch, in whole timer seconds.
        public var startSecond: Int

        public init(seconds: Int, watts: Double, startSecond: Int) {
            self.seconds = seconds
            self.watts = watts
            self.startSecond = startSecond
        }
    }
}

/// A figure, or the reason why there is none.
public enum Metric<Value: Equatable & Sendable>: Equatable, Sendable {
    case value(Value)
    case unavailable(MetricGap)

    public var value: Value? { if case .value(let value) = self { value } else { nil } }
    public var reason: MetricGap? { if case .unavailable(let reason) = self { reason } else { nil } }
}

/// Why a figure cannot be computed (core §1): nobody measured it, there is too little of it, or a setting that it rests on is missing.
public enum MetricGap: String, CaseIterable, Sendable { case noData, tooShort, noThreshold }
