import Ingest
import WireFormats
import Workouts

extension FuzzTarget {
    /// A script of records in any order and at any offset. Each must come back from a capture's line as it was written, the engine
    /// must take it, and each workout that ends must keep its promises and be written as JSON and FIT.
    static let ingestEngine = FuzzTarget("ingest-engine", upTo: 2048) { bytes in
        var script = Script(bytes)
        var ride = RideScript(&script)
        var engine = IngestEngine(header: ride.header)
        for _ in 0..<3000 where !script.isAtEnd {
            let record = ride.next(&script)
            expectSameFromItsLine(record)
            engine.takeChecked(record)
            if script.byte() & 0x1F == 0 { _ = engine.live }
        }
        engine.finishChecked()
    }

    private static func expectSameFromItsLine(_ record: CaptureRecord) {
        var line: [UInt8] = []
        CaptureCodec.append(record, to: &line)
        guard record.offset >= 0, record.offset <= 1 << 50 else { return }
        do throws(CaptureFault) {
            let (offset, input) = try CaptureCodec.decode(line.span.extracting(0..<line.count - 1))
            precondition(offset == record.offset && input == record.input, "\(record) changed on its way")
        } catch {
            preconditionFailure("\(record) cannot be read back: \(error)")
        }
    }
}

/// Records as sensors, riders and clocks could cause them, and as none of them would.
private struct RideScript {
    let header: CaptureHeader
    private var offset: Int64 = 0
    private var kinds: [LinkID: LinkIdentity.Kind] = [:]
    private var second = 8 * 3600

    private static let settings: [(name: String, values: [String])] = [
        ("activity", ActivityType.allCases.map(\.rawValue)), ("ftp", ["250", "30", "700", "0", "x"]),
        ("lthr", ["160", "60", "-1"]),
        ("hr-max", ["190", "80"]), ("hr-rest", ["50", "120"]), ("cp", ["240", "30"]),
        ("w-prime", ["20000", "1000"]), ("kcal-per-minute", ["9", "40"]), ("weight", ["70", "20"]), ("age", ["5", "120", "7.5"]),
        ("sex", ["male", "female"]), ("auto-pause", ["on", "off"]), ("wheel-circumference", ["0.5", "4", "2.105"]),
        ("strides", ["ble:C0"]), ("recorded-by", ["btsnoop"]),
        ("zones.heart-rate", ["karvonen5", "100,120,140", "none", "percentHRmax5", "user a 1,2,3,4,5,6,7,8", "friel7"]),
        ("zones.power", ["coggan7", "seiler3", "0.5,1", "none"]), ("zones.power.running", ["100,200", "none"]),
        ("zones.speed", ["1,2,3"]), ("zones.cadence.cycling", ["60,80,100"]),
        ("zones.heart-rate.transition", ["100,110", "friel7"]),
    ]

    init(_ script: inout Script) {
        var settings: [CaptureHeader.Setting] = []
        for _ in 0..<script.below(6) {
            let (name, values) = script.pick(Self.settings)
            settings.append(CaptureHeader.Setting(name: name, value: script.pick(values)))
        }
        header = CaptureHeader(
            identity: "0123456789abcdef0123456789abcdef",
            start: script.pick([nil, 1_764_489_600_000_000, 0, 1 << 57, -(1 << 57)]),
            isSynchronised: script.flag(), utcOffsetSeconds: script.pick([nil, 0, 3600, -86_400, 86_400]), settings: settings)
    }

    mutating func next(_ script: inout Script) -> CaptureRecord {
        let kind = script.byte()
        step(&script)
        return CaptureRecord(offset: offset, input: input(kind & 0x1F, link: LinkID(UInt16(kind >> 5) + 1), &script))
    }

    private mutating func step(_ script: inout Script) {
        let choice = script.byte()
        switch choice {
        case 0..<60: offset += Int64(choice) * 10_000
        case 60..<200: offset += 1_000_000
        case 200..<230: offset += Int64(script.byte()) * 50_000
        case 230..<240: offset += Int64(script.byte() & 0x0F) * 60_000_000
        case 240..<246: offset -= Int64(script.byte()) * 100_000
        // Seldom, since a day takes long to fold.
        case 246..<250: offset += script.byte() == 0 ? 86_400_000_000 : 0
        case 250: offset += script.byte() == 0 ? Int64(script.word()) * 1_000_000_000 : 0
        case 251: offset = script.byte() < 16 ? script.pick([0, 1 << 50, (1 << 50) - 1, -1]) : offset
        default: break
        }
        offset = min(offset, 1 << 50)
    }

