public import Dialogues
internal import WireFormats

/// Bluetooth sensors through bluetoothd: carries out what a `BlueZPlan` says, and tells it what the bus brings.
public final class BlueZTransport: Transport {
    static let service = "org.bluez"
    private static let objectManager = "org.freedesktop.DBus.ObjectManager"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let reactor: Reactor
    private let intake: any LinkIntake
    private let radioSwitch: (String) -> RadioSwitch
    private let busAddress: String?
    private let firstRetry: Int64
    private var plan: BlueZPlan
    private var bus: SystemBus?
    private let alarm: Alarm
    private var links: [String: LinkID] = [:]
    private var replies: [String: (CalibrationOutcome) -> Void] = [:]
    /// Tells the answers of this life of bluetoothd from earlier ones.
    private var life = 0
    /// Messages of bluetoothd's that nobody can read.
    private var unusable = 0
    /// What was told of adapters, without that count.
    private var adapters: [String: DeviceStatus] = [:]
    private var isTreeKnown = false
    private var isCarryingOut = false

    /// - Parameters:
    ///   - adapter: `hci0`, or an address; `nil`: every adapter.
    ///   - busAddress: `nil`: the system's bus.
    public convenience init(
        reactor: Reactor, intake: any LinkIntake, adapter: String?, timing: BlueZTiming = BlueZTiming(), busAddress: String? = nil
    ) {
        self.init(
            reactor: reactor, intake: intake, adapter: adapter, timing: timing, busAddress: busAddress,
            radioSwitch: { RadioSwitch.state(of: $0) })
    }

    init(
        reactor: Reactor, intake: any LinkIntake, adapter: String?, timing: BlueZTiming, busAddress: String?,
        radioSwitch: @escaping (String) -> RadioSwitch
    ) {
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.intake = intake
        self.radioSwitch = radioSwitch
        self.busAddress = busAddress
        firstRetry = timing.firstRetry
        plan = BlueZPlan(adapter: adapter, timing: timing)
    }

    public func start() {
        guard bus == nil else { return }
        let signals = [
            (Self.objectManager, "InterfacesAdded"), (Self.objectManager, "InterfacesRemoved"),
            (Self.properties, "PropertiesChanged"),
        ]
        bus = SystemBus(
            reactor: reactor, address: busAddress, service: Self.service, signals: signals, firstRetry: firstRetry
        ) { [weak self] event in self?.take(event) }
        bus?.onUnusable = { [weak self] in self?.countUnusable() }
        bus?.start()
    }

    public func demand(_ demand: LinkDemand) {
        plan.demand(sensors: demand.sensors, looksAround: demand.looksAround, at: reactor.now)
        carryOut()
    }

    public func calibrate(_ sensor: String, reply: @escaping (CalibrationOutcome) -> Void) -> Bool {
        // As the plan names it.
        guard let address = SensorIdentity(sensor)?.bluetoothAddress else { return false }
        let sensor = SensorIdentity(address).text
        if replies[sensor] != nil {
            reply(.impossible("its zero is being set already"))
        } else {
            replies[sensor] = reply
            plan.calibrate(sensor, at: reactor.now)
            carryOut()
        }
        return true
    }

    public func stop() {
        plan.finish(at: reactor.now)
        carryOut()
        bus?.stop()
        bus = nil
        alarm.cancel()
        replies = [:]
    }

    // MARK: What the bus brings

    private func take(_ event: SystemBus.Event) {
        let now = reactor.now
        switch event {
        case .present: readTree()
        case .absent, .unreachable:
            life += 1
            isTreeKnown = false
            if case .absent = event { plan.end(.serviceGone, at: now) } else { plan.end(.busGone, at: now) }
        case .signal(let path, _, let member, let arguments):
            // What comes before the tree is in the tree.
            guard isTreeKnown else { return }
            switch (member, arguments.count) {
            case ("PropertiesChanged", 3):
                guard case .string(let interface) = arguments[0], case .dictionary(let changed) = arguments[1] else { return }
                plan.changed(path, interface, changed, invalidated: Self.texts(arguments[2]), at: now)
            case ("InterfacesAdded", 2):
                guard case .path(let object) = arguments[0] else { return }
                plan.added(object, arguments[1], at: now)
            case ("InterfacesRemoved", 2):
                guard case .path(let object) = arguments[0] else { return }
                plan.removed(object, Self.texts(arguments[1]), at: now)
            default: return
            }
        }
        carryOut()
    }

