import Foundation
import Gateway
import Statistics
import Testing
import Transports
import WireFormats
import Workouts

/// A machine without a clock, whose receiver had a fix before the workout and has none in it.
@Suite struct KnownTimeTests {
    /// The machine believes that it is 1970; it has been on for 1000 s.
    private func ride() -> CutRide {
        let ride = CutRide(isSynchronised: false)
        ride.clock.time.wall = 0
        return ride
    }

    /// 2026-11-30T08:00:00Z.
    private let fix = ClockAnchor(timestamp: 1_796_025_600_000_000, source: .gps, isSynchronised: true)

    private func workoutNames(_ ride: CutRide) -> [String] { ride.captureNames.filter { !$0.hasPrefix("idle-") } }

    @Test func theWorkoutAfterAFixHasItsDate() async throws {
        let ride = ride()
        try await ride.run(seconds: 10, starts: false, learned: fix)
        ride.clock.pass(seconds: 3600)
        try await ride.run(seconds: 20, starts: true)
        // And the next, which is told by the same fix.
        try await ride.run(seconds: 5, starts: true)
        let dates = ["2026-11-30T09-00-10Z", "2026-11-30T09-00-30Z"]
        #expect(workoutNames(ride) == ["\(dates[0])-02ababab.capture", "\(dates[1])-03ababab.capture"])
        #expect(ride.workoutNames == dates.flatMap { ["\($0)-cycling.fit", "\($0)-cycling.json"] })
        let capture = workoutNames(ride)[0]
        #expect(try ride.captureText(capture).contains("clock - 2026-11-30T09:00:10.000000Z earlier synchronised\n"))
        let replay = try await ride.replay([capture])
        #expect(try replay.documents == [ride.workoutJSON("\(dates[0])-cycling.json")])
        #expect(replay.workouts.first?.clock.source == .earlier)
    }

    /// Another run of the gateway, after one that was ended or killed.
    @Test(arguments: [false, true])
    func asDoesOneAfterTheGatewayWasStartedAnew(isCutOff: Bool) async throws {
        let ride = ride()
        try await ride.run(seconds: 10, starts: false, isCutOff: isCutOff, learned: fix)
        ride.clock.pass(seconds: 60)
        #expect(try !ride.recover())
        // An hour in which nothing told it the time anew, and another run.
        try await ride.run(seconds: 3600, starts: false, isCutOff: isCutOff)
        ride.clock.pass(seconds: 60)
        #expect(try !ride.recover())
        try await ride.run(seconds: 20, starts: true)
        #expect(workoutNames(ride) == ["2026-11-30T09-02-10Z-03ababab.capture"])
    }

    /// A start waits for no week of captures to be read: where who knew lies behind more than that, what the latest was told stands.
    @Test func whoKnewMayBeFarBack() async throws {
        let ride = ride()
        try await ride.run(seconds: 10, starts: false, learned: fix)
        ride.clock.pass(seconds: 3600)
        #expect(try !ride.recover())
        let path = try await ride.run(seconds: 10, starts: false)
        let capture = try FileHandle(forWritingTo: URL(filePath: path.replacing(".part", with: "")))
        try capture.seekToEnd()
        let line = "10000000 rx 2 " + String(repeating: "00", count: 500_000) + "\n"
        for _ in 0..<17 { try capture.write(contentsOf: Data(line.utf8)) }
        try capture.close()
        ride.clock.pass(seconds: 60)
        #expect(try !ride.recover())
        try await ride.run(seconds: 20, starts: true)
        #expect(workoutNames(ride) == ["2026-11-30T09-01-20Z-03ababab.capture"])
    }

    /// What is only carried on does not make the week begin anew.
    @Test func whatIsCarriedOnGrowsOld() async throws {
        let ride = ride()
        try await ride.run(seconds: 10, starts: false, learned: fix)
        ride.clock.pass(seconds: 5 * 86_400)
        #expect(try !ride.recover())
        try await ride.run(seconds: 10, starts: false)
        ride.clock.pass(seconds: 3 * 86_400)
        #expect(try !ride.recover())
        try await ride.run(seconds: 20, starts: true)
        #expect(workoutNames(ride) == ["no-clock-2-03ababab.capture"])
    }

    /// A workout that goes on after a crash is named by what it knew.
    @Test func aContinuationHasItsDate() async throws {
        let ride = ride()
        try await ride.run(seconds: 100, starts: true, isCutOff: true, learned: fix)
        ride.clock.pass(seconds: 60)
        #expect(try ride.recover())
        try await ride.run(seconds: 20, starts: true)
        #expect(ride.captureNames == ["2026-11-30T08-02-40Z-02ababab.capture", "no-clock-1-01ababab.capture"])
        #expect(ride.workoutNames == ["2026-11-30T08-00-00Z-cycling.fit", "2026-11-30T08-00-00Z-cycling.json"])
    }

