internal import Dialogues
internal import WireFormats

/// One stick from plug to unplug: carries out what its dialogue says, and opens it anew when it fails.
final class ANTStick {
    private(set) var place: ANTStickPlace
    /// Of its link: its serial number, else its port; `nil` while it is not known.
    private(set) var address: String?
    private unowned let transport: ANTTransport
    private var opened: (any OpenANTStick)?
    private var isOpening = false
    private var dialogue: ANTStickDialogue
    private var link: LinkID?
    /// What it said before it was known who it is.
    private var early: [[UInt8]] = []
    private let alarm: Alarm
    private let retry: Alarm
    private var backoff: Backoff
    private var isMute = false
    private var hasHeard = false
    private var isGone = false
    /// As it was told last, and its sentence before what is counted was added to it.
    private var status: DeviceStatus?
    private var sentence: String?
    private var conditions: [ANTSensorID: ANTSensorCondition] = [:]
    private var replies: [ANTSensorID: (CalibrationOutcome) -> Void] = [:]

    private static let mostEarlyChunks = 64

    init(_ place: ANTStickPlace, of transport: ANTTransport) {
        self.place = place
        self.transport = transport
        alarm = Alarm(on: transport.reactor)
        retry = Alarm(on: transport.reactor)
        dialogue = ANTStickDialogue(networkKey: transport.networkKey)
        backoff = Backoff(seed: UInt64(truncatingIfNeeded: place.bus &* 128 &+ place.address))
    }

    private var reactor: Reactor { transport.reactor }

    /// Whether it is set up, or about to be.
    var works: Bool { opened != nil && dialogue.identity != nil }
    var isScanning: Bool { dialogue.isScanning }

    // MARK: Opening and failing

    func open() {
        guard opened == nil, !isOpening, !isGone else { return }
        retry.cancel()
        isOpening = true
        transport.source.open(place, reset: isMute) { [weak self] answer in
            guard let self, !isGone else {
                (try? answer.get())?.close()
                return
            }
            isOpening = false
            switch answer {
            case .success(let opened): begin(opened)
            case .failure(let fault): fail(fault)
            }
        }
    }

    private func begin(_ opened: any OpenANTStick) {
        isMute = false
        self.opened = opened
        opened.onBytes = { [weak self] in self?.take($0) }
        opened.onLost = { [weak self] in self?.fail($0) }
        carryOut(dialogue.listen(by: transport.mode(of: self), at: reactor.now))
        serve()
        carryOut(dialogue.start(at: reactor.now))
        schedule()
    }

    /// The kernel tells more of it than before: a tty, say.
    func note(_ place: ANTStickPlace) {
        let isNews = place != self.place
        self.place = place
        if isNews, opened == nil { open() }
    }

    private func fail(_ fault: ANTStickFault) {
        release(reason: fault.description)
        guard !isGone else { return }
        tell(fault.needsPerson ? .fault : .lost, fault.description)
        if retry.moment == nil { retry.set(after: backoff.fail()) { [weak self] in self?.open() } }
        transport.assignModes()
        transport.tellSensors()
        // Where nothing tells of sticks that leave, an error does. Not now: it may be that this one is just being taken up.
        if fault == .gone { _ = reactor.schedule(after: 0) { [weak transport] in transport?.refresh() } }
    }

    /// Closes what is open.
    private func release(reason: String) {
        opened?.close()
        opened = nil
        carryOut(dialogue.stop())
        conditions = [:]
        closeLink(reason)
        alarm.cancel()
    }

    private func closeLink(_ reason: String) {
        early = []
        if let link = link.take() { transport.intake.close(link, reason: reason) }
    }

    /// It was unplugged.
    func leave() {
        guard !isGone else { return }
        isGone = true
        retry.cancel()
        release(reason: ANTStickFault.gone.description)
        tell(.lost, ANTStickFault.gone.description)
    }

    /// The gateway ends: the stick falls silent and is given back.
    func stop() {
        guard !isGone else { return }
        isGone = true
        retry.cancel()
        opened?.finish(saying: ANTCommand.reset.encoded(), within: 200_000)
        release(reason: LinkEnd.stopped)
        takeBack()
    }

    // MARK: Both ways

    private func take(_ bytes: [UInt8]) {
        // What the bytes make known comes first, so that a sensor is known before its pages are read.
        carryOut(dialogue.take(bytes, at: reactor.now))
        if let link {
            transport.intake.take(bytes, from: link)
        } else if opened != nil, early.count < Self.mostEarlyChunks {
            early.append(bytes)
        }
        if let status { tell(status.state, sentence) }
        schedule()
    }

    private func wake() {
        carryOut(dialogue.wake(at: reactor.now))
        schedule()
    }

    private func schedule() {
        guard opened != nil, let moment = dialogue.nextWake else { return }
        alarm.set(noLaterThan: moment) { [weak self] in self?.wake() }
    }

