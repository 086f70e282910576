import Ingest
public import Statistics
public import Transports
public import WireFormats

/// The desk of a demo: whatever the recording holds is used, and nothing can be paired, for none of it is here.
public final class DemoDesk: SensorDesk {
    public private(set) var settings: GatewaySettings
    /// The gateway's own, which can be looked at.
    private let own: (any SensorDesk)?
    private var heard: [GatewayStatus.KnownSensor] = []
    private var lastHeard: [String: Int64] = [:]

    private static let refusal =
        "this is a DEMO: its sensors are a recording's, and nothing can be set, paired or calibrated; end it first"

    /// - Parameters:
    ///   - settings: the gateway's own. Whoever has figures or zones there sees the ride in those, and in none of the recording's:
    ///     two riders' do not mix.
    ///   - day: whose figures and zones count. The recording's own day lies long before or after those that people give dates to.
    ///   - header: the recording's, whose rider's figures and zones stand for who has none, and whose bicycle is ridden.
    ///   - own: the gateway's own desk, whose settings file is shown.
    public init(_ settings: GatewaySettings, on day: CalendarDay, header: CaptureHeader, own: (any SensorDesk)? = nil) {
        self.own = own
        self.settings = settings
        let recorded = header.settings.filter { setting in
            IngestSettings.names.contains { setting.name == $0 || setting.name.hasPrefix($0 + ".") }
        }
        let mine = settings.engine(on: day).filter(Self.isOfRider)
        self.settings.engine = mine.isEmpty ? recorded : recorded.filter { !Self.isOfRider($0) } + mine
        self.settings.dated = []
        self.settings.sensors = []
        self.settings.activity = nil
        // The recording holds the rider's commands.
        self.settings.start = .command
    }

    private static func isOfRider(_ setting: CaptureHeader.Setting) -> Bool {
        setting.name.hasPrefix("zones.") || SettingsKey.rider.contains { $0.name == setting.name }
    }

    /// Whatever is heard, it wants nothing of the gateway.
    public var changes: Int { 0 }
    public var settingsFile: String? { own?.settingsFile }
    public var demand: LinkDemand { LinkDemand() }
    public var preamble: [CaptureRecord.Input] { [] }
    public var nextWake: Int64? { nil }

    public func sight(_ sighting: Sighting, at now: Int64, isRecording: Bool) {
        lastHeard[sighting.sensor] = now
        if let index = heard.firstIndex(where: { $0.sensor == sighting.sensor }) {
            heard[index].kinds.formUnion(sighting.kinds)
        } else {
            var sensor = GatewayStatus.KnownSensor(
                sensor: sighting.sensor, name: sighting.name, kinds: sighting.kinds, isPaired: false)
            sensor.isChosen = true
            sensor.facts = sighting.facts.map { ($0.name, $0.value) }
            heard.append(sensor)
        }
    }

    public func linkOpened(_ identity: LinkIdentity, at now: Int64) { setLinked(identity, true) }
    public func linkClosed(_ identity: LinkIdentity, at now: Int64) { setLinked(identity, false) }

    public func heard(_ identity: LinkIdentity, at now: Int64) {
        if let sensor = Sighting(demo: identity)?.sensor { lastHeard[sensor] = now }
    }

    public func pass(to now: Int64, isRecording: Bool) {}
    public func takeInputs() -> [CaptureRecord.Input] { [] }
    public func takeNotes() -> [String] { [] }

    public func known(at now: Int64) -> [GatewayStatus.KnownSensor] {
        heard.map { sensor in
            var sensor = sensor
            sensor.secondsSinceHeard = lastHeard[sensor.sensor].map { Double(now - $0) / 1e6 }
            return sensor
        }
    }

    public func handle(_ request: ControlRequest, at now: Int64, reply: @escaping (ControlReply) -> Void) {
        switch request {
        case .settings: own.map { $0.handle(request, at: now, reply: reply) } ?? reply(.failure(Self.refusal))
        // Whatever there is has been heard.
        case .sensors, .scan:
            var status = GatewayStatus()
            status.sensors = known(at: now)
            reply(.success(.status(status)))
        default: reply(.failure(Self.refusal))
        }
    }

    private func setLinked(_ identity: LinkIdentity, _ isLinked: Bool) {
        guard let name = Sighting(demo: identity)?.sensor, let index = heard.firstIndex(where: { $0.sensor == name }) else {
            return
        }
        heard[index].isLinked = isLinked
    }
}
