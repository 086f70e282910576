import Foundation
import TestSupport
import Testing

@testable import WireFormats

@Suite struct WattbeatCaptureTests {
    static let header = """
        wattbeat-capture 1
        identity 0123456789abcdef0123456789abcdef
        start 2026-11-30T08:00:00.000000Z synchronised
        utc-offset 3600
        time-zone America/Argentina/Ushuaia
        continues fedcba9876543210fedcba9876543210
        demo yes
        activity cycling
        wheel-circumference 2.105
        zones.heart-rate system karvonen5 134,148,162,176
        mood "good \\xe2\\x98\\xba"


        """

    static let expected = CaptureHeader(
        identity: "0123456789abcdef0123456789abcdef", start: (20_787 * 86_400 + 8 * 3600) * 1_000_000, isSynchronised: true,
        utcOffsetSeconds: 3600, timeZone: "America/Argentina/Ushuaia", continues: "fedcba9876543210fedcba9876543210",
        isDemo: true,
        settings: [
            .init(name: "activity", value: "cycling"), .init(name: "wheel-circumference", value: "2.105"),
            .init(name: "zones.heart-rate", value: "system karvonen5 134,148,162,176"), .init(name: "mood", value: "good ☺"),
        ])

    static let shortHeader = "wattbeat-capture 1\nidentity 0123456789abcdef0123456789abcdef\nstart unknown\n\n"

    @Test func headerBothWays() {
        #expect(CaptureReading(Array(Self.header.utf8)).header == Self.expected)
        var written: [UInt8] = []
        CaptureCodec.append(Self.expected, to: &written)
        #expect(String(decoding: written, as: UTF8.self) == Self.header)
    }

    /// What docs/capture-format.md shows is read, and would be written just so.
    @Test func theDocumentedExample() throws {
        let document = try String(contentsOf: Fixture.repository.appending(path: "docs/capture-format.md"), encoding: .utf8)
        let example = String(document.split(separator: "```\n", maxSplits: 2)[1])
        let reading = CaptureReading(Array(example.utf8))
        #expect(reading.error == nil)
        #expect(reading.ending == .complete)
        var written: [UInt8] = []
        CaptureCodec.append(try #require(reading.header), to: &written)
        for record in reading.records { CaptureCodec.append(record, to: &written) }
        #expect(String(decoding: written, as: UTF8.self) == example)
    }

    /// A link of a kind that is younger than the program counts once; what it brings is passed over until another has its number.
    @Test func linksOfAnUnknownKind() {
        let lines = [
            "0 open 1 lidar front -", "1 rx 1 00ff", "2 drop 1 3", "3 rx 2 00", "4 close 1 gone", "5 open 1 nmea /dev/gps0 -",
            "6 rx 1 24",
        ]
        let reading = CaptureReading(Array((Self.shortHeader + lines.joined(separator: "\n") + "\n").utf8))
        #expect(reading.error == nil)
        #expect(reading.findings.unknownLines == 1)
        #expect(
            reading.records == [
                CaptureRecord(offset: 3, input: .bytes(LinkID(2), [0])),
                CaptureRecord(offset: 5, input: .linkOpened(LinkID(1), LinkIdentity(kind: .nmea, address: "/dev/gps0"))),
                CaptureRecord(offset: 6, input: .bytes(LinkID(1), [0x24])),
            ])
    }

    /// Names as the IANA database has them, and texts that are none.
    @Test func namesOfTimeZones() {
        for name in ["Europe/Prague", "America/Argentina/ComodRivadavia", "Etc/GMT+5", "GMT-0", "America/Port-au-Prince", "UTC"] {
            #expect(TimeZoneName.isWellFormed(name))
        }
        let texts = [
            "", "/Europe/Prague", "Europe/", "Europe//Prague", "../Prague", "Europe/..", ".", "Europe/-Prague", "Praha ",
            "Třebíč",
            "a\nb", String(repeating: "a", count: 65),
        ]
        for text in texts { #expect(!TimeZoneName.isWellFormed(text)) }
    }

    /// A writer never makes a header that a reader refuses.
    @Test func aZoneWithoutANameIsNotWritten() {
        var header = Self.expected
        header.timeZone = "Prague\nidentity 12"
        var written: [UInt8] = []
        CaptureCodec.append(header, to: &written)
        header.timeZone = nil
        #expect(CaptureReading(written).header == header)
    }

    @Test func startMayBeUnknown() {
        let reading = CaptureReading(Array(Self.shortHeader.utf8))
        #expect(reading.header?.start == nil)
        #expect(reading.header?.isSynchronised == false)
        #expect(reading.ending == .complete)
    }

    @Test func carriageReturnsAreAccepted() {
        let text = (Self.shortHeader + "5 tick -\n9 rx 1 \"a b\"\n").replacing("\n", with: "\r\n")
        let reading = CaptureReading(Array(text.utf8))
        #expect(reading.error == nil)
        #expect(reading.records.map(\.input) == [.tick, .bytes(LinkID(1), [0x61, 0x20, 0x62])])
    }

    @Test func unknownVerbsAreCounted() {
        let reading = CaptureReading(Array((Self.shortHeader + "1 tick -\n2 telepathy 4 x\n3 tick -\n").utf8))
        #expect(reading.records.map(\.offset) == [1, 3])
        #expect(reading.findings.unknownLines == 1)
        #expect(reading.error == nil)
    }

    @Test func aWrongLineIsNamedAndAllBeforeItUsed() {
        let text = Self.shortHeader + "1 tick -\n2 rx 1 zz\n3 tick -\n"
        let reading = CaptureReading(Array(text.utf8))
        #expect(reading.records.map(\.offset) == [1])
        let byteOffset = Int64(Self.shortHeader.utf8.count + 9)
        #expect(reading.error == .malformed(line: 6, byteOffset: byteOffset, reason: .invalid("payload")))
    }

    @Test func offsetsNeverGoBack() {
        let reading = CaptureReading(Array((Self.shortHeader + "5 tick -\n5 tick -\n4 tick -\n").utf8))
        #expect(reading.records.map(\.offset) == [5, 5])
        #expect(
            reading.error
                == .malformed(line: 7, byteOffset: Int64(Self.shortHeader.utf8.count + 18), reason: .offsetGoesBack))
    }

