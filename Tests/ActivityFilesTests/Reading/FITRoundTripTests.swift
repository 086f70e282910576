import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What our writer writes, our reader reads back, as far as the format holds it: seconds of moments, milliseconds of lengths.
struct FITRoundTripTests {
    @Test(arguments: OddRides.all) func oddRide(_ odd: OddRide) throws {
        try check(odd.make(), isDated: odd.name != "1970" && odd.name != "2200")
    }

    @Test func fullRide() throws {
        let workout = try FullRide.workout()
        try check(workout)
        let read = try recording(workout)
        #expect(read.clock.utcOffsetSeconds == 7200)
        #expect(read.sources.map(\.name) == ["Strap", "Meter", nil, "Pod"])
        // 512 and 768 ticks are 500 and 750 ms; beats that came while it was paused are not written.
        #expect(read.beats.flatMap(\.rrTicks) == (0..<560).flatMap { _ in [512, 768] })
        #expect(read.pauses.map(\.isAutomatic) == [false, true])
        #expect(read.pauses.map(\.start.seconds) == [250, 300] && read.pauses.map(\.end.seconds) == [280, 310])
        #expect(read.markers.map(\.offset.seconds) == [333])
        let again = try read.workout(settings: TestRide.zoneSettings())
        #expect(again.summary.timer == workout.summary.timer)
        #expect(again.summary.power.value?.maximum == workout.summary.power.value?.maximum)
    }

    @Test func duathlon() throws {
        let workout = try TestRide.duathlon(hasPlaces: false)
        try check(workout)
        let again = try recording(workout).workout(settings: TestRide.zoneSettings())
        #expect(again.activities[0].summary.stepRate.value?.average == 171)
        #expect(again.activities[2].summary.cadence.value?.average == 92)
    }

    @Test func aDemoStaysOne() throws {
        var workout = try TestRide().finished(after: 10)
        #expect(try !recording(workout).isDemo)
        workout.isDemo = true
        #expect(try recording(workout).isDemo)
    }

    /// Rides of chance: laps, pauses, legs and values anywhere.
    @Test(arguments: 0..<60) func anyRide(seed: UInt64) throws {
        try check(TestRide.ofChance(seed: seed, movement: .amounts))
    }

    private func recording(_ workout: Workout) throws -> ActivityRecording {
        try #require(FITContents(decoding: FITActivity(workout).encoded()).recordings.first)
    }

    private func check(_ workout: Workout, isDated: Bool = true) throws {
        let bytes = FITActivity(workout).encoded()
        let contents = try FITContents(decoding: bytes)
        #expect(contents.parts.count == 1 && contents.trailingBytes == 0)
        let read = try #require(contents.recordings.first)
        #expect(read.findings == ActivityRecording.Findings())

        // Every record, as a reader that knows nothing of ours has it.
        let raw = try FITReading(bytes)
        let records = raw[20]
        #expect(read.points.count == records.count)
        for (point, record) in zip(read.points, records) {
            try #require(point.beatsPerMinute == record.unsigned(3).flatMap { $0 == 0xFF ? nil : Double($0) })
            try #require(point.watts == record.unsigned(7).flatMap { $0 == 0xFFFF ? nil : Double($0) })
            try #require(point.distanceMetres == record.unsigned(5).flatMap { $0 == 0xFFFF_FFFF ? nil : Double($0) / 100 })
            let latitude = record.unsigned(0).map { Int32(truncatingIfNeeded: $0) }.flatMap { $0 == .max ? nil : $0 }
            try #require(point.latitude == latitude.map { Double($0) * (180 / 0x1p31) })
        }

        // Lengths to the millisecond, moments to the second.
        let second = TimeSpan(microseconds: 1_000_000)
        let whole = workout.end - workout.start
        #expect(abs(read.end.microseconds - whole.microseconds) <= 1000 * Int64(workout.activities.count))
        if isDated { #expect(abs((read.clock.origin - workout.startTimestamp).microseconds) < second.microseconds) }
        #expect(read.legs.map(\.type) == workout.activities.map(\.type))
        for (leg, activity) in zip(read.legs, workout.activities) {
            #expect(abs(leg.start.microseconds - (activity.start - workout.start).microseconds) <= second.microseconds)
        }
        let laps = workout.laps
        #expect(read.laps.count == laps.count)
        for (found, lap) in zip(read.laps, laps) {
            #expect(abs(found.end.microseconds - (lap.end - workout.start).microseconds) <= second.microseconds)
            #expect(found.stated?.timer.map { abs(($0 - lap.summary.timer).microseconds) <= 1000 } == true)
        }

        let again = try read.workout(settings: workout.settings)
        #expect(again.laps.count == laps.count && again.activities.count == workout.activities.count)
        // Each edge of a pause is rounded to a second.
        let edges = Int64(2 * workout.pauses.count + 1)
        #expect(abs((again.summary.timer - workout.summary.timer).microseconds) <= edges * second.microseconds)
        let stated = read.stated
        if workout.activities.count == 1 {
            #expect(stated?.averageBeatsPerMinute == workout.summary.heartRate.value.map { min($0.average, 254).rounded() })
            #expect(stated?.normalizedPowerWatts == workout.summary.normalizedPowerWatts.value?.rounded())
        }
        if let distance = workout.summary.distance.value {
            let last = try #require(records.compactMap { $0.unsigned(5) }.last { $0 != 0xFFFF_FFFF })
            #expect(abs((again.summary.distance.value?.metres ?? 0) - Double(last) / 100) < 0.011)
            #expect(distance.metres >= Double(last) / 100 - 0.011)
        }
    }
}
