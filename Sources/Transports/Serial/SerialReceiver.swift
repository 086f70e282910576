internal import Dialogues
internal import WireFormats

/// A GPS receiver on a tty: found by its path, opened, read, lost and found again under the same name.
///
/// A cable that comes out ends the link and with it the fix, nothing else. The receiver's identity is the name that udev gives it,
/// so that it is the same one when it returns as another tty.
public final class SerialReceiver: Transport {
    private let reactor: Reactor
    private let intake: any LinkIntake
    private let tree: SystemTree
    /// As it was given, until a lasting name is known.
    private var path: String
    private let baud: Int?
    private var device: SerialDevice?

    private var port: SerialPort?
    private var line: ReceiverLine?
    private var link: LinkID?
    private var lastGoodBaud: Int?
    private var wasOpen = false
    private var isStarted = false

    /// Looks for another program that holds the line.
    private var holderSearch: Errand<FileHolder?>?
    private var watch: Reactor.Token?
    private let alarm: Alarm
    private var pathWatch: PathWatch?
    private var backoff = Backoff()
    /// Of looking for a path that is not there: the kernel tells when it comes, should it not forget to.
    private var absence = Backoff(first: 5_000_000, longest: 60_000_000)
    private var reported: DeviceStatus?

    /// - Parameter baud: bits a second; `nil`: found out.
    public convenience init(reactor: Reactor, intake: any LinkIntake, path: String, baud: Int?) {
        self.init(reactor: reactor, intake: intake, path: path, baud: baud, in: .machine)
    }

    init(reactor: Reactor, intake: any LinkIntake, path: String, baud: Int?, in tree: SystemTree) {
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.intake = intake
        self.path = path
        self.baud = baud
        self.tree = tree
    }

    /// Speeds that a line can be set to, in bits a second, from slow to fast.
    public static let bauds = LineSettings.bauds

    /// Called when the line was opened.
    var onOpen: (() -> Void)?
    /// Whether the line is open now, whatever comes out of it.
    var isOpen: Bool { port != nil }
    /// The lasting name, once the receiver was there.
    var name: String { path }

    public func start() {
        guard !isStarted else { return }
        isStarted = true
        attempt()
    }

    public func stop() {
        isStarted = false
        shut(reason: LinkEnd.stopped)
        pathWatch = nil
        takeBack()
    }

    // MARK: Opening

    private func attempt() {
        guard isStarted, port == nil, holderSearch == nil else { return }
        alarm.cancel()
        guard tree.exists(path) else { return waitForPath() }
        absence.succeed()
        let device = SerialDevice(path, in: tree)
        rename(to: device.path)
        self.device = device
        do throws(TransportError) {
            holderSearch = try Errand(reactor, { [tree, path] in tree.holders(of: path).first }) { [weak self] holder in
                self?.holderSearch = nil
                self?.open(device, holder: holder)
            }
        } catch {
            wait("\(error)")
        }
    }

    private func open(_ device: SerialDevice, holder: FileHolder?) {
        // Root may open what another program holds, and would take half of its bytes.
        if let holder { return wait(SerialSentences.held(path, by: holder)) }
        do throws(TransportError) {
            begin(try SerialPort(path: tree.place(path)), device)
        } catch {
            guard case .cannotOpen(_, let code) = error else { return wait("\(error)") }
            wait(SerialSentences.cannotOpen(path, code: code, in: tree))
        }
    }

    private func begin(_ port: SerialPort, _ device: SerialDevice) {
        let speed: ReceiverLine.Speed =
            baud.map { .fixed($0) } ?? (device.isCDC ? .meaningless : .unknown(lastGood: lastGoodBaud))
        let line = ReceiverLine(speed, at: reactor.now)
        self.port = port
        self.line = line
        pathWatch = nil
        report(.connecting)
        perform(line.begin())
        guard self.port != nil else { return }
        wasOpen = true
        watch = reactor.watch(port.descriptor, .readable) { [weak self] interest in self?.hear(interest) }
        rearm()
        onOpen?()
    }

    /// A lasting name became known: the one that was given is no receiver of its own.
    private func rename(to name: String) {
        guard name != path else { return }
        takeBack()
        path = name
    }