    private static func texts(_ value: DBusValue) -> [String] {
        guard case .array(let elements) = value else { return [] }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// bluetoothd is there, perhaps in a new life.
    private func readTree() {
        life += 1
        if isTreeKnown { plan.end(.serviceGone, at: reactor.now) }
        isTreeKnown = false
        let thisLife = life
        bus?.call("/", Self.objectManager, "GetManagedObjects", timeout: 10_000_000) { [weak self] answer in
            guard let self, thisLife == life else { return }
            switch answer {
            case .success(let arguments):
                isTreeKnown = true
                plan.begin(managed: arguments.first ?? .other, at: reactor.now)
            case .failure(let fault):
                plan.end(fault.name.hasSuffix(".AccessDenied") ? .noAccess(fault) : .serviceGone, at: reactor.now)
                readTreeLater()
            }
            carryOut()
        }
    }

    private func readTreeLater() {
        let thisLife = life
        _ = reactor.schedule(after: 5_000_000) { [weak self] in
            guard let self, thisLife == life, bus != nil else { return }
            readTree()
        }
    }

    private func countUnusable() {
        let before = UnusableCount.words(unusable, "message")
        unusable &+= 1
        guard UnusableCount.words(unusable, "message") != before else { return }
        for (_, status) in adapters.sorted(by: { $0.key < $1.key }) { tell(adapter: status) }
    }

    private func tell(adapter status: DeviceStatus) {
        var status = status
        if status.state != .removed {
            status.sentence = UnusableCount.sentence(status.sentence, UnusableCount.words(unusable, "message"))
        }
        intake.report(status)
    }

    // MARK: What the plan wants

    /// Hands on what the plan says, in order, and waits for its next moment.
    private func carryOut() {
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while case let outputs = plan.takeOutputs(), !outputs.isEmpty { outputs.forEach(carryOut) }
        isCarryingOut = false
        guard let moment = plan.nextWake else { return alarm.cancel() }
        guard moment != alarm.moment else { return }
        alarm.set(at: moment) { [weak self] in
            guard let self else { return }
            plan.pass(to: reactor.now)
            carryOut()
        }
    }

    private func carryOut(_ output: BlueZOutput) {
        switch output {
        case .call(let call):
            bus?.call(call.path, call.interface, call.member, call.arguments, timeout: call.timeout) { [weak self] answer in
                guard let self else { return }
                plan.answered(call.id, answer, at: reactor.now)
                carryOut()
            }
        case .open(let key, let identity): links[key] = intake.open(identity)
        case .bytes(let key, let bytes): if let link = links[key] { intake.take(bytes, from: link) }
        case .close(let key, let trouble):
            if let link = links.removeValue(forKey: key) { intake.close(link, reason: trouble.sentence) }
        case .sighted(let device, let facts):
            intake.sight(
                Sighting(
                    sensor: SensorIdentity.ble(address: device.address).text, kinds: SensorServices.kinds(of: device.services),
                    name: device.name,
                    signalDBm: device.signalDBm, batteryPercent: device.batteryPercent, facts: facts))
        case .stands(let device, let name, let standing):
            let status = DeviceStatus(device: device, name: name, standing: standing, radioSwitch: radioSwitch)
            if !device.hasPrefix("bluetooth:") { return intake.report(status) }
            adapters[device] = status.state == .removed ? nil : status
            tell(adapter: status)
        case .calibrated(let sensor, let outcome): replies.removeValue(forKey: sensor)?(outcome)
        }
    }
}
