public import Dialogues
public import WireFormats

/// Moves the bytes of one kind of device: an adapter's sensors, sticks, a receiver's line. It finds, connects, loses and finds again
/// by itself, decodes no measurement, and lives on its reactor's thread.
public protocol Transport: AnyObject {
    /// Begins; never fails: a device that cannot be had is a status, and is tried again.
    func start()
    /// Whom to hold a link to from now on.
    func demand(_ demand: LinkDemand)
    /// Sets a power meter's zero: once the answer is known `reply` is called.
    ///
    /// - Returns: whether the sensor is one of this transport's.
    func calibrate(_ sensor: String, reply: @escaping (CalibrationOutcome) -> Void) -> Bool
    /// Lets go of every device, in good order and at once: closes each link that is open and takes back each status, since another
    /// transport may serve the same devices from here on. Nothing is told after it.
    func stop()
}

/// Why a link ended that the transport itself gave up.
enum LinkEnd {
    static let stopped = "stopped"
    static let notWanted = "no longer wanted"
}

extension Transport {
    public func demand(_ demand: LinkDemand) {}
    public func calibrate(_ sensor: String, reply: @escaping (CalibrationOutcome) -> Void) -> Bool { false }
}

/// Who takes what transports bring, on the reactor's thread.
public protocol LinkIntake: AnyObject {
    /// A link is there; its bytes follow.
    ///
    /// - Returns: its number; `nil` when a capture can name no more.
    func open(_ identity: LinkIdentity) -> LinkID?
    func take(_ bytes: [UInt8], from link: LinkID)
    func close(_ link: LinkID, reason: String)
    /// A sensor was heard, linked or not; comes before the bytes that made it known.
    func sight(_ sighting: Sighting)
    /// A device's state changed, or the sentence about it.
    func report(_ status: DeviceStatus)
}

/// A sensor that was heard.
public struct Sighting: Equatable, Sendable {
    /// As in captures: `ble:C0:11:22:33:44:01`, `ant:120:12345`, `gps:/dev/serial/by-id/…`.
    public var sensor: String
    /// What it offers, as far as it says so.
    public var kinds: Set<SensorKind>
    public var name: String?
    /// dBm.
    public var signalDBm: Int?
    /// 0...100
    public var batteryPercent: Int?
    /// Names as in `LinkIdentity.facts`.
    public var facts: [LinkIdentity.Fact]

    public init(
        sensor: String, kinds: Set<SensorKind>, name: String? = nil, signalDBm: Int? = nil, batteryPercent: Int? = nil,
        facts: [LinkIdentity.Fact] = []
    ) {
        self.sensor = sensor
        self.kinds = kinds
        self.name = name
        self.signalDBm = signalDBm
        self.batteryPercent = batteryPercent
        self.facts = facts
    }
}

/// Whom the gateway wants.
public struct LinkDemand: Equatable, Sendable {
    /// Sensors to hold a link to, by identity, the most wanted first.
    public var sensors: [String]
    /// Whether strangers are looked for as well.
    public var looksAround: Bool
    public init(sensors: [String] = [], looksAround: Bool = false) {
        self.sensors = sensors
        self.looksAround = looksAround
    }
}

/// How it stands with one device: an adapter, a stick, a receiver, a sensor.
public struct DeviceStatus: Equatable, Sendable {
    /// Stable while the program runs: `bluetooth:hci0`, `ant:SERIAL`, `gps:/dev/ttyACM0`, `gpsd:localhost:2947`, or a sensor's identity.
    public var device: String
    /// What a person calls it.
    public var name: String?
    public var state: State
    /// What is the matter and what to do, a sentence without a full stop; `nil` when all is well.
    public var sentence: String?

    public enum State: String, Sendable {
        /// There, and looking for what it should serve.
        case searching
        case connecting
        /// It works.
        case open
        /// It was there and is gone; it is looked for.
        case lost
        /// Nothing will come of it until the person does something.
        case fault
        /// Gone for good: no longer to be shown.
        case removed
    }

    public init(device: String, name: String? = nil, state: State, sentence: String? = nil) {
        self.device = device
        self.name = name
        self.state = state
        self.sentence = sentence
    }
}
