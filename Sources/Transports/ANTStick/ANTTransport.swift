public import Dialogues
public import WireFormats

/// ANT+ sensors over every stick that is plugged in.
///
/// The first stick that works scans; further ones follow wanted sensors, a channel each, which loses fewer messages.
public final class ANTTransport: Transport {
    /// How sticks listen.
    public enum Mode: Sendable {
        /// The first stick scans where it can.
        case auto
        /// Every stick scans.
        case scan
        /// Every stick follows wanted sensors, a channel each.
        case channels
    }

    let reactor: Reactor
    let intake: any LinkIntake
    let source: any ANTStickSource
    let mode: Mode
    let networkKey: NetworkKey
    private(set) var wanted: [ANTSensorID] = []
    private(set) var looksAround = false
    private var sticks: [ANTStick] = []
    /// What was told of each sensor last.
    private var told: [(sensor: ANTSensorID, status: DeviceStatus)] = []
    private var isRunning = false

    /// - Parameter networkKey: `nil`: ANT+'s own.
    public convenience init(reactor: Reactor, intake: any LinkIntake, mode: Mode = .auto, networkKey: NetworkKey? = nil) {
        self.init(reactor: reactor, intake: intake, source: USBStickSource(reactor), mode: mode, networkKey: networkKey)
    }

    init(reactor: Reactor, intake: any LinkIntake, source: any ANTStickSource, mode: Mode, networkKey: NetworkKey?) {
        self.reactor = reactor
        self.intake = intake
        self.source = source
        self.mode = mode
        self.networkKey = networkKey ?? .antPlus
    }

    // MARK: Transport

    public func start() {
        guard !isRunning else { return }
        isRunning = true
        source.onChange = { [weak self] in self?.refresh() }
        source.start()
        refresh()
    }

    public func demand(_ demand: LinkDemand) {
        wanted = demand.sensors.compactMap { ANTSensorID($0) }
        looksAround = demand.looksAround
        for stick in sticks { stick.serve() }
        tellSensors()
    }

    public func calibrate(_ sensor: String, reply: @escaping (CalibrationOutcome) -> Void) -> Bool {
        guard sensor.hasPrefix("ant:") else { return false }
        guard let sensor = ANTSensorID(sensor) else {
            reply(.impossible("there is no such sensor"))
            return true
        }
        let reaching = sticks.filter { $0.canReach(sensor) }
        // A channel of its own carries an acknowledged page better than one that hears everybody.
        if let stick = reaching.first(where: { !$0.isScanning }) ?? reaching.first ?? sticks.first(where: \.works) {
            stick.calibrate(sensor, reply)
        } else {
            reply(.impossible("no ANT stick works at present"))
        }
        return true
    }

    public func stop() {
        guard isRunning else { return }
        isRunning = false
        for stick in sticks { stick.stop() }
        sticks = []
        source.stop()
        for (sensor, _) in told { intake.report(DeviceStatus(device: sensor.description, state: .removed)) }
        told = []
    }

    // MARK: Sticks

    /// Takes up sticks that came, and forgets those that are gone.
    func refresh() {
        guard isRunning else { return }
        let places = source.sticks()
        for stick in sticks where !places.contains(where: { $0.port == stick.place.port && $0.address == stick.place.address }) {
            sticks.removeAll { $0 === stick }
            stick.leave()
        }
        for place in places {
            if let stick = sticks.first(where: { $0.place.port == place.port }) {
                stick.note(place)
            } else {
                let stick = ANTStick(place, of: self)
                sticks.append(stick)
                stick.open()
            }
        }
        assignModes()
        tellSensors()
    }

    /// How a stick shall listen, among those that work.
    func mode(of stick: ANTStick) -> ANTStickDialogue.Mode {
        switch mode {
        case .scan: .scan
        case .channels: .channels
        case .auto: (sticks.first(where: \.isScanning) ?? sticks.first { $0.works || $0 === stick }) === stick ? .auto : .channels
        }
    }

    /// A stick that works is one more to share the sensors with; one that fell away leaves its task to another.
    func assignModes() {
        for stick in sticks { stick.listen(by: mode(of: stick)) }
    }

    /// Whether another open stick calls itself by this serial number, as clones do.
    func isTaken(_ address: String, by stick: ANTStick) -> Bool { sticks.contains { $0 !== stick && $0.address == address } }

    // MARK: Sensors

    /// Tells how it stands with each wanted sensor over all sticks, where that changed.
    func tellSensors() {
        guard isRunning else { return }
        for (sensor, _) in told where !wanted.contains(sensor) {
            intake.report(DeviceStatus(device: sensor.description, state: .removed))
        }
        told.removeAll { !wanted.contains($0.sensor) }
        for sensor in wanted {
            let index = told.firstIndex { $0.sensor == sensor }
            let wasHeard = index.map { [.open, .lost].contains(told[$0].status.state) } ?? false
            let status = DeviceStatus(sensor, conditions: sticks.compactMap { $0.condition(of: sensor) }, wasHeard: wasHeard)
            if let index, told[index].status == status { continue }
            if let index { told[index].status = status } else { told.append((sensor, status)) }
            intake.report(status)
        }
    }
}

extension DeviceStatus {
    /// - Parameter conditions: of every stick that knows something; none, where no stick works.
    fileprivate init(_ sensor: ANTSensorID, conditions: [ANTSensorCondition], wasHeard: Bool) {
        let device = sensor.description
        if conditions.contains(.tracked) {
            self.init(device: device, state: .open)
        } else if conditions.contains(.lost) {
            self.init(device: device, state: .lost, sentence: "silent; it is searched for")
        } else if conditions.contains(.searching) {
            self.init(device: device, state: .searching, sentence: "not heard yet: worn, awake, and within a few metres?")
        } else if conditions.contains(.noChannel) {
            self.init(
                device: device, state: .fault,
                sentence: "the stick has no channel left for it: set \"ant\" to \"scan\" in the settings")
        } else {
            self.init(device: device, state: wasHeard ? .lost : .searching, sentence: "no ANT stick works at present")
        }
    }
}
