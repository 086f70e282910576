import ActivityFiles
import Foundation
import Gateway
import Statistics
import Testing
import Workouts

/// Each workout counts once, whoever recorded it.
@Suite struct OnceTests {
    private let folder: ArchiveFolder
    init() throws { folder = try ArchiveFolder() }

    private typealias Skipped = ArchiveContents.Skipped

    @Test(arguments: RecordedRide.eachOnce.prefix(2))
    func aCaptureBesideItsFITFile(_ ride: RecordedRide) async throws {
        let workout = try #require(try await folder.writeCapture("captures/ride.capture", of: ride.paths()))
        try folder.write("workouts/ride.fit", FITActivity(workout).encoded())
        try folder.write("workouts/a-copy.fit", FITActivity(workout).encoded())
        let found = await folder.read()
        #expect(found.workouts.map(\.id) == [workout.id])
        #expect(found.names == ["captures/ride.capture"])
        #expect(found.skipped == [Skipped("workouts/a-copy.fit", .ownFIT), Skipped("workouts/ride.fit", .ownFIT)])
        #expect(found.progress.read == found.progress.total && found.progress.total > 0)
    }

    /// What the gateway itself leaves: captures here, FIT and JSON there, with and without a clock.
    @Test(arguments: [true, false]) func whatAGatewayLeaves(hasClock: Bool) async throws {
        let ride = CutRide(isSynchronised: hasClock)
        for _ in 0..<3 {
            try await ride.run(seconds: 90, starts: true)
            try await ride.run(seconds: 20, starts: false)
        }
        #expect(ride.workoutNames.count == 6 && ride.captureNames.count == 6)
        let found = await folder.read([ride.captures, ride.workouts])
        #expect(found.workouts.count == 3)
        #expect(Set(found.workouts.map(\.id)).count == 3)
        #expect(found.skipped.map(\.reason) == [.ownFIT, .ownFIT, .ownFIT])
        // The FIT files alone are as good.
        let alone = await folder.read([ride.workouts])
        #expect(alone.workouts.count == 3 && alone.skipped.isEmpty)
    }

    /// One ride of two devices: the one that measured more counts, then the longer, wherever it lies.
    @Test func twoDevices() async throws {
        try folder.writeFIT("a-watch.fit", id: 1, start: "08:00", minutes: 62)
        let bike = try folder.writeFIT("bike.fit", id: 2, start: "08:01", minutes: 60, withPower: true)
        try folder.writeFIT("c-phone.fit", id: 3, start: "08:02", minutes: 58)
        let found = await folder.read()
        #expect(found.names == ["bike.fit"])
        #expect(found.workouts.first?.startTimestamp == bike.startTimestamp)
        #expect(found.skipped == [Skipped("a-watch.fit", .sameWorkout), Skipped("c-phone.fit", .sameWorkout)])
        #expect(found.sentences.first == "a-watch.fit was recorded at the same time as bike.fit, which counts")
    }

    /// A gateway that was left running takes no watch's ride away.
    @Test func aLongRecordingOfNothing() throws {
        var nothing = try folder.made(id: 1, start: "08:00", minutes: 60)
        nothing.series = []
        let long = ArchiveRival(ArchivedWorkout(workout: nothing, path: "a.capture", format: .capture))
        let watch = try folder.made(id: 2, start: "08:05", minutes: 20)
        let ride = ArchiveRival(ArchivedWorkout(workout: watch, path: "watch.fit", format: .fit))
        #expect(long.isSame(as: ride))
        #expect(ride.comesBefore(long) && !long.comesBefore(ride))
    }

