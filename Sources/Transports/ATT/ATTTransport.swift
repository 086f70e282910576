public import Dialogues
internal import WireFormats

/// Bluetooth sensors without bluetoothd: scans over the HCI, and speaks the Attribute Protocol over the kernel's own sockets.
///
/// Needs CAP_NET_RAW, and CAP_NET_ADMIN to switch an adapter on. Peripherals are known by the address under which they are heard; one
/// that changes it is another.
public final class ATTTransport: Transport {
    /// How long things take, in microseconds.
    struct Timing {
        var plan = LEPlan.Timing()
        var link = ATTLink.Timing()
        /// How often the kernel is asked which adapters there are.
        var adapters: Int64 = 5_000_000
        /// The same while one is being switched on.
        var switchingOn: Int64 = 500_000
    }

    private let reactor: Reactor
    let intake: any LinkIntake
    private let host: any LEHost
    /// `hci0`, or an address; `nil`: all.
    private let onlyAdapter: String?
    private let timing: Timing
    var plan: LEPlan
    private var adapters: [Int: ATTAdapter] = [:]
    var links: [BluetoothAddress: ATTLink] = [:]
    var heard: [BluetoothAddress: PeripheralFacts] = [:]
    private var wanted: [BluetoothAddress] = []
    /// Adapters that did not scan when they were last asked to.
    private var deaf: Set<Int> = []
    private var standing = Standing()
    private var isRunning = false
    private let adaptersAlarm: Alarm
    private let planAlarm: Alarm
    /// Whether `settle` is under way: what happens meanwhile is settled in its next round.
    private var isSettling = false
    private var mustSettle = false

    /// Strangers of which is remembered what they advertise.
    private static let mostHeard = 512

    /// - Parameter adapter: `hci0`, or its address; `nil`: every adapter.
    public convenience init(reactor: Reactor, intake: any LinkIntake, adapter: String?) {
        self.init(reactor: reactor, intake: intake, adapter: adapter, host: KernelLEHost())
    }

    init(reactor: Reactor, intake: any LinkIntake, adapter: String?, host: any LEHost, timing: Timing = Timing()) {
        self.reactor = reactor
        adaptersAlarm = Alarm(on: reactor)
        planAlarm = Alarm(on: reactor)
        self.intake = intake
        self.host = host
        self.timing = timing
        onlyAdapter = adapter
        plan = LEPlan(timing: timing.plan)
    }

    // MARK: Transport

    public func start() {
        guard !isRunning else { return }
        isRunning = true
        lookForAdapters()
    }

    public func demand(_ demand: LinkDemand) {
        let addresses = demand.sensors.compactMap(Self.address)
        for address in wanted where !addresses.contains(address) { release(address) }
        wanted = addresses
        plan.demand(addresses, looksAround: demand.looksAround, now: reactor.now)
        settle()
    }

    public func calibrate(_ sensor: String, reply: @escaping (CalibrationOutcome) -> Void) -> Bool {
        guard let address = Self.address(sensor) else { return false }
        if let link = links[address] { link.calibrate(reply: reply) } else { reply(.impossible("it is not connected")) }
        return true
    }

    public func stop() {
        isRunning = false
        adaptersAlarm.cancel()
        planAlarm.cancel()
        hangUp(Set(links.keys))
        for address in links.keys.sorted(by: { $0.rawValue < $1.rawValue }) { links[address]?.close(reason: LinkEnd.stopped) }
        links = [:]
        for adapter in adapters.values { adapter.close() }
        adapters = [:]
        standing.removeAll().forEach(intake.report)
    }

    static func address(_ sensor: String) -> BluetoothAddress? { SensorIdentity(sensor)?.bluetoothAddress }

    // MARK: Adapters

