import TestSupport
import Testing
import WireFormats

@Suite struct ANTMessageTests {
    /// From the reference, rows A14 to A16.
    static let plain = [UInt8](hex: "A4 09 4E 00 10 01 FF 5A C8 00 C8 00 57")
    static let withEverything = [UInt8](hex: "A4 13 4E 00 10 01 FF 5A C8 00 C8 00 E0 39 30 0B 05 20 BA 80 00 40 F0")

    @Test func decodesAndEncodesTheSameFrame() throws {
        let message = try ANTMessage(decoding: Self.plain)
        #expect(message.id == .broadcastData)
        #expect([UInt8](message.payload) == [UInt8](hex: "00 10 01 FF 5A C8 00 C8 00"))
        #expect(message.encoded() == Self.plain)
    }

    @Test func aChecksumOfFFIsLegal() throws {
        _ = try ANTMessage(decoding: [UInt8](hex: "A4 09 4E 00 10 01 FF 5A C8 00 60 00 FF"))
    }

    @Test func everyOtherByteIsDetected() throws {
        for index in Self.plain.indices.dropFirst(2) {
            var frame = Self.plain
            frame[index] ^= 0x10
            #expect(throws: WireError.self) { try ANTMessage(decoding: frame) }
        }
    }

    @Test(
        arguments: [
            (0, "sync"), (1, "length"), (2, "message id"), (3, "payload"), (11, "payload"), (12, "checksum"),
        ] as [(Int, FieldName)])
    func cutShort(length: Int, field: FieldName) {
        #expect(throws: WireError.truncated(field: field)) { try ANTMessage(decoding: Array(Self.plain.prefix(length))) }
    }

    @Test func whatIsNoFrame() {
        #expect(throws: WireError.invalid(field: "sync", value: 0x55)) { try ANTMessage(decoding: [0x55]) }
        #expect(throws: WireError.invalid(field: "length", value: 41)) { try ANTMessage(decoding: [0xA4, 41]) }
        #expect(throws: WireError.invalid(field: "frame length", value: 14)) {
            try ANTMessage(decoding: Self.plain + [0])
        }
        #expect(throws: WireError.checksumMismatch(computed: 0x57, received: 0x56)) {
            try ANTMessage(decoding: Self.plain.dropLast() + [0x56])
        }
    }

    @Test func aPayloadBeyondTheLimitIsCut() {
        #expect(ANTMessage(.version, [UInt8](repeating: 1, count: 60)).payloadCount == 40)
    }

    @Test func unequalPayloadsAreUnequal() {
        #expect(ANTMessage(.version, [1, 2]) != ANTMessage(.version, [1, 3]))
        #expect(ANTMessage(.version, [1, 2]) != ANTMessage(.version, [1, 2, 0]))
        #expect(ANTMessage(.version, [1]) != ANTMessage(.serialNumber, [1]))
    }
}

@Suite struct ANTDataMessageTests {
    private func data(_ hex: String) throws -> ANTDataMessage {
        try #require(ANTDataMessage(ANTMessage(decoding: [UInt8](hex: hex))))
    }

    @Test func everyExtendedField() throws {
        let data = try #require(ANTDataMessage(ANTMessage(decoding: ANTMessageTests.withEverything)))
        let id = try #require(data.channelID)
        #expect(data.delivery == .broadcast)
        #expect(data.channel == 0)
        #expect(data.page.bytes == [UInt8](hex: "10 01 FF 5A C8 00 C8 00"))
        #expect(id.deviceNumber == 12345)
        #expect(id.deviceType == .bicyclePower)
        #expect(data.extended?.signalStrength == .decibels(value: -70, threshold: -128))
        #expect(data.extended?.receiveTimeTicks == 16384)
        #expect(data.extended?.isTruncated == false)
    }

    @Test func olderChipsReportGainInFourBytes() throws {
        let data = try data("A4 14 4E 00 10 01 FF 5A C8 00 C8 00 E0 39 30 0B 05 10 00 5A 00 00 40 A7")
        #expect(data.extended?.signalStrength == .gainControl(thresholdOffset: 0, register: 90))
        #expect(data.extended?.receiveTimeTicks == 16384)
    }

    /// Fields behind a cut one cannot be found; those before it stay.
    @Test func anExtendedPartCutAnywhere() {
        let whole = [UInt8](hex: "00 10 01 FF 5A C8 00 C8 00 E0 39 30 0B 05 20 BA 80 00 40")
        for count in 0...whole.count {
            let data = ANTDataMessage(ANTMessage(.broadcastData, Array(whole.prefix(count))))
            #expect((data == nil) == (count < 9))
            #expect((data?.extended == nil) == (count < 10))
            #expect((data?.channelID == nil) == (count < 14))
            #expect((data?.extended?.signalStrength == nil) == (count < 17))
            #expect((data?.extended?.receiveTimeTicks == nil) == (count < 19))
            #expect(data?.extended?.isTruncated == (count < 10 ? nil : count < 19))
        }
    }

    @Test func anUnknownFormOfSignalStrengthHidesWhatFollows() {
        let data = ANTDataMessage(ANTMessage(.broadcastData, [UInt8](hex: "00 10 01 FF 5A C8 00 C8 00 60 30 01 02 03 04")))
        #expect(data?.extended?.signalStrength == nil)
        #expect(data?.extended?.receiveTimeTicks == nil)
        #expect(data?.extended?.isTruncated == true)
    }

    @Test func bytesBeyondTheFlags() {
        let data = ANTDataMessage(ANTMessage(.broadcastData, [UInt8](hex: "00 10 01 FF 5A C8 00 C8 00 20 FF FF 01 02")))
        #expect(data?.extended?.receiveTimeTicks == 65535)
        #expect(data?.extended?.trailingByteCount == 2)
    }

    @Test func burst() throws {
        let data = try data("A4 09 50 A3 01 02 03 04 05 06 07 08 56")
        #expect(data.channel == 3)
        #expect(data.delivery == .burst(sequence: 1, isLast: true))
    }

    @Test func theOldFormNamesItsSenderFirst() {
        let payload = [UInt8](hex: "02 39 30 F8 35 00 FF FF FF 00 04 01 48")
        let data = ANTDataMessage(ANTMessage(.extendedAcknowledgedData, payload))
        #expect(data?.delivery == .acknowledged)
        #expect(data?.channelID?.deviceNumber == 0x33039)
        #expect(data?.channelID?.deviceType == .heartRate)
        #expect(data?.channelID?.isPairing == true)
        #expect(data?.page[7] == 72)
        #expect(ANTDataMessage(ANTMessage(.extendedBroadcastData, Array(payload.dropLast()))) == nil)
    }

    @Test func aSensorIsFoundAgainWhateverItsTransmissionType() {
        let saved = ChannelID(deviceNumber16: 7, deviceType: .heartRate, transmissionType: 1)
        #expect(
            saved.isSameSensor(as: ChannelID(deviceNumber16: 7, deviceType: .heartRate, isPairing: true, transmissionType: 5)))
        #expect(!saved.isSameSensor(as: ChannelID(deviceNumber16: 7, deviceType: .speed, transmissionType: 1)))
        #expect(!saved.isSameSensor(as: ChannelID(deviceNumber16: 7, deviceType: .heartRate, transmissionType: 0x11)))
    }
}
