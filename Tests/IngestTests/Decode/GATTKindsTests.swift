import JSONText
import TestSupport
import Testing

@testable import Ingest

@Suite struct GATTKindsTests {
    /// Values, names and the order of names.
    @Test(arguments: try ExampleRow.rows(in: "ble-gatt") + ExampleRow.rows(in: "ble-gatt-further"))
    func example(_ row: ExampleRow) throws {
        let kind = try #require(gattKinds.first { $0.name == row.kind })
        #expect(kind.decode(row.packets, row.parameters).text() == row.expected)
    }

    @Test func tableIsWhole() throws {
        #expect(try ExampleRow.rows(in: "ble-gatt").count == 89)
    }

    @Test func namesAreUnique() {
        #expect(Set(gattKinds.map(\.name)).count == gattKinds.count)
    }

    @Test func partsBecomeOneRecord() throws {
        let kind = try #require(gattKinds.first { $0.name == "seq.indoor_bike" })
        let packets = ["15 00 B4 00 E8 03 00", "40 00 C4 09 FA 00", "00 00 00 00", "44"].map { [UInt8](hex: $0) }
        let first = #"{"moreData":false,"speedKmh":25,"cadenceRpm":90,"distanceM":1000,"powerW":250}"#
        let second = #",{"moreData":false,"speedKmh":0},"too_short"]}"#
        #expect(kind.decode(packets, [:]).text() == #"{"records":[null,"# + first + second)
    }

    @Test func powerFromTorque() throws {
        // 16 Nm over two events (512/32), 1.5 s: 2π × 16 / 1.5 = 67.021 W.
        let kind = try #require(gattKinds.first { $0.name == "seq.cp_torque" })
        let packets = ["2C 00 C8 00 00 FF FF FF 00 FC", "2C 00 C8 00 00 01 01 00 00 02"].map { [UInt8](hex: $0) }
        #expect(kind.decode(packets, [:]).text() == #"{"powerW":[null,67.021]}"#)
    }

    @Test func wrongNumberOfPacketsIsSaid() throws {
        let single = try #require(gattKinds.first { $0.name == "hr_measurement" })
        #expect(single.decode([], [:]).text() == #"{"error":"hr_measurement reads one packet, not 0"}"#)
        #expect(single.decode([[0, 72], [0, 73]], [:]).text() == #"{"error":"hr_measurement reads one packet, not 2"}"#)
        let sequence = try #require(gattKinds.first { $0.name == "seq.csc_crank" })
        #expect(sequence.decode([], [:]).text() == #"{"error":"seq.csc_crank reads one packet or more, not 0"}"#)
    }

    @Test(arguments: [[:], ["circumferenceM": 0], ["circumferenceM": -Double.infinity], ["circumferenceM": Double.nan]])
    func circumferenceIsNeeded(parameters: [String: Double]) throws {
        let kind = try #require(gattKinds.first { $0.name == "seq.csc_wheel" })
        let expected = #"{"error":"seq.csc_wheel needs a positive circumferenceM, as in seq.csc_wheel?circumferenceM=2.096"}"#
        #expect(kind.decode([[0]], parameters).text() == expected)
    }

    /// Every kind takes any bytes, and any number of packets, and says something.
    @Test func anyBytes() {
        var random = SplitMix(state: 1)
        for kind in gattKinds {
            for _ in 0..<2000 {
                let packets = (0..<Int(random.next() % 4)).map { _ in
                    (0..<Int(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                }
                #expect(!kind.decode(packets, ["circumferenceM": 2.1]).text().isEmpty)
            }
        }
    }

    private struct SplitMix {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }
}
