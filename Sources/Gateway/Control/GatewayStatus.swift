public import Dialogues
public import Transports
public import Workouts

/// How it stands with the gateway: what `status` prints, `watch` draws, and a page will show.
public struct GatewayStatus: Equatable, Sendable {
    public var isDemo = false
    /// The path of the settings file that the gateway reads and changes.
    public var settingsFile: String?
    public var capture: CaptureState = .off
    public var store: StoreState = .off
    /// `nil` when no workout runs.
    public var live: LiveFigures?
    /// The workout that ended last, since the gateway began.
    public var lastWorkout: WorkoutOutcome?
    /// What each source says while no workout runs: a rider looks whether the strap works. Empty while one does.
    public var idle: [LiveFigures.Sensor] = []
    /// The engine's sources, in the order of first sight.
    public var sources: [SampleSource] = []
    public var sensors: [KnownSensor] = []
    public var devices: [DeviceStatus] = []
    /// Newest last, at most 20: what happened and a person should know.
    public var notes: [String] = []
    /// What came in and could not be read, and what was dropped.
    public var rejected = 0
    public var dropped = 0
    /// From whom, and why: the most first, at most 32.
    public var losses: [Loss] = []

    static let mostLosses = 32

    /// Bytes of one sensor or device that came to nothing.
    public struct Loss: Equatable, Sendable {
        /// A sensor's identity, or a device's where the bytes do not say whose they are.
        public var from: String
        /// `checksumMismatch`, `truncated FIELD`, `invalid FIELD`, `dropped`.
        public var reason: String
        public var count: Int

        public init(from: String, reason: String, count: Int) {
            self.from = from
            self.reason = reason
            self.count = count
        }

        /// The reason of what a flood has cost.
        public static let dropped = "dropped"
    }

    public enum CaptureState: Equatable, Sendable {
        case off
        case writing(path: String)
        /// `sentence`: why, and what to do.
        case suspended(path: String, sentence: String, lostRecords: Int)
    }

    /// A sensor that is paired or was heard.
    public struct KnownSensor: Equatable, Sendable {
        public var sensor: String
        public var name: String?
        public var kinds: Set<SensorKind>
        public var isPaired: Bool
        /// Whether it serves now without being paired, as the strongest of its kind.
        public var isChosen: Bool
        public var isLinked: Bool
        /// dBm
        public var signalDBm: Int?
        public var batteryPercent: Int?
        public var secondsSinceHeard: Double?
        public var facts: [(name: String, value: String)]

        public static func == (a: Self, b: Self) -> Bool {
            a.sensor == b.sensor && a.name == b.name && a.kinds == b.kinds && a.isPaired == b.isPaired && a.isChosen == b.isChosen
                && a.isLinked == b.isLinked && a.signalDBm == b.signalDBm && a.batteryPercent == b.batteryPercent
                && a.secondsSinceHeard == b.secondsSinceHeard && a.facts.map(\.name) == b.facts.map(\.name)
                && a.facts.map(\.value) == b.facts.map(\.value)
        }

        public init(sensor: String, name: String?, kinds: Set<SensorKind>, isPaired: Bool) {
            self.sensor = sensor
            self.name = name
            self.kinds = kinds
            self.isPaired = isPaired
            isChosen = false
            isLinked = false
            facts = []
        }
    }

    public init() {}
}
