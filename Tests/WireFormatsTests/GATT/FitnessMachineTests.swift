import TestSupport
import Testing
import WireFormats

@Suite struct FitnessMachineTests {
    /// Every field, encoded by hand from the service's table.
    private let bike = [UInt8](
        hex: "FE1F C409 6009 B400 AA00 102701 0500 FA00 F000 2C01 5802 0A 8C 55 100E 8403")

    @Test func everyFieldOfABike() throws {
        let value = try IndoorBikeData(decoding: bike)
        #expect(!value.hasMoreParts)
        #expect(value.kilometresPerHour == 25)
        #expect(value.averageKilometresPerHour == 24)
        #expect(value.revolutionsPerMinute == 90)
        #expect(value.averageRevolutionsPerMinute == 85)
        #expect(value.distanceMetres == 75_536)
        #expect(value.resistanceLevel == 5)
        #expect(value.watts == 250)
        #expect(value.averageWatts == 240)
        #expect(value.session.totalEnergyKilocalories == .value(300))
        #expect(value.session.kilocaloriesPerHour == .value(600))
        #expect(value.session.kilocaloriesPerMinute == .value(10))
        #expect(value.session.beatsPerMinute == .value(140))
        #expect(value.session.metabolicEquivalent == 8.5)
        #expect(value.session.elapsedSeconds == 3600)
        #expect(value.session.remainingSeconds == 900)
        #expect(value.remainder.isEmpty)
    }

    /// A machine whose ATT MTU stayed at 23 cuts this value at 20 bytes: whole energies stay, what follows is absent.
    @Test func cutAtTwentyBytes() throws {
        let value = try IndoorBikeData(decoding: Array(bike.prefix(20)))
        #expect(value.averageWatts == 240)
        #expect(value.session.totalEnergyKilocalories == .absent)
        let longer = try IndoorBikeData(decoding: Array(bike.prefix(22)))
        #expect(longer.session.totalEnergyKilocalories == .value(300))
        #expect(longer.session.kilocaloriesPerHour == .absent)
        #expect(longer.session.beatsPerMinute == .absent)
        #expect(longer.remainder == PacketRemainder(isTruncated: true))
    }

    /// Flags of 0 are a packet with the speed alone.
    @Test func flagsOfZero() throws {
        let value = try IndoorBikeData(decoding: [0, 0, 0xC4, 0x09])
        #expect(value.kilometresPerHour == 25)
        #expect(!value.hasMoreParts)
        #expect(value.remainder.isEmpty)
    }

    /// Bit 1 is the average speed and bit 2 the cadence: the other way round, 311 rpm stand for 24.88 km/h.
    @Test func averageSpeedBeforeCadence() throws {
        let value = try IndoorBikeData(decoding: [UInt8](hex: "0600 C409 B809 B400"))
        #expect(value.averageKilometresPerHour == 24.88)
        #expect(value.revolutionsPerMinute == 90)
    }

    @Test func treadmill() throws {
        let value = try TreadmillData(
            decoding: [UInt8](hex: "FE1F B004 AF04 D20400 F6FF FF7F 7B00 FFFF 32 31 FFFF 5802 0A 96 64 5802 FFFF FF7F 9001"))
        #expect(value.kilometresPerHour == 12)
        #expect(value.averageKilometresPerHour == 11.99)
        #expect(value.distanceMetres == 1234)
        #expect(value.inclinationPercent == .value(-1))
        #expect(value.rampAngleDegrees == .unavailable)
        #expect(value.elevationGainMetres == .value(12.3))
        #expect(value.elevationLossMetres == .unavailable)
        #expect(value.rawPace == 0x32)
        #expect(value.rawAveragePace == 0x31)
        #expect(value.session.totalEnergyKilocalories == .unavailable)
        #expect(value.session.kilocaloriesPerHour == .value(600))
        #expect(value.session.beatsPerMinute == .value(150))
        #expect(value.session.metabolicEquivalent == 10)
        #expect(value.session.elapsedSeconds == 600)
        #expect(value.session.remainingSeconds == 65_535)
        #expect(value.beltForceNewtons == .unavailable)
        #expect(value.watts == .value(400))
        #expect(value.remainder.isEmpty)
    }

    /// Force and power that a treadmill lacks are absent, not unavailable.
    @Test func absentIsNotUnavailable() throws {
        let value = try TreadmillData(decoding: [0, 0, 0, 0])
        #expect(value.watts == .absent)
        #expect(value.inclinationPercent == .absent)
        #expect(value.kilometresPerHour == 0)
    }

    @Test func features() throws {
        let feature = try FitnessMachineFeature(decoding: [UInt8](hex: "8650 0000 0CE0 0000"))
        #expect(feature.has(.powerMeasurement))
        #expect(!feature.has(FitnessMachineFeature.Feature.inclination))
        #expect(feature.has(.indoorBikeSimulation))
        #expect(!feature.has(FitnessMachineFeature.Setting.cadence))
        #expect(throws: WireError.truncated(field: "target setting features")) {
            try FitnessMachineFeature(decoding: [UInt8](hex: "8650 0000 0CE0"))
        }
    }

    @Test func range() throws {
        let range = try SupportedRange(decoding: [UInt8](hex: "CEFF D007 0500"))
        #expect(range.clamping(-100) == -50)
        #expect(range.clamping(1999) == 1999)
        #expect(range.clamping(.max) == 2000)
        #expect(throws: WireError.invalid(field: "maximum", value: -1)) {
            try SupportedRange(decoding: [0, 0, 0xFF, 0xFF, 1, 0])
        }
    }

    @Test func advertised() throws {
        let data = try FitnessMachineServiceData(decoding: [0x01, 0x21, 0x00])
        #expect(data.isAvailable)
        #expect(data.isMachine(.treadmill))
        #expect(data.isMachine(.indoorBike))
        #expect(!data.isMachine(.rower))
    }
}
