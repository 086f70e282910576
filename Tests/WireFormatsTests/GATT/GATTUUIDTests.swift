import TestSupport
import Testing
import WireFormats

@Suite struct GATTUUIDTests {
    @Test(arguments: ["2a37", "2A37", "0x2A37", "00002a37-0000-1000-8000-00805f9b34fb", "00002A37-0000-1000-8000-00805F9B34FB"])
    func reads(text: String) {
        #expect(GATTUUID(text) == .heartRateMeasurement)
    }

    @Test(arguments: [
        "", "2a3", "2a377", "+2a3", "-000", "2a3g", "0x", "６37", "6e40fec1-b5a3-f393-e0a9-e50e24dcca9e",
        "00012a37-0000-1000-8000-00805f9b34fb", "00002a37-0000-1000-8000-00805f9b34fc", "0000+a37-0000-1000-8000-00805f9b34fb",
    ])
    func refuses(text: String) {
        #expect(GATTUUID(text) == nil)
    }

    @Test func writes() {
        #expect(GATTUUID.heartRate.uuidString == "0000180d-0000-1000-8000-00805f9b34fb")
        #expect(GATTUUID(rawValue: 0x000F).shortString == "000f")
    }

    @Test func bytesOfATT() {
        let long = [UInt8](hex: "FB349B5F80000080 00100000 372A 0000")
        #expect(GATTUUID(littleEndian: [0x37, 0x2A].span) == .heartRateMeasurement)
        #expect(GATTUUID(littleEndian: long.span) == .heartRateMeasurement)
        #expect(GATTUUID(littleEndian: Array(long.prefix(15)).span) == nil)
        for index in long.indices where index != 12 && index != 13 {
            var vendor = long
            vendor[index] ^= 1
            #expect(GATTUUID(littleEndian: vendor.span) == nil)
        }
    }
}
