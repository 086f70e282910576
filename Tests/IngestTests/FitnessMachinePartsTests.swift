import Ingest
import TestSupport
import Testing
import WireFormats

@Suite struct FitnessMachinePartsTests {
    private func bike(_ hex: String) throws -> IndoorBikeData { try IndoorBikeData(decoding: [UInt8](hex: hex)) }

    @Test func partsBecomeOneRecord() throws {
        var parts = FitnessMachineParts<IndoorBikeData>()
        #expect(parts.append(try bike("0500 B400")) == nil)
        #expect(parts.append(try bike("5100 E80300 FA00")) == nil)
        let record = try #require(parts.append(try bike("0000 C409")))
        #expect(record.revolutionsPerMinute == 90)
        #expect(record.distanceMetres == 1000)
        #expect(record.watts == 250)
        #expect(record.kilometresPerHour == 25)
        #expect(!record.hasMoreParts)
    }

    @Test func onlyPartIsTheRecord() throws {
        var parts = FitnessMachineParts<IndoorBikeData>()
        let only = try bike("4400 C409 B400 FA00")
        #expect(parts.append(only) == only)
    }

    @Test func lostLinkThrowsPartsAway() throws {
        var parts = FitnessMachineParts<IndoorBikeData>()
        #expect(parts.append(try bike("0500 B400")) == nil)
        parts.discard()
        let record = try #require(parts.append(try bike("0000 C409")))
        #expect(record.revolutionsPerMinute == nil)
    }

    /// A last part that never came must not mix two records: the field that comes twice says that the second began.
    @Test func missingLastPart() throws {
        var parts = FitnessMachineParts<IndoorBikeData>()
        #expect(parts.append(try bike("1500 B400 E80300")) == nil)
        #expect(parts.append(try bike("0500 A000")) == nil)
        let record = try #require(parts.append(try bike("0000 C409")))
        #expect(record.revolutionsPerMinute == 80)
        #expect(record.distanceMetres == nil)
    }

    @Test func treadmillAndWhatWasCut() throws {
        var parts = FitnessMachineParts<TreadmillData>()
        #expect(parts.append(try TreadmillData(decoding: [UInt8](hex: "0110 FF7F 9001"))) == nil)
        let record = try #require(parts.append(try TreadmillData(decoding: [UInt8](hex: "8800 E803 0F00 FF7F 2C01 58"))))
        #expect(record.beltForceNewtons == .unavailable)
        #expect(record.watts == .value(400))
        #expect(record.inclinationPercent == .value(1.5))
        #expect(record.session.totalEnergyKilocalories == .value(300))
        #expect(record.session.kilocaloriesPerHour == .absent)
        #expect(record.remainder == PacketRemainder(isTruncated: true))
    }
}
