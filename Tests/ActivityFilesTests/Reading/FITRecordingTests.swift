import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What the messages come to: sessions, laps, pauses, clocks, counts.
struct FITRecordingTests {
    private func recording(_ file: FITBytes) throws -> ActivityRecording {
        try #require(FITContents(decoding: file.file()).recordings.first)
    }

    private static func at(_ seconds: Double) -> Offset { Offset(seconds: seconds) }

    /// Summary first: the end is the start and the length, whatever time the session is stamped with.
    @Test func summaryFirst() throws {
        var file = FITBytes()
        file.session(0, elapsed: 10_500, timer: 10_500, sport: 1)
        file.defineRecord()
        for second in 0..<11 as Range<UInt64> { file.record(second, 140) }
        let recording = try recording(file)
        #expect(recording.end == Self.at(10.5))
        #expect(recording.legs.map(\.type) == [.running])
        let summary = try recording.workout(settings: WorkoutSettings()).summary
        #expect(summary.elapsed == TimeSpan(seconds: 10.5) && summary.timer == TimeSpan(seconds: 10.5))
        #expect(summary.heartRate.value?.coverage == 1)
    }

    /// The order of the file is not trusted; a step back of more than 60 s is told.
    @Test(arguments: [(60, false), (61, true)] as [(UInt64, Bool)]) func order(back: UInt64, isTold: Bool) throws {
        var file = FITBytes()
        file.defineRecord()
        for second in [100, 101, 101 - back, 102, 103] { file.record(second, 100 + second % 50) }
        let recording = try recording(file)
        #expect(recording.findings.clockStepped == isTold)
        #expect(
            recording.points.map(\.offset.seconds) == [0, Double(back) - 1, Double(back), Double(back) + 1, Double(back) + 2])
    }

    @Test func pauses() throws {
        var file = FITBytes()
        file.event(0, type: 0)
        file.defineRecord()
        for second in 0..<10 as Range<UInt64> { file.record(second, 140) }
        file.event(10, type: 1, data: 1)
        // A second stop changes nothing.
        file.event(12, type: 4)
        file.event(20, type: 0, data: 1)
        for second in 20..<30 as Range<UInt64> { file.record(second, 150) }
        file.event(30, type: 4)
        file.session(0, elapsed: 30_000, timer: 20_000, sport: 2)
        let recording = try recording(file)
        #expect(recording.pauses == [Pause(start: Self.at(10), end: Self.at(20), isAutomatic: true)])
        let workout = try recording.workout(settings: WorkoutSettings())
        #expect(workout.summary.timer == TimeSpan(seconds: 20) && workout.summary.elapsed == TimeSpan(seconds: 30))
        #expect(workout.omissions == Omissions())
    }

    /// A device that was saved a while after it was stopped: the timer stood.
    @Test func stoppedAndSavedLater() throws {
        var file = FITBytes()
        file.defineRecord()
        for second in 0..<10 as Range<UInt64> { file.record(second, 140) }
        file.event(10, type: 4)
        file.session(0, elapsed: 60_000, timer: 10_000, sport: 2)
        #expect(try recording(file).workout(settings: WorkoutSettings()).summary.timer == TimeSpan(seconds: 10))
    }

    @Test func aTimerLongerThanAllOfItIsHeldToIt() throws {
        var file = FITBytes()
        file.session(0, elapsed: 10_000, timer: 12_000, sport: 2)
        file.defineRecord()
        file.record(0, 100)
        let recording = try recording(file)
        #expect(recording.findings.timersBeyondElapsed == 1)
        #expect(recording.stated?.timer == TimeSpan(seconds: 10))
    }

    /// Swim, transition, ride with a hole of 30 s between the last two, in which nothing was recorded.
    @Test func multisport() throws {
        var file = FITBytes()
        file.session(130, elapsed: 100_000, timer: 100_000, sport: 2)
        file.session(0, elapsed: 60_000, timer: 60_000, sport: 5)
        file.session(60, elapsed: 40_000, timer: 40_000, sport: 3)
        file.define(4, 19, [(2, 4, 0x86), (7, 4, 0x86), (24, 1, 0)])
        for (start, elapsed, trigger) in [(0, 60, 7), (60, 40, 7), (130, 50, 2), (180, 50, 7)] as [(UInt64, UInt64, UInt64)] {
            file.data(4, [(FITBytes.start + start, 4), (elapsed * 1000, 4), (trigger, 1)])
        }
        // Metres counted anew in each leg.
        file.define(2, 20, [(253, 4, 0x86), (5, 4, 0x86)])
        for second in 0..<60 as Range<UInt64> { file.data(2, [(FITBytes.start + second, 4), (second * 100, 4)]) }
        for second in 0..<100 as Range<UInt64> { file.data(2, [(FITBytes.start + 130 + second, 4), (second * 800, 4)]) }
        let recording = try recording(file)
        #expect(recording.legs.map(\.type) == [.swimming, .transition, .cycling])
        #expect(recording.legs.map(\.start.seconds) == [0, 60, 130])
        #expect(recording.laps.map(\.start.seconds) == [0, 60, 130, 180])
        #expect(recording.laps.map(\.trigger) == [.sessionEnd, .sessionEnd, .distance, .sessionEnd])
        let workout = try recording.workout(settings: WorkoutSettings())
        #expect(workout.activities.map(\.summary.timer.seconds) == [60, 40, 100])
        #expect(workout.laps.map(\.summary.timer.seconds) == [60, 40, 50, 50])
        #expect(workout.laps.map(\.trigger) == [.activityChange, .activityChange, .distance, .sessionEnd])
        #expect(workout.activities[0].summary.distance.value?.metres == 59)
        #expect(workout.activities[2].summary.distance.value.map { abs($0.metres - 792) < 1e-6 } == true)
    }

    /// A count goes on through small corrections, begins anew after a reset, and stands still while the timer does.
    @Test func distanceIsCountedOn() throws {
        func metres(_ counted: [(second: UInt64, centimetres: UInt64)], stop: (UInt64, UInt64)? = nil) throws -> Double? {
            var file = FITBytes()
            file.session(0, elapsed: 60_000, timer: 60_000, sport: 2)
            if let stop {
                file.event(stop.0, type: 1)
                file.event(stop.1, type: 0)
            }
            file.define(2, 20, [(253, 4, 0x86), (5, 4, 0x86)])
            for (second, centimetres) in counted { file.data(2, [(FITBytes.start + second, 4), (centimetres, 4)]) }
            return try recording(file).workout(settings: WorkoutSettings()).summary.distance.value
                .map { ($0.metres * 100).rounded() / 100 }
        }
        #expect(try metres([(10, 10_000), (20, 20_000), (30, 30_000)]) == 300)
        // 2 m back, and on from where it stood before.
        #expect(try metres([(10, 10_000), (20, 9_800), (30, 12_000)]) == 120)
        #expect(try metres([(10, 10_000), (20, 1_000), (30, 2_000)]) == 120)
        // 50 m while the timer stood are none of the workout's; 10 m of them lie in the time before and after.
        #expect(try metres([(10, 10_000), (12, 12_000), (18, 15_000), (20, 17_000)], stop: (12, 18)) == 140)
        #expect(try metres([(10, 10_000), (20, 11_000)], stop: (12, 18)) == 110)
        // Counted at the start already: it has the time that follows.
        #expect(try metres([(0, 700), (10, 10_700)]) == 107)
        #expect(try metres([(60, 6_000)]) == 60)
    }

    @Test func strides() throws {
        var file = FITBytes()
        file.session(0, elapsed: 2_000, timer: 2_000, sport: 1)
        file.define(2, 20, [(253, 4, 0x86), (4, 1, 2), (53, 1, 2)])
        file.data(2, [(FITBytes.start, 4), (85, 1), (64, 1)])
        let point = try #require(recording(file).points.first)
        #expect(point.stepsPerMinute == 171 && point.revolutionsPerMinute == nil)
    }

    /// local_timestamp minus timestamp, to the quarter of an hour; 0 and more than 14 h are unknown.
    @Test(
        arguments: [
            (7200, 7200), (7201, 7200), (7190, 7200), (20_700, 20_700), (-12_600, -12_600), (0, nil), (100, nil),
            (50_400, 50_400),
            (51_300, nil), (-1_000_000, nil),
        ] as [(Int64, Int?)])
    func localTime(difference: Int64, expected: Int?) throws {
        var file = FITBytes()
        file.defineRecord()
        file.record(0, 100)
        file.define(6, 34, [(253, 4, 0x86), (5, 4, 0x86)])
        file.data(6, [(FITBytes.start, 4), (UInt64(Int64(FITBytes.start) + difference), 4)])
        #expect(try recording(file).clock.utcOffsetSeconds == expected)
    }

    /// Below 0x10000000 a moment counts from power-up: no date, but a length.
    @Test func relativeTimes() throws {
        var file = FITBytes()
        file.defineRecord()
        for second in 0..<3 as Range<UInt64> { file.data(2, [(500 + second, 4), (100, 1)]) }
        let recording = try recording(file)
        #expect(!recording.clock.isTrusted && recording.points.count == 3)
        // One among dates is left out, and counted.
        file.record(0, 120)
        let dated = try self.recording(file)
        #expect(dated.clock.isTrusted && dated.points.count == 1 && dated.findings.undatedPoints == 3)
    }

    @Test func whatIsFarFromTheSessionIsLeftOut() throws {
        var file = FITBytes()
        file.session(0, elapsed: 10_000, timer: 10_000, sport: 2)
        file.defineRecord()
        for second in [0, 5, 9, 70, 71, 200, 4_000_000] as [UInt64] { file.record(second, 100) }
        let recording = try recording(file)
        #expect(recording.points.count == 5 && recording.findings.pointsOutside == 2)
        #expect(recording.end == Self.at(71))
    }

    /// A length that is far too short costs no record that goes on; one that is missing is until the session was written.
    @Test func aSessionWithAWrongLength() throws {
        var file = FITBytes()
        file.session(0, elapsed: 10_000, timer: 10_000, sport: 2)
        file.defineRecord()
        for second in 0..<300 as Range<UInt64> { file.record(second, 100) }
        let recording = try recording(file)
        #expect(recording.points.count == 300 && recording.findings.pointsOutside == 0)
        #expect(recording.end == Self.at(299))

        var other = FITBytes()
        other.define(5, 18, [(253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (5, 1, 0)])
        other.data(5, [(FITBytes.start + 100, 4), (FITBytes.start, 4), (0xFFFF_FFFF, 4), (2, 1)])
        other.defineRecord()
        other.record(0, 100)
        other.record(90, 110)
        let read = try self.recording(other)
        #expect(read.end == Self.at(100) && read.points.count == 2 && read.stated?.elapsed == nil)
    }

    @Test func imported() throws {
        var file = FITBytes()
        file.session(0, elapsed: 300_000, timer: 300_000, sport: 2)
        file.defineRecord()
        // Every 7 s: a sample holds for 21 s, not for the 10 s of a strap that is heard live.
        for second in stride(from: 0, through: 70, by: 7) as StrideThrough<UInt64> { file.record(second, 100) }
        let workout = try recording(file).workout(settings: WorkoutSettings())
        #expect(workout.summary.heartRate.value.map { abs($0.coverage - 91 / 300) < 1e-9 } == true)
    }

    @Test func devicesAreSources() throws {
        var file = FITBytes()
        file.defineRecord()
        file.record(0, 120)
        file.define(8, 23, [(0, 1, 2), (1, 1, 2), (2, 2, 0x84), (3, 4, 0x8C), (21, 2, 0x8B), (25, 1, 0), (32, 1, 2), (27, 6, 7)])
        func device(_ index: UInt64, _ type: UInt64, _ serial: UInt64, _ number: UInt64, _ radio: UInt64, _ battery: UInt64) {
            file.data(8, [(index, 1), (type, 1), (123, 2), (serial, 4), (number, 2), (radio, 1), (battery, 1)])
            file.content += Array("Strap".utf8) + [0]
        }
        device(0, 0xFF, 77, 0, 5, 0xFF)
        device(1, 120, 5001, 4711, 1, 90)
        // Told again at the end: only what it says then changes.
        device(1, 120, 5001, 4711, 1, 85)
        let recording = try recording(file)
        #expect(recording.sources.map(\.identity) == ["fit:123::77", "ant:120:4711"])
        #expect(recording.sources[1].batteryPercent == 85 && recording.sources[1].manufacturer == "polar_electro")
        #expect(recording.sources[1].name == "Strap" && recording.providers[.heartRate] == recording.sources[1].id)
        // A second strap: nobody says which one counted.
        device(2, 1, 5002, 0, 3, 50)
        #expect(try self.recording(file).providers[.heartRate] == nil)
    }

    /// Devices of which nothing is known are told apart all the same, and what the watch counted is called its own.
    @Test func namelessDevicesAreToldApart() throws {
        var file = FITBytes()
        file.defineRecord()
        file.record(0, 120)
        file.define(8, 23, [(0, 1, 2)])
        for index in [0, 1, 2] as [UInt64] { file.data(8, [(index, 1)]) }
        let sources = try recording(file).sources
        #expect(sources.map(\.name) == [nil, nil, nil])
        #expect(Set(sources.map(\.identity)).count == 3)
        #expect(sources.dropFirst().map(\.identity) == ["fit:device:1", "fit:device:2"])
        #expect(sources.map(\.distanceOrigin) == [.device, nil, nil])
    }

    @Test func theSameFileIsTheSameWorkout() throws {
        let bytes = FITActivity(try FullRide.workout()).encoded()
        let first = try #require(FITContents(decoding: bytes).recordings.first)
        #expect(try FITContents(decoding: bytes).recordings.first == first)
        var other = TestRide()
        other.id = WorkoutID(high: 7, low: 9)
        let second = try #require(FITContents(decoding: FITActivity(try other.finished(after: 5)).encoded()).recordings.first)
        #expect(second.id != first.id)
    }
}