    private func lookForAdapters() {
        guard isRunning else { return }
        let there = host.adapters().filter { adapter in
            onlyAdapter.map { $0 == adapter.name || BluetoothAddress($0) == adapter.address && adapter.address != nil } ?? true
        }
        for number in adapters.keys.sorted() where there.first(where: { $0.number == number })?.isUp != true { lose(number) }
        // Asked while there is something to gain: whoever has one open has the right to it.
        let obstacle = adapters.isEmpty ? host.obstacle : nil
        var isSwitchingOn = false
        for adapter in there where adapters[adapter.number] == nil {
            if let obstacle {
                say(Self.device(adapter), .fault, "\(adapter.name) cannot be used: \(obstacle)")
            } else if adapter.isUp {
                open(adapter)
            } else if switchOn(adapter) {
                isSwitchingOn = true
            }
        }
        let none =
            onlyAdapter.map { BluetoothAddress($0) == nil ? "bluetooth:\($0)" : "bluetooth:adapter" } ?? "bluetooth:adapter"
        if there.isEmpty, let obstacle {
            say(none, .fault, "Bluetooth cannot be used: \(obstacle)")
        } else if there.isEmpty {
            say(
                none, .searching,
                "there is no \(onlyAdapter.map { "Bluetooth adapter \($0)" } ?? "Bluetooth adapter"): plug one in")
        } else if !there.contains(where: { Self.device($0) == none }), standing.state(of: none) != nil {
            say(none, .removed, nil)
        }
        cutStrays()
        let pause = isSwitchingOn ? timing.switchingOn : timing.adapters
        adaptersAlarm.set(after: pause) { [weak self] in self?.lookForAdapters() }
        settle()
    }

    /// A bluetoothd that was killed leaves its links to the kernel, and a sensor that is linked is not heard.
    private func cutStrays() {
        guard wanted.contains(where: { links[$0] == nil }) else { return }
        for (_, adapter) in adapters.sorted(by: { $0.key < $1.key }) {
            let held = host.links(over: adapter.adapter)
            let strays = plan.strays(among: held.map(\.address))
            for link in held where strays.contains(link.address) { adapter.disconnect(link.handle) }
        }
    }

    /// Ends links over the air. A kernel was seen that keeps a link whose socket is closed, and does not end it when bluetoothd asks
    /// (6.1.192): then the sensor stays taken, and is heard by nobody.
    private func hangUp(_ addresses: Set<BluetoothAddress>) {
        guard !addresses.isEmpty else { return }
        for (_, adapter) in adapters.sorted(by: { $0.key < $1.key }) {
            let held = host.links(over: adapter.adapter).filter { addresses.contains($0.address) }
            for link in held { adapter.disconnect(link.handle) }
        }
    }

    private func open(_ adapter: LEAdapter) {
        do throws(TransportError) {
            let descriptor = try host.openController(adapter)
            adapters[adapter.number] = ATTAdapter(adapter, descriptor, reactor) { [weak self] in self?.handle($0, of: adapter) }
            plan.add(adapter.number, now: reactor.now)
        } catch {
            say(Self.device(adapter), .fault, "\(adapter.name) cannot be used: \(Obstacle.words(for: error))")
        }
    }

    /// - Returns: whether it may be on soon.
    private func switchOn(_ adapter: LEAdapter) -> Bool {
        let sentence = host.bringUp(adapter).map { Obstacle.words(switchingOn: adapter.name, $0) }
        say(
            Self.device(adapter), sentence == nil ? .connecting : .fault,
            sentence ?? "\(adapter.name) is off and is being switched on")
        return sentence == nil
    }

    private func lose(_ number: Int) {
        guard let adapter = adapters.removeValue(forKey: number) else { return }
        adapter.close()
        deaf.remove(number)
        plan.remove(number)
        say(Self.device(adapter.adapter), .lost, "\(adapter.adapter.name) is gone or switched off")
        // Links over it end by themselves, with the kernel's reason.
    }

    private func handle(_ event: ATTAdapter.Event, of adapter: LEAdapter) {
        guard isRunning else { return }
        switch event {
        case .heard(let reports): for report in reports { take(report, on: adapter.number) }
        case .scanning(let isOn): if isOn { deaf.remove(adapter.number) }
        case .failed(let status):
            deaf.insert(adapter.number)
            let reason = status.map { "HCI status \($0)" } ?? "it does not answer"
            say(Self.device(adapter), .fault, "\(adapter.name) does not scan (\(reason)): unplug it, or switch it off and on")
        case .gone: lose(adapter.number)
        }
        settle()
    }

    private func take(_ report: AdvertisingReport, on adapter: Int) {
        plan.hear(report.address, isRandom: report.isRandom, signal: report.signalDBm, on: adapter, now: reactor.now)
        if heard[report.address] == nil, heard.count >= Self.mostHeard {
            heard = heard.filter { links[$0.key] != nil || plan.isWanted($0.key) }
        }
        _ = heard[report.address, default: PeripheralFacts()].note(report.data)
        sight(report.address, signal: report.signalDBm)
    }

