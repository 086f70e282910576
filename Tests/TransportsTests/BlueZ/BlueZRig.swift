import Dialogues
import Foundation
import TestSupport
import Testing
import WireFormats

@testable import Transports

/// A private bus, a scripted org.bluez on it, and what a transport told of them.
final class BlueZRig {
    static let strap = "C0:11:22:33:44:01"
    static let meter = "C0:11:22:33:44:02"
    /// Heart rate 142 with contact and one RR-interval (ble-gatt H3's layout); from a strap on the chest.
    static let strapServices = """
        "services": {"180d": {"2a37": {"flags": ["notify"], "value": "168EB101"}, "2a38": {"flags": ["read"], "value": "01"}},
        "180a": {"2a29": {"flags": ["read"], "value": "41636d6500"}, "2a24": {"flags": ["read"], "value": "4f6e65"},
        "2a25": {"flags": ["read"], "value": "2020"}, "2a26": {"flags": ["read"], "value": "312e30"}}}
        """
    static let meterServices = """
        "name": "Meter", "services": {"1818": {"2a63": {"flags": ["notify"], "value": "0000C800"},
        "2a65": {"flags": ["read"], "value": "00020100"},
        "2a66": {"flags": ["write", "indicate"], "answer": "200C012800"}}}
        """

    let reactor: Reactor
    let told = ToldIntake()
    private(set) var transport: BlueZTransport?
    private(set) var busAddress = ""
    /// What the script received: `Connect dev_… hci0 quiet`.
    private(set) var calls: [String] = []

    private let folder: URL
    private var daemon = Process()
    private let script = Process()
    private let orders = Pipe()
    private let answers = Pipe()
    private var partial = ""
    private var doneOrders = 0
    private var isReady = false

    /// An adapter, and sensors that advertise. The programs must be there: a machine without them proves nothing.
    ///
    /// - Parameter sensors: address, and what the script takes of a sensor.
    init(sensors: [(address: String, about: String)]) throws {
        signal(SIGPIPE, SIG_IGN)
        reactor = try Reactor()
        folder = FileManager.default.temporaryDirectory.appending(path: "wb-bluez-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        busAddress = "unix:path=\(folder.path)/bus"
        try startDaemon()
        script.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "scripted_bluez.py")
        script.arguments = [file.path, busAddress]
        script.standardInput = orders
        script.standardOutput = answers
        try script.run()
        _ = reactor.watch(answers.fileHandleForReading.fileDescriptor, .readable) { [unowned self] _ in
            partial += String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
            var lines = partial.components(separatedBy: "\n")
            partial = lines.removeLast()
            for line in lines {
                switch line {
                case "ready": isReady = true
                case "done": doneOrders += 1
                default: calls.append(line)
                }
            }
        }
        try wait("the script") { self.isReady }
        try order("adapter", "\"name\": \"hci0\"")
        try order("begin")
        for sensor in sensors { try order("sensor", "\"address\": \"\(sensor.address)\", \(sensor.about)") }
    }

    deinit {
        transport?.stop()
        for process in [script, daemon] { Self.end(process) }
        try? FileManager.default.removeItem(at: folder)
    }

