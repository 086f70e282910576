import ActivityFiles
import Foundation
import Gateway
import Ingest
import Statistics
import TestSupport
import Testing
import Transports
import WireFormats
import Workouts

/// What is read of a folder, what is passed over, and what is told.
@Suite struct ArchiveFilesTests {
    private let folder: ArchiveFolder
    init() throws { folder = try ArchiveFolder() }

    private typealias Skipped = ArchiveContents.Skipped

    @Test func inOrderOfTimeWhateverTheirNames() async throws {
        try folder.writeFIT("b/z.fit", id: 1, start: "07:00", minutes: 3)
        try folder.writeFIT("a.fit", id: 2, start: "12:00", minutes: 3)
        try folder.writeFIT("b/c/d/no-ending", id: 3, start: "10:00", minutes: 3)
        let found = await folder.read()
        #expect(found.names == ["b/z.fit", "b/c/d/no-ending", "a.fit"])
        #expect(found.skipped.isEmpty)
    }

    @Test func whatIsNoRecordingIsPassedOver() async throws {
        try folder.writeFIT("ride.fit", id: 1, start: "08:00", minutes: 3)
        try folder.writeFIT(".hidden.fit", id: 2, start: "09:00", minutes: 3)
        try folder.writeFIT(".trash/ride.fit", id: 3, start: "10:00", minutes: 3)
        try folder.write("notes.txt", Array("a ride".utf8))
        try folder.write("photo.fit", [UInt8](repeating: 0xA5, count: 100_000))
        try folder.write("empty.fit", [])
        try folder.write("gps.nmea", Array("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n".utf8))
        let found = await folder.read()
        #expect(found.names == ["ride.fit"])
        #expect(found.skipped.isEmpty)
    }

