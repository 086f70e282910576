public import Workouts

/// What the device itself had made of a lap or a session, for comparison beside ours; what it did not say is `nil`.
public struct StatedFigures: Equatable, Sendable {
    public var elapsed: TimeSpan?
    /// Never more than `elapsed`: what says so is held to it, and told among the findings.
    public var timer: TimeSpan?
    public var moving: TimeSpan?
    /// Metres.
    public var distanceMetres: Double?
    /// Metres.
    public var ascentMetres: Double?
    public var descentMetres: Double?
    /// Kilocalories.
    public var energyKilocalories: Double?
    /// Metres per second.
    public var averageSpeedMetresPerSecond: Double?
    public var maximumSpeedMetresPerSecond: Double?
    /// Beats per minute.
    public var averageBeatsPerMinute: Double?
    public var maximumBeatsPerMinute: Double?
    /// Crank revolutions, or on foot steps of both feet, per minute.
    public var averageCadencePerMinute: Double?
    public var maximumCadencePerMinute: Double?
    /// Watts.
    public var averagePowerWatts: Double?
    public var maximumPowerWatts: Double?
    public var normalizedPowerWatts: Double?
    /// Kilojoules.
    public var workKilojoules: Double?
    /// On foot: steps of both feet.
    public var steps: Double?
    public var trainingStressScore: Double?
    public var intensityFactor: Double?
    /// Watts.
    public var thresholdPowerWatts: Double?

    public init() {}
}

extension StatedFigures {
    /// Our own figures in the same words, to stand beside the device's.
    public init(of summary: WorkoutSummary) {
        elapsed = summary.elapsed
        timer = summary.timer
        moving = summary.moving.value
        distanceMetres = summary.distance.value?.metres
        ascentMetres = summary.ascentMetres.value
        descentMetres = summary.descentMetres.value
        averageSpeedMetresPerSecond = summary.averageSpeedMetresPerSecond.value
        maximumSpeedMetresPerSecond = summary.maximumSpeedMetresPerSecond.value
        averageBeatsPerMinute = summary.heartRate.value?.average
        maximumBeatsPerMinute = summary.heartRate.value?.maximum
        // Without zeros, as people read cadence (core §6.2).
        let cadence = summary.stepRate.value ?? summary.cadence.value
        averageCadencePerMinute = cadence?.averageWithoutZeros
        maximumCadencePerMinute = cadence?.maximum
        averagePowerWatts = summary.power.value?.average
        maximumPowerWatts = summary.power.value?.maximum
        normalizedPowerWatts = summary.normalizedPowerWatts.value
        workKilojoules = summary.workKilojoules.value
        steps = summary.steps.value
        trainingStressScore = summary.trainingStressScore.value
        intensityFactor = summary.intensityFactor.value
    }

    /// One figure: its name in JSON, and how it is written.
    public struct Row: Sendable {
        public let name: String
        public let unit: Unit
        public let value: @Sendable (StatedFigures) -> Double?

        public enum Unit: String, Sendable {
            case seconds, metres, metresPerSecond, beatsPerMinute, perMinute, watts, kilojoules, kilocalories, steps, score, ratio
        }
    }

    /// All of them in a fixed order.
    public static let rows: [Row] = [
        Row(name: "elapsed", unit: .seconds) { $0.elapsed?.seconds },
        Row(name: "timer", unit: .seconds) { $0.timer?.seconds },
        Row(name: "moving", unit: .seconds) { $0.moving?.seconds },
        Row(name: "distance", unit: .metres) { $0.distanceMetres },
        Row(name: "ascent", unit: .metres) { $0.ascentMetres },
        Row(name: "descent", unit: .metres) { $0.descentMetres },
        Row(name: "averageSpeed", unit: .metresPerSecond) { $0.averageSpeedMetresPerSecond },
        Row(name: "maximumSpeed", unit: .metresPerSecond) { $0.maximumSpeedMetresPerSecond },
        Row(name: "averageHeartRate", unit: .beatsPerMinute) { $0.averageBeatsPerMinute },
        Row(name: "maximumHeartRate", unit: .beatsPerMinute) { $0.maximumBeatsPerMinute },
        Row(name: "averageCadence", unit: .perMinute) { $0.averageCadencePerMinute },
        Row(name: "maximumCadence", unit: .perMinute) { $0.maximumCadencePerMinute },
        Row(name: "averagePower", unit: .watts) { $0.averagePowerWatts },
        Row(name: "maximumPower", unit: .watts) { $0.maximumPowerWatts },
        Row(name: "normalizedPower", unit: .watts) { $0.normalizedPowerWatts },
        Row(name: "work", unit: .kilojoules) { $0.workKilojoules },
        Row(name: "energy", unit: .kilocalories) { $0.energyKilocalories },
        Row(name: "steps", unit: .steps) { $0.steps },
        Row(name: "trainingStressScore", unit: .score) { $0.trainingStressScore },
        Row(name: "intensityFactor", unit: .ratio) { $0.intensityFactor },
        Row(name: "thresholdPower", unit: .watts) { $0.thresholdPowerWatts },
    ]
}
