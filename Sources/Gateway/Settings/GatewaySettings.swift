public import Dialogues
public import Phrases
public import WireFormats
public import Workouts

internal import Transports

/// What a person sets once: the settings file, read (docs/settings.md).
public struct GatewaySettings: Equatable, Sendable {
    /// The engine's settings without a date, by the names of docs/capture-format.md, in the order of the file.
    public var engine: [CaptureHeader.Setting] = []
    /// What stands above `engine` from a day on, by day.
    public var dated: [Dated] = []
    /// Sensors that may serve, the most wanted of a kind first.
    public var sensors: [PairedSensor] = []
    /// Sensors never to be used nor offered.
    public var ignored: [String] = []
    public var bluetooth: Bluetooth = .auto
    /// `hci0`, or an address; `nil`: every adapter.
    public var adapter: String?
    public var ant: ANT = .auto
    /// `nil`: ANT+'s own.
    public var networkKey: NetworkKey?
    public var receivers: [Receiver] = [.auto]
    public var start: Start = .command
    /// What a workout is when its start does not say; `nil` only in a demo, whose recording says it.
    public var activity: String? = ActivityType.cycling.rawValue
    /// What workouts are called in, and what is said of them.
    public var language: Language = .english
    /// What figures are told in.
    public var units: Units.System = .metric
    /// Named kinds of workout, names once each.
    public var templates: [WorkoutTemplate] = []
    /// The name of the template of workouts whose start names none; not in the file.
    public var template: String?
    /// Seconds between fdatasync calls, 0.1...60.
    public var syncSeconds = CaptureWriter.defaultSyncSeconds
    /// How long after a crash a workout is taken up again, minutes, 0...1440; 0: never.
    public var resumeMinutes = 15
    /// Idle captures older than so many days are removed, 0...3650; 0: never.
    public var idleDays = 7
    /// Captures whose workouts ended so many days ago, and are in the store, are given up, 0...36500; 0: never.
    public var captureDays = 0
    /// `nil`: below the data folder.
    public var captureFolder: String?
    public var workoutFolder: String?

    public enum Bluetooth: String, CaseIterable, Sendable { case auto, bluez, att, off }
    /// How sticks listen: `scan` hears everything at once, `channels` holds one channel a paired sensor; `auto` scans where the stick can.
    public enum ANT: String, CaseIterable, Sendable { case auto, scan, channels, off }
    public enum Start: String, CaseIterable, Sendable { case command, auto, now }

    public enum Receiver: Equatable, Sendable {
        /// What udev calls a receiver, else gpsd where it runs.
        case auto
        case off
        /// `nil` baud: found out.
        case serial(path: String, baud: Int?)
        /// `device` as gpsd names it; `nil`: the first that speaks.
        case gpsd(host: String, port: Int, device: String?)
    }

    public struct PairedSensor: Equatable, Sendable {
        /// `ble:…`, `ant:TYPE:NUMBER`, `gps:…`.
        public var sensor: String
        public var name: String?
        public var kinds: Set<SensorKind>
        /// Rank by quantity's name, 0 first.
        public var priorities: [String: Int]
        public var countsStrides = false

        public init(sensor: String, name: String? = nil, kinds: Set<SensorKind> = [], priorities: [String: Int] = [:]) {
            self.sensor = sensor
            self.name = name
            self.kinds = kinds
            self.priorities = priorities
        }
    }

    public init() {}
}
