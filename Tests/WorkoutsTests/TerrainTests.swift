import TestSupport
import Testing
import Workouts

/// Climbs against flats.
@Suite struct TerrainTests {
    private let barometer = SourceID(9)

    /// 5 m/s, an altitude and a distance each second.
    private func ride(_ parts: [(metres: Double, grade: Double)], watts: [Double] = [], extra: [WorkoutEvent] = []) throws
        -> Workout
    {
        var events = [source(wheel, distance: .wheel), source(barometer, .barometer)]
        var height = 400.0, second = 0.0
        for (index, part) in parts.enumerated() {
            for _ in 0..<Int(part.metres / 5) {
                events.append(reading(.altitude, height, second, barometer))
                if index < watts.count { events.append(reading(.power, watts[index], second, meter)) }
                events.append(reading(.heartRate, part.grade > 0 ? 160 : 120, second))
                events.append(amount(5, second, second + 1))
                height += 5 * part.grade
                second += 1
            }
        }
        events.append(reading(.altitude, height, second - 0.001, barometer))
        return try WorkoutsTests.ride(events + extra, end: second)
    }

    @Test func aHillBetweenTwoFlats() throws {
        let workout = try ride([(1000, 0), (1000, 0.06), (1000, 0), (500, -0.05), (500, 0)], watts: [150, 300, 150, 50, 150])
        let terrain = try #require(workout.terrain)
        #expect(terrain.sections.map(\.kind) == [.flat, .climb, .flat, .descent, .flat])
        let climb = try #require(terrain.totals.first)
        #expect(climb.kind == .climb && climb.sections == 1)
        // The 100 m around a cell blur where it begins and ends.
        #expect(abs(climb.figures.metres - 1000) <= 80)
        #expect(abs(climb.figures.riseMetres - 60) <= 2)
        #expect(isClose(climb.figures.averageSpeedMetresPerSecond, 5, within: 0.01))
        #expect(isClose(climb.figures.averagePowerWatts, 300, within: 15))
        #expect(isClose(climb.figures.averageBeatsPerMinute, 160, within: 4))
        #expect(isClose(climb.figures.grade, 0.06, within: 0.005))
        #expect(terrain.totals.map(\.kind) == [.climb, .flat, .descent])
        #expect(terrain.totals.map(\.sections) == [1, 3, 1])
    }

    @Test func whatIsShortOrLowIsFlat() throws {
        #expect(try #require(ride([(1000, 0), (200, 0.06), (1000, 0)]).terrain).sections.map(\.kind) == [.flat])
        // 280 m of 3.5 % rise 9.8 m.
        #expect(try #require(ride([(1000, 0), (280, 0.035), (1000, 0)]).terrain).sections.map(\.kind) == [.flat])
        #expect(try #require(ride([(1000, 0), (600, 0.02), (1000, 0)]).terrain).sections.map(\.kind) == [.flat])
    }

    @Test func aShortRestOnAHillBelongsToIt() throws {
        let one = try #require(ride([(500, 0), (500, 0.06), (60, 0), (500, 0.06), (500, 0)]).terrain)
        #expect(one.sections.map(\.kind) == [.flat, .climb, .flat])
        let two = try #require(ride([(500, 0), (500, 0.06), (300, 0), (500, 0.06), (500, 0)]).terrain)
        #expect(two.sections.map(\.kind) == [.flat, .climb, .flat, .climb, .flat])
    }

    @Test func withoutAltitudeOrDistanceThereIsNone() throws {
        #expect(try WorkoutsTests.ride([amount(500, 0, 100)], end: 100).terrain == nil)
        #expect(try WorkoutsTests.ride([reading(.altitude, 400, 0), reading(.altitude, 500, 90)], end: 100).terrain == nil)
    }

    /// A lift during a pause is no climb.
    @Test func nothingIsReckonedAcrossAPause() throws {
        var events = [source(wheel, distance: .wheel), source(barometer, .barometer)] + pause(200, 260)
        for second in stride(from: 0.0, to: 500, by: 1) {
            events.append(reading(.altitude, second < 230 ? 400 : 450, second, barometer))
            events.append(amount(5, second, second + 1))
        }
        let terrain = try #require(WorkoutsTests.ride(events, end: 500).terrain)
        #expect(terrain.sections.map(\.kind) == [.flat, .flat])
        #expect(terrain.totals.map(\.kind) == [.flat])
        #expect(terrain.totals.first?.figures.riseMetres == 0)
        // The way ends with the last altitude, at 499 s.
        #expect(isClose(terrain.totals.first?.figures.metres, 2195, within: 0.001))
    }

    @Test(arguments: UInt64(1)...20)
    func sectionsFollowOneAnotherAndAddUp(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let parts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            (metres: Double(Int.random(in: 10...200, using: &random)) * 5, grade: Double.random(in: -0.09...0.09, using: &random))
        }
        let terrain = try #require(ride(parts).terrain)
        #expect(zip(terrain.sections, terrain.sections.dropFirst()).allSatisfy { $0.end == $1.start && $0.kind != $1.kind })
        for total in terrain.totals {
            let own = terrain.sections.filter { $0.kind == total.kind }
            #expect(own.count == total.sections)
            #expect(isClose(own.reduce(0) { $0 + $1.figures.metres }, total.figures.metres, within: 1e-6))
            #expect(own.reduce(.zero) { $0 + $1.figures.timer } == total.figures.timer)
        }
        for section in terrain.sections where section.kind != .flat {
            #expect(section.figures.metres >= 300 && abs(section.figures.riseMetres) >= 10)
            #expect((section.figures.riseMetres > 0) == (section.kind == .climb))
        }
    }
}
