import Testing
import WireFormats

@Suite struct CaptureCodecTests {
    private static func line(_ record: CaptureRecord) -> String {
        var bytes: [UInt8] = []
        CaptureCodec.append(record, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Every verb as docs/capture-format.md writes it.
    static let examples: [(line: String, input: CaptureRecord.Input)] = [
        (
            #"open 3 gatt:2a37 D8:3A:5B:01:02:03 "HRM-Dual 012345" manufacturer=Garmin model="HRM 3""#,
            .linkOpened(
                LinkID(3),
                LinkIdentity(
                    kind: .gatt(characteristic: 0x2A37), address: "D8:3A:5B:01:02:03", name: "HRM-Dual 012345",
                    facts: [.init(name: "manufacturer", value: "Garmin"), .init(name: "model", value: "HRM 3")]))
        ),
        ("open 1 nmea /dev/ttyACM0 -", .linkOpened(LinkID(1), LinkIdentity(kind: .nmea, address: "/dev/ttyACM0"))),
        ("rx 3 168eb101", .bytes(LinkID(3), [0x16, 0x8E, 0xB1, 0x01])),
        ("rx 4 64", .bytes(LinkID(4), [0x64])),
        (#"rx 1 "$GPVTG,,T,,M,,N,,K,N*2C\r\n""#, .bytes(LinkID(1), Array("$GPVTG,,T,,M,,N,,K,N*2C\r\n".utf8))),
        (#"rx 1 """#, .bytes(LinkID(1), [])),
        ("close 3 connection timeout", .linkClosed(LinkID(3), reason: "connection timeout")),
        ("drop 1 12", .dropped(LinkID(1), count: 12)),
        ("tick -", .tick),
        ("command - start cycling", .command(.start(activity: "cycling"))),
        ("command - pause automatic", .command(.pause(automatic: true))),
        ("command - resume rider", .command(.resume(automatic: false))),
        ("command - lap", .command(.lap)),
        ("command - activity running", .command(.activity("running"))),
        ("command - marker top of the climb", .command(.marker("top of the climb"))),
        (#"command - marker "\xc3\xa9tape \"2\"""#, .command(.marker(#"étape "2""#))),
        ("command - stop", .command(.stop)),
        (
            "set - zones.heart-rate system karvonen5 134,148,162,176",
            .setting(name: "zones.heart-rate", value: "system karvonen5 134,148,162,176")
        ),
        ("pair - D8:3A:5B:01:02:03 paired", .pairing(sensor: "D8:3A:5B:01:02:03", isPaired: true)),
        ("priority - ant:12345.120 heartRate 0", .priority(sensor: "ant:12345.120", quantity: "heartRate", rank: 0)),
        (
            "clock - 2026-11-30T08:00:01.500000Z gps synchronised",
            // 20 787 days after 1970-01-01
            .clockAnchor(
                ClockAnchor(timestamp: (20_787 * 86_400 + 8 * 3600 + 1) * 1_000_000 + 500_000, source: .gps, isSynchronised: true)
            )
        ),
    ]

    @Test(arguments: examples.indices)
    func eachVerbBothWays(index: Int) throws {
        let (text, input) = Self.examples[index]
        #expect(Self.line(CaptureRecord(offset: 1_250_000, input: input)) == "1250000 \(text)\n")
        let decoded = try CaptureCodec.decode(Array("1250000 \(text)".utf8).span)
        #expect(decoded.offset == 1_250_000)
        #expect(decoded.input == input)
    }

    @Test func randomRecordsComeBack() throws {
        var random = CaptureRandom(seed: 2)
        for _ in 0..<20_000 {
            let record = CaptureRecord(offset: Int64.random(in: 0...1 << 50, using: &random), input: random.input())
            var line: [UInt8] = []
            CaptureCodec.append(record, to: &line)
            #expect(line.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 < 0x7F })
            let text = line.span.extracting(0..<line.count - 1)
            let decoded = try CaptureCodec.decode(text)
            #expect(decoded.offset == record.offset)
            #expect(decoded.input == record.input)
        }
    }

    /// Beyond 35 years, a billion records or 9000 years nothing is believed, so that no sum of what is read can overflow.
    @Test(arguments: [
        "1125899906842625 tick", "9223372036854775807 tick", "1 drop 1 1073741825",
        "1 clock - 9223372036854775807 gps synchronised",
    ])
    func absurdNumbersAreRefused(line: String) {
        #expect(throws: CaptureFault.self) { try CaptureCodec.decode(Array(line.utf8).span) }
    }

    @Test func upperCaseHexAndRawUTF8AreRead() throws {
        #expect(try CaptureCodec.decode(Array("0 rx 1 16A0".utf8).span).input == .bytes(LinkID(1), [0x16, 0xA0]))
        #expect(
            try CaptureCodec.decode(Array("0 command - marker col du soir é".utf8).span).input
                == .command(.marker("col du soir é")))
    }

    @Test(arguments: [
        ("tick -", CaptureFault.invalid("offset")), ("", .invalid("offset")), ("-1 tick -", .invalid("offset")),
        ("9223372036854775808 tick -", .invalid("offset")), ("1", .missing("verb")), ("1 ", .missing("verb")),
        ("1 rx", .invalid("link")), ("1 rx 0 00", .invalid("link")), ("1 rx 65536 00", .invalid("link")),
        ("1 rx 1", .invalid("link")), ("1 rx 1 ", .invalid("payload")), ("1 rx 1 0", .invalid("payload")),
        ("1 rx 1 0g", .invalid("payload")), ("1 rx 1 \"ab", .invalid("payload")), ("1 rx 1 \"\\q\"", .invalid("payload")),
        ("1 rx 1 \"\\x4\"", .invalid("payload")), ("1 rx 1 \"a\\\"", .invalid("payload")), ("1 rx 1 00 00", .tooManyFields),
        ("1 tick 1", .invalid("link")), ("1 tick - x", .tooManyFields), ("1 open 1 gatt:2a3 A -", .invalid("characteristic")),
        ("1 open 1 ant", .missing("address")), ("1 open 1 ant 5", .missing("address")), ("1 open 1 ant 5 - a", .invalid("fact")),
        ("1 pair - s maybe", .invalid("paired or unpaired")), ("1 priority - s q x", .invalid("rank")),
        ("1 clock - yesterday gps synchronised", .invalid("timestamp")),
        ("1 clock - 2026-02-29T00:00:00Z gps synchronised", .invalid("timestamp")),
        ("1 clock - 2026-11-30T08:00:00Z sundial synchronised", .invalid("clock source")),
        ("1 command - pause", .missing("automatic or rider")),
    ])
    func whatIsWrongIsNamed(line: String, fault: CaptureFault) {
        #expect(throws: fault) { try CaptureCodec.decode(Array(line.utf8).span) }
    }

    @Test(arguments: ["1 telepathy 4 x", "1 open 1 lora A -", "1 command - teleport home"])
    func youngerThanThisProgram(line: String) throws {
        #expect(try CaptureCodec.decode(Array(line.utf8).span).input == nil)
    }

    @Test func anyBytesEndInAValueOrAFault() {
        var random = CaptureRandom(seed: 3)
        for _ in 0..<20_000 {
            var line: [UInt8] = []
            CaptureCodec.append(CaptureRecord(offset: 7, input: random.input()), to: &line)
            line.removeLast(Int.random(in: 1...line.count, using: &random))
            for _ in 0..<Int.random(in: 0...3, using: &random) where !line.isEmpty {
                line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? CaptureCodec.decode(line.span)
        }
    }
}
