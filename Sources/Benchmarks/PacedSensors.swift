import Dialogues
import Transports
import WireFormats

/// Twelve sensors and a receiver at the pace of life: four straps and four meters over Bluetooth (1 and 4 values a second), a stick
/// that hears two straps and two meters (4 pages a second each), and a receiver's RMC and GGA ten times a second.
final class PacedSensors: Transport {
    private let reactor: Reactor
    private let intake: any LinkIntake
    private var beats: [UInt16] = Array(repeating: 0, count: 8)
    private var events: [UInt8] = Array(repeating: 0, count: 4)
    private var fixes = 0
    /// What it cost so far to play the sensors: to make their packets and to be called again for the next.
    private(set) var cpuSeconds = 0.0
    /// When each value was handed over that the gateway has not been through yet, oldest first.
    private var handedOver: [Int64] = []

    /// Every sensor, to be paired.
    static let identities = (0..<8).map { "ble:C0:11:22:33:44:0\($0)" } + (0..<4).map { "ant:\($0 < 2 ? 120 : 11):\(1000 + $0)" }

    init(reactor: Reactor, intake: any LinkIntake) {
        self.reactor = reactor
        self.intake = intake
    }

    func start() {
        for number in 0..<8 {
            let isStrap = number < 4
            let address = "C0:11:22:33:44:0\(number)"
            intake.sight(Sighting(sensor: "ble:\(address)", kinds: [isStrap ? .heartRate : .power], name: "Sensor \(number)"))
            let kind = LinkIdentity.Kind.gatt(characteristic: isStrap ? 0x2A37 : 0x2A63)
            guard let link = intake.open(LinkIdentity(kind: kind, address: address, name: "Sensor \(number)")) else { continue }
            send(to: link, every: isStrap ? 1_000_000 : 250_000, from: Int64(number) * 31_000) { [self] in
                isStrap ? strap(number) : meter(number)
            }
        }
        for (number, type) in [UInt8(120), 120, 11, 11].enumerated() {
            intake.sight(Sighting(sensor: "ant:\(type):\(1000 + number)", kinds: [type == 120 ? .heartRate : .power]))
        }
        if let stick = intake.open(LinkIdentity(kind: .ant, address: "123")) {
            for number in 0..<4 {
                send(to: stick, every: 250_000, from: Int64(number) * 57_000) { [self] in page(number) }
            }
        }
        if let receiver = intake.open(LinkIdentity(kind: .nmea, address: "/dev/ttyACM0")) {
            send(to: receiver, every: 100_000, from: 7000) { [self] in fix() }
        }
    }

    func stop() {}

    private func send(to link: LinkID, every interval: Int64, from first: Int64, _ packet: @escaping () -> [UInt8]) {
        var moment = reactor.now + first
        func next() {
            _ = reactor.schedule(at: moment) { [self] in
                let begin = ProcessCost.threadSeconds()
                let bytes = packet()
                moment += interval
                next()
                handedOver.append(reactor.now)
                cpuSeconds += ProcessCost.threadSeconds() - begin
                intake.take(bytes, from: link)
            }
        }
        next()
    }

    /// The oldest value was dealt with.
    ///
    /// - Returns: when it was handed over.
    func dealtWith() -> Int64? { handedOver.isEmpty ? nil : handedOver.removeFirst() }

    /// 140 bpm, contact, one RR-interval of 439/1024 s.
    private func strap(_ number: Int) -> [UInt8] { [0x16, 140, 0xB7, 0x01] }

    /// About 220 W and 90 rpm.
    private func meter(_ number: Int) -> [UInt8] {
        beats[number] &+= 683
        return [0x20, 0x00, 200 + UInt8(beats[number] >> 8 & 31), 0, UInt8(beats[number] >> 8), 0] + bytes(beats[number])
    }

    private func page(_ number: Int) -> [UInt8] {
        events[number] &+= 1
        let event = events[number]
        let isStrap = number < 2
        let page: [UInt8] =
            isStrap
            ? [0x04, 0xFF, 0, 0] + bytes(UInt16(event) &* 439) + [event, 140]
            : [0x10, event, 0xFF, 90] + bytes(UInt16(event) &* 220) + bytes(220)
        let sender = bytes(UInt16(1000 + number)) + [isStrap ? 120 : 11, 1]
        return ANTMessage(.broadcastData, [0] + page + [0x80] + sender).encoded()
    }

    /// Ten fixes a second, a metre apart.
    private func fix() -> [UInt8] {
        fixes += 1
        let seconds = fixes / 10 % 60, minutes = fixes / 600 % 60
        let time = "08\(minutes < 10 ? "0" : "")\(minutes)\(seconds < 10 ? "0" : "")\(seconds).\(fixes % 10)0"
        let latitude = "4708.\(10000 + fixes % 80000)"
        let sentences = [
            "GNRMC,\(time),A,\(latitude),N,00930.00000,E,17.28,0.0,301126,,,A",
            "GNGGA,\(time),\(latitude),N,00930.00000,E,1,12,0.8,460.0,M,47.0,M,,",
        ]
        return sentences.flatMap { sentence in
            let checksum = sentence.utf8.reduce(0, ^)
            let digits = Array("0123456789ABCDEF".utf8)
            return Array("$\(sentence)*".utf8) + [digits[Int(checksum >> 4)], digits[Int(checksum & 15)], 13, 10]
        }
    }

    private func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
}
