import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// Byte for byte what a file built by an independent script holds, which three readers accept.
struct FITFileTests {
    /// 2026-05-03T06:30:00Z.
    static let start: Int64 = 1_146_724_200

    @Test func checksum() {
        #expect(FITChecksum.of("123456789".utf8) == 0xBB3D)
        let header = [UInt8](hex: "0e 20 e2 52 00 00 00 00 2e 46 49 54")
        #expect(FITChecksum.of(header) == 0x7ADC)
        #expect(FITChecksum.of(header + [0xDC, 0x7A]) == 0)
    }

    @Test func emptyFile() {
        let (header, messages) = file([])
        #expect(header == [UInt8](hex: "0e 20 e2 52 00 00 00 00 2e 46 49 54 dc 7a"))
        #expect(messages == [])
    }

    @Test func fileID() {
        var message = FITMessage(.fileID)
        message.add(0, .enum, 4)
        message.add(1, .uint16, 255)
        message.add(2, .uint16, 1)
        message.add(3, .uint32z, 12345)
        message.add(4, .uint32, Self.start)
        expect([message], "40 00 00 0000 05 000100 010284 020284 03048c 040486  00 04 ff00 0100 39300000 689f5944")
    }

    @Test func timerEvents() {
        let events = [FITEvent(offset: .zero, kind: .start(automatic: false)), FITEvent(offset: .zero, kind: .stopAll)]
        expect(
            [events[0].message(second: Self.start), events[1].message(second: Self.start + 12)],
            "41 00 00 1500 04 fd0486 000100 010100 030486  01 689f5944 00 00 00000000  01 749f5944 00 04 00000000")
    }

    @Test func records() {
        var first = FITMessage(.record)
        addRecord(
            to: &first, second: 0, latitude: 49.3072, longitude: 16.0961, distance: 0, heartRate: 140, cadence: 85, power: 200)
        // The second place lies 90 and 147 semicircles further.
        let semicircle = 180 / 0x1p31
        var second = FITMessage(.record)
        addRecord(
            to: &second, second: 1, latitude: 49.3072 + 90 * semicircle, longitude: 16.0961 + 147 * semicircle, distance: 3.25,
            heartRate: 141, cadence: nil, power: nil)
        expect(
            [first, second],
            """
            62 00 00 1400 09 fd0486 000485 010485 4e0486 050486 490486 030102 040102 070284 01 000100
            02689f5944121a1023a134720bea0d000000000000b20c00008c55c80002
            02699f59446c1a10233435720bea0d000045010000b20c00008dffffff02
            """)
    }

    private func addRecord(
        to message: inout FITMessage, second: Int64, latitude: Double, longitude: Double, distance: Double, heartRate: Double,
        cadence: Double?, power: Double?
    ) {
        let place = FITValues.semicircles(latitude: latitude, longitude: longitude)
        message.add(253, .uint32, Self.start + second)
        message.add(0, .sint32, place.latitude)
        message.add(1, .sint32, place.longitude)
        message.add(78, .uint32, 212.4, scale: 5, offset: 500)
        message.add(5, .uint32, distance, scale: 100)
        message.add(73, .uint32, 3.25, scale: 1000)
        message.add(3, .uint8, heartRate)
        message.add(4, .uint8, cadence)
        message.add(7, .uint16, power)
        message.addDeveloper(0, 2)
    }

    @Test func heartRateVariability() {
        var message = FITMessage(.hrv)
        message.add(0, .uint16, [812, 798, nil, nil, nil])
        expect([message], "43 00 00 4e00 01 000a84  03 2c03 1e03 ffff ffff ffff")
    }

    @Test func timeInZone() {
        var message = FITMessage(.timeInZone)
        message.add(253, .uint32, Self.start + 12)
        message.add(0, .uint16, 18)
        message.add(1, .uint16, 0)
        message.add(2, .uint32, [0, 0, 2000, 2000, 0])
        message.add(6, .uint8, [113, 132, 151, 170])
        message.add(10, .enum, 0)
        expect(
            [message],
            """
            43 00 00 d800 06 fd0486 000284 010284 021486 060402 0a0100
            03 749f5944 1200 0000 00000000 00000000 d0070000 d0070000 00000000 718497aa 00
            """)
    }

    @Test func activity() {
        var message = FITMessage(.activity)
        message.add(253, .uint32, Self.start + 12)
        message.add(0, .uint32, 4.0, scale: 1000)
        message.add(1, .uint16, 1)
        message.add(2, .enum, 0)
        message.add(3, .enum, 26)
        message.add(4, .enum, 1)
        message.add(5, .uint32, Self.start + 12 + 7200)
        expect(
            [message],
            """
            46 00 00 2200 07 fd0486 000486 010284 020100 030100 040100 050486
            06 749f5944 a00f0000 0100 00 1a 01 94bb5944
            """)
    }