    @Test func aLaterVersionIsRefusedInASentence() {
        let reading = CaptureReading(Array("wattbeat-capture 2\nidentity x\n\n".utf8))
        #expect(reading.error == .unsupportedVersion(2))
        #expect(reading.error?.description == "the capture's format is version 2, and this program reads version 1")
    }

    @Test(arguments: [
        ("identity 12\n", CaptureFault.invalid("identity")), ("start tomorrow synchronised\n", .invalid("start")),
        ("start 2026-11-30T08:00:00Z\n", .missing("synchronised or unsynchronised")),
        ("utc-offset east\n", .invalid("utc-offset")), ("time-zone ../../etc/passwd\n", .invalid("time-zone")),
        ("\n", .missing("identity")), ("activity\n", .missing("value")), ("demo perhaps\n", .invalid("demo")),
    ])
    func headerFaults(line: String, fault: CaptureFault) {
        let reading = CaptureReading(Array(("wattbeat-capture 1\n" + line).utf8))
        #expect(reading.error == .malformed(line: 2, byteOffset: 19, reason: fault))
    }

    @Test func anOverlongLineIsAnErrorAndNoGrowingBuffer() {
        let payload = String(repeating: "00", count: CaptureCodec.longestLine / 2)
        let reading = CaptureReading(Array((Self.shortHeader + "1 tick -\n2 rx 1 " + payload + "\n").utf8))
        #expect(reading.records.count == 1)
        #expect(reading.error == .malformed(line: 6, byteOffset: Int64(Self.shortHeader.utf8.count + 9), reason: .tooLong))
    }

    @Test func emptyAndForeignFiles() {
        #expect(CaptureReading([]).error == .empty)
        #expect(CaptureReading(Array("Dear diary,\n".utf8)).error == .notACapture)
        #expect(CaptureReading(Array("wattbeat-capture one\n".utf8)).error == .notACapture)
    }

    /// A ride of some 20 kB, cut at every byte: all whole lines before the cut are there, and nothing else. The decoder is a
    /// value: a copy of it meets the end, the original goes on.
    @Test func cutAtEveryByte() throws {
        var random = CaptureRandom(seed: 4)
        let records = random.records(420)
        var bytes: [UInt8] = []
        CaptureCodec.append(Self.expected, to: &bytes)
        let headerLength = bytes.count
        var ends = [headerLength]
        for record in records {
            CaptureCodec.append(record, to: &bytes)
            ends.append(bytes.count)
        }
        #expect(bytes.count > 18_000)
        var decoder = WattbeatCaptureDecoder()
        var read: [CaptureRecord] = []
        for cut in 1...bytes.count {
            decoder.append(bytes.span.extracting(cut - 1..<cut))
            while let record = try decoder.next() { read.append(record) }
            var ended = decoder
            ended.finish()
            if cut < headerLength {
                #expect(throws: CaptureError.truncatedAt(byteOffset: Int64(cut))) { try ended.next() }
            } else {
                #expect(try ended.next() == nil)
                let lastEnd = ends[read.count]
                #expect(cut >= lastEnd && cut < (read.count + 1 < ends.count ? ends[read.count + 1] : cut + 1))
                #expect(ended.ending == (cut == lastEnd ? .complete : .torn(byteOffset: Int64(lastEnd))))
            }
        }
        #expect(read == records)
        for cut in stride(from: 0, to: bytes.count, by: 211) {
            let reading = CaptureReading(Array(bytes[..<cut]))
            #expect(reading.records == Array(records[..<max(0, ends.count { $0 <= cut } - 1)]))
        }
    }

    @Test func cutInsideTheHeader() {
        for cut in 0..<Self.header.utf8.count {
            let expected: CaptureError = cut == 0 ? .empty : cut < 4 ? .notACapture : .truncatedAt(byteOffset: Int64(cut))
            #expect(CaptureReading(Array(Self.header.utf8.prefix(cut))).error == expected)
        }
    }

    @Test(arguments: [1, 2, 7, 64, 4096])
    func chunksMayBeCutAnywhere(chunk: Int) {
        var random = CaptureRandom(seed: 5)
        let records = random.records(300)
        var bytes: [UInt8] = []
        CaptureCodec.append(Self.expected, to: &bytes)
        for record in records { CaptureCodec.append(record, to: &bytes) }
        let reading = CaptureReading(bytes, chunk: chunk)
        #expect(reading.records == records)
        #expect(reading.header == Self.expected)
        #expect(reading.ending == .complete)
    }
}