    func startDaemon() throws {
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>custom</type><listen>\(busAddress)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>
            """
        let file = folder.appending(path: "bus.conf")
        try configuration.write(to: file, atomically: true, encoding: .utf8)
        daemon = Process()
        daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
        daemon.arguments = ["--config-file=\(file.path)", "--nofork", "--print-address"]
        let output = Pipe()
        daemon.standardOutput = output
        try daemon.run()
        // The address is printed once the socket is there.
        try #require(!output.fileHandleForReading.availableData.isEmpty)
    }

    func endDaemon() { Self.end(daemon) }

    private static func end(_ process: Process) {
        guard process.isRunning else { return }
        // Not SIGTERM: what a test's thread starts inherits that thread's blocked signals.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Has the script do one thing.
    func order(_ what: String, _ about: String = "") throws {
        let wanted = doneOrders + 1
        let line = "{\"do\": \"\(what)\"\(about.isEmpty ? "" : ", " + about)}".replacingOccurrences(of: "\n", with: " ")
        try orders.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        try wait(what) { self.doneOrders >= wanted }
    }

    /// Starts a transport that wants these sensors.
    func start(
        _ sensors: [String], looksAround: Bool = false, timing: BlueZTiming = .impatient, adapter: String? = nil,
        radioSwitch: RadioSwitch = .unblocked
    ) {
        let transport = BlueZTransport(
            reactor: reactor, intake: told, adapter: adapter, timing: timing, busAddress: busAddress,
            radioSwitch: { _ in radioSwitch })
        self.transport = transport
        transport.start()
        transport.demand(LinkDemand(sensors: sensors, looksAround: looksAround))
    }

    /// Turns the reactor until something is so; fails when that takes too long.
    func wait(_ what: String, until isSo: () -> Bool) throws {
        var patience = Patience()
        while !isSo() {
            guard patience.lasts(), script.isRunning else {
                throw NotInTime(what: what, calls: calls, told: told.lines)
            }
            reactor.turn(until: reactor.now + 50_000)
        }
    }

    /// Turns the reactor for a while.
    func turn(milliseconds: Int64) {
        let deadline = reactor.now + milliseconds * 1000
        while reactor.now < deadline { reactor.turn(until: deadline) }
    }

    struct NotInTime: Error, CustomStringConvertible {
        let what: String
        let calls: [String]
        let told: [String]
        var description: String { "not in time: \(what)\ncalls: \(calls.suffix(40))\ntold: \(told.suffix(40))" }
    }
}

extension BlueZTiming {
    /// Tenths of a second where a person has seconds.
    static var impatient: Self {
        var timing = Self()
        timing.connect = 400_000
        timing.services = 400_000
        timing.adoption = 200_000
        timing.facts = 300_000
        timing.silence = 400_000
        timing.notHeard = 300_000
        timing.freshness = 1_000_000
        timing.comparison = 150_000
        timing.stuck = 400_000
        timing.deafStuck = 400_000
        timing.deaf = 100_000
        timing.passing = 100_000
        timing.hearing = 50_000
        timing.stuckWhileLinked = 1_200_000
        timing.switching = 300_000
        timing.deafness = 400_000
        timing.shortLink = 300_000
        timing.rearming = 150_000
        timing.firstRetry = 30_000
        timing.longestRetry = 150_000
        timing.sighting = 10_000
        return timing
    }
}

/// Notes what it is told.
final class ToldIntake: LinkIntake {
    private(set) var identities: [LinkID: LinkIdentity] = [:]
    private(set) var open: Set<LinkID> = []
    private(set) var values: [LinkID: [[UInt8]]] = [:]
    private(set) var sightings: [Sighting] = []
    private(set) var statuses: [String: DeviceStatus] = [:]
    /// Every status there ever was.
    private(set) var history: [DeviceStatus] = []
    private(set) var closings: [String] = []
    private(set) var lines: [String] = []

    func open(_ identity: LinkIdentity) -> LinkID? {
        let link = LinkID(UInt16(identities.count + 1))
        identities[link] = identity
        open.insert(link)
        lines.append("open \(identity.address) \(identity.kind)")
        return link
    }

    func take(_ bytes: [UInt8], from link: LinkID) {
        #expect(open.contains(link))
        values[link, default: []].append(bytes)
    }

    func close(_ link: LinkID, reason: String) {
        #expect(open.remove(link) != nil)
        closings.append(reason)
        lines.append("close \(identities[link]?.address ?? "") \(reason)")
    }

    func sight(_ sighting: Sighting) { sightings.append(sighting) }

    func report(_ status: DeviceStatus) {
        statuses[status.device] = status
        history.append(status)
        lines.append("\(status.device) \(status.state) \(status.sentence ?? "")")
    }

    /// The open link of a sensor's characteristic.
    func link(_ address: String, _ characteristic: UInt16) -> LinkID? {
        open.sorted().last { identities[$0]?.address == address && identities[$0]?.kind == .gatt(characteristic: characteristic) }
    }

    func count(_ address: String, _ characteristic: UInt16) -> Int {
        link(address, characteristic).flatMap { values[$0]?.count } ?? 0
    }

    func wasSaid(_ device: String, _ words: String) -> Bool {
        history.contains { $0.device == device && $0.sentence?.contains(words) == true }
    }
}
