import TestSupport
import Testing
import WireFormats

@Suite struct ANTPageTests {
    private func page(_ hex: String) throws -> DataPage { try DataPage([UInt8](hex: hex)) }

    @Test func exactlyEightBytes() throws {
        let bytes = [UInt8](hex: "00 01 02 03 04 05 06 07")
        #expect(try DataPage(bytes).bytes == bytes)
        #expect(throws: WireError.truncated(field: "data page")) { try DataPage(Array(bytes.dropLast())) }
        #expect(throws: WireError.invalid(field: "data page length", value: 9)) { try DataPage(bytes + [8]) }
        #expect(throws: WireError.truncated(field: "data page")) { try HeartRatePage(decoding: [0x00]) }
    }

    @Test func bytesCanBeSet() {
        var page = DataPage(number: 0x31)
        page[7] = 0x03
        page[6] = 0xE9
        #expect(page.bytes == [UInt8](hex: "31 FF FF FF FF FF E9 03"))
        #expect(page[8] == 0)
    }

    @Test func straps() throws {
        let page = HeartRatePage(decoding: try page("84 FF 00 FC 80 00 00 4B"))
        #expect(page.isToggled)
        #expect(page.number == 4)
        #expect(page.content == .previousBeat(ticks: 0xFC00, manufacturerSpecific: 0xFF))
        #expect(page.beatTimeTicks == 0x80)
        #expect(page.beatsPerMinute == 75)
        #expect(
            HeartRatePage(decoding: try self.page("05 60 70 65 00 08 02 48")).content
                == .swim(intervalAverage: 96, intervalMaximum: 112, sessionAverage: 101))
        #expect(HeartRatePage(decoding: try self.page("06 FF 07 01 00 08 02 48")).content == .features(supported: 7, enabled: 1))
    }

    @Test func aTrainerWithoutPowerHasNoSumEither() throws {
        guard case .trainer(let page) = FitnessEquipmentPage(decoding: try page("19 11 FF 20 4E FF 0F 30")) else {
            Issue.record("not page 25")
            return
        }
        #expect(page.power == nil)
        #expect(page.revolutionsPerMinute == nil)
        #expect(page.state.activity == .inUse)
    }

    @Test func invalidGradeIsLevelRoad() throws {
        #expect(
            FitnessEquipmentPage(decoding: try page("33 FF FF FF FF FF FF FF"))
                == .command(.track(.init(gradePercent: 0, rollingResistance: 0.004))))
    }

    @Test func aBikePageInsideATacxFrame() throws {
        // Over Bluetooth the same frame arrives whole, on channel byte 05.
        let message = try ANTMessage(decoding: [UInt8](hex: "A4 09 4E 05 15 FF FF FF 5A FA 00 30 9C"))
        let data = try #require(ANTDataMessage(message))
        guard case .stationaryBike(let bike) = FitnessEquipmentPage(decoding: data.page) else {
            Issue.record("not page 21")
            return
        }
        #expect(bike.watts == 250)
    }

    @Test(
        arguments: [
            (.basicResistance(percent: 40.5), "30 FF FF FF FF FF FF 51"),
            (.targetPower(watts: 250.25), "31 FF FF FF FF FF E9 03"),
            (
                .wind(.init(coefficientKilogramsPerMetre: 0.51, speedKilometresPerHour: -10, draftingFactor: 1)),
                "32 FF FF FF FF 33 75 64"
            ),
            (.track(.init(gradePercent: 5, rollingResistance: 0.004)), "33 FF FF FF FF 14 50 50"),
            (
                .user(.init(userKilograms: 75, bikeKilograms: 10, wheelDiameterMetres: 0.7)), "37 4C 1D FF 8F 0C 46 00"
            ),
        ] as [(TrainerCommand, String)])
    func commandsOfTheReference(command: TrainerCommand, hex: String) throws {
        #expect(command.encoded().bytes == [UInt8](hex: hex))
        #expect(FitnessEquipmentPage(decoding: try page(hex)) == .command(command))
    }

    /// Every value that a field can hold comes back as the same bytes.
    @Test func everyStepSurvives() throws {
        for step in 0...200 {
            try expectSame(.basicResistance(percent: Double(step) / 2))
        }
        for step in 0...0xFFFF { try expectSame(.targetPower(watts: Double(step) / 4)) }
        for step in 0...40_000 { try expectSame(.track(.init(gradePercent: (Double(step) - 20_000) / 100))) }
        for step in 0...0xFE {
            try expectSame(.track(.init(rollingResistance: Double(step) / 20_000)))
            try expectSame(.wind(.init(coefficientKilogramsPerMetre: Double(step) / 100, speedKilometresPerHour: step - 127)))
            try expectSame(.user(.init(userKilograms: Double(step) / 100, wheelDiameterMetres: Double(step) / 100)))
            try expectSame(.user(.init(bikeKilograms: Double(step * 16) / 20, gearRatio: Double(step + 1) * 3 / 100)))
            try expectSame(.user(.init(wheelDiameterOffsetMillimetres: UInt8(step % 15))))
        }
    }

    private func expectSame(_ command: TrainerCommand) throws {
        let page = command.encoded()
        let again = try #require(TrainerCommand(decoding: page))
        #expect(again == command)
        #expect(again.encoded() == page)
    }

    @Test(arguments: [-1e300, -1, .nan, .infinity, -.infinity, 1e300] as [Double])
    func whatDoesNotFitBecomesTheNearest(value: Double) {
        let page = TrainerCommand.targetPower(watts: value).encoded()
        #expect(page[7] == (value > 0 ? 0xFF : 0))
        _ = TrainerCommand.track(.init(gradePercent: value, rollingResistance: value)).encoded()
        _ = TrainerCommand.user(.init(userKilograms: value, bikeKilograms: value, wheelDiameterMetres: value, gearRatio: value))
            .encoded()
        _ = TrainerCommand.wind(.init(coefficientKilogramsPerMetre: value, speedKilometresPerHour: .max, draftingFactor: value))
            .encoded()
        _ = PowerParameters.crank(.init(length: .millimetres(value))).encoded()
    }

    @Test func requests() throws {
        let request = PageRequest(54, times: 2, isAcknowledged: true)
        #expect(request.encoded().bytes == [UInt8](hex: "46 FF FF FF FF 82 36 01"))
        #expect(CommonPage(decoding: request.encoded()) == .request(request))
        #expect(PowerCalibration.requestManualZero.encoded()?.bytes == [UInt8](hex: "01 AA FF FF FF FF FF FF"))
        #expect(PowerCalibration.setAutoZero(isOn: true).encoded()?.bytes == [UInt8](hex: "01 AB 01 FF FF FF FF FF"))
        #expect(PowerCalibration.crankTorqueFrequency(.offset(hertz: 500)).encoded() == nil)
        #expect(
            FitnessEquipmentPage.calibrationRequest(spinDown: true, zeroOffset: false).bytes
                == [UInt8](hex: "01 80 00 FF FF FF FF FF"))
    }

    @Test func crankLength() throws {
        let crank = PowerParameters.crank(.init(length: .millimetres(172.5)))
        #expect(crank.encoded().bytes == [UInt8](hex: "02 01 FF FF 7D 00 00 FF"))
        #expect(BicyclePowerPage(decoding: crank.encoded()) == .parameters(crank))
        for length in [PowerParameters.Crank.Length.automatic, .invalid] {
            let crank = PowerParameters.crank(.init(length: length))
            #expect(BicyclePowerPage(decoding: crank.encoded()) == .parameters(crank))
        }
    }

    /// A page nobody knows is no error, and comes out as it went in.
    @Test func anyPageDecodes() throws {
        var random = SeededGenerator(seed: 3)
        for number in 0...255 {
            for _ in 0..<50 {
                let page = try DataPage([UInt8(number)] + random.bytes(7))
                _ = HeartRatePage(decoding: page)
                _ = StrideSpeedDistancePage(decoding: page)
                _ = MuscleOxygenPage(decoding: page)
                _ = CommonPage(decoding: page)
                _ = RevolutionPage(decoding: page)
                _ = SpeedCadencePage(decoding: page)
                if case .raw(let raw) = BicyclePowerPage(decoding: page) { #expect(raw == page) }
                if case .raw(let raw) = FitnessEquipmentPage(decoding: page) { #expect(raw == page) }
            }
        }
    }
}
