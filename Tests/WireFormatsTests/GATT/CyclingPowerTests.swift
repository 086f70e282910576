import TestSupport
import Testing
import WireFormats

@Suite struct CyclingPowerTests {
    /// Every optional field of a meter of force; the values were encoded by hand from the service's table.
    private let full = [UInt8](
        hex: "7F1F 1301 62 0010 40E20100 00A0 0903 0078 9C01 EEFF 5F3011 0C00 BF00 4D03")

    @Test func everyField() throws {
        let value = try CyclingPowerMeasurement(decoding: full)
        #expect(value.watts == 275)
        #expect(value.pedalPowerBalance?.percent == 49)
        #expect(value.pedalPowerBalance?.isLeftShare == true)
        #expect(value.accumulatedTorque?.thirtySecondsOfNewtonMetre == 4096)
        #expect(value.accumulatedTorque?.isFromCrank == true)
        // A wheel read at 1/1024 s would show half its speed.
        #expect(value.wheel == WheelRevolutions(count: 123_456, lastEvent: EventTime(ticks: 40_960, rate: .perSecond2048)))
        #expect(value.crank == CrankRevolutions(count: 777, lastEvent: EventTime(ticks: 30_720, rate: .perSecond1024)))
        #expect(value.forceNewtons?.maximum == 412)
        #expect(value.forceNewtons?.minimum == -18)
        #expect(value.torqueNewtonMetres == nil)
        #expect(value.angleDegrees?.maximum == 95)
        #expect(value.angleDegrees?.minimum == 275)
        #expect(value.topDeadSpotDegrees == 12)
        #expect(value.bottomDeadSpotDegrees == 191)
        #expect(value.accumulatedEnergyKilojoules == 845)
        #expect(value.hasOffsetCompensation)
        #expect(value.remainder.isEmpty)
    }