    /// Whether another stick scans, and this one only follows what is wanted.
    private var isBesideAnother: Bool { transport.mode == .auto && transport.mode(of: self) == .channels }

    /// Tells the dialogue what is wanted now. A stick beside the one that scans has strangers left to that one.
    func serve() {
        carryOut(dialogue.demand(transport.wanted, looksAround: transport.looksAround && !isBesideAnother, at: reactor.now))
        conditions = conditions.filter { transport.wanted.contains($0.key) }
        schedule()
    }

    func listen(by mode: ANTStickDialogue.Mode) {
        // What it is asked for depends on what it does.
        serve()
        carryOut(dialogue.listen(by: mode, at: reactor.now))
        schedule()
    }

    func condition(of sensor: ANTSensorID) -> ANTSensorCondition? { conditions[sensor] }

    // MARK: What the dialogue says

    private func carryOut(_ events: [ANTStickEvent]) {
        for event in events {
            switch event {
            case .send(let command): opened?.send(command.encoded())
            case .identified(let identity): openLink(identity)
            case .condition(let condition): tell(condition)
            case .heard(let sensor, let signal): sight(sensor, signal)
            case .sensor(let sensor, let condition):
                conditions[sensor] = condition
                transport.tellSensors()
            case .calibrated(let sensor, let outcome): replies.removeValue(forKey: sensor)?(outcome)
            case .reopen:
                isMute = true
                fail(.failed("it answers nothing; unplug it and plug it in again if that goes on"))
            }
        }
    }

    private func openLink(_ identity: ANTStickIdentity) {
        backoff.succeed()
        // Started anew: the link is the same.
        guard link == nil else { return }
        let serial = identity.serialNumber.map { String($0) }
        if address == nil {
            let address = serial ?? place.port
            rename(to: transport.isTaken(address, by: self) ? place.port : address)
        }
        let facts = [
            ("manufacturer", place.manufacturerName), ("model", place.productName), ("serial", serial),
            ("firmware", identity.version),
        ]
        link = transport.intake.open(
            LinkIdentity(
                kind: .ant, address: address ?? place.port, name: place.productName ?? "ANT stick",
                facts: facts.compactMap { name, value in value.map { LinkIdentity.Fact(name: name, value: $0) } }))
        if let link { early.forEach { transport.intake.take($0, from: link) } }
        early = []
        transport.assignModes()
    }

    private func sight(_ sensor: ANTSensorID, _ signal: Int?) {
        if !hasHeard {
            hasHeard = true
            tell(.open, nil)
        }
        transport.intake.sight(Sighting(sensor: sensor.description, kinds: sensor.kinds, signalDBm: signal))
    }

    func canReach(_ sensor: ANTSensorID) -> Bool { opened != nil && dialogue.canReach(sensor, at: reactor.now) }

    func calibrate(_ sensor: ANTSensorID, _ reply: @escaping (CalibrationOutcome) -> Void) {
        guard replies[sensor] == nil else { return reply(.impossible("its zero is being set already")) }
        replies[sensor] = reply
        carryOut(dialogue.calibrate(sensor, at: reactor.now))
        schedule()
    }

    // MARK: Status

    private func tell(_ condition: ANTStickCondition) {
        hasHeard = false
        let nothing = "no ANT+ sensor heard yet: one wakes when it is worn or turned"
        switch condition {
        case .starting: tell(.connecting, nil)
        case .channels where isBesideAnother: tell(.open, nil)
        case .scanning, .channels: tell(.searching, nothing)
        case .keyRefused: tell(.fault, "the stick refuses the network key: look at \"ant-network-key\" in the settings")
        case .cannotScan: tell(.fault, "the stick cannot scan: set \"ant\" to \"auto\" in the settings")
        }
    }

    private func tell(_ state: DeviceStatus.State, _ sentence: String?) {
        self.sentence = sentence
        let tally = dialogue.tally
        let counted = [
            UnusableCount.words(tally.checksumErrors, "message"),
            tally.overflows > 0 ? "messages were lost, as this machine was too slow" : nil,
        ].compactMap(\.self)
        let new = DeviceStatus(
            device: "ant:" + (address ?? place.port), name: place.productName ?? "ANT stick", state: state,
            sentence: counted.reduce(sentence) { UnusableCount.sentence($0, $1) })
        guard new != status else { return }
        status = new
        transport.intake.report(new)
    }

    /// What was told of it holds no more.
    private func takeBack() {
        if let status { transport.intake.report(DeviceStatus(device: status.device, state: .removed)) }
        status = nil
    }

    /// It is known by its serial number from now on, and by its port no more.
    private func rename(to address: String) {
        if address != place.port { takeBack() }
        self.address = address
        tell(.connecting, nil)
    }
}
