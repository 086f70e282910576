internal import Dialogues
internal import WireFormats

/// A receiver that gpsd serves, here or on another machine: connected, watched, lost and connected again.
public final class GPSDClient: Transport {
    private let reactor: Reactor
    private let intake: any LinkIntake
    private let host: String
    private let port: Int
    private let device: String?
    /// Whether nothing is said until a gpsd has answered: nobody asked for it.
    private let isGuess: Bool

    private var lookup: Errand<[HostLookup.Place]>?
    private var places: ArraySlice<HostLookup.Place> = []
    private var socket: StreamSocket?
    private var conversation: GPSDConversation?
    private var link: LinkID?
    private let alarm: Alarm
    private var backoff = Backoff(longest: 60_000_000)
    private var reported: DeviceStatus?
    private var isStarted = false
    private var hasAnswered = false

    /// How long a connection may take to be made, microseconds.
    private static let patience: Int64 = 5_000_000

    /// - Parameter device: as gpsd names the receiver; `nil`: the first that speaks.
    public convenience init(reactor: Reactor, intake: any LinkIntake, host: String, port: Int, device: String?) {
        self.init(reactor: reactor, intake: intake, host: host, port: port, device: device, isGuess: false)
    }

    init(reactor: Reactor, intake: any LinkIntake, host: String, port: Int, device: String?, isGuess: Bool) {
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.intake = intake
        self.host = host
        self.port = port
        self.device = device
        self.isGuess = isGuess
    }

    /// As it stands in captures.
    private var address: String { (host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)") + (device ?? "") }

    public func start() {
        guard !isStarted else { return }
        isStarted = true
        attempt()
    }

    public func stop() {
        isStarted = false
        shut(reason: LinkEnd.stopped)
        if let reported { intake.report(DeviceStatus(device: reported.device, state: .removed)) }
        reported = nil
    }

    // MARK: Connecting

    private func attempt() {
        guard isStarted else { return }
        // Later attempts leave standing what the last one came to.
        if reported == nil { report(.connecting, nil) }
        do throws(TransportError) {
            lookup = try Errand(reactor, { [host, port] in HostLookup.places(host: host, port: port) }) { [weak self] places in
                self?.connect(to: places)
            }
        } catch {
            fail("\(error)")
        }
    }

    private func connect(to places: [HostLookup.Place]) {
        lookup = nil
        self.places = places[...]
        if places.isEmpty { fail(GPSDSentences.unknown(host)) } else { connectToNext(after: 0) }
    }

    /// - Parameter code: why the place before failed.
    private func connectToNext(after code: Int32) {
        shut(reason: GPSDSentences.hungUp)
        guard let place = places.popFirst() else { return fail(GPSDSentences.refused(host, port, code: code)) }
        do throws(TransportError) {
            socket = try StreamSocket(reactor, to: place) { [weak self] event in self?.hear(event) }
        } catch {
            return fail("\(error)")
        }
        alarm.set(after: Self.patience) { [weak self] in self?.connectToNext(after: GPSDSentences.timedOut) }
    }

    private func hear(_ event: StreamSocket.Event) {
        switch event {
        case .connected:
            places = []
            alarm.cancel()
            let conversation = GPSDConversation(device: device, at: reactor.now)
            self.conversation = conversation
            perform(conversation.begin())
        case .bytes(let bytes): perform(conversation?.take(bytes, at: reactor.now) ?? [])
        case .closed(let code):
            guard conversation != nil else { return connectToNext(after: code) }
            shut(reason: GPSDSentences.hungUp)
            fail(GPSDSentences.hungUp)
        }
    }

    private func fail(_ sentence: String, _ state: DeviceStatus.State? = nil) {
        report(state ?? (hasAnswered ? .lost : .searching), sentence)
        alarm.set(after: backoff.fail()) { [weak self] in self?.attempt() }
    }

    private func shut(reason: String) {
        lookup?.cancel()
        lookup = nil
        alarm.cancel()
        socket?.shut()
        socket = nil
        conversation = nil
        closeLink(reason)
    }

    private func closeLink(_ reason: String) {
        if let link = link.take() { intake.close(link, reason: reason) }
    }

    // MARK: What the conversation says

    private func perform(_ actions: [GPSDConversation.Action]) {
        for action in actions {
            switch action {
            case .send(let bytes): socket?.send(bytes)
            case .open: openLink()
            case .deliver(let line): if let link { intake.take(line, from: link) }
            case .close: closeLink(GPSDSentences.unplugged)
            case .become: break  // told once all is done
            }
        }
        guard let condition = conversation?.condition else { return }
        if condition == .stranger {
            shut(reason: GPSDSentences.stranger(host, port))
            return fail(GPSDSentences.stranger(host, port), .fault)
        }
        if condition != .asking {
            hasAnswered = true
            backoff.succeed()
        }
        let sentence = UnusableCount.sentence(
            GPSDSentences.condition(condition, device: device), UnusableCount.words(conversation?.overlong ?? 0, "line"))
        report(GPSDSentences.state(condition), sentence)
        if let moment = conversation?.wakeAt { alarm.set(noLaterThan: moment) { [weak self] in self?.wake() } }
    }

    private func wake() { perform(conversation?.wake(at: reactor.now) ?? []) }

    private func openLink() {
        intake.sight(Sighting(sensor: SensorIdentity.gps(address: address).text, kinds: [.receiver], name: conversation?.device))
        link = intake.open(LinkIdentity(kind: .gpsd, address: address, name: conversation?.device))
    }

    private func report(_ state: DeviceStatus.State, _ sentence: String?) {
        let status = DeviceStatus(device: "gpsd:\(address)", name: conversation?.device, state: state, sentence: sentence)
        guard status != reported, !isGuess || hasAnswered else { return }
        reported = status
        intake.report(status)
    }
}
