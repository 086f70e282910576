import Foundation
import TestSupport
import Testing
import WireFormats

@Suite struct LineLogTests {
    static let rmc = "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n"
    static let gga = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
    private static let start: Int64 = (20_787 * 86_400 + 8 * 3600) * 1_000_000

    @Test(arguments: [
        ("2026-11-30T08:00:00.000Z ", "2026-11-30T08:00:00.250Z ", Int64?.some(start)),
        ("2026-11-30 09:00:00,000+01:00\t", "2026-11-30 09:00:00,250+01:00\t", start),
        ("2026-11-30 08:00:00: ", "2026-11-30 08:00:00.25: ", start),
        ("1796025600.000 ", "1796025600.250000 ", start), ("1796025600000,", "1796025600250,", start),
        ("[08:00:00.000] ", "[08:00:00.250] ", nil), ("08:00:00 ", "08:00:00.25 ", nil),
    ])
    func stamps(first: String, second: String, start: Int64?) {
        let reading = CaptureReading(Array((first + Self.rmc + second + Self.gga).utf8))
        #expect(reading.kind == .nmea)
        #expect(reading.isStamped)
        #expect(reading.header?.start == start)
        #expect(
            reading.records == [
                CaptureRecord(offset: 0, input: .linkOpened(LinkID(1), LinkIdentity(kind: .nmea, address: "log"))),
                CaptureRecord(offset: 0, input: .bytes(LinkID(1), Array(Self.rmc.utf8))),
                CaptureRecord(offset: 250_000, input: .bytes(LinkID(1), Array(Self.gga.utf8))),
            ])
    }

    @Test func timesOfDayPassMidnight() {
        let text = "23:59:59.500 \(Self.rmc)00:00:00.500 \(Self.gga)00:00:00.400 \(Self.gga)"
        let reading = CaptureReading(Array(text.utf8))
        #expect(reading.values.map(\.offset) == [0, 1_000_000, 1_000_000])
        #expect(reading.findings.stampsGoingBack == 1)
    }

    @Test func withoutStampsOffsetsCountLines() {
        let text = "# Name: somebody's receiver\r\n.038,N*11\r\n\(Self.rmc)#\n\(Self.gga)\(Self.rmc.dropLast(9))"
        let reading = CaptureReading(Array(text.utf8))
        #expect(reading.kind == .nmea)
        #expect(!reading.isStamped)
        #expect(reading.header != nil)
        #expect(reading.header?.start == nil)
        #expect(reading.findings.comments == 2)
        #expect(reading.values.map(\.offset) == [0, 1, 2, 3])
        #expect(reading.ending == .complete)
    }

    /// Every byte that is no comment comes out, in order, whatever lies between the sentences.
    @Test func binaryBetweenTheSentences() {
        var random = CaptureRandom(seed: 9)
        var bytes = Array(Self.rmc.utf8)
        for _ in 0..<40 { bytes += [0xB5, 0x62] + random.bytes(700) + Array(Self.gga.utf8) }
        for chunk in [1, 1000, 1 << 16] {
            let reading = CaptureReading(bytes, chunk: chunk)
            #expect(reading.payload == bytes)
        }
    }

    @Test func gpsdReports() {
        let version = #"{"class":"VERSION","release":"3.22"}"# + "\n"
        let tpv = #"{"class":"TPV","mode":3,"time":"2022-03-09T15:01:19.000Z","lat":51.0,"lon":-114.0}"# + "\n"
        let plain = CaptureReading(Array((version + tpv).utf8))
        #expect(plain.kind == .gpsd)
        #expect(!plain.isStamped)
        #expect(plain.records.first?.input == .linkOpened(LinkID(1), LinkIdentity(kind: .gpsd, address: "log")))
        #expect(plain.values.map(\.input) == [.bytes(LinkID(1), Array(version.utf8)), .bytes(LinkID(1), Array(tpv.utf8))])
        // gpspipe gives both when asked to.
        let mixed = CaptureReading(Array(("1796025600.0: " + version + "1796025600.1: " + Self.rmc).utf8))
        #expect(mixed.isStamped)
        #expect(mixed.values.map(\.input) == [.bytes(LinkID(1), Array(version.utf8)), .bytes(LinkID(2), Array(Self.rmc.utf8))])
        #expect(mixed.values.map(\.offset) == [0, 100_000])
    }

    /// Each real receiver log: the kind is seen, and every byte but the comments comes out.
    @Test func realLogs() throws {
        for (folder, ending, kind) in [("nmea", "", CaptureKind.nmea), ("gpsd-json", ".jsonl", .gpsd)] {
            guard let corpus = corpus(folder) else { continue }
            for url in try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
            where url.lastPathComponent.hasSuffix(ending) && !["README.md", "expected.json"].contains(url.lastPathComponent) {
                let bytes = [UInt8](try Data(contentsOf: url))
                let reading = CaptureReading(bytes)
                #expect(reading.kind == kind, "\(url.lastPathComponent)")
                #expect(reading.error == nil)
                #expect(!reading.isStamped, "\(url.lastPathComponent)")
                var uncommented: [UInt8] = []
                for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                where line.first != 0x23 || line.contains(where: { $0 < 0x20 && $0 != 0x0D && $0 != 0x09 }) {
                    uncommented += line + [0x0A]
                }
                uncommented.removeLast()
                #expect(reading.payload == uncommented, "\(url.lastPathComponent)")
            }
        }
    }

    @Test func anyBytesEnd() {
        var random = CaptureRandom(seed: 10)
        let base = Array(("# c\n08:00:00 " + Self.rmc + "1796025600.1: " + Self.gga + #"{"class":"TPV"}"# + "\n").utf8)
        for _ in 0..<3000 {
            var bytes = base
            for _ in 0..<5 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            _ = CaptureReading(bytes, chunk: Int.random(in: 1...60, using: &random))
        }
    }
}