    /// What the sensors said comes before what a watch made of it, though it has a little less of the ride.
    @Test func aCaptureBesideAWatch() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 500, starts: true)
        try folder.writeFIT("watch.fit", id: 1, start: "08:00", minutes: 10, withPower: true)
        let found = await folder.read([folder.root.path, ride.captures])
        #expect(found.workouts.count == 1 && found.skipped == [Skipped("watch.fit", .sameWorkout)])
        // With much less of it, it gives way.
        try folder.writeFIT("watch.fit", id: 1, start: "08:00", minutes: 30, withPower: true)
        #expect(await folder.read([folder.root.path, ride.captures]).names == ["watch.fit"])
    }

    /// Captures of a machine without a clock say in their midst when they were: those of many days come in order of time, and which
    /// recording of a ride counts does not depend on how many there are.
    @Test(arguments: [1, 6]) func aWatchBesideCapturesWithoutAClock(captures: Int) async throws {
        for day in 1...captures {
            let name = "captures/no-clock-\(10 - day)-0000000\(day).capture"
            try folder.write(name, Array(Self.captureWithoutClock(day: day, minutes: 10).utf8))
        }
        let watch = try folder.writeFIT("watch.fit", id: 9, start: "08:00", minutes: 30)
        let found = await folder.read()
        #expect(
            found.names == ["watch.fit"] + (1...captures).dropFirst().map { "captures/no-clock-\(10 - $0)-0000000\($0).capture" })
        #expect(found.skipped == [Skipped("captures/no-clock-9-00000001.capture", .sameWorkout)])
        #expect(found.workouts.map(\.startTimestamp) == found.workouts.map(\.startTimestamp).sorted())
        // What lies in other days need not be read.
        let days = TimeRange(start: watch.startTimestamp, end: watch.endTimestamp)
        #expect(await folder.read(within: days).filesOutside == captures - 1)
    }

    /// From 08:00 on 30 November, or so many days later, by a clock that is set after half a minute.
    private static func captureWithoutClock(day: Int, minutes: Int) -> String {
        let date = day == 1 ? "2026-11-30" : "2026-12-0\(day - 1)"
        let values = (1..<minutes * 60).map { second in
            second == 30
                ? "30000000 clock - \(date)T08:00:30.000000Z system synchronised\n"
                : "\(second)000000 rx 1 00\(second % 2 == 0 ? "78" : "7a")\n"
        }
        return """
            wattbeat-capture 1
            identity 0000000000000000000000000000000\(day)
            start 2017-01-01T00:00:00.000000Z unsynchronised
            utc-offset 0

            0 open 1 gatt:2a37 C0:11:22:33:44:01 Strap
            0 command - start cycling

            """ + values.joined() + "\(minutes * 60)000000 command - stop\n"
    }

    /// The ride of a triathlon is no more than a part of what the watch has.
    @Test func aPartOfALongerOne() async throws {
        try folder.writeFIT("bike.fit", id: 2, start: "08:40", minutes: 60, withPower: true)
        try folder.writeFIT("triathlon.fit", id: 1, start: "08:00", minutes: 150)
        try folder.writeFIT("run.fit", id: 3, start: "09:41", minutes: 45)
        let found = await folder.read()
        #expect(found.names == ["triathlon.fit"])
        #expect(found.skipped == [Skipped("bike.fit", .sameWorkout), Skipped("run.fit", .sameWorkout)])
    }

    /// A watch whose battery died early has little of the ride.
    @Test func aShortPieceOfIt() async throws {
        try folder.writeFIT("a.fit", id: 1, start: "08:00", minutes: 10, withPower: true)
        try folder.writeFIT("b.fit", id: 2, start: "08:00", minutes: 90)
        #expect(await folder.read().names == ["b.fit"])
    }

    /// Who forgets to stop at the bike and runs already has done two things.
    @Test func aForgottenStop() async throws {
        try folder.writeFIT("ride.fit", id: 1, start: "08:00", minutes: 70)
        try folder.writeFIT("run.fit", id: 2, start: "09:02", minutes: 30)
        #expect(await folder.read().names == ["ride.fit", "run.fit"])
    }

    /// What two devices say of the same hour, and whether it was one thing.
    struct Hour: Sendable, CustomTestStringConvertible {
        var sports: (ActivityType, ActivityType)
        var kilometres: (Double?, Double?)
        var start = "08:02"
        var isOne: Bool
        var testDescription: String { "\(sports) \(kilometres) \(start)" }
    }

    static let hours = [
        // A watch calls a walk what the phone calls a hike, and a ride is one on rollers, too.
        Hour(sports: (.walking, .hiking), kilometres: (5, 6), start: "08:20", isOne: true),
        Hour(sports: (.cycling, .indoorCycling), kilometres: (30, nil), start: "08:20", isOne: true),
        // Nobody said what it was.
        Hour(sports: (.other, .running), kilometres: (nil, 10), start: "08:20", isOne: true),
        // The wrong sport was set.
        Hour(sports: (.running, .cycling), kilometres: (24, 25), isOne: true),
        Hour(sports: (.running, .cycling), kilometres: (nil, 25), isOne: true),
        // Two people, or one file that lies.
        Hour(sports: (.running, .cycling), kilometres: (7, 9.3), isOne: false),
        Hour(sports: (.running, .cycling), kilometres: (24, 25), start: "08:06", isOne: false),
        Hour(sports: (.swimming, .alpineSkiing), kilometres: (1, 40), isOne: false),
    ]

    @Test(arguments: hours) func sports(_ hour: Hour) async throws {
        try folder.writeFIT("a.fit", id: 1, start: "08:00", minutes: 60, as: hour.sports.0, kilometres: hour.kilometres.0)
        try folder.writeFIT("b.fit", id: 2, start: hour.start, minutes: 60, as: hour.sports.1, kilometres: hour.kilometres.1)
        let found = await folder.read()
        #expect(found.workouts.count == (hour.isOne ? 1 : 2), "\(found.names)")
        #expect(found.skipped.map(\.reason) == (hour.isOne ? [.sameWorkout] : []))
    }

    /// While the bike stood, with its device on and the timer off, its rider swam.
    @Test func withinALongPause() async throws {
        try folder.writeFIT("ride.fit", id: 1, start: "08:00", minutes: 120, pauses: [30...90])
        try folder.writeFIT("swim.fit", id: 2, start: "08:35", minutes: 40)
        let found = await folder.read()
        #expect(found.names == ["ride.fit", "swim.fit"] && found.skipped.isEmpty)
    }

    /// A traffic light is no end.
    @Test func shortPausesPartNothing() async throws {
        try folder.writeFIT("a.fit", id: 1, start: "08:00", minutes: 20, pauses: [3...7, 8...12, 13...17])
        try folder.writeFIT("b.fit", id: 2, start: "08:00", minutes: 20, withPower: true)
        #expect(await folder.read().names == ["b.fit"])
    }

    /// One after the other, to the minute.
    @Test func backToBack() async throws {
        try folder.writeFIT("a.fit", id: 1, start: "08:00", minutes: 30)
        try folder.writeFIT("b.fit", id: 2, start: "08:30", minutes: 30)
        #expect(await folder.read().names == ["a.fit", "b.fit"])
    }

    /// Half is enough; a little less is not.
    @Test(arguments: [(30, 1), (29, 2)]) func halfOfTheShorter(shared: Int, count: Int) async throws {
        try folder.writeFIT("a.fit", id: 1, start: "08:00", minutes: 60)
        try folder.writeFIT("b.fit", id: 2, start: "08:\(60 - shared)", minutes: 60)
        #expect(await folder.read().names.count == count)
    }

    /// Order does not matter: names turned around, the same counts.
    @Test(arguments: 0..<24) func anyNames(seed: Int) async throws {
        var names = ["a", "b", "c", "d"]
        var order: [String] = []
        var rest = seed
        for count in [4, 3, 2, 1] {
            order.append(names.remove(at: rest % count))
            rest /= count
        }
        try folder.writeFIT("\(order[0]).fit", id: 1, start: "08:00", minutes: 60)
        try folder.writeFIT("\(order[1]).fit", id: 2, start: "08:05", minutes: 58, withPower: true)
        try folder.writeFIT("\(order[2]).fit", id: 3, start: "12:00", minutes: 30)
        try folder.writeFIT("\(order[3]).fit", id: 4, start: "12:10", minutes: 100)
        #expect(await folder.read().names == [order[1], order[3]].map { $0 + ".fit" })
    }

    @Test func copiesOfACapture() async throws {
        let ride = CutRide()
        let path = try await ride.run(seconds: 60, starts: true)
        let name = try #require(ride.captureNames.first)
        let text = try String(contentsOfFile: "\(ride.captures)/\(name)", encoding: .utf8)
        _ = path
        // Copied while it was recorded, to a place that comes first.
        try folder.write("a/\(name)", Array(text.utf8.prefix(text.utf8.count / 2)))
        try folder.write("b/\(name)", Array(text.utf8))
        let found = await folder.read()
        #expect(found.names == ["b/\(name)"])
        #expect(found.skipped == [Skipped("a/\(name)", .copy)])
    }

    /// Devices that give their files no time give them all one identity.
    @Test func oneIdentityForAll() async throws {
        let (morning, evening) = (
            try folder.made(id: 7, start: "08:00", minutes: 20), try folder.made(id: 7, start: "18:00", minutes: 20)
        )
        for (name, workout) in [("a", morning), ("b", evening)] {
            var bytes = FITActivity(workout).encoded()
            // The first definition and its message: field 4 of `file_id`, time_created, becomes "no value".
            let place = try #require(bytes.firstRange(of: FITBytes.second(workout.startTimestamp)))
            bytes.replaceSubrange(place, with: [0xFF, 0xFF, 0xFF, 0xFF])
            FITBytes.seal(&bytes)
            try folder.write("\(name).fit", bytes)
        }
        let found = await folder.read()
        #expect(found.names == ["a.fit", "b.fit"])
        #expect(Set(found.workouts.map(\.id)).count == 1)
    }
}