    @Test func whatIsNamedIsTold() async throws {
        let paths = [
            try folder.write("notes.txt", Array("a ride".utf8)), try folder.write("empty.fit", []),
            try folder.write("gps.nmea", Array("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n".utf8)),
            folder.path("gone.fit"), "/dev/null",
        ]
        let found = await folder.read(paths)
        #expect(found.workouts.isEmpty)
        #expect(
            found.sentences == [
                "gone.fit cannot be opened: No such file or directory",
                "/dev/null is neither a file nor a folder",
                "notes.txt is neither a capture of wattbeat's nor a FIT, TCX, GPX or CSV file",
                "empty.fit is empty",
                "gps.nmea is a recording of another program (nmea): wattbeat replay --capture FILE makes a capture of it",
            ])
    }

    /// Nothing waits for a pipe, no link leads in circles, and what two links lead to counts once.
    @Test(.timeLimit(.minutes(1))) func pipesSocketsAndLinks() async throws {
        try folder.writeFIT("real/ride.fit", id: 1, start: "08:00", minutes: 3)
        #expect(mkfifo(folder.path("a.fit"), 0o600) == 0)
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.path("again"), withDestinationPath: folder.path("real"))
        try files.createSymbolicLink(atPath: folder.path("real/up"), withDestinationPath: "..")
        try files.createSymbolicLink(atPath: folder.path("self.fit"), withDestinationPath: folder.path("self.fit"))
        try files.createSymbolicLink(atPath: folder.path("nowhere.fit"), withDestinationPath: folder.path("gone"))
        try files.linkItem(atPath: folder.path("real/ride.fit"), toPath: folder.path("ride-too.fit"))
        let found = await folder.read()
        #expect(found.workouts.count == 1)
        #expect(found.skipped.isEmpty)
    }

    @Test(.enabled(if: geteuid() != 0)) func whatMayNotBeRead() async throws {
        try folder.writeFIT("ride.fit", id: 1, start: "08:00", minutes: 3)
        try folder.writeFIT("locked/ride.fit", id: 2, start: "10:00", minutes: 3)
        try folder.writeFIT("mine.fit", id: 3, start: "12:00", minutes: 3)
        chmod(folder.path("locked"), 0)
        chmod(folder.path("mine.fit"), 0)
        defer { chmod(folder.path("locked"), 0o700) }
        let found = await folder.read()
        #expect(found.names == ["ride.fit"])
        #expect(found.skipped == [Skipped("locked", .unreadable), Skipped("mine.fit", .unreadable)])
    }

    @Test func damagedFITFilesCountAsFarAsTheyCanBeRead() async throws {
        let workout = try folder.made(id: 1, start: "08:00", minutes: 10)
        let bytes = FITActivity(workout).encoded()
        try folder.write("cut.fit", Array(bytes.prefix(bytes.count / 2)))
        var flipped = FITActivity(try folder.made(id: 2, start: "12:00", minutes: 10)).encoded()
        flipped[flipped.count - 1] ^= 0xFF
        try folder.write("flipped.fit", flipped)
        let found = await folder.read()
        #expect(found.names == ["cut.fit", "flipped.fit"])
        #expect(found.skipped == [Skipped("cut.fit", .damaged), Skipped("flipped.fit", .damaged)])
        #expect(found.sentences.first == "cut.fit is cut off at byte \(bytes.count / 2); everything before that counts")
        let halves = try #require(found.workouts.first).summary.elapsed.seconds
        #expect(halves > 200 && halves < 400)
    }

    /// As services hand them out: packed one by one, or all in one archive, which is told and not opened.
    @Test func packedFiles() async throws {
        let bytes = FITActivity(try folder.made(id: 1, start: "08:00", minutes: 10)).encoded()
        try folder.write("ride.fit.gz", try Gzip.packed(bytes))
        let other = FITActivity(try folder.made(id: 2, start: "12:00", minutes: 10)).encoded()
        try folder.write("cut.fit.gz", try Array(Gzip.packed(other).dropLast(200)))
        try folder.write("words.gz", try Gzip.packed(Array("a ride".utf8)))
        try folder.write("export.zip", Array("PK".utf8) + [3, 4, 20, 0])
        let found = await folder.read()
        #expect(found.names == ["ride.fit.gz", "cut.fit.gz"])
        #expect(found.workouts.first?.summary.elapsed.seconds == 600)
        #expect(found.skipped.contains(Skipped("export.zip", .notARecording)))
        #expect(found.skipped.contains(Skipped("cut.fit.gz", .damaged)))
        #expect(found.sentences.contains("export.zip is a zip archive: unpack it, and give its folder (unzip)"))
        #expect(found.sentences.contains("cut.fit.gz: what gzip packed is cut off"))
        // What was packed is what lies beside it.
        try folder.write("ride.fit", bytes)
        #expect(await folder.read().workouts.count == 2)
    }

    @Test func severalActivitiesInOneFile() async throws {
        let bytes = try ["08:00", "10:00", "12:00"].enumerated().flatMap { index, start in
            FITActivity(try folder.made(id: UInt64(index + 1), start: start, minutes: 4)).encoded()
        }
        try folder.write("all.fit", bytes)
        let found = await folder.read()
        #expect(found.names == ["all.fit", "all.fit", "all.fit"])
        #expect(found.workouts.map(\.startTimestamp) == found.workouts.map(\.startTimestamp).sorted())
    }

    /// A course holds places and times that nobody rode.
    @Test func otherKindsOfFITFile() async throws {
        var bytes = FITActivity(try folder.made(id: 1, start: "08:00", minutes: 4)).encoded()
        // Header, definition of `file_id` with six fields, its message: the first field is the type.
        let type = 14 + 6 + 6 * 3 + 1
        #expect(bytes[type] == 4)
        bytes[type] = 6
        FITBytes.seal(&bytes)
        let path = try folder.write("course.fit", bytes)
        let found = await folder.read()
        #expect(found.workouts.isEmpty && found.skipped.isEmpty)
        #expect(await folder.read([path]).skipped == [Skipped("course.fit", .notARecording)])
    }

    /// Below 0x10000000 a FIT file's times count from power-on: two such files of two days say nothing of each other.
    @Test func timesSincePowerOn() async throws {
        let paths = try [(60, 1800, 130, 111), (90, 2400, 150, 222)].map { start, seconds, beats, serial in
            try folder.write(
                "\(serial).fit",
                FITBytes.ride(start: UInt32(start), seconds: UInt32(seconds), beats: UInt8(beats), serial: UInt32(serial)))
        }
        let archive = WorkoutArchive(paths: paths, athlete: AthleteHistory())
        var found: [ArchivedWorkout] = []
        while let next = await archive.next() { found.append(next) }
        #expect(found.map(\.workout.summary.elapsed.seconds) == [1800, 2400])
        #expect(found.allSatisfy { !$0.isDated } && archive.skipped.isEmpty)
        // One that says when it was is taken at its word.
        let dated = try folder.write("dated.fit", FITBytes.ride(start: 0x1000_0000, seconds: 600, beats: 120, serial: 111))
        #expect(await WorkoutArchive(paths: [dated], athlete: AthleteHistory()).next()?.isDated == true)
    }

    // MARK: Captures

    @Test func tornDamagedAndTooNewCaptures() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true)
        let text = try ride.captureText(try #require(ride.captureNames.first))
        try folder.write("torn.capture", Array(text.utf8.dropLast(30)))
        try folder.write("new.capture", Array("wattbeat-capture 99\nidentity 00\n\n".utf8))
        let found = await folder.read()
        #expect(found.names == ["torn.capture"])
        #expect(Set(found.skipped.map(\.name)) == ["new.capture", "torn.capture"])
        #expect(found.skipped.map(\.reason).sorted { "\($0)" < "\($1)" } == [.damaged, .unreadable])
        // It ends where the file does.
        #expect(found.workouts.count == 1)
    }

    /// A workout that was cut off and went on after the machine started anew is one.
    @Test func overARestart() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.restart(keepsTime: true)
        ride.boot = "second"
        #expect(try ride.recover())
        try await ride.run(seconds: 60, starts: true)
        let names = ride.captureNames
        #expect(names.count == 2)
        let found = await folder.read([ride.captures, ride.workouts])
        #expect(found.workouts.count == 1)
        #expect(found.workouts == (try await ride.replay(names)).workouts)
        // The second half alone is nobody's workout.
        let half = await folder.read(["\(ride.captures)/\(names[1])"])
        #expect(half.workouts.isEmpty)
        #expect(
            half.sentences.first?.contains("which is not among the files; a workout that runs on from there needs both") == true)
    }

    /// The first capture after a crash names the one before though no workout runs on into it: each is what the gateway made of it,
    /// with the identity that it gave.
    @Test func besideARestart() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.pass(seconds: 7200)
        #expect(try !ride.recover())
        try await ride.run(seconds: 30, starts: true)
        let names = ride.captureNames
        #expect(names.count == 2)
        #expect(try ride.captureText(names[1]).contains("\ncontinues 01abab"))
        // As the live gateway and the recovery wrote them.
        let written = try ride.workoutNames.filter { $0.hasSuffix(".json") }.map { try ride.workoutJSON($0) }
        let found = await folder.read([ride.captures])
        #expect(found.skipped.isEmpty && found.workouts.count == 2)
        for name in names {
            let alone = try await ride.replay([name])
            #expect(alone.notes.isEmpty && alone.documents.allSatisfy(written.contains))
            #expect(found.workouts.contains { alone.workouts == [$0] })
        }
        let together = try await ride.replay(names)
        #expect(together.notes.contains { $0.contains("begins workouts of its own: replayed without") })
    }

    /// The gateway that runs writes to one of them.
    @Test func whatIsBeingRecorded() async throws {
        let ride = CutRide()
        try ride.start()
        let begun = try #require(ride.folder).begin(ride.header(), holdsWorkout: true)
        let writer = try #require(begun.writer)
        writer.append(CutRide.records(seconds: 60, opening: [.command(.start(activity: ""))], stops: false))
        _ = writer.settle()
        let found = await folder.read([ride.captures])
        #expect(found.workouts.count == 1)
        #expect(found.workouts.first?.summary.elapsed == TimeSpan(microseconds: 60_000_000))
        #expect(found.skipped.map(\.reason) == [.stillWritten])
    }

    @Test func demonstrationsDoNotMix() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true, isDemo: true)
        try folder.write("DEMO.fit", FITActivity(try folder.made(id: 9, start: "06:00", minutes: 4, isDemo: true)).encoded())
        // By themselves they are what there is to see.
        let alone = await folder.read([folder.root.path, ride.captures])
        #expect(alone.workouts.map(\.isDemo) == [true, true])
        try folder.writeFIT("real.fit", id: 1, start: "07:00", minutes: 4)
        let found = await folder.read([folder.root.path, ride.captures])
        #expect(found.names == ["real.fit"])
        #expect(found.skipped.map(\.reason) == [.demo, .demo])
    }

    // MARK: Settings and days

    @Test func settingsOfTheDay() async throws {
        try folder.writeFIT("a.fit", id: 1, start: "08:00", minutes: 4, withPower: true)
        try folder.writeFIT("b.fit", id: 2, start: "12:00", minutes: 4, withPower: true)
        var athlete = AthleteHistory()
        try athlete.record(.figure(.functionalThresholdPower, 200), from: AthleteHistory.always)
        try athlete.record(.figure(.functionalThresholdPower, 250), from: Timestamp(secondsSince1970: 1_795_996_800 + 36_000))
        let found = await folder.read(athlete: athlete)
        #expect(found.workouts.map(\.settings.functionalThresholdPowerWatts) == [200, 250])
        let overridden = await folder.read(
            athlete: athlete, overriding: [.init(name: "ftp", value: "300"), .init(name: "zones.power", value: "coggan7")])
        #expect(overridden.workouts.map(\.settings.functionalThresholdPowerWatts) == [300, 300])
        // 55 % of 300 W (core §3, Coggan).
        #expect(overridden.workouts.allSatisfy { $0.zoneGroups[.power]?.configuration.boundaries.first == 165 })
    }

    /// A model's zones follow the figure that stands above the settings; zones that were given by their limits do not (core §3).
    @Test func overridingAFigureMakesModelZonesAnew() throws {
        let day = Timestamp(secondsSince1970: 1_795_996_800)
        let own = AthleteHistory().overridden(
            by: [
                .init(name: "ftp", value: "250"), .init(name: "lthr", value: "160"), .init(name: "zones.power", value: "seiler3"),
                .init(name: "zones.heart-rate", value: "friel7"), .init(name: "zones.power.rowing", value: "180,220"),
                .init(name: "zones.heart-rate.rowing", value: "user percentHRmax5 110,130,150"),
            ], at: AthleteHistory.always)
        let settings = own.overridden(by: [.init(name: "ftp", value: "300"), .init(name: "lthr", value: "170")], at: day)
            .settings(at: day)
        func limits(_ quantity: Quantity, _ activity: ActivityType) -> [Double]? {
            settings.zones(for: activity)[quantity]?.boundaries
        }
        #expect(limits(.power, .cycling) == [240, 300])
        #expect(limits(.power, .rowing) == [180, 220])
        #expect(limits(.heartRate, .cycling) == [81, 90, 94, 100, 103, 106].map { Double(170 * $0) / 100 })
        #expect(limits(.heartRate, .running) == [85, 90, 95, 100, 103, 106].map { Double(170 * $0) / 100 })
        #expect(limits(.heartRate, .rowing) == [110, 130, 150])
    }

    /// As in what the commands show of a capture whose header names a model.
    @Test func aCapturesModelFollowsTheOverridingFigure() async throws {
        let text = """
            wattbeat-capture 1
            identity 000102030405060708090a0b0c0d0e0f
            start 2026-11-30T08:00:00.000000Z synchronised
            ftp 250
            zones.power seiler3

            0 command - start cycling
            60000000 command - stop

            """
        try folder.write("ride.capture", Array(text.utf8))
        let plan = try ReplayPlan(
            [.init(path: folder.path("ride.capture"))], settings: [.init(name: "ftp", value: "300")])
        var ingest = IngestSettings()
        for setting in plan.header.settings { #expect(ingest.apply(name: setting.name, value: setting.value) == nil) }
        #expect(ingest.frozen.zones[.power]?.boundaries == [240, 300])
    }

    @Test func capturesKeepTheirOwnSettings() async throws {
        let ride = CutRide()
        try await ride.run(seconds: 60, starts: true)
        var athlete = AthleteHistory()
        try athlete.record(.figure(.functionalThresholdPower, 200), from: AthleteHistory.always)
        #expect(
            await folder.read([ride.captures], athlete: athlete).workouts.map(\.settings.functionalThresholdPowerWatts) == [250])
        let overridden = await folder.read([ride.captures], athlete: athlete, overriding: [.init(name: "ftp", value: "300")])
        #expect(overridden.workouts.map(\.settings.functionalThresholdPowerWatts) == [300])
    }

    @Test func onlySomeDays() async throws {
        try folder.writeFIT("a.fit", id: 1, start: "08:00", minutes: 60)
        try folder.writeFIT("b.fit", id: 2, start: "12:00", minutes: 60)
        try folder.write("c.fit", FITActivity(try folder.made(id: 3, start: nil, minutes: 4)).encoded())
        let day = Timestamp(secondsSince1970: 1_795_996_800)
        func range(_ from: Int64, _ to: Int64) -> TimeRange {
            TimeRange(
                start: day + TimeSpan(microseconds: from * 3_600_000_000), end: day + TimeSpan(microseconds: to * 3_600_000_000))
        }
        #expect(await folder.read(within: range(10, 24)).names == ["b.fit"])
        #expect(await folder.read(within: range(12, 24)).names == ["b.fit"])
        // In part, too.
        #expect(await folder.read(within: range(0, 12)).names == ["a.fit"])
        let later = await folder.read(within: range(24 * 40, 24 * 50))
        #expect(later.names == [] && later.filesOutside == 3)
        #expect(await folder.read().names.count == 3)
    }

    @Test func nothingThere() async throws {
        let found = await folder.read()
        #expect(found.workouts.isEmpty && found.skipped.isEmpty && found.progress == (0, 0))
    }

    @Test func cancelled() async throws {
        for index in 0..<5 { try folder.writeFIT("\(index).fit", id: UInt64(index), start: "0\(index):00", minutes: 5) }
        let path = folder.root.path
        let task = Task {
            let archive = WorkoutArchive(paths: [path], athlete: AthleteHistory())
            var count = 0
            while await archive.next() != nil {
                count += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }
        #expect(await task.value == 1)
    }
}
