import TestSupport
import Testing
import WireFormats

struct AdvertisingTests {
    private func reports(_ hex: String) throws -> [AdvertisingReport] {
        guard case .advertised(let reports) = try HCIEvent(decoding: [UInt8](hex: hex).span) else { return [] }
        return reports
    }

    /// As recorded in captures/indoor-ride/ble.btsnoop: the strap's first extended report, −50 dBm.
    @Test func recordedExtendedReport() throws {
        let reports = try reports("3e280d010100010144332211c001010000ce0000000000000000000e02010603030d1806095374726170")
        var data = AdvertisingData()
        data.name = "Strap"
        data.nameIsComplete = true
        data.services = [.heartRate]
        #expect(
            reports == [
                AdvertisingReport(
                    address: try #require(BluetoothAddress("C0:11:22:33:44:01")), isRandom: true, signalDBm: -50, data: data)
            ])
    }

    /// Two reports of the old form in one event: a public address, then a scan response whose strength is not known (127).
    @Test func legacyReports() throws {
        let reports = try reports(
            "3E 21 02 02 | 00 00 060504030201 07 0303 1818 020106 C4 | 04 01 060504030201 04 03 08 41 42 7F")
        #expect(reports.map(\.address.description) == ["01:02:03:04:05:06", "01:02:03:04:05:06"])
        #expect(reports.map(\.isRandom) == [false, true])
        #expect(reports.map(\.signalDBm) == [-60, nil])
        #expect(reports[0].data.services == [.cyclingPower])
        #expect(reports[1].data.name == "AB" && !reports[1].data.nameIsComplete)
    }

    /// Core Specification Supplement, Part A, §1.1: lists of 16 and of 128 bits, complete or not; a vendor's own number is no service
    /// that we know.
    @Test func serviceLists() {
        let bytes = [UInt8](
            hex: """
                05 02 0D18 1618  03 03 0F18
                11 07 FB349B5F80000080 00100000 26180000
                11 06 9ECADC240EE5A9E0 93F3A3B5 C1FE406E
                """)
        #expect(
            AdvertisingData(decoding: bytes.span).services == [
                .heartRate, .cyclingSpeedAndCadence, .battery, .fitnessMachine,
            ])
    }

    /// Fitness Machine Service 1.0, §3.1: available, an indoor bike (bit 5).
    @Test func fitnessMachineServiceData() {
        let data = AdvertisingData(decoding: [UInt8](hex: "06 16 2618 01 2000").span)
        #expect(data.fitnessMachine == .init(isAvailable: true, machineTypes: 0x20))
        #expect(AdvertisingData(decoding: [UInt8](hex: "06 16 0D18 01 2000").span).fitnessMachine == nil)
    }

    @Test func aCompleteNameWins() {
        #expect(AdvertisingData(decoding: [UInt8](hex: "03 09 41 42 02 08 41").span).name == "AB")
        #expect(AdvertisingData(decoding: [UInt8](hex: "02 08 41 03 09 41 42").span).name == "AB")
        #expect(AdvertisingData(decoding: [UInt8](hex: "02 09 FF").span).name == "\u{FFFD}")
    }

    /// Cut anywhere: what is whole counts, what is not is left out, and nothing traps.
    @Test func cutAndRandom() {
        let whole = [UInt8](hex: "3e280d010100010144332211c001010000ce0000000000000000000e02010603030d1806095374726170")
        for length in 0..<whole.count {
            var cut = Array(whole[..<length])
            #expect(throws: WireError.self) { try HCIEvent(decoding: cut.span) }
            // With a length that says so, the report is cut instead.
            if length > 2 { cut[1] = UInt8(length - 2) }
            _ = try? HCIEvent(decoding: cut.span)
            _ = AdvertisingData(decoding: Array(whole[(whole.count - length)...]).span)
        }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let bytes = random.bytes(Int.random(in: 0...60, using: &random))
            _ = AdvertisingData(decoding: bytes.span)
            _ = try? HCIEvent(decoding: ([0x3E, UInt8(bytes.count), [2, 13][bytes.count % 2]] + bytes).span)
        }
    }

    @Test func addresses() {
        #expect(BluetoothAddress("d8:3a:5b:01:02:03")?.description == "D8:3A:5B:01:02:03")
        #expect(BluetoothAddress("D8:3A:5B:01:02:03")?.littleEndianBytes == [0x03, 0x02, 0x01, 0x5B, 0x3A, 0xD8])
        for text in ["", "D8:3A:5B:01:02", "D8:3A:5B:01:02:03:04", "D8:3A:5B:01:02:+3", "D83A5B010203", "D8:3A:5B:01:02:0g"] {
            #expect(BluetoothAddress(text) == nil)
        }
    }

    @Test func commandEvents() throws {
        let complete = try HCIEvent(decoding: [UInt8](hex: "0E 04 01 0C20 00").span)
        #expect(complete == .commandComplete(opcode: 0x200C, parameters: [0]))
        let status = try HCIEvent(decoding: [UInt8](hex: "0F 04 0C 01 0D20").span)
        #expect(status == .commandStatus(opcode: 0x200D, status: 0x0C))
    }
}
