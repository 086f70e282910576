import ActivityFiles
import Foundation
import Gateway
import Ingest
import Testing
import Transports
import WireFormats
import Workouts

/// What becomes of a workout when its gateway is cut off: killed, without power, without room.
@Suite struct RecoveryTests {
    /// What a ride of 60 s comes to that is cut off, noticed 85 s later, and ridden on for 20 s.
    @Test func aWorkoutGoesOnAfterTheGatewayWasKilled() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        #expect(ride.captureNames == ["2026-11-30T08-00-00Z-01ababab.capture.part"])
        ride.clock.pass(seconds: 85)

        #expect(try ride.recover())
        #expect(
            ride.takeNotes() == [
                "the workout of 09:00 was cut off after 1:00, when the gateway was killed or failed; it goes on, 85 s are missing"
            ])
        // Until the next capture is there, the first one counts as cut off.
        #expect(ride.captureNames == ["2026-11-30T08-00-00Z-01ababab.capture.part"])
        try await ride.run(seconds: 20, starts: true)
        let captures = ["2026-11-30T08-00-00Z-01ababab.capture", "2026-11-30T08-02-25Z-02ababab.capture"]
        #expect(ride.captureNames == captures)
        #expect(ride.workoutNames == ["2026-11-30T08-00-00Z-cycling.fit", "2026-11-30T08-00-00Z-cycling.json"])
        #expect(ride.takeNotes().isEmpty)

        let first = try ride.captureText(captures[0])
        let closes = "60000000 close 1 the gateway was cut off\n60000000 close 2 the gateway was cut off\n"
        #expect(first.hasSuffix("\(closes)60000000 command - pause automatic\n"))
        let second = try ride.captureText(captures[1])
        #expect(second.contains("\ncontinues 01\(String(repeating: "ab", count: 15))\n"))
        #expect(second.contains("\ncontinues-after 145000000\n"))
        #expect(second.contains("\n0 command - resume automatic\n"))

        for order in [captures, captures.reversed()] {
            let replay = try await ride.replay(order)
            #expect(replay.notes.isEmpty)
            #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
            let workout = try #require(replay.workouts.first)
            let fit = try Data(contentsOf: URL(filePath: "\(ride.workouts)/2026-11-30T08-00-00Z-cycling.fit"))
            #expect([UInt8](fit) == FITActivity(workout).encoded())
            #expect(workout.pauses == [.automatic(60, 145)])
            #expect(workout.summary.elapsed.seconds == 165)
            #expect(workout.summary.timer.seconds == 80)
        }
        // The second alone holds no start; it says what it lacks.
        let alone = try await ride.replay([captures[1]])
        #expect(alone.workouts.isEmpty)
        #expect(alone.notes.count == 1 && alone.notes.first?.contains("goes on after the capture 01abab") == true)
    }

    /// A power failure: the machine starts anew, and its clock was kept by a better one both times.
    @Test func aWorkoutGoesOnAfterAPowerFailure() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.pass(seconds: 100)
        ride.clock.restart(keepsTime: true)
        ride.boot = "second"
        #expect(try ride.recover())
        #expect(
            ride.takeNotes() == [
                "the workout of 09:00 was cut off after 1:00 by a power failure or a restart of the machine; it goes on, 2 min are missing"
            ])
        try await ride.run(seconds: 20, starts: true)
        let replay = try await ride.replay(ride.captureNames)
        #expect(replay.workouts.map(\.pauses) == [[.automatic(60, 190)]])
    }

    /// A trainer box after a power failure: nobody keeps its clock yet, but its own battery did; an empty battery knows nothing.
    @Test(arguments: [(0, true), (4, true), (-4, true), (-3600, false), (-1_796_000_000, false)])
    func aBatteryClockKnowsTheGap(seconds: Int64, goesOn: Bool) async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.pass(seconds: 100)
        ride.clock.restart(keepsTime: true)
        ride.clock.time.isSynchronised = false
        ride.boot = "second"
        ride.batteryClock = ride.clock.time.wall / 1_000_000 + seconds
        #expect(try ride.recover() == goesOn)
        guard goesOn else { return }
        try await ride.run(seconds: 20, starts: true)
        let replay = try await ride.replay(ride.captureNames)
        #expect(replay.workouts.map(\.pauses) == [[.automatic(60, 190)]])
        #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
    }

    /// Without a clock, within one start of the machine, the gap is known all the same.
    @Test func theMachinesUptimeKnowsTheGapWithoutAClock() async throws {
        let ride = CutRide(isSynchronised: false)
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        #expect(ride.captureNames == ["no-clock-1-01ababab.capture.part"])
        // Somebody sets the wall clock, wrongly.
        ride.clock.pass(seconds: 85)
        ride.clock.time.wall -= 1_000_000_000
        #expect(try ride.recover())
        #expect(
            ride.takeNotes() == [
                "the workout was cut off after 1:00, when the gateway was killed or failed; it goes on, 85 s are missing"
            ])
        try await ride.run(seconds: 20, starts: true)
        #expect(ride.captureNames == ["no-clock-1-01ababab.capture", "no-clock-2-02ababab.capture"])
        let replay = try await ride.replay(ride.captureNames)
        #expect(replay.workouts.map(\.summary.timer.seconds) == [80])
        #expect(ride.workoutNames.count == 2)
        let name = try #require(ride.workoutNames.last)
        #expect(name.hasPrefix("no-clock-") && name.hasSuffix("-cycling.json"))
        #expect(try replay.documents == [ride.workoutJSON(name)])
    }

    /// The clock was set while the gateway was away: the whole workout has its time, as it would have had it otherwise.
    @Test func aClockThatWasSetInBetweenCounts() async throws {
        let ride = CutRide(isSynchronised: false)
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.pass(seconds: 40)
        ride.clock.time.wall += 86_400_000_000
        ride.clock.time.isSynchronised = true
        #expect(try ride.recover())
        try await ride.run(seconds: 20, starts: true)
        #expect(ride.workoutNames.last == "2026-12-01T08-00-00Z-cycling.json")
        let replay = try await ride.replay(ride.captureNames)
        #expect(try replay.documents == [ride.workoutJSON("2026-12-01T08-00-00Z-cycling.json")])
        #expect(replay.workouts.map(\.clock.isTrusted) == [true])
    }

    /// A machine without a clock starts anew: nobody knows how long it was off.
    @Test func anUnknownGapEndsTheWorkout() async throws {
        let ride = CutRide(isSynchronised: false)
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.restart(keepsTime: false)
        ride.boot = "second"
        #expect(try !ride.recover())
        let note =
            "the workout was cut off after 1:00 by a power failure or a restart of the machine; it ends there: how long ago that was "
            + "cannot be told, since the clock was not set"
        #expect(ride.takeNotes() == [note])
        #expect(ride.captureNames == ["no-clock-1-01ababab.capture"])
        #expect(try ride.captureText("no-clock-1-01ababab.capture").hasSuffix("\n60000000 command - stop\n"))
        let replay = try await ride.replay(ride.captureNames)
        #expect(replay.workouts.map(\.summary.timer.seconds) == [60])
        #expect(ride.workoutNames.count == 2)
        // The next capture says so.
        try await ride.run(seconds: 5, starts: false)
        let next = try ride.captureText("idle-no-clock-2-02ababab.capture")
        #expect(next.contains("\ncontinues 01") && next.contains("\ncontinues-after unknown\n"))
        let both = try await ride.replay(ride.captureNames)
        #expect(both.documents == replay.documents)
        #expect(both.notes.map { $0.contains("is not known, so it begins right behind it") } == [true])
    }

    @Test(arguments: [(15, 16 * 60.0, "that is 16 min ago, more than 15 min"), (0, 1.0, "workouts are not taken up again")])
    func aLongGapEndsTheWorkout(minutes: Int, gap: Double, reason: String) async throws {
        let ride = CutRide()
        ride.options.resumeMinutes = minutes
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.pass(seconds: gap)
        #expect(try !ride.recover())
        let notes = ride.takeNotes()
        #expect(notes.count == 1 && notes.first?.contains("it ends there: \(reason)") == true)
        let replay = try await ride.replay(ride.captureNames)
        #expect(replay.workouts.map(\.summary.timer.seconds) == [60])
        #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
    }

    /// Four files, one workout.
    @Test func aWorkoutGoesOnAfterEachOfSeveralCuts() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        for _ in 0..<2 {
            ride.clock.pass(seconds: 10)
            #expect(try ride.recover())
            try await ride.run(seconds: 30, starts: true, isCutOff: true)
        }
        ride.clock.pass(seconds: 10)
        #expect(try ride.recover())
        try await ride.run(seconds: 20, starts: true)
        #expect(ride.captureNames.count == 4 && ride.captureNames.allSatisfy { $0.hasSuffix(".capture") })
        let replay = try await ride.replay(ride.captureNames.reversed())
        #expect(replay.workouts.map(\.summary.timer.seconds) == [140])
        #expect(replay.workouts.map(\.summary.elapsed.seconds) == [170])
        #expect(replay.workouts.first?.pauses.map(\.end.seconds) == [70, 110, 150])
        #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
    }

    /// A pause of the rider's outlives the cut.
    @Test func aPauseByHandStays() async throws {
        let ride = CutRide()
        var records = CutRide.records(seconds: 60, opening: [.command(.start(activity: "running"))], stops: false)
        records.append(CaptureRecord(offset: 60_000_000, input: .command(.pause(automatic: false))))
        try ride.cutOff(records)
        ride.clock.pass(seconds: 90)
        #expect(try ride.recover())
        try await ride.run(seconds: 20, starts: true)
        let replay = try await ride.replay(ride.captureNames)
        let pause = try #require(replay.workouts.first?.pauses.first)
        #expect(!pause.isAutomatic && pause.start.seconds == 60 && pause.end.seconds == 110)
        #expect(replay.workouts.first?.pauses.count == 1)
        #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-running.json")])
    }

    @Test func anIdleCaptureIsOnlyClosed() async throws {
        let ride = CutRide()
        let path = try await ride.run(seconds: 10, starts: false, isCutOff: true)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try (text + "10000500 rx 1 00").write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try !ride.recover())
        #expect(ride.takeNotes().isEmpty)
        #expect(ride.captureNames == ["idle-2026-11-30T08-00-00Z-01ababab.capture"])
        #expect(try ride.captureText(ride.captureNames[0]) == text)
    }

    /// Both clocks were kept, and yet the second one is earlier.
    @Test func aClockThatWasSetBackIsNoUnknownOne() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.restart(keepsTime: true)
        ride.clock.time.wall -= 600_000_000
        ride.boot = "second"
        #expect(try !ride.recover())
        #expect(
            ride.takeNotes().map {
                $0.hasSuffix("how long ago that was cannot be told, since the clock was set to another time in between")
            } == [true])
    }

    /// What is no file is none of ours; to open a pipe would be to wait for who writes to it.
    @Test func whatIsNoFileIsLeftAlone() throws {
        let ride = CutRide()
        try ride.start()
        for name in ["fifo.capture.part", "fifo.capture"] { #expect(mkfifo("\(ride.captures)/\(name)", 0o600) == 0) }
        try FileManager.default.createDirectory(atPath: "\(ride.captures)/folder.capture.part", withIntermediateDirectories: true)
        try Data("wattbeat-capture 1\n".utf8).write(to: URL(filePath: "\(ride.captures)/torn.capture.part"))
        #expect(try !ride.recover())
        #expect(
            ride.captureNames == ["fifo.capture", "fifo.capture.part", "folder.capture.part", "torn.capture.damaged"])
    }

    /// A header that names itself as what it goes on with, or two that name each other: no workout is lost in the circle.
    @Test(arguments: [1, 2])
    func aCircleLosesNoWorkout(count: Int) async throws {
        let ride = CutRide()
        for _ in 0..<count {
            try await ride.run(seconds: 60, starts: true, isCutOff: true)
            ride.clock.pass(seconds: 3600)
        }
        let identities = (1...count).map { "0\($0)\(String(repeating: "ab", count: 15))" }
        for (index, name) in ride.captureNames.enumerated() {
            let other = identities[(index + 1) % count]
            let text = try ride.captureText(name).replacingOccurrences(
                of: "\nboot first\n", with: "\ncontinues \(other)\ncontinues-after 60000000\nboot first\n")
            #expect(text.contains("continues"))
            try text.write(toFile: "\(ride.captures)/\(name)", atomically: false, encoding: .utf8)
        }
        #expect(try !ride.recover())
        #expect(ride.takeNotes().filter { $0.contains("it ends there") }.count == count)
        #expect(ride.workoutNames.count == 2 * count)
        #expect(ride.captureNames.allSatisfy { $0.hasSuffix(".capture") })
    }
}

extension Pause {
    fileprivate static func automatic(_ start: Int64, _ end: Int64) -> Pause {
        Pause(
            start: Offset(microseconds: start * 1_000_000), end: Offset(microseconds: end * 1_000_000), isAutomatic: true)
    }
}