    private mutating func input(_ choice: UInt8, link: LinkID, _ script: inout Script) -> CaptureRecord.Input {
        switch choice {
        case 0, 1, 2: return open(link, &script)
        case 3: return .linkClosed(link, reason: script.text())
        case 4: return .dropped(link, count: script.pick([0, 1, 1000, 1 << 30]))
        case 5, 6: return .command(command(&script))
        case 7:
            let (name, values) = script.pick(Self.settings)
            return .setting(
                name: script.byte() < 16 ? script.text() : name, value: script.byte() < 32 ? script.text() : script.pick(values))
        case 8: return .pairing(sensor: sensor(&script), isPaired: script.flag())
        case 9:
            let quantity = script.byte() < 8 ? script.text() : script.pick(Quantity.allCases).rawValue
            return .priority(sensor: sensor(&script), quantity: quantity, rank: script.pick([0, 1, 2, 99, .max]))
        case 10:
            let moments: [Int64] = [1_764_489_600_000_000, 0, (1 << 58) - 1, 1 - (1 << 58), 1_764_489_600_000_000 + offset]
            let timestamp = script.pick(moments)
            return .clockAnchor(
                ClockAnchor(timestamp: timestamp, source: script.flag() ? .gps : .system, isSynchronised: script.flag()))
        case 11...14: return .tick
        default: return .bytes(link, payload(of: link, &script))
        }
    }

    private mutating func open(_ link: LinkID, _ script: inout Script) -> CaptureRecord.Input {
        let characteristics: [UInt16] = [
            0x2A37, 0x2A63, 0x2A5B, 0x2A53, 0x2AD2, 0x2ACD, 0x2A19, 0x2A29, 0x2A24, 0x2A25, 0x2A26, 0x2AD9, 0x1234,
        ]
        let kind: LinkIdentity.Kind =
            switch script.byte() {
            case 0..<130: .gatt(characteristic: script.pick(characteristics))
            case 130..<190: .ant
            case 190..<230: .nmea
            default: .gpsd
            }
        kinds[link] = kind
        var identity = LinkIdentity(kind: kind, address: script.pick(["C0", "C1", "-", "", "a b"]))
        if script.flag() { identity.name = script.text() }
        if script.byte() < 24 { identity.facts = [LinkIdentity.Fact(name: script.text(), value: script.text())] }
        if script.byte() < 24 { identity.facts.append(LinkIdentity.Fact(name: "location", value: script.text())) }
        return .linkOpened(link, identity)
    }

    private func sensor(_ script: inout Script) -> String {
        script.byte() < 16 ? script.text() : script.pick(["ble:C0", "ble:C1", "ant:120:1", "ant:11:1", "gps:C0"])
    }

    private func command(_ script: inout Script) -> RiderCommand {
        switch script.byte() {
        case 0..<90: .start(activity: script.byte() < 24 ? script.text() : script.pick(ActivityType.allCases).rawValue)
        case 90..<120: .pause(automatic: script.flag())
        case 120..<150: .resume(automatic: script.flag())
        case 150..<180: .lap
        case 180..<210: .activity(script.byte() < 24 ? script.text() : script.pick(ActivityType.allCases).rawValue)
        case 210..<225: .marker(script.text())
        default: .stop
        }
    }

    private mutating func payload(of link: LinkID, _ script: inout Script) -> [UInt8] {
        guard script.byte() >= 8 else { return script.take(script.below(64)) }
        switch kinds[link] {
        case .ant?: return page(&script)
        case .nmea?: return sentences(&script)
        case .gpsd?: return report(&script)
        case .gatt?, nil: return script.take(script.below(30))
        }
    }

    private func page(_ script: inout Script) -> [UInt8] {
        let type = script.pick([120, 11, 17, 121, 122, 123, 124, 31, 0] as [UInt8])
        let bytes = script.take(8)
        let page = bytes + [UInt8](repeating: 0xFF, count: 8 - bytes.count)
        return ANTMessage(MessageID(rawValue: 0x4E), [0] + page + [0x80, script.byte() & 1, 0, type, 1]).encoded()
    }

    private mutating func sentences(_ script: inout Script) -> [UInt8] {
        second += script.pick([1, 1, 1, 0, 2, -1, 43_200, 60])
        second = (second % 86_400 + 86_400) % 86_400
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        let minutes = "\(10 + script.below(50)).\(100 + Int(script.byte()))"
        let position = "48\(minutes),\(script.flag() ? "N" : "S"),011\(minutes),\(script.flag() ? "E" : "W")"
        let date = script.pick(["301126", "301126", "301126", "", "060480", "000000", "311299"])
        let speed = "\(script.byte()).\(script.below(10))"
        var bytes = sentence("GPRMC,\(time),\(script.flag() ? "A" : "V"),\(position),\(speed),84.4,\(date),,,A")
        if script.flag() { bytes += sentence("GPGGA,\(time),\(position),\(script.below(9)),08,0.9,\(script.word()),M,46.9,M,,") }
        return bytes
    }

    private func sentence(_ body: String) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        let sum = body.utf8.reduce(UInt8(0), ^)
        return Array("$\(body)*".utf8) + [digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x0D, 0x0A]
    }

    private func report(_ script: inout Script) -> [UInt8] {
        let second = script.below(60)
        let time = "2026-11-30T08:00:\(second < 10 ? "0" : "")\(second).000Z"
        let numbers = [script.value(), script.value(), script.value(), script.value()]
        return Array(
            #"{"class":"TPV","mode":\#(script.below(4)),"time":"\#(time)","lat":\#(numbers[0]),"lon":\#(numbers[1]),"alt":\#(numbers[2]),"speed":\#(numbers[3])}"#
                .utf8) + [0x0A]
    }
}
