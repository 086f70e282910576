import WireFormats

/// Random captures that are the same at every run (SplitMix64).
struct CaptureRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }

    mutating func text() -> String {
        let pool: [Character] = [
            "a", "Z", "0", " ", "\"", "\\", "-", "=", "\n", "\r", "\t", "\u{7F}", "\u{1}", "é", "走", "🚴", "#",
        ]
        return String((0..<Int.random(in: 0...12, using: &self)).map { _ in pool.randomElement(using: &self) ?? "a" })
    }

    mutating func input() -> CaptureRecord.Input {
        let link = LinkID(UInt16.random(in: 1...65535, using: &self))
        switch Int.random(in: 0..<11, using: &self) {
        case 0: return .linkOpened(link, identity())
        case 1: return .linkClosed(link, reason: text())
        case 2: return .dropped(link, count: Int.random(in: 0...1 << 30, using: &self))
        case 3: return .tick
        case 4: return .command(command())
        case 5: return .setting(name: text(), value: text())
        case 6: return .pairing(sensor: text(), isPaired: Bool.random(using: &self))
        case 7: return .priority(sensor: text(), quantity: text(), rank: Int.random(in: 0...99, using: &self))
        case 8:
            let year10000: Int64 = 253_402_300_800_000_000
            let timestamp =
                Bool.random(using: &self)
                ? Int64.random(in: 0..<year10000, using: &self) : .random(in: -(1 << 57)...1 << 57, using: &self)
            return .clockAnchor(
                ClockAnchor(
                    timestamp: timestamp, source: Bool.random(using: &self) ? .gps : .system,
                    isSynchronised: Bool.random(using: &self)))
        case 9: return .bytes(link, Array(text().utf8))
        default: return .bytes(link, bytes(Int.random(in: 0...80, using: &self)))
        }
    }

    private mutating func command() -> RiderCommand {
        switch Int.random(in: 0..<7, using: &self) {
        case 0: .start(activity: text())
        case 1: .pause(automatic: Bool.random(using: &self))
        case 2: .resume(automatic: Bool.random(using: &self))
        case 3: .lap
        case 4: .activity(text())
        case 5: .marker(text())
        default: .stop
        }
    }

    private mutating func identity() -> LinkIdentity {
        let kinds: [LinkIdentity.Kind] = [.ant, .nmea, .gpsd, .gatt(characteristic: UInt16.random(in: 0...0xFFFF, using: &self))]
        return LinkIdentity(
            kind: kinds.randomElement(using: &self) ?? .ant, address: text(), name: Bool.random(using: &self) ? text() : nil,
            facts: (0..<Int.random(in: 0...3, using: &self)).map { _ in LinkIdentity.Fact(name: text(), value: text()) })
    }

    mutating func records(_ count: Int) -> [CaptureRecord] {
        var offset: Int64 = 0
        return (0..<count).map { _ in
            offset += Int64.random(in: 0...2_000_000, using: &self)
            return CaptureRecord(offset: offset, input: input())
        }
    }
}

/// Reads all of a capture, given in chunks of one size.
struct CaptureReading {
    var records: [CaptureRecord] = []
    var error: CaptureError?
    var header: CaptureHeader?
    var kind: CaptureKind?
    var findings = CaptureFindings()
    var ending = CaptureEnding.open
    var isStamped = false

    init(_ bytes: [UInt8], chunk: Int = 1 << 16) {
        var decoder = CaptureDecoder()
        var start = 0
        repeat {
            let end = min(start + chunk, bytes.count)
            decoder.append(bytes.span.extracting(start..<end))
            start = end
            if start == bytes.count { decoder.finish() }
            do {
                while let record = try decoder.next() { records.append(record) }
            } catch {
                self.error = error
                break
            }
        } while start < bytes.count
        header = decoder.header
        kind = decoder.kind
        findings = decoder.findings
        ending = decoder.ending
        isStamped = decoder.isStamped
    }

    /// The records without those that open links.
    var values: [CaptureRecord] { records.filter { if case .bytes = $0.input { true } else { false } } }

    /// What all links brought, end to end.
    var payload: [UInt8] {
        var payload: [UInt8] = []
        for case .bytes(_, let bytes) in records.map(\.input) { payload += bytes }
        return payload
    }
}
