import TestSupport
import Testing
import WireFormats

@Suite struct SpeedAndCadenceTests {
    @Test func wheelAndCrank() throws {
        let value = try CSCMeasurement(decoding: [UInt8](hex: "03 10270000 0008 F401 0004"))
        #expect(value.wheel == WheelRevolutions(count: 10_000, lastEvent: EventTime(ticks: 2048, rate: .perSecond1024)))
        #expect(value.crank == CrankRevolutions(count: 500, lastEvent: EventTime(ticks: 1024, rate: .perSecond1024)))
    }

    @Test(arguments: 1..<11) func cscCutAnywhere(length: Int) throws {
        let value = try CSCMeasurement(decoding: Array([UInt8](hex: "03 10270000 0008 F401 0004").prefix(length)))
        #expect((value.wheel != nil) == (length >= 7))
        #expect(value.crank == nil)
        #expect(value.remainder == PacketRemainder(isTruncated: true))
    }

    @Test func nothingAtAll() {
        #expect(throws: WireError.truncated(field: "flags")) { try CSCMeasurement(decoding: []) }
        #expect(throws: WireError.truncated(field: "features")) { try CSCFeature(decoding: [1]) }
        #expect(throws: WireError.truncated(field: "features")) { try RSCFeature(decoding: [1]) }
    }

    @Test func running() throws {
        let value = try RSCMeasurement(decoding: [UInt8](hex: "07 8002 B4 7800 10270000"))
        #expect(value.metresPerSecond == 2.5)
        #expect(value.cadencePerMinute == 180)
        #expect(value.isRunning)
        #expect(value.strideLengthMetres == 1.2)
        #expect(value.totalDistanceMetres == 1000)
        #expect(value.remainder.isEmpty)
    }

    @Test(arguments: [(0, "flags"), (2, "instantaneous speed"), (3, "instantaneous cadence")] as [(Int, FieldName)])
    func rscCutShort(length: Int, field: FieldName) {
        #expect(throws: WireError.truncated(field: field)) {
            try RSCMeasurement(decoding: Array([0x04, 0x80, 0x02, 0xB4].prefix(length)))
        }
    }

    @Test func rscReservedFlags() throws {
        #expect(try RSCMeasurement(decoding: [0xF8, 0, 0, 0]).remainder.reservedFlags == 0xF8)
    }

    @Test func features() throws {
        let cycling = try CSCFeature(decoding: [0x02, 0x80])
        #expect(cycling.has(.crankRevolution))
        #expect(!cycling.has(.wheelRevolution))
        #expect(cycling.remainder.reservedFlags == 0x8000)
        #expect(try RSCFeature(decoding: [0x08, 0]).has(.calibration))
    }

    @Test(
        arguments: [
            (.setCumulativeValue(1000), "01 E8030000"),
            (.startSensorCalibration, "02"),
            (.updateSensorLocation(SensorLocation(rawValue: 12)), "03 0C"),
            (.requestSupportedSensorLocations, "04"),
            (
                .response(request: 4, .success, locations: [SensorLocation(rawValue: 4), SensorLocation(rawValue: 12)]),
                "10 04 01 04 0C"
            ),
            (.response(request: 1, .invalidParameter), "10 01 03"),
            (.reserved(opCode: 9), "09"),
        ] as [(SpeedCadenceControlPoint, String)])
    func controlPoint(procedure: SpeedCadenceControlPoint, hex: String) throws {
        #expect(procedure.encoded() == [UInt8](hex: hex))
        #expect(try SpeedCadenceControlPoint(decoding: [UInt8](hex: hex)) == procedure)
    }
}
