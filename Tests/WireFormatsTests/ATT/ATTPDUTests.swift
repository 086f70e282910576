import TestSupport
import Testing
import WireFormats

@Suite struct ATTPDUTests {
    /// Bytes put together by hand from the tables of Core 5.4, Vol 3, Part F, §3.4.
    static let examples: [(hex: String, pdu: ATTPDU)] = [
        ("01 08 01 00 0A", .errorResponse(request: 0x08, handle: 1, code: 0x0A)),
        ("02 05 02", .exchangeMTURequest(517)),
        ("03 F7 00", .exchangeMTUResponse(247)),
        ("04 11 00 FF FF", .findInformationRequest(.init(0x11, 0xFFFF))),
        ("05 01 11 00 02 29", .findInformationResponse([.init(handle: 0x11, type: .clientCharacteristicConfiguration)])),
        ("06 01 00 FF FF 00 28 0D 18", .findByTypeValueRequest(.init(1, 0xFFFF), type: 0x2800, value: [0x0D, 0x18])),
        ("07 0E 00 13 00", .findByTypeValueResponse([.init(0x0E, 0x13)])),
        ("08 01 00 FF FF 03 28", .readByTypeRequest(.init(1, 0xFFFF), type: .characteristic)),
        ("09 07 0F 00 10 10 00 37 2A", .readByTypeResponse([.init(handle: 0x0F, value: [0x10, 0x10, 0x00, 0x37, 0x2A])])),
        ("0A 10 00", .readRequest(handle: 0x10)),
        ("0B 64", .readResponse([0x64])),
        ("0C 10 00 16 00", .readBlobRequest(handle: 0x10, offset: 22)),
        ("0D 41 42", .readBlobResponse([0x41, 0x42])),
        ("10 01 00 FF FF 00 28", .readByGroupTypeRequest(.init(1, 0xFFFF), type: .primaryService)),
        (
            "11 06 01 00 05 00 00 18 0E 00 13 00 0D 18",
            .readByGroupTypeResponse([
                .init(handles: .init(1, 5), value: [0x00, 0x18]), .init(handles: .init(0x0E, 0x13), value: [0x0D, 0x18]),
            ])
        ),
        ("12 11 00 01 00", .writeRequest(handle: 0x11, value: [1, 0])),
        ("13", .writeResponse),
        ("52 20 00 07", .writeCommand(handle: 0x20, value: [7])),
        ("1B 10 00 16 8E B1 01", .notification(handle: 0x10, value: [0x16, 0x8E, 0xB1, 0x01])),
        ("1D 10 00 20", .indication(handle: 0x10, value: [0x20])),
        ("1E", .confirmation),
        (
            "23 10 00 02 00 06 48 14 00 01 00 64",
            .multipleNotification([.init(handle: 0x10, value: [0x06, 0x48]), .init(handle: 0x14, value: [0x64])])
        ),
        ("20 01 00 02 00", .other(opcode: 0x20, parameters: [1, 0, 2, 0])),
    ]

    @Test(arguments: examples.indices)
    func eachUnitBothWays(index: Int) throws {
        let (hex, pdu) = Self.examples[index]
        #expect(try ATTPDU(decoding: [UInt8](hex: hex)) == pdu)
        #expect(pdu.encoded() == [UInt8](hex: hex))
    }

    /// 0000XXXX-0000-1000-8000-00805F9B34FB is the assigned number XXXX; any other base is a maker's own.
    @Test func longTypes() throws {
        let assigned = try ATTPDU(decoding: [UInt8](hex: "05 02 10 00 FB349B5F 8000 0080 0010 0000 372A0000"))
        #expect(assigned == .findInformationResponse([.init(handle: 0x10, type: .assigned(0x2A37))]))
        let own = [UInt8](hex: "05 02 10 00 0F0E0D0C0B0A09080706050403020100")
        let type = AttributeType.custom(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        #expect(try ATTPDU(decoding: own) == .findInformationResponse([.init(handle: 0x10, type: type)]))
        #expect(ATTPDU.findInformationResponse([.init(handle: 0x10, type: type)]).encoded() == own)
    }

    /// A response has one format for all: beside a maker's own type an assigned number is written long too.
    @Test func assignedBesideLongType() throws {
        let both = [UInt8](hex: "05 02 10 00 FB349B5F 8000 0080 0010 0000 372A0000 11 00 0F0E0D0C0B0A09080706050403020100")
        #expect(try ATTPDU(decoding: both).encoded() == both)
    }

    @Test func declaration() throws {
        let declaration = try CharacteristicDeclaration(decoding: [0x12, 0x10, 0x00, 0x37, 0x2A])
        #expect(declaration.properties == [.read, .notify])
        #expect(declaration.valueHandle == 0x10)
        #expect(declaration.type == .assigned(0x2A37))
        #expect(declaration.encoded() == [0x12, 0x10, 0x00, 0x37, 0x2A])
        #expect(throws: WireError.invalid(field: "length of the characteristic's UUID", value: 3)) {
            try CharacteristicDeclaration(decoding: [0x12, 0x10, 0x00, 0x37, 0x2A, 0x00])
        }
    }

    @Test(arguments: [
        ("", WireError.truncated(field: "opcode")), ("1B 10", .truncated(field: "attribute handle")),
        ("09 01 00", .invalid(field: "length of each entry", value: 1)), ("09 07 0F 00 10", .truncated(field: "attribute value")),
        ("05 03 00", .invalid(field: "format", value: 3)),
        ("08 01 00 FF FF 03", .invalid(field: "length of the attribute type", value: 1)),
        ("11 03 00", .invalid(field: "length of each entry", value: 3)),
        ("23 10 00 05 00 01", .truncated(field: "attribute value")),
    ])
    func faults(hex: String, error: WireError) {
        #expect(throws: error) { try ATTPDU(decoding: [UInt8](hex: hex)) }
    }

    @Test func anyBytesEndInAValueOrAnError() {
        var random = CaptureRandom(seed: 6)
        for (hex, _) in Self.examples {
            let bytes = [UInt8](hex: hex)
            for length in 0...bytes.count { _ = try? ATTPDU(decoding: Array(bytes[..<length])) }
        }
        for _ in 0..<50_000 {
            let bytes = random.bytes(Int.random(in: 0...40, using: &random))
            if let pdu = try? ATTPDU(decoding: bytes) { _ = pdu.encoded() }
        }
    }
}
