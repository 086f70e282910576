import TestSupport
import Testing
import WireFormats

@Suite struct DeviceTests {
    @Test(
        arguments: [
            ("Polar H10", Array("Polar H10".utf8)), ("Polar H10", Array("Polar H10\0\0".utf8)),
            ("A B", Array("  A B \0 \r\n".utf8)),
            ("", []), ("", [0, 0, 0x20]), ("a\u{FFFD}", [0x61, 0xC3]),
        ] as [(String, [UInt8])])
    func strings(text: String, bytes: [UInt8]) throws {
        #expect(try DeviceInformationString(decoding: bytes).text == text)
    }

    @Test func battery() throws {
        #expect(try BatteryLevel(decoding: [0]).percent == 0)
        #expect(try BatteryLevel(decoding: [100]).percent == 100)
        #expect(throws: WireError.invalid(field: "battery level", value: 101)) { try BatteryLevel(decoding: [101]) }
        #expect(throws: WireError.truncated(field: "battery level")) { try BatteryLevel(decoding: []) }
    }

    @Test func identities() throws {
        let system = try SystemID(decoding: [UInt8](hex: "0102030405 9EA0C0"))
        #expect(system.manufacturerIdentifier == 0x05_0403_0201)
        #expect(system.organizationallyUniqueIdentifier == 0xC0A09E)
        let product = try PnPID(decoding: [UInt8](hex: "01 6B00 0100 1001"))
        #expect(product.vendorIDSource == 1)
        #expect(product.vendorID == 0x6B)
        #expect(product.productVersion == 0x110)
        #expect(throws: WireError.truncated(field: "product version")) { try PnPID(decoding: [1, 2, 3, 4, 5, 6]) }
    }
}