    /// Whose time was only carried on is told the system's as soon as that is kept.
    @Test func aContinuationIsToldTheBetterTime() async throws {
        let ride = ride()
        try await ride.run(seconds: 10, starts: false, learned: fix)
        try await ride.run(seconds: 100, starts: true, isCutOff: true)
        ride.clock.pass(seconds: 60)
        // 08:02:50 by the fix; the crystal lost two seconds.
        ride.clock.time.wall = fix.timestamp + 172_000_000
        ride.clock.time.isSynchronised = true
        #expect(try ride.recover())
        try await ride.run(seconds: 20, starts: true)
        let names = workoutNames(ride)
        #expect(names.count == 2)
        let workout = try #require(try await ride.replay(names).workouts.first)
        #expect(workout.clock.source == .system)
        #expect(workout.startTimestamp.iso8601 == "2026-11-30T08:00:12.000Z")
        #expect(ride.workoutNames == ["2026-11-30T08-00-12Z-cycling.fit", "2026-11-30T08-00-12Z-cycling.json"])
    }

    /// Better no date than a wrong one.
    @Test func whatIsNotKnownIsNotClaimed() async throws {
        let restarted = ride()
        try await restarted.run(seconds: 10, starts: false, learned: fix)
        restarted.clock.restart(keepsTime: false)
        restarted.boot = "second"
        #expect(try !restarted.recover())
        try await restarted.run(seconds: 20, starts: true)
        #expect(workoutNames(restarted) == ["no-clock-2-02ababab.capture"])

        let patient = ride()
        try await patient.run(seconds: 10, starts: false, learned: fix)
        patient.clock.pass(seconds: 8 * 86_400)
        try await patient.run(seconds: 20, starts: true)
        #expect(workoutNames(patient) == ["no-clock-2-02ababab.capture"])

        let show = ride()
        try await show.run(seconds: 10, starts: false, isDemo: true, learned: fix)
        try await show.run(seconds: 20, starts: true)
        #expect(workoutNames(show) == ["no-clock-2-02ababab.capture"])
    }

    @Test func aFixOfItsOwnIsBetter() async throws {
        let ride = ride()
        try await ride.run(seconds: 10, starts: false, learned: fix)
        // The crystal lost two seconds.
        let own = ClockAnchor(timestamp: fix.timestamp + 12_000_000, source: .gps, isSynchronised: true)
        try await ride.run(seconds: 20, starts: true, learned: own)
        #expect(ride.workoutNames.first == "2026-11-30T08-00-12Z-cycling.fit")
        try await ride.run(seconds: 20, starts: true)
        #expect(workoutNames(ride).last == "2026-11-30T08-00-32Z-03ababab.capture")
    }

    /// Who asks while no gateway runs hears the same day.
    @Test func theDayIsKnownWithoutAGateway() async throws {
        let ride = ride()
        var settings = GatewaySettings()
        let none = ride.root.appending(path: "none").path
        func today() -> String {
            settings.today(ride.clock.time, captures: ride.captures, boot: ride.boot, batteryClocks: none).description
        }
        try await ride.run(seconds: 10, starts: false, learned: fix)
        ride.clock.pass(seconds: 60)
        // Without dates nobody asks.
        #expect(today() == "1970-01-01")
        settings.dated = [GatewaySettings.Dated(from: try #require(CalendarDay("2031-03-01")))]
        #expect(today() == "2026-11-30")
        ride.clock.pass(seconds: 8 * 86_400)
        #expect(today() == "2031-03-01")
        ride.clock.time.isSynchronised = true
        #expect(today() == "1970-01-09")
    }

    /// Which settings count is told by it too (docs/settings.md, "Dates").
    @Test func theDateIsKnownToWhoAsks() async throws {
        let ride = ride()
        try ride.start()
        #expect(ride.folder?.utc(at: ride.clock.time) == nil)
        try await ride.run(seconds: 10, starts: false, learned: fix)
        ride.clock.pass(seconds: 60)
        #expect(ride.folder?.utc(at: ride.clock.time) == fix.timestamp + 70_000_000)
        ride.clock.pass(seconds: 8 * 86_400)
        #expect(ride.folder?.utc(at: ride.clock.time) == nil)
        // A clock with a battery, and one that is kept at last.
        ride.clock.time.wall = 1_797_000_000_000_000
        ride.batteryClock = 1_797_000_000
        try ride.start()
        #expect(ride.folder?.utc(at: ride.clock.time) == ride.clock.time.wall)
        ride.batteryClock = 0
        ride.clock.time.isSynchronised = true
        try ride.start()
        #expect(ride.folder?.utc(at: ride.clock.time) == ride.clock.time.wall)
    }
}
