public import Transports
public import WireFormats

internal import Dialogues

/// Stands before a gateway's desk where nothing is recorded: it only listens, as whoever wants to know who is there must not seize the
/// sensors of others.
public final class ListeningDesk: SensorDesk {
    private let desk: SettingsDesk
    public let demand: LinkDemand

    /// - Parameter sensor: the one to hold a link to; without it everybody is listened to.
    public init(_ desk: SettingsDesk, linkingTo sensor: String? = nil) {
        self.desk = desk
        demand = LinkDemand(sensors: sensor.map { [$0] } ?? [], looksAround: sensor == nil)
    }

    /// Whatever they say of it, no workout starts.
    public var settings: GatewaySettings {
        var settings = desk.settings
        settings.start = .command
        return settings
    }
    public var changes: Int { desk.changes }
    public var preamble: [CaptureRecord.Input] { [] }
    public var nextWake: Int64? { desk.nextWake }

    public func sight(_ sighting: Sighting, at now: Int64, isRecording: Bool) {
        desk.sight(sighting, at: now, isRecording: isRecording)
    }

    public func linkOpened(_ identity: LinkIdentity, at now: Int64) { desk.linkOpened(identity, at: now) }
    public func linkClosed(_ identity: LinkIdentity, at now: Int64) { desk.linkClosed(identity, at: now) }
    public func heard(_ identity: LinkIdentity, at now: Int64) { desk.heard(identity, at: now) }
    public func pass(to now: Int64, isRecording: Bool) { desk.pass(to: now, isRecording: isRecording) }
    public func takeInputs() -> [CaptureRecord.Input] { [] }

    /// Who would be used is no news where nobody is.
    public func takeNotes() -> [String] {
        _ = desk.takeNotes()
        return []
    }

    /// Nobody is chosen.
    public func known(at now: Int64) -> [GatewayStatus.KnownSensor] {
        desk.known(at: now).map { sensor in
            var sensor = sensor
            if !sensor.kinds.contains(.receiver) { sensor.isChosen = false }
            return sensor
        }
    }

    public func handle(_ request: ControlRequest, at now: Int64, reply: @escaping (ControlReply) -> Void) {
        desk.handle(request, at: now, reply: reply)
    }
}
