import Dialogues
public import Transports
public import WireFormats

/// Plays a recording as if its sensors were here: for who has none, and to show what the gateway does with them.
public final class DemoTransport: Transport {
    private let plan: ReplayPlan
    private let clock: DemoClock
    private let reactor: Reactor
    private let intake: any LinkIntake
    private let command: (RiderCommand) -> Void
    private let onEnd: () -> Void

    /// The plan's links by the intake's numbers.
    private var links: [LinkID: LinkID] = [:]
    private var next: CaptureRecord?
    private let alarm: Alarm

    static let device = "DEMO"
    /// Records of one turn: a recording with thousands at one moment keeps nobody waiting.
    private static let mostAtOnce = 64

    /// - Parameters:
    ///   - command: gets what the rider asked for on the recording.
    ///   - onEnd: called when the recording is over.
    public init(
        _ plan: ReplayPlan, clock: DemoClock, reactor: Reactor, intake: any LinkIntake, command: @escaping (RiderCommand) -> Void,
        onEnd: @escaping () -> Void
    ) {
        self.plan = plan
        self.clock = clock
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.intake = intake
        self.command = command
        self.onEnd = onEnd
    }

    public func start() {
        report(.open, "recorded sensors are played, nobody is riding")
        next = plan.next()
        wait()
    }

    public func stop() {
        alarm.cancel()
        next = nil
        for link in links.values.sorted() { intake.close(link, reason: "stopped") }
        links = [:]
        intake.report(DeviceStatus(device: Self.device, state: .removed))
    }

    private func wait() {
        guard let next else {
            let faults = plan.faults.map(\.sentence).joined(separator: "; ")
            if faults.isEmpty {
                report(.lost, "the recording is at its end")
            } else {
                report(.fault, "the recording cannot be played to its end: \(faults)")
            }
            return onEnd()
        }
        alarm.set(at: clock.beginning &+ next.offset) { [weak self] in self?.play() }
    }

    private func play() {
        for _ in 0..<Self.mostAtOnce {
            guard let record = next, clock.beginning &+ record.offset <= reactor.now else { break }
            next = plan.next()
            give(record.input)
            // A capture may end by it; what follows belongs to the next one, which begins after this turn.
            if case .command = record.input { break }
        }
        wait()
    }

    private func give(_ input: CaptureRecord.Input) {
        switch input {
        case .linkOpened(let link, let identity):
            // Opened again without a word of its end.
            if let former = links.removeValue(forKey: link) { intake.close(former, reason: "opened again") }
            if let sighting = Sighting(demo: identity) { intake.sight(sighting) }
            links[link] = intake.open(identity)
        case .linkClosed(let link, let reason):
            if let mine = links.removeValue(forKey: link) { intake.close(mine, reason: reason) }
        case .bytes(let link, let bytes): if let mine = links[link] { intake.take(bytes, from: mine) }
        case .command(let command): self.command(command)
        // The gateway's own clock, settings and pairings stand.
        case .dropped, .tick, .setting, .pairing, .priority, .clockAnchor: break
        }
    }

    private func report(_ state: DeviceStatus.State, _ sentence: String) {
        intake.report(DeviceStatus(device: Self.device, state: state, sentence: sentence))
    }
}

extension Sighting {
    /// What a recorded link says of its sensor; `nil` of a stick, whose sensors only its messages name.
    init?(demo identity: LinkIdentity) {
        guard let sensor = identity.sensor else { return nil }
        let kind: SensorKind
        if case .gatt(let number) = identity.kind {
            guard let measuring = SensorServices.kind(measuringBy: GATTUUID(rawValue: number)) else { return nil }
            kind = measuring
        } else {
            kind = .receiver
        }
        self.init(sensor: sensor, kinds: [kind], name: identity.name, facts: identity.facts)
    }
}
