import Dialogues
import Transports
import WireFormats

/// A transport whose devices do what a script says, at moments of the reactor's clock.
final class ScriptedTransport: Transport {
    enum Act {
        /// The name stands for the link in later steps.
        case open(String, LinkIdentity)
        case bytes(String, [UInt8])
        case close(String)
        case sight(Sighting)
        case report(DeviceStatus)
        /// What else happens at that moment: a person's command, the clock being set.
        case call(() -> Void)
    }

    /// In order of time, microseconds since the start.
    private let steps: [(at: Int64, act: Act)]
    private let reactor: Reactor
    private let intake: any LinkIntake
    private var next = 0
    private var begin: Int64 = 0
    private var links: [String: LinkID] = [:]
    private(set) var demands: [LinkDemand] = []
    private(set) var hasStopped = false
    /// What `calibrate` answers, by sensor.
    var calibrations: [String: CalibrationOutcome] = [:]

    init(_ reactor: Reactor, _ intake: any LinkIntake, _ steps: [(at: Int64, act: Act)]) {
        self.reactor = reactor
        self.intake = intake
        self.steps = steps
    }

    func start() {
        begin = reactor.now
        schedule()
    }

    func demand(_ demand: LinkDemand) { demands.append(demand) }

    func calibrate(_ sensor: String, reply: @escaping (CalibrationOutcome) -> Void) -> Bool {
        guard let outcome = calibrations[sensor] else { return false }
        reply(outcome)
        return true
    }

    func stop() { hasStopped = true }

    private func schedule() {
        guard next < steps.count else { return }
        _ = reactor.schedule(at: begin + steps[next].at) { [weak self] in self?.play() }
    }

    private func play() {
        let now = reactor.now
        while next < steps.count, begin + steps[next].at <= now {
            next += 1
            perform(steps[next - 1].act)
        }
        schedule()
    }

    private func perform(_ act: Act) {
        switch act {
        case .open(let name, let identity): links[name] = intake.open(identity)
        case .bytes(let name, let bytes): if let link = links[name] { intake.take(bytes, from: link) }
        case .close(let name): if let link = links.removeValue(forKey: name) { intake.close(link, reason: "scripted") }
        case .sight(let sighting): intake.sight(sighting)
        case .report(let status): intake.report(status)
        case .call(let body): body()
        }
    }
}

extension LinkIdentity {
    static func heartRate(_ address: String = "C0:11:22:33:44:01") -> LinkIdentity {
        LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: address, name: "Strap")
    }
    static func power(_ address: String = "C0:11:22:33:44:02") -> LinkIdentity {
        LinkIdentity(kind: .gatt(characteristic: 0x2A63), address: address, name: "Meter")
    }
    static let stick = LinkIdentity(kind: .ant, address: "123")
    static let receiver = LinkIdentity(kind: .nmea, address: "/dev/ttyACM0")
    static let daemon = LinkIdentity(kind: .gpsd, address: "localhost:2947")
}

/// A heart rate without flags, and power with none: the shortest values of both characteristics.
func heartRateValue(_ rate: UInt8) -> [UInt8] { [0, rate] }
func powerValue(_ watts: UInt8) -> [UInt8] { [0, 0, watts, 0] }
