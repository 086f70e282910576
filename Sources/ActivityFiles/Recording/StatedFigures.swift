public import Workouts

/// What the device itself had made of a lap or a session, for comparison beside ours; what it did not say is `nil`.
public struct StatedFigures: Equatable, Sendable {
    public var elapsed: TimeSpan?
    /// Never more than `elapsed`: what says so is held to it, and told among the findings.
    public var timer: TimeSpan?
    public var moving: TimeSpan?
    /// Metres.
    public var distance: Double?
    /// Metres.
    public var ascent: Double?
    public var descent: Double?
    /// Kilocalories.
    public var energy: Double?
    /// Metres per second.
    public var averageSpeed: Double?
    public var maximumSpeed: Double?
    /// Beats per minute.
    public var averageHeartRate: Double?
    public var maximumHeartRate: Double?
    /// Crank revolutions, or on foot steps of both feet, per minute.
    public var averageCadence: Double?
    public var maximumCadence: Double?
    /// Watts.
    public var averagePower: Double?
    public var maximumPower: Double?
    public var normalizedPower: Double?
    /// Kilojoules.
    public var work: Double?
    /// On foot: steps of both feet.
    public var steps: Double?
    public var trainingStressScore: Double?
    public var intensityFactor: Double?
    /// Watts.
    public var thresholdPower: Double?

    public init() {}
}

extension StatedFigures {
    /// Our own figures in the same words, to stand beside the device's.
    public init(of summary: WorkoutSummary) {
        elapsed = summary.elapsed
        timer = summary.timer
        moving = summary.moving.value
        distance = summary.distance.value?.metres
        ascent = summary.ascent.value
        descent = summary.descent.value
        averageSpeed = summary.averageSpeed.value
        maximumSpeed = summary.maximumSpeed.value
        averageHeartRate = summary.heartRate.value?.average
        maximumHeartRate = summary.heartRate.value?.maximum
        // Without zeros, as people read cadence (core §6.2).
        let cadence = summary.stepRate.value ?? summary.cadence.value
        averageCadence = cadence?.averageWithoutZeros
        maximumCadence = cadence?.maximum
        averagePower = summary.power.value?.average
        maximumPower = summary.power.value?.maximum
        normalizedPower = summary.normalizedPower.value
        work = summary.work.value
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
        Row(name: "distance", unit: .metres) { $0.distance },
        Row(name: "ascent", unit: .metres) { $0.ascent },
        Row(name: "descent", unit: .metres) { $0.descent },
        Row(name: "averageSpeed", unit: .metresPerSecond) { $0.averageSpeed },
        Row(name: "maximumSpeed", unit: .metresPerSecond) { $0.maximumSpeed },
        Row(name: "averageHeartRate", unit: .beatsPerMinute) { $0.averageHeartRate },
        Row(name: "maximumHeartRate", unit: .beatsPerMinute) { $0.maximumHeartRate },
        Row(name: "averageCadence", unit: .perMinute) { $0.averageCadence },
        Row(name: "maximumCadence", unit: .perMinute) { $0.maximumCadence },
        Row(name: "averagePower", unit: .watts) { $0.averagePower },
        Row(name: "maximumPower", unit: .watts) { $0.maximumPower },
        Row(name: "normalizedPower", unit: .watts) { $0.normalizedPower },
        Row(name: "work", unit: .kilojoules) { $0.work },
        Row(name: "energy", unit: .kilocalories) { $0.energy },
        Row(name: "steps", unit: .steps) { $0.steps },
        Row(name: "trainingStressScore", unit: .score) { $0.trainingStressScore },
        Row(name: "intensityFactor", unit: .ratio) { $0.intensityFactor },
        Row(name: "thresholdPower", unit: .watts) { $0.thresholdPower },
    ]
}
