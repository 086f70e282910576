public import Statistics
public import Transports
public import WireFormats

/// Who knows which sensors the rider wants: the roster and the settings file. Told what is heard, says whom to link to and what the
/// engine must know of it. Lives on the reactor's thread; moments are microseconds of `Reactor.now`.
public protocol SensorDesk: AnyObject {
    /// Goes up whenever one of `settings`, `demand`, `nextWake`, `takeInputs` and `takeNotes` may say something else: who asks between
    /// any two packets asks for this alone.
    var changes: Int { get }
    /// As they are now; a capture that begins takes its header's settings from here.
    var settings: GatewaySettings { get }
    /// Where they are written down.
    var settingsFile: String? { get }
    /// Whom to hold links to now.
    var demand: LinkDemand { get }
    /// The pairings and priorities that stand: what each capture begins with, right after its open links.
    var preamble: [CaptureRecord.Input] { get }
    /// When `pass` has something to do, unless something is heard first.
    var nextWake: Int64? { get }

    func sight(_ sighting: Sighting, at now: Int64, isRecording: Bool)
    func linkOpened(_ identity: LinkIdentity, at now: Int64)
    func linkClosed(_ identity: LinkIdentity, at now: Int64)
    /// Bytes came from one of this stick's, receiver's or sensor's links, the last of them at `now`. Told when the link closes and
    /// before anything is asked that depends on it, not with each packet: it is no change.
    func heard(_ identity: LinkIdentity, at now: Int64)
    /// Time passed.
    func pass(to now: Int64, isRecording: Bool)

    /// Who knows the date: by it settings with a date are told the running capture. Called once, before all else.
    ///
    /// - Parameter today: the day that counts for settings (`GatewaySettings.day`).
    func ask(today: @escaping (GatewaySettings) -> CalendarDay)
    /// Pairings, priorities and settings that are due for the running capture; none is told twice.
    func takeInputs() -> [CaptureRecord.Input]
    /// What a person should know, as sentences; none is told twice.
    func takeNotes() -> [String]
    func known(at now: Int64) -> [GatewayStatus.KnownSensor]
    /// `scan`, `sensors`, `pair`, `forget`, `ignore`, `rename`, `priority`, `settings` (its JSON as text), `set`; at once or later.
    func handle(_ request: ControlRequest, at now: Int64, reply: @escaping (ControlReply) -> Void)
}

extension SensorDesk {
    public func heard(_ identity: LinkIdentity, at now: Int64) {}
    public var settingsFile: String? { nil }
    public func ask(today: @escaping (GatewaySettings) -> CalendarDay) {}
}