/// The bytes of FIT files, changed by hand.
enum FITBytes {
    /// Seconds since 1989-12-31, little-endian.
    static func second(_ moment: Timestamp) -> [UInt8] {
        let second = UInt32(moment.microseconds / 1_000_000 - 631_065_600)
        return (0..<4).map { UInt8(truncatingIfNeeded: second >> ($0 * 8)) }
    }

    /// A whole file in its plainest form: `file_id`, a `record` with a heart rate each second, and a `session`.
    static func ride(start: UInt32, seconds: UInt32, beats: UInt8, serial: UInt32) -> [UInt8] {
        func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        var data: [UInt8] = [0x40, 0, 0, 0, 0, 4, 0, 1, 0, 1, 2, 0x84, 3, 4, 0x8C, 4, 4, 0x86]
        data += [0, 4, 1, 0] + little(serial) + little(start)
        data += [0x41, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 2]
        for second in 0..<seconds { data += [1] + little(start + second) + [beats] }
        data += [0x42, 0, 0, 18, 0, 5, 253, 4, 0x86, 2, 4, 0x86, 7, 4, 0x86, 8, 4, 0x86, 5, 1, 0]
        data += [2] + little(start + seconds) + little(start) + little(seconds * 1000) + little(seconds * 1000) + [2]
        // Without a checksum of its own, which a header need not have.
        var bytes: [UInt8] = [14, 0x20, 0x34, 0x08] + little(UInt32(data.count)) + Array(".FIT".utf8) + [0, 0] + data + [0, 0]
        seal(&bytes)
        return bytes
    }

    /// Computes the checksum anew, in the plainest way (FIT Protocol, "CRC").
    static func seal(_ bytes: inout [UInt8]) {
        var sum: UInt16 = 0
        for byte in bytes.dropLast(2) {
            sum ^= UInt16(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
        }
        bytes[bytes.count - 2] = UInt8(sum & 0xFF)
        bytes[bytes.count - 1] = UInt8(sum >> 8)
    }
}
