import Foundation
import Gateway
import Testing
import Transports
import WireFormats

/// The folder's files: names, who may write there, and which of them are ever removed.
@Suite struct CaptureFolderTests {
    @Test func aRideAndTheTimeAroundIt() async throws {
        let ride = CutRide()
        #expect(try !ride.recover())
        try await ride.run(seconds: 10, starts: false)
        try await ride.run(seconds: 10, starts: true)
        try await ride.run(seconds: 10, starts: false)
        #expect(
            ride.captureNames == [
                "2026-11-30T08-00-10Z-02ababab.capture", "idle-2026-11-30T08-00-00Z-01ababab.capture",
                "idle-2026-11-30T08-00-20Z-03ababab.capture",
            ])
        #expect(ride.workoutNames == ["2026-11-30T08-00-10Z-cycling.fit", "2026-11-30T08-00-10Z-cycling.json"])
        #expect(ride.takeNotes().isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: ride.captures)[.posixPermissions] as? Int
        #expect((mode ?? 0) & 0o027 == 0)
        let header = try ride.captureText("2026-11-30T08-00-10Z-02ababab.capture")
        #expect(header.contains("\nboot first\n") && header.contains("\nboot-offset 1010000000\n"))
    }

    /// Which start of the machine it is comes from the kernel.
    @Test func theKernelNamesItsStart() throws {
        let ride = CutRide()
        let folder = try CaptureFolder(path: ride.captures, workouts: ride.workouts)
        let name = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let begun = folder.begin(ride.header(), holdsWorkout: false)
        #expect(begun.header.boot.map { $0 + "\n" } == name)
        #expect((begun.header.bootOffset ?? 0) > 0)
    }

    @Test func oneGatewayAFolder() throws {
        let ride = CutRide()
        try ride.start()
        #expect(throws: CaptureFolderError.inUse(path: ride.captures)) {
            _ = try CaptureFolder(path: ride.captures, workouts: ride.workouts)
        }
        #expect("\(CaptureFolderError.inUse(path: "/c"))".contains("/c belongs to a wattbeat that runs already"))
        #expect(throws: Never.self) { try ride.start() }
    }

    /// A capture that somebody writes to is nobody's to look after.
    @Test func aCaptureInUseIsLeftAlone() throws {
        let ride = CutRide()
        try ride.start()
        let path = "\(ride.captures)/2026-11-30T08-00-00Z-01ababab.capture.part"
        let writer = try CaptureWriter(path: path, header: ride.header())
        for record in CutRide.records(seconds: 2, opening: [.command(.start(activity: ""))], stops: false) {
            writer.append(record)
        }
        #expect(try !ride.recover())
        #expect(ride.captureNames.map { "\(ride.captures)/\($0)" } == [path])
        writer.close()
        #expect(try ride.recover())
    }

    /// Only idle captures go: when they are old, by a clock that is to be believed.
    @Test func idleCapturesGrowOld() throws {
        let ride = CutRide()
        try ride.start()
        let names = [
            "idle-a.capture", "idle-b.capture", "idle-c.capture.part", "b.capture", "b.capture.damaged", "idle-notes.txt",
        ]
        for name in names {
            let path = "\(ride.captures)/\(name)"
            try Data("wattbeat-capture 1\n".utf8).write(to: URL(filePath: path))
            let age = name == "idle-b.capture" ? 6.9 : 7.1
            let changed = Date(timeIntervalSince1970: Double(ride.clock.time.wall) / 1e6 - age * 86_400)
            try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
        }
        ride.clock.time.isSynchronised = false
        _ = try ride.recover()
        #expect(ride.captureNames.contains("idle-a.capture"))
        ride.clock.time.isSynchronised = true
        _ = try ride.recover()
        #expect(
            ride.captureNames == ["b.capture", "b.capture.damaged", "idle-b.capture", "idle-c.capture.damaged", "idle-notes.txt"])
    }

    /// Two workouts of one second, each of them twice: another's files are never taken.
    @Test func noWorkoutReplacesAnother() async throws {
        let ride = CutRide()
        try ride.start()
        let moment = ride.clock.time
        for _ in 0..<2 {
            ride.clock.time = moment
            try await ride.run(seconds: 5, starts: true)
        }
        let stems = ["2026-11-30T08-00-00Z-cycling", "2026-11-30T08-00-00Z-cycling-2"]
        #expect(ride.workoutNames == ["\(stems[1]).fit", "\(stems[1]).json", "\(stems[0]).fit", "\(stems[0]).json"])
        let documents = try stems.map { try ride.workoutJSON("\($0).json") }
        #expect(documents[0] != documents[1])
        // Made again, each takes its own place.
        for name in ride.captureNames {
            try FileManager.default.moveItem(atPath: "\(ride.captures)/\(name)", toPath: "\(ride.captures)/\(name).part")
        }
        #expect(try !ride.recover())
        #expect(try stems.map { try ride.workoutJSON("\($0).json") } == documents)
        #expect(ride.workoutNames.count == 4)
    }

    @Test func demonstrationsHaveAFolderOfTheirOwn() async throws {
        let ride = CutRide()
        try ride.start()
        try await ride.run(seconds: 5, starts: true, isDemo: true)
        #expect(ride.workoutNames == ["demo"])
        let document = try ride.workoutJSON("demo/2026-11-30T08-00-00Z-DEMO-cycling.json")
        #expect(document.contains("\"isDemo\": true"))
    }

    /// Without a folder the gateway runs, and says so; what waited is there when the folder is.
    @Test func aFolderThatCannotBeMade() async throws {
        let ride = CutRide()
        try FileManager.default.createDirectory(at: ride.root, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: ride.captures))
        #expect(try !ride.recover())
        #expect(ride.takeNotes().map { $0.hasSuffix("nothing is recorded until that is put right") } == [true])
        let folder = try #require(ride.folder)
        let begun = folder.begin(ride.header(), holdsWorkout: true)
        let writer = try #require(begun.writer)
        #expect(writer.state == .suspended(code: ENOTDIR, lostRecords: 0))
        guard case .suspended(_, let sentence, 0) = GatewayStatus.CaptureState(writer) else {
            Issue.record("the state is \(GatewayStatus.CaptureState(writer))")
            return
        }
        #expect(
            sentence == "not recording: a file stands where its folder should be; move that away, and recording goes on by itself"
        )
        let records = CutRide.records(seconds: 3, opening: [.command(.start(activity: ""))], stops: false)
        for record in records.dropLast() { writer.append(record) }
        try FileManager.default.removeItem(atPath: ride.captures)
        try FileManager.default.createDirectory(atPath: ride.captures, withIntermediateDirectories: true)
        writer.append(records[records.count - 1])
        #expect(writer.state == .writing)
        folder.ended(begun.header) { _ in }
        #expect(ride.captureNames == ["2026-11-30T08-00-00Z-01ababab.capture"])
        var reader = try CaptureReader(path: "\(ride.captures)/\(ride.captureNames[0])")
        var read: [CaptureRecord] = []
        while let record = try reader.next() { read.append(record) }
        #expect(read == records)
    }

    /// The folder is removed while nothing is open: the next capture makes it again, and it is this gateway's as before.
    @Test func aFolderThatIsGoneIsMadeAgain() async throws {
        let ride = CutRide()
        try ride.start()
        try FileManager.default.removeItem(atPath: ride.captures)
        try await ride.run(seconds: 5, starts: true)
        #expect(ride.captureNames == ["2026-11-30T08-00-00Z-01ababab.capture"])
        #expect(throws: CaptureFolderError.inUse(path: ride.captures)) {
            _ = try CaptureFolder(path: ride.captures, workouts: ride.workouts)
        }
    }

    /// While a capture is open: it is written anew, the folder is held again, and the rider is told.
    @Test(arguments: [true, false])
    func aFolderThatGoesWithItsCapture(isMoved: Bool) throws {
        let ride = CutRide()
        try ride.start()
        let folder = try #require(ride.folder)
        let begun = folder.begin(ride.header(), holdsWorkout: true)
        let writer = try #require(begun.writer)
        let records = CutRide.records(seconds: 3, opening: [.command(.start(activity: ""))], stops: true)
        writer.append(records.dropLast())
        #expect(writer.settle())
        if isMoved {
            try FileManager.default.moveItem(atPath: ride.captures, toPath: "\(ride.captures)-away")
        } else {
            try FileManager.default.removeItem(atPath: ride.captures)
        }
        _ = writer.settle()
        writer.append(records[records.count - 1])
        #expect(folder.takeNotes() == ["\(writer.path) was removed or moved away: it was written anew, whole"])
        #expect(throws: CaptureFolderError.inUse(path: ride.captures)) {
            _ = try CaptureFolder(path: ride.captures, workouts: ride.workouts)
        }
        folder.ended(begun.header) { _ in }
        #expect(ride.captureNames == ["2026-11-30T08-00-00Z-01ababab.capture"])
        #expect(try ride.captureText(ride.captureNames[0]).hasSuffix("\n3000000 command - stop\n"))
    }
}
