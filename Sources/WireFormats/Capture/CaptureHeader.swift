/// What stands before the records: when the capture began, which it is, and the settings that change meaning.
public struct CaptureHeader: Equatable, Sendable {
    public static let currentVersion = 1

    public var version: Int
    /// 128 random bits as 32 hex digits: names the capture, and the workouts made from it.
    public var identity: String
    /// Wall clock at offset 0, microseconds since 1970, UTC; `nil` when the recorder had none.
    public var start: Int64?
    /// Whether the clock was synchronised when `start` was read.
    public var isSynchronised: Bool
    /// Local time minus UTC, seconds.
    public var utcOffsetSeconds: Int?
    /// The zone whose local time that is, by its name in the IANA database (`TimeZoneName`); `nil` when it is not known.
    public var timeZone: String?
    /// The identity of the capture that this one continues after a restart.
    public var continues: String?
    /// Whether everything in here is for show.
    public var isDemo: Bool
    /// Settings in the order in which they stand, names as in docs/capture-format.md:
    /// `activity`, `wheel-circumference`, `ftp`, `lthr`, `hr-max`, `hr-rest`, `weight`, `age`, `sex`, `zones.heart-rate`, `zones.power`, `clock`, …
    public var settings: [Setting]

    public struct Setting: Equatable, Sendable {
        public var name: String
        public var value: String
        public init(name: String, value: String) { self.name = name; self.value = value }
    }

    public init(
        version: Int = currentVersion, identity: String, start: Int64?, isSynchronised: Bool, utcOffsetSeconds: Int? = nil,
        timeZone: String? = nil, continues: String? = nil, isDemo: Bool = false, settings: [Setting] = []
    ) {
        self.version = version
        self.identity = identity
        self.start = start
        self.isSynchronised = isSynchronised
        self.utcOffsetSeconds = utcOffsetSeconds
        self.timeZone = timeZone
        self.continues = continues
        self.isDemo = isDemo
        self.settings = settings
    }
}
