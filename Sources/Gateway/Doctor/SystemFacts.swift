public import Transports

/// What a machine is like, as far as recording depends on it; no judgement yet.
public struct SystemFacts: Equatable, Sendable {
    public var isRoot = false
    /// Names of the groups that this process is in.
    public var groups: Set<String> = []
    /// Whether there is a group `wattbeat` at all.
    public var hasOwnGroup = false

    public var gateway = Gateway.absent
    /// `nil` when the settings can be read, else the first thing that is wrong, with file and line.
    public var settingsFault: String?

    /// `nil` when bluetoothd does not run.
    public var bluetoothd: Bluetoothd?
    public var isBluetoothdInstalled = false
    public var adapters: [Adapter] = []

    public var sticks: [Stick] = []
    /// The edition of our udev rules in force; `nil` when they are not installed, 1 when they do not say.
    public var ruleEdition: Int?
    public var receivers: [Receiver] = []
    public var isModemManagerRunning = false
    public var isGPSDRunning = false

    public var isClockSynchronised = false
    /// Such as `Europe/Berlin`; `nil` when none is set.
    public var timeZone: String?

    public var folder = CapturePlace(path: "")
    /// Captures that were begun and not finished, while no gateway runs.
    public var unfinishedCaptures: [String] = []

    public enum Gateway: Equatable, Sendable {
        case absent
        /// `capture`: why it writes none, in words; `nil` when all is well.
        case running(captureFault: String?)
        /// It is there and does not answer us, in words.
        case unreachable(String)
    }

    public struct Bluetoothd: Equatable, Sendable {
        public var process: Int32
        /// Such as `5.66`.
        public var version: String?
        /// Whether it owns org.bluez on the system's bus; `nil` when the bus was not asked.
        public var isOnBus: Bool?
        public init(process: Int32, version: String? = nil, isOnBus: Bool? = nil) {
            self.process = process
            self.version = version
            self.isOnBus = isOnBus
        }
    }

    public struct Adapter: Equatable, Sendable {
        public var name: String
        /// `nil` when the kernel did not say.
        public var isUp: Bool?
        public var block = RadioSwitch.unblocked
        public init(name: String, isUp: Bool? = nil, block: RadioSwitch = .unblocked) {
            self.name = name
            self.isUp = isUp
            self.block = block
        }
    }

    public struct Stick: Equatable, Sendable {
        /// As its maker calls it, else its numbers.
        public var name: String
        /// The file that is opened: the device's, or the tty of one behind a serial chip; `nil` of such a one without a tty.
        public var node: String?
        public var isUsable: Bool
        public var group: String?
        /// Whether a program has claimed it.
        public var isClaimed: Bool
        /// Who has it open, as far as that may be seen.
        public var holders: [FileHolder] = []
        public init(name: String, node: String?, isUsable: Bool, group: String? = nil, isClaimed: Bool = false) {
            self.name = name
            self.node = node
            self.isUsable = isUsable
            self.group = group
            self.isClaimed = isClaimed
        }
    }

    public struct Receiver: Equatable, Sendable {
        public var path: String
        public var isUsable: Bool
        public var group: String?
        public var holders: [FileHolder] = []
        public init(path: String, isUsable: Bool, group: String? = nil) {
            self.path = path
            self.isUsable = isUsable
            self.group = group
        }
    }

    /// Where captures are to be written.
    public struct CapturePlace: Equatable, Sendable {
        public var path: String
        /// Bytes that a program without rights may write; `nil` when that cannot be told.
        public var freeBytes: Int64?
        public var writing: Writing

        public enum Writing: Equatable, Sendable {
            /// A file was written there, or the folder could be made.
            case possible
            /// The gateway writes its capture there.
            case underWay
            /// Why none can be written, in words.
            case impossible(String)
            /// It is the gateway's, and this user may not look.
            case unseen
        }

        public init(path: String, freeBytes: Int64? = nil, writing: Writing = .unseen) {
            self.path = path
            self.freeBytes = freeBytes
            self.writing = writing
        }
    }

    public init() {}
}