    @Test(arguments: [(49.3072, 588_257_810), (16.0961, 192_033_953), (-0.5, -5_965_232), (0, 0), (-90, -1_073_741_824)])
    func semicircles(degrees: Double, stored: Int64) {
        #expect(FITValues.semicircles(latitude: degrees, longitude: degrees).latitude == stored)
    }

    @Test func theAntimeridianNeverReadsAsNoValue() {
        #expect(FITValues.semicircles(latitude: 0, longitude: 180).longitude == -0x8000_0000)
        #expect(FITValues.semicircles(latitude: 0, longitude: -180).longitude == -0x8000_0000)
        #expect(FITValues.semicircles(latitude: 0, longitude: 179.9999999).longitude == 0x7FFF_FFFE)
        #expect(FITValues.semicircles(latitude: 90.1, longitude: 0).latitude == nil)
        #expect(FITValues.semicircles(latitude: .nan, longitude: 0).longitude == nil)
    }

    @Test func whatATypeCannotHoldIsNoValue() {
        var message = FITMessage(.record)
        message.add(6, .uint16, 65.535, scale: 1000)
        message.add(6, .uint16, -0.001, scale: 1000)
        message.add(13, .sint8, 128.0)
        message.add(13, .sint8, -128.0)
        message.add(5, .uint32, Double.infinity)
        message.add(5, .uint32, Double.nan)
        message.add(5, .uint32, 1e300)
        #expect(message.payload == [UInt8](hex: "ffff ffff 7f 80 ffffffff ffffffff ffffffff"))
    }

    @Test(arguments: [
        ("Puls", 8, "50756c7300"), ("Größe", 5, "4772c3b600"), ("Größe", 3, "477200"), ("👩‍🚀x", 4, "00"), ("", 8, "00"),
        ("a\0b", 8, "616200"),
    ])
    func textEndsAtACharacter(text: String, limit: Int, hex: String) {
        var message = FITMessage(.deviceInfo)
        message.add(27, text, limit: limit)
        #expect(message.payload == [UInt8](hex: hex))
        #expect(message.fields == [FITField(number: 27, size: UInt8(hex.count / 2), type: .string)])
    }

    @Test func aDefinitionIsWrittenOnceForTheSameFields() {
        let alike = (1...3).map { value in
            var message = FITMessage(.hrv)
            message.add(0, .uint16, [Int64(value)])
            return message
        }
        #expect(file(alike).messages.count == 9 + 3 * 3)
        var other = FITMessage(.hrv)
        other.add(0, .uint16, [1, 2])
        #expect(file(alike + [other]).messages.count == 9 + 3 * 3 + 9 + 5)
    }

    /// Longer than a part: the header's length is that of the messages, and the checksum of all with its own is 0.
    @Test func aLongFileComesInParts() {
        let many = (0..<30_000).map { value in
            var message = FITMessage(.hrv)
            message.add(0, .uint16, [Int64(value), 1])
            return message
        }
        let parts = Parts()
        var file = FITFile { parts.all.append($0) }
        for message in many { file.append(message) }
        let header = file.finish()
        #expect(parts.all.count == 2 + (9 + 30_000 * 5) / 65_536 + 1)
        #expect(parts.all.allSatisfy { $0.count <= 65_536 })
        let bytes = header + parts.all.joined().dropFirst(14)
        #expect(Array(header[4..<8]) == [0xF9, 0x49, 0x02, 0x00])  // 9 + 150 000
        #expect(bytes.count == 14 + 150_009 + 2 && FITChecksum.of(bytes) == 0)
    }

    private final class Parts { var all: [[UInt8]] = [] }

    private func file(_ messages: [FITMessage]) -> (header: [UInt8], messages: [UInt8]) {
        let parts = Parts()
        var file = FITFile { parts.all.append($0) }
        for message in messages { file.append(message) }
        let header = file.finish()
        let all = Array(parts.all.joined())
        #expect(all.prefix(14).allSatisfy { $0 == 0 } && FITChecksum.of(header + all.dropFirst(14)) == 0)
        return (header, Array(all.dropFirst(14).dropLast(2)))
    }

    private func expect(_ messages: [FITMessage], _ hex: String) {
        #expect(file(messages).messages == [UInt8](hex: hex.filter { !$0.isWhitespace }))
    }
}
