import Gateway
import Ingest
import Transports
import WireFormats

/// No gateway runs: changes go to the settings file, and looking around is done by a gateway in this process for as long as it takes.
final class LocalSensors: SensorAccess {
    private let desk: SettingsDesk
    private let path: String
    private var reactor: Reactor?
    /// Adapters, sticks and receivers at the end of the last look.
    private var devices: [DeviceStatus] = []

    init(path: String) throws(CommandError) {
        self.path = path
        do throws(SettingsError) {
            desk = try SettingsDesk(file: SettingsFile(path: path))
        } catch {
            throw CommandError(error)
        }
    }

    var isLive: Bool { reactor != nil }
    let sensorsRequest = ControlRequest.sensors
    func settingsFile() -> String? { path }

    func ask(_ request: ControlRequest, within seconds: Int) async throws(CommandError) -> ControlReply.Payload? {
        switch request {
        case .scan: return try await live(request, on: ListeningDesk(desk), within: seconds)
        case .calibrate(let sensor):
            return try await live(request, on: ListeningDesk(desk, linkingTo: sensor), within: seconds)
        case .sensors:
            var status = GatewayStatus()
            status.sensors = ListeningDesk(desk).known(at: reactor?.now ?? 0)
            status.devices = devices
            return .status(status)
        default:
            var answer = ControlReply.success(nil)
            desk.handle(request, at: reactor?.now ?? 0) { answer = $0 }
            return try answer.taken()
        }
    }

    /// Between two looks whether a meter is there.
    private static let look: Int64 = 500_000

    /// By then it shows whether anything listens; where nothing does, nobody waits for the whole look.
    private static let settling: Int64 = 3_000_000

    private func live(
        _ request: ControlRequest, on desk: ListeningDesk, within seconds: Int
    ) async throws(CommandError) -> ControlReply.Payload? {
        let reactor: Reactor
        do throws(TransportError) {
            if let former = self.reactor { reactor = former } else { reactor = try Reactor() }
        } catch {
            throw CommandError(.inputOutput, "\(error)")
        }
        self.reactor = reactor
        let settings = desk.settings
        let hasNothing = settings.bluetooth == .off && settings.ant == .off && settings.receivers.allSatisfy { $0 == .off }
        if case .scan = request, hasNothing { return nil }
        let gateway = LiveGateway(
            reactor: reactor,
            parts: LiveGateway.Parts(desk: desk, captures: NoCaptures()) { HardwareTransports.make(settings, $0, $1) })
        var answer: ControlReply?
        let deadline = reactor.now &+ Int64(seconds) * 1_000_000
        attempt(request, on: gateway, until: deadline) { [self] reply in
            answer = reply
            devices = gateway.status.devices
            gateway.end()
        }
        if case .scan = request {
            _ = reactor.schedule(after: Self.settling) { [self] in
                guard answer == nil, gateway.status.devices.allSatisfy(\.isOutOfUse) else { return }
                answer = .success(nil)
                devices = gateway.status.devices
                gateway.end()
            }
        }
        let patience = reactor.schedule(at: deadline) { gateway.end() }
        Interruption.watch()
        await gateway.run()
        reactor.cancel(patience)
        if Task.isCancelled { throw CommandError(Interruption.exit, nil) }
        let why = RadioWords.trouble(gateway.status) ?? SensorLookup.Problem.advice
        return try (answer ?? .failure("it was not heard in \(seconds) s: \(why)")).taken()
    }

    /// A meter's zero waits for its link.
    private func attempt(
        _ request: ControlRequest, on gateway: LiveGateway, until deadline: Int64, reply: @escaping (ControlReply) -> Void
    ) {
        let now = gateway.reactor.now
        guard case .calibrate(let sensor) = request, !desk.known(at: now).contains(where: { $0.sensor == sensor && $0.isLinked })
        else {
            // After this turn, when the gateway runs.
            _ = gateway.reactor.schedule(after: 0) { gateway.handle(request, reply: reply) }
            return
        }
        guard now < deadline else {
            return reply(
                .failure("\(sensor) was not heard: " + (RadioWords.trouble(gateway.status) ?? SensorLookup.Problem.advice)))
        }
        _ = gateway.reactor.schedule(after: Self.look) { [self] in attempt(request, on: gateway, until: deadline, reply: reply) }
    }
}

extension DeviceStatus {
    /// Whether nothing is heard through it before a person does something, or it comes back.
    fileprivate var isOutOfUse: Bool {
        switch state {
        case .lost, .fault, .removed: true
        case .searching, .connecting, .open: false
        }
    }
}

/// Keeps nothing: a look around is no ride.
private final class NoCaptures: CaptureKeeping {
    func recover() -> Bool { false }
    func begin(_ header: CaptureHeader, holdsWorkout: Bool) -> BegunCapture { BegunCapture(header: header, writer: nil) }
    func ended(_ header: CaptureHeader, told: @escaping ([String]) -> Void) { told([]) }
    func takeNotes() -> [String] { [] }
    var workoutFiles: (any IngestSink)? { nil }
}
