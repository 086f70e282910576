import Dialogues
import Transports
import WireFormats

/// Twelve sensors and a receiver at the pace of life: four straps and four meters over Bluetooth (1 and 4 values a second), a stick
/// that hears two straps and two meters (4 pages a second each), and a receiver's RMC and GGA ten times a second.
final class PacedSensors: Transport {
    private let reactor: Reactor
    private let intake: any LinkIntake
    private let air: Air
    private var chance = Chance(7)
    private var hearts = Array(repeating: PlayedHeart(), count: 6)
    private var legs = Array(repeating: PlayedLegs(), count: 6)
    private var way = PlayedWay()
    private var beats: [UInt16] = Array(repeating: 0, count: 8)
    private var events: [UInt8] = Array(repeating: 0, count: 4)
    private var fixes = 0
    /// What it cost so far to play the sensors: to make their packets and to be called again for the next.
    private(set) var cpuSeconds = 0.0
    /// When each value was handed over that the gateway has not been through yet, oldest first.
    private var handedOver: [Int64] = []

    /// Every sensor, to be paired.
    static let identities = (0..<8).map { "ble:C0:11:22:33:44:0\($0)" } + (0..<4).map { "ant:\($0 < 2 ? 120 : 11):\(1000 + $0)" }

    init(reactor: Reactor, intake: any LinkIntake, air: Air) {
        self.air = air
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
            send(to: link, every: isStrap ? 1_000_000 : 250_000, late: Self.bluetooth, from: Int64(number) * 31_000) { [self] in
                isStrap ? strap(number) : meter(number)
            }
        }
        for (number, type) in [UInt8(120), 120, 11, 11].enumerated() {
            intake.sight(Sighting(sensor: "ant:\(type):\(1000 + number)", kinds: [type == 120 ? .heartRate : .power]))
        }
        if let stick = intake.open(LinkIdentity(kind: .ant, address: "123")) {
            for number in 0..<4 {
                send(to: stick, every: 250_000, late: Self.stick, from: Int64(number) * 57_000) { [self] in page(number) }
            }
        }
        if let receiver = intake.open(LinkIdentity(kind: .nmea, address: "/dev/ttyACM0")) {
            send(to: receiver, every: 100_000, late: Self.line, from: 7000) { [self] in fix() }
        }
    }

    func stop() {}

    /// How late a value may be, microseconds: steps of a radio's own clock, as often each, and how much the machine scatters around.
    private struct Lateness {
        let step: Double
        let steps: Double
        let scatter: Double

        func next(_ chance: inout Chance) -> Int64 {
            let waited = ((chance.even() + 1) / 2 * steps).rounded(.down) * step
            return Int64(waited + 4 * scatter + scatter * max(-4, chance.bell()))
        }
    }

    /// A notification goes out with one of the next two connection events, 30 ms apart.
    private static let bluetooth = Lateness(step: 30_000, steps: 2, scatter: 400)
    /// A stick hands its pages over each millisecond.
    private static let stick = Lateness(step: 1000, steps: 3, scatter: 150)
    private static let line = Lateness(step: 0, steps: 1, scatter: 1500)

    private func send(
        to link: LinkID, every interval: Int64, late: Lateness, from first: Int64, _ packet: @escaping () -> [UInt8]
    ) {
        var moment = reactor.now + first
        func next() {
            _ = reactor.schedule(at: moment + (air == .real ? late.next(&chance) : 0)) { [self] in
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

    /// About 140 bpm, contact, and the RR-intervals of the second.
    private func strap(_ number: Int) -> [UInt8] {
        guard air == .real else { return [0x16, 140, 0xB7, 0x01] }
        let intervals = hearts[number].pass(1, &chance)
        return [0x16, UInt8(hearts[number].beatsPerMinute)] + intervals.flatMap(bytes)
    }

    /// About 220 W and 90 rpm.
    private func meter(_ number: Int) -> [UInt8] {
        guard air == .real else {
            beats[number] &+= 683
            return [0x20, 0x00, 200 + UInt8(beats[number] >> 8 & 31), 0, UInt8(beats[number] >> 8), 0] + bytes(beats[number])
        }
        legs[number - 4].pass(0.25, &chance)
        let rider = legs[number - 4]
        return [0x20, 0x00] + bytes(UInt16(rider.watts)) + bytes(rider.revolutions) + bytes(rider.eventTicks)
    }

    private func page(_ number: Int) -> [UInt8] {
        let page = number < 2 ? heartPage(number) : powerPage(number)
        let sender = bytes(UInt16(1000 + number)) + [number < 2 ? 120 : 11, 1]
        return ANTMessage(.broadcastData, [0] + page + [0x80] + sender).encoded()
    }

    private func heartPage(_ number: Int) -> [UInt8] {
        guard air == .real else {
            events[number] &+= 1
            return [0x04, 0xFF, 0, 0] + bytes(UInt16(events[number]) &* 439) + [events[number], 140]
        }
        _ = hearts[4 + number].pass(0.25, &chance)
        let heart = hearts[4 + number]
        return [0x04, 0xFF, 0, 0] + bytes(heart.eventTicks) + [heart.beats, UInt8(heart.beatsPerMinute)]
    }

    private func powerPage(_ number: Int) -> [UInt8] {
        events[number] &+= 1
        guard air == .real else { return [0x10, events[number], 0xFF, 90] + bytes(UInt16(events[number]) &* 220) + bytes(220) }
        legs[2 + number].pass(0.25, &chance)
        let rider = legs[2 + number]
        beats[number] &+= UInt16(rider.watts)
        return [0x10, events[number], 0xFF, UInt8(rider.revolutionsPerMinute)] + bytes(beats[number]) + bytes(UInt16(rider.watts))
    }

    /// Of 30 November 2026, UTC.
    private static let firstHour = 8

    /// Ten fixes a second, about a metre apart.
    private func fix() -> [UInt8] {
        fixes += 1
        let hours = Self.firstHour + fixes / 36_000
        let time = "\(two(hours % 24))\(two(fixes / 600 % 60))\(two(fixes / 10 % 60)).\(fixes % 10)0"
        let date = hours < 24 ? "301126" : "\(two(hours / 24))1226"
        guard air == .real else {
            let latitude = "4708.\(10000 + fixes % 80000)"
            return sentences(
                "GNRMC,\(time),A,\(latitude),N,00930.00000,E,17.28,0.0,\(date),,,A",
                "GNGGA,\(time),\(latitude),N,00930.00000,E,1,12,0.8,460.0,M,47.0,M,,")
        }
        let fix = way.pass(0.1, &chance)
        let latitude = minutes(47, fix.northMinutes)
        let longitude = "0" + minutes(9, fix.eastMinutes)
        return sentences(
            "GNRMC,\(time),A,\(latitude),N,\(longitude),E,\(fixed(fix.knots, 2)),\(fixed(fix.courseDegrees, 1)),\(date),,,A",
            "GNGGA,\(time),\(latitude),N,\(longitude),E,1,12,\(fixed(fix.dilution, 1)),\(fixed(fix.altitudeMetres, 1)),M,47.0,M,,"
        )
    }

    private func sentences(_ texts: String...) -> [UInt8] {
        texts.flatMap { sentence in
            let checksum = sentence.utf8.reduce(0, ^)
            let digits = Array("0123456789ABCDEF".utf8)
            return Array("$\(sentence)*".utf8) + [digits[Int(checksum >> 4)], digits[Int(checksum & 15)], 13, 10]
        }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// As receivers write an angle: degrees, then minutes with five decimals.
    private func minutes(_ degrees: Int, _ minutes: Double) -> String {
        let whole = Int((minutes * 100_000).rounded())
        let (turned, rest) = (degrees + whole / 6_000_000, whole % 6_000_000)
        let fraction = "\(100_000 + rest % 100_000)".dropFirst()
        return "\(two(turned))\(two(rest / 100_000)).\(fraction)"
    }

    private func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
}
