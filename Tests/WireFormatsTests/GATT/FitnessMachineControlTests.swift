import TestSupport
import Testing
import WireFormats

@Suite struct FitnessMachineControlTests {
    private static let road = FitnessMachineTarget.IndoorBikeSimulation(
        windMillimetresPerSecond: -1000, gradeBasisPoints: -200, rollingResistanceTenThousandths: 40, windResistanceHundredths: 51
    )

    /// Each target with its parameter's bytes and its op code at the control point and in a status, from the service's tables.
    @Test(
        arguments: [
            (.speed(hundredthsOfKilometrePerHour: 2500), 0x02, 0x05, "C409"),
            (.inclination(tenthsOfPercent: -15), 0x03, 0x06, "F1FF"),
            (.resistance(tenths: 100), 0x04, 0x07, "6400"),
            (.resistance(tenths: 200, isOneByte: true), 0x04, 0x07, "C8"),
            (.power(watts: 250), 0x05, 0x08, "FA00"),
            (.heartRate(beatsPerMinute: 140), 0x06, 0x09, "8C"),
            (.energy(kilocalories: 300), 0x09, 0x0A, "2C01"),
            (.steps(1000), 0x0A, 0x0B, "E803"),
            (.strides(500), 0x0B, 0x0C, "F401"),
            (.distance(metres: 75_536), 0x0C, 0x0D, "102701"),
            (.trainingTime(seconds: 3600), 0x0D, 0x0E, "100E"),
            (.timeInTwoHeartRateZones(1, 2), 0x0E, 0x0F, "0100 0200"),
            (.timeInThreeHeartRateZones(1, 2, 3), 0x0F, 0x10, "0100 0200 0300"),
            (.timeInFiveHeartRateZones(1, 2, 3, 4, 5), 0x10, 0x11, "0100 0200 0300 0400 0500"),
            (.simulation(road), 0x11, 0x12, "18FC 38FF 28 33"),
            (.wheelCircumference(tenthsOfMillimetre: 20_960), 0x12, 0x13, "E051"),
            (.cadence(halfRevolutionsPerMinute: 181), 0x14, 0x15, "B500"),
        ] as [(FitnessMachineTarget, UInt8, UInt8, String)])
    func target(target: FitnessMachineTarget, control: UInt8, status: UInt8, hex: String) throws {
        let parameter = [UInt8](hex: hex)
        #expect(FitnessMachineControlPoint.setTarget(target).encoded() == [control] + parameter)
        #expect(try FitnessMachineControlPoint(decoding: [control] + parameter) == .setTarget(target))
        #expect(try FitnessMachineStatus(decoding: [status] + parameter).change == .targetChanged(target))
        #expect(throws: WireError.truncated(field: "parameter")) { try FitnessMachineStatus(decoding: [status]) }
    }

    @Test(
        arguments: [
            (.requestControl, "00"), (.reset, "01"), (.startOrResume, "07"), (.stopOrPause(.stop), "08 01"),
            (.stopOrPause(.pause), "08 02"), (.spinDown(.start), "13 01"), (.spinDown(.ignore), "13 02"),
            (.response(.init(request: 0x05, result: .controlNotPermitted)), "80 05 05"),
            (
                .response(
                    .init(
                        request: 0x13, result: .success,
                        spinDownSpeeds: .init(lowHundredthsOfKilometrePerHour: 2000, highHundredthsOfKilometrePerHour: 6000))),
                "80 13 01 D007 7017"
            ),
            // What "ignore" is answered with: no speeds, and no cut.
            (.response(.init(request: 0x13, result: .success)), "80 13 01"),
            (.reserved(opCode: 0x7F), "7F"),
        ] as [(FitnessMachineControlPoint, String)])
    func procedure(procedure: FitnessMachineControlPoint, hex: String) throws {
        #expect(procedure.encoded() == [UInt8](hex: hex))
        let packet = try ControlPointPacket<FitnessMachineControlPoint>(decoding: [UInt8](hex: hex))
        #expect(packet.procedure == procedure)
        #expect(packet.remainder.isEmpty)
    }

    /// What the wire cannot hold is the nearest that it can.
    @Test func outOfTheWiresRange() {
        #expect(FitnessMachineControlPoint.setTarget(.distance(metres: .max)).encoded() == [0x0C, 0xFF, 0xFF, 0xFF])
        #expect(FitnessMachineControlPoint.setTarget(.resistance(tenths: -5, isOneByte: true)).encoded() == [0x04, 0])
        #expect(FitnessMachineControlPoint.setTarget(.resistance(tenths: 300, isOneByte: true)).encoded() == [0x04, 255])
    }

    @Test(
        arguments: [
            ("01", .reset), ("02 01", .stoppedOrPaused(.stop)), ("03", .stoppedBySafetyKey), ("04", .startedOrResumed),
            ("14 01", .spinDown(.requested)), ("14 04", .spinDown(.stopPedalling)), ("FF", .controlPermissionLost),
            ("16", .reserved(opCode: 0x16)),
        ] as [(String, FitnessMachineStatus.Change)])
    func status(hex: String, change: FitnessMachineStatus.Change) throws {
        #expect(try FitnessMachineStatus(decoding: [UInt8](hex: hex)).change == change)
    }

    @Test func trainingStatus() throws {
        let value = try TrainingStatus(decoding: [0x03, 0x0C] + Array("Über\u{0}".utf8))
        #expect(value.status == 12)
        #expect(value.text == "Über")
        #expect(value.isTextExtended)
        #expect(throws: WireError.truncated(field: "training status")) { try TrainingStatus(decoding: [0]) }
    }
}