    @Test(arguments: 0..<4) func withoutMandatoryFields(length: Int) {
        #expect(throws: WireError.truncated(field: length < 2 ? "flags" : "instantaneous power")) {
            try CyclingPowerMeasurement(decoding: Array(full.prefix(length)))
        }
    }

    /// Field by field, in flag order: the bytes where each ends. Pairs are whole or absent.
    @Test(arguments: 4..<30) func cutAnywhere(length: Int) throws {
        let value = try CyclingPowerMeasurement(decoding: Array(full.prefix(length)))
        #expect(value.watts == 275)
        #expect((value.pedalPowerBalance != nil) == (length >= 5))
        #expect((value.accumulatedTorque != nil) == (length >= 7))
        #expect((value.wheel != nil) == (length >= 13))
        #expect((value.crank != nil) == (length >= 17))
        #expect((value.forceNewtons != nil) == (length >= 21))
        #expect((value.angleDegrees != nil) == (length >= 24))
        #expect((value.topDeadSpotDegrees != nil) == (length >= 26))
        #expect((value.bottomDeadSpotDegrees != nil) == (length >= 28))
        #expect(value.accumulatedEnergyKilojoules == nil)
        #expect(value.remainder == PacketRemainder(isTruncated: true))
    }

    /// After a cut wheel pair no crank is read from its bytes.
    @Test func nothingFollowsACut() throws {
        let value = try CyclingPowerMeasurement(decoding: [0x30, 0, 0xC8, 0, 1, 2, 3, 4, 5])
        #expect(value.wheel == nil)
        #expect(value.crank == nil)
    }

    @Test func anglesArePackedInTwelveBits() throws {
        let value = try CyclingPowerMeasurement(decoding: [0x00, 0x01, 0, 0, 0xBC, 0x3A, 0x12])
        #expect(value.angleDegrees?.maximum == 0xABC)
        #expect(value.angleDegrees?.minimum == 0x123)
    }

    @Test func featuresOfAShortValue() throws {
        let feature = try CyclingPowerFeature(decoding: [0x0C])
        #expect(feature.has(.crankRevolution))
        #expect(!feature.has(.offsetCompensation))
        #expect(feature.remainder.isTruncated)
        let whole = try CyclingPowerFeature(decoding: [0x0C, 0x02, 0x21, 0x00])
        #expect(whole.measuresTorque)
        #expect(whole.distributedSystem == .canBeDistributed)
        #expect(whole.remainder.isEmpty)
    }

    /// Bytes from the service's table; each decodes to what it was made of.
    @Test(
        arguments: [
            (.setCumulativeValue(wheelRevolutions: 0x0102_0304), "01 04030201"),
            (.updateSensorLocation(SensorLocation(rawValue: 5)), "02 05"),
            (.requestSupportedSensorLocations, "03"),
            (.setCrankLength(halfMillimetres: 345), "04 5901"),
            (.requestCrankLength, "05"),
            (.setChainLength(millimetres: 1400), "06 7805"),
            (.requestChainLength, "07"),
            (.setChainWeight(grams: 250), "08 FA00"),
            (.requestChainWeight, "09"),
            (.setSpanLength(millimetres: 420), "0A A401"),
            (.requestSpanLength, "0B"),
            (.startOffsetCompensation, "0C"),
            (.maskMeasurementContent(.init(rawValue: 0x10C)), "0D 0C01"),
            (.requestSamplingRate, "0E"),
            (.requestFactoryCalibrationDate, "0F"),
            (.startEnhancedOffsetCompensation, "10"),
            (.response(.init(request: 0x0C, result: .success, parameter: .offset(-2))), "20 0C 01 FEFF"),
            (.response(.init(request: 0x0C, result: .success, parameter: .offset(nil))), "20 0C 01 FFFF"),
            (.response(.init(request: 0x0C, result: .operationFailed)), "20 0C 04"),
            (.response(.init(request: 0x02, result: .success)), "20 02 01"),
            (.response(.init(request: 0x05, result: .success, parameter: .crankLength(halfMillimetres: 345))), "20 05 01 5901"),
            (.response(.init(request: 0x07, result: .success, parameter: .chainLength(millimetres: 1))), "20 07 01 0100"),
            (.response(.init(request: 0x09, result: .success, parameter: .chainWeight(grams: 2))), "20 09 01 0200"),
            (.response(.init(request: 0x0B, result: .success, parameter: .spanLength(millimetres: 3))), "20 0B 01 0300"),
            (.response(.init(request: 0x0E, result: .success, parameter: .samplingRate(hertz: 8))), "20 0E 01 08"),
            (
                .response(
                    .init(
                        request: 0x0F, result: .success,
                        parameter: .factoryCalibrationDate(
                            DateTime(year: 2024, month: 3, day: 1, hours: 12, minutes: 30, seconds: 5)))),
                "20 0F 01 E807 03 01 0C 1E 05"
            ),
            (
                .response(.init(request: 0x10, result: .success, parameter: .enhancedOffset(410, company: 93, data: [1, 2]))),
                "20 10 01 9A01 5D00 02 0102"
            ),
            (.response(.init(request: 0x10, result: .operationFailed, parameter: .incorrectCrankPosition)), "20 10 04 01"),
            (
                .response(.init(request: 0x10, result: .operationFailed, parameter: .vendorFailure(company: 93, data: []))),
                "20 10 04 FF 5D00 00"
            ),
            (
                .response(
                    .init(
                        request: 0x03, result: .success,
                        parameter: .sensorLocations([SensorLocation(rawValue: 5), .init(rawValue: 6)]))),
                "20 03 01 05 06"
            ),
        ] as [(CyclingPowerControlPoint, String)])
    func controlPoint(procedure: CyclingPowerControlPoint, hex: String) throws {
        #expect(procedure.encoded() == [UInt8](hex: hex))
        let packet = try ControlPointPacket<CyclingPowerControlPoint>(decoding: [UInt8](hex: hex))
        #expect(packet.procedure == procedure)
        #expect(packet.remainder.isEmpty)
    }

    @Test(arguments: ["", "01 040302", "02", "04 59", "0D 01", "20", "20 0C"])
    func cutControlPoint(hex: String) {
        #expect(throws: WireError.self) { try CyclingPowerControlPoint(decoding: [UInt8](hex: hex)) }
    }

    /// A success without the parameter that it owes is a cut; vendor data that promise more than they hold are one, too.
    @Test(arguments: ["20 0C 01", "20 0C 01 9A", "20 0F 01 E8 07 03", "20 10 01 9A 01 5D 00 02 AB"])
    func cutAnswer(hex: String) throws {
        #expect(
            try ControlPointPacket<CyclingPowerControlPoint>(decoding: [UInt8](hex: hex)).remainder
                == PacketRemainder(isTruncated: true))
    }

    /// Vendor data have a count of one byte: what does not fit is left out, never wrapped.
    @Test func tooMuchVendorData() throws {
        let data = [UInt8](repeating: 7, count: 300)
        let bytes = CyclingPowerControlPoint.response(
            .init(request: 0x10, result: .operationFailed, parameter: .vendorFailure(company: 1, data: data))
        ).encoded()
        #expect(bytes.count == 3 + 1 + 2 + 1 + 255)
        #expect(bytes[6] == 255)
    }
}
