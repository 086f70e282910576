import Testing
import Workouts

@testable import Ingest

struct SourceTableTests {
    private func second(_ seconds: Double) -> Offset { Offset(seconds: seconds) }

    private func strap(_ table: inout SourceTable) throws -> SourceID {
        let found = table.source("ble:1", kind: .ble, name: nil, at: .zero)
        return try #require(found).id
    }

    @Test func oneIdentityIsOneSource() {
        var table = SourceTable()
        let first = table.source("ble:1", kind: .ble, name: "Strap", at: .zero)
        let second = table.source("ant:120:1", kind: .antPlus, name: nil, at: .zero)
        let again = table.source("ble:1", kind: .ble, name: nil, at: .zero)
        #expect([first, second, again].map { $0?.isNew } == [true, true, false])
        #expect(first?.id == again?.id)
        #expect(table.sources.map(\.identity) == ["ble:1", "ant:120:1"])
    }

    @Test func numbersEndWhereAReadingCanNameThem() {
        var table = SourceTable()
        // A workout's places need a number that no source has (`WorkoutDraft`).
        for number in 0..<Int(UInt16.max) {
            #expect(table.source("ant:\(number)", kind: .antPlus, name: nil, at: .zero) != nil)
        }
        #expect(table.source("one too many", kind: .antPlus, name: nil, at: .zero) == nil)
        #expect(table.source("ant:7", kind: .antPlus, name: nil, at: .zero)?.id == SourceID(7))
    }

    @Test func theBestKindOfMeasurementRanks() throws {
        var table = SourceTable()
        let id = try strap(&table)
        let first = table.rank(id, .cadence, MeasurementRank.machineBLE.rawValue)
        let better = table.rank(id, .cadence, MeasurementRank.powerMeterBLE.rawValue)
        let worse = table.rank(id, .cadence, MeasurementRank.machineBLE.rawValue)
        #expect(first && better && !worse)
        #expect(table[id].priorities[.cadence] == 20)
    }

    /// The rider's choice stands, made before the sensor was seen or after.
    @Test func theRidersChoiceStands() throws {
        var table = SourceTable()
        let unseen = table.choose(identity: "ble:1", quantity: .power, rank: 3)
        #expect(unseen == nil)
        let id = try strap(&table)
        let isRanked = table.rank(id, .power, MeasurementRank.ownSensorBLE.rawValue)
        #expect(!isRanked)
        #expect(table[id].priorities[.power] == 3)
        let seen = table.choose(identity: "ble:1", quantity: .heartRate, rank: 90)
        #expect(seen == id)
        let isRankedBetter = table.rank(id, .heartRate, MeasurementRank.ownSensorBLE.rawValue)
        #expect(!isRankedBetter)
        #expect(table[id].priorities[.heartRate] == 90)
    }

    @Test func silenceIsLossOnceAndAWordBringsBack() throws {
        var table = SourceTable()
        let id = try strap(&table)
        let limit = TimeSpan(seconds: 10)
        let early = table.silent(at: second(10), limit: limit)
        let late = table.silent(at: second(10.1), limit: limit)
        let later = table.silent(at: second(60), limit: limit)
        #expect(early.isEmpty)
        #expect(late == [id])
        #expect(later.isEmpty)
        let isBack = table.heard(id, at: second(61))
        let isBackAgain = table.heard(id, at: second(62))
        #expect(isBack && !isBackAgain)
        let isLost = table.lose(id)
        let isLostAgain = table.lose(id)
        #expect(isLost && !isLostAgain)
    }

    @Test func aBatteryWarnsOnce() throws {
        var table = SourceTable()
        let id = try strap(&table)
        let warnings = (0..<3).map { _ in table.warnsOfBattery(id) }
        #expect(warnings == [true, false, false])
    }
}