    /// What was told of it holds no more.
    private func takeBack() {
        if let reported { intake.report(DeviceStatus(device: reported.device, state: .removed)) }
        reported = nil
    }

    // MARK: Waiting

    private func waitForPath() {
        report(wasOpen ? .lost : .searching, wasOpen ? SerialSentences.unplugged : SerialSentences.absent(path))
        attemptAgain(after: absence.fail())
    }

    private func wait(_ sentence: String) {
        report(.fault, sentence)
        attemptAgain(after: backoff.fail())
    }

    private func attemptAgain(after pause: Int64) {
        if pathWatch == nil {
            pathWatch = PathWatch(reactor, folders: [Folder.parent(of: tree.place(path)) ?? "/"]) { [weak self] in self?.attempt()
            }
        }
        alarm.set(after: pause) { [weak self] in self?.attempt() }
    }

    // MARK: Reading

    private func hear(_ interest: Reactor.Interest) {
        switch port?.read() {
        case .bytes(let bytes)?:
            perform(line?.take(bytes, at: reactor.now) ?? [])
            rearm()
        case .nothing? where !interest.contains(.broken): break
        case .nothing?, .gone?: lose()
        case nil: break
        }
    }

    private func lose() {
        shut(reason: "unplugged")
        report(.lost, SerialSentences.unplugged)
        // The name may stay a moment longer than the receiver.
        attemptAgain(after: backoff.fail())
    }

    private func shut(reason: String) {
        watch.map(reactor.unwatch)
        watch = nil
        holderSearch?.cancel()
        holderSearch = nil
        alarm.cancel()
        port?.shut()
        port = nil
        line = nil
        closeLink(reason)
    }

    private func closeLink(_ reason: String) {
        if let link = link.take() { intake.close(link, reason: reason) }
    }

    // MARK: What the line's dialogue says

    private func perform(_ actions: [ReceiverLine.Action]) {
        for action in actions {
            switch action {
            case .setSpeed(let baud): set(baud)
            case .open: openLink()
            case .deliver(let bytes): if let link { intake.take(bytes, from: link) }
            case .close: closeLink("no sentence any more")
            case .become: break  // told once all is done
            }
        }
        guard port != nil, let line else { return }
        if link == nil, !line.isSearching { return report(.fault, SerialSentences.noMoreLinks) }
        let sentence = SerialSentences.condition(
            line.condition, baud: line.speed, isSearching: line.isSearching, isFixed: baud != nil, isCDC: device?.isCDC ?? false)
        report(line.isSearching ? .connecting : .open, sentence)
    }

    private func set(_ baud: Int) {
        var baud = baud
        // Each speed once: a line that takes none is no line.
        for _ in 0...Autobaud.speeds.count {
            guard let port else { return }
            if port.set(LineSettings(baud: baud)) { return }
            guard case .setSpeed(let next)? = line?.refuseSpeed(at: reactor.now).first else { break }
            baud = next
        }
        let sentence = SerialSentences.refused(path, baud: baud)
        shut(reason: sentence)
        wait(sentence)
    }

    private func openLink() {
        guard port != nil else { return }
        backoff.succeed()
        lastGoodBaud = line?.speed
        let facts = [("manufacturer", device?.manufacturer), ("model", device?.product), ("serial", device?.serial)]
            .compactMap { name, value in value.map { LinkIdentity.Fact(name: name, value: $0) } }
        let product = device?.product
        intake.sight(Sighting(sensor: SensorIdentity.gps(address: path).text, kinds: [.receiver], name: product, facts: facts))
        link = intake.open(LinkIdentity(kind: .nmea, address: path, name: product, facts: facts))
    }

    private func report(_ state: DeviceStatus.State, _ sentence: String? = nil) {
        let status = DeviceStatus(
            device: SensorIdentity.gps(address: path).text, name: device?.product, state: state, sentence: sentence)
        guard status != reported else { return }
        reported = status
        intake.report(status)
    }

    private func rearm() {
        guard let moment = line?.wakeAt else { return }
        alarm.set(noLaterThan: moment) { [weak self] in
            guard let self else { return }
            perform(line?.wake(at: reactor.now) ?? [])
            rearm()
        }
    }
}