    // MARK: Carrying the plan out

    /// Lets adapters do what the plan says, and says how it stands.
    func settle() {
        mustSettle = true
        guard isRunning, !isSettling else { return }
        isSettling = true
        while mustSettle {
            mustSettle = false
            for (number, task) in plan.tasks(now: reactor.now) { carryOut(task, on: number) }
        }
        isSettling = false
        // The same through scans and pauses: a person need not see each.
        for number in adapters.keys.sorted() where !deaf.contains(number) {
            guard let adapter = adapters[number] else { continue }
            say(
                Self.device(adapter.adapter), plan.isSearching ? .searching : .open,
                UnusableCount.words(adapter.unusable, "packet"))
        }
        for address in wanted { standing.update(sensorStatus(address)).map(intake.report) }
        guard let moment = plan.nextWake(now: reactor.now) else { return planAlarm.cancel() }
        planAlarm.set(at: moment) { [weak self] in self?.settle() }
    }

    private func carryOut(_ task: LEPlan.Task, on number: Int) {
        guard let adapter = adapters[number] else { return }
        let isScanDue = task == .scan
        if adapter.isScanWanted != isScanDue { adapter.scan(isScanDue) }
        // A link is asked for only when scanning has really ended.
        if case .connect(let address, let isRandom) = task, adapter.isSettled, links[address] == nil {
            connect(address, isRandom: isRandom, from: adapter.adapter)
        }
    }

    private func connect(_ address: BluetoothAddress, isRandom: Bool, from adapter: LEAdapter) {
        do throws(TransportError) {
            let descriptor = try host.connect(to: address, isRandom: isRandom, from: adapter)
            let link = ATTLink(address, facts: heard[address] ?? PeripheralFacts(), timing: timing.link, reactor, intake) {
                [weak self] in self?.handle($0, of: address)
            }
            links[address] = link
            standing.note(address, .connecting)
            link.start(descriptor)
        } catch {
            standing.note(address, .failed(Obstacle.words(for: error)))
            plan.fail(address, now: reactor.now)
            mustSettle = true
        }
    }

    private func release(_ address: BluetoothAddress) {
        if let link = links.removeValue(forKey: address) {
            hangUp([address])
            link.close(reason: LinkEnd.notWanted)
            plan.lose(address, now: reactor.now)
        }
        standing.forget(address)
        say(SensorIdentity(address).text, .removed, nil)
    }

    private func handle(_ event: ATTLink.Event, of address: BluetoothAddress) {
        guard isRunning, let link = links[address] else { return }
        switch event {
        case .up: plan.link(address)
        case .ready:
            plan.succeed(address)
            standing.note(address, .open)
        case .facts:
            heard[address] = link.facts
            sight(address, signal: nil)
        case .ended(let ending):
            links[address] = nil
            if ending.isOurs { hangUp([address]) }
            heard[address] = link.facts
            standing.noteEnd(of: address, ending, after: link.age)
            // One that worked is looked for at once; one that never did is left alone for a while.
            if link.hasSpoken, ending.isLoss {
                plan.lose(address, now: reactor.now)
            } else {
                plan.fail(address, now: reactor.now)
            }
        }
        settle()
    }

    // MARK: What is told

    /// Tells of a peripheral that is a sensor, or is wanted though it does not say what it is.
    private func sight(_ address: BluetoothAddress, signal: Int?) {
        guard let facts = heard[address], !facts.kinds.isEmpty || plan.isWanted(address) else { return }
        intake.sight(
            Sighting(
                sensor: SensorIdentity(address).text, kinds: facts.kinds, name: facts.name, signalDBm: signal,
                batteryPercent: facts.batteryPercent, facts: facts.facts))
    }

    private func sensorStatus(_ address: BluetoothAddress) -> DeviceStatus {
        var status = standing.status(
            of: address, name: heard[address]?.name, isMissed: plan.isMissed(address, now: reactor.now))
        let count = UnusableCount.words(links[address]?.unusable ?? 0, "packet")
        status.sentence = UnusableCount.sentence(status.sentence, count)
        return status
    }

    private func say(_ device: String, _ state: DeviceStatus.State, _ sentence: String?) {
        standing.update(DeviceStatus(device: device, state: state, sentence: sentence)).map(intake.report)
    }

    private static func device(_ adapter: LEAdapter) -> String { "bluetooth:\(adapter.name)" }
}
