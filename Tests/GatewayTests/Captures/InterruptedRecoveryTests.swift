import Foundation
import Gateway
import Ingest
import TestSupport
import Testing
import Transports
import WireFormats
import Workouts

/// Cuts at any place, also in the midst of looking after the cut before; damage; and disks that take nothing.
@Suite struct InterruptedRecoveryTests {
    private static let name = "2026-11-30T08-00-00Z-01ababab.capture"
    private static let next = "2026-11-30T08-00-42Z-02ababab.capture"

    /// Twelve seconds of a workout as a gateway leaves them behind, and 30 s later.
    private static func cutRide() async throws -> (ride: CutRide, bytes: [UInt8]) {
        let ride = CutRide()
        let path = try await ride.run(seconds: 12, starts: true, isCutOff: true)
        ride.clock.pass(seconds: 30)
        return (ride, [UInt8](try Data(contentsOf: URL(filePath: path))))
    }

    /// Wherever the power failed, no more is lost than the line that was being written, and the replay of both files is what the
    /// gateway made.
    @Test func everyCutKeepsWhatItsWholeLinesHold() async throws {
        let (_, bytes) = try await Self.cutRide()
        let header = try #require(bytes.firstRange(of: Array("\n\n".utf8))).upperBound
        let start = try #require(
            bytes.firstRange(of: Array("start cycling\n".utf8)) ?? bytes.firstRange(of: Array("start \"\"\n".utf8)))
        // Each place of two whole lines; beyond that, one cut in thirteen.
        let cuts = (0...bytes.count).filter { $0 > bytes.count - 90 || $0 % 13 == 0 || (header - 2...header + 1).contains($0) }
        for cut in cuts {
            let (ride, _) = try await Self.cutRide()
            #expect(truncate("\(ride.captures)/\(Self.name).part", off_t(cut)) == 0)
            let goesOn = try ride.recover()
            #expect(goesOn == (cut >= start.upperBound), "cut at \(cut)")
            #expect(ride.takeNotes().count == (cut < header || goesOn ? 1 : 0), "cut at \(cut)")
            try await ride.run(seconds: 5, starts: true)
            guard goesOn else {
                #expect(ride.captureNames.first == (cut < header ? "\(Self.name).damaged" : Self.name), "cut at \(cut)")
                continue
            }
            let replay = try await ride.replay([Self.name, Self.next])
            #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")], "cut at \(cut)")
            #expect(replay.notes.isEmpty, "cut at \(cut)")
            let due = Self.lastOffset(bytes[..<cut])
            #expect(replay.workouts.map(\.summary.timer.microseconds) == [due + 5_000_000], "cut at \(cut)")
            #expect(replay.workouts.map(\.summary.elapsed.seconds) == [47], "cut at \(cut)")
        }
    }

    /// Of the last whole line.
    private static func lastOffset(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.last.flatMap { $0.split(separator: " ").first }.flatMap { Int64($0) } ?? 0
    }

    /// Killed after the old capture was paused and before the new one was there.
    @Test func recoveryIsTakenUpWhereItWasCutOff() async throws {
        let (ride, _) = try await Self.cutRide()
        #expect(try ride.recover())
        let once = try ride.captureText("\(Self.name).part")
        #expect(try ride.recover())
        #expect(try ride.captureText("\(Self.name).part") == once)
        // Killed after the new one was there, and before the old one was closed.
        try ride.cutOff([])
        try FileManager.default.moveItem(atPath: "\(ride.captures)/\(Self.name)", toPath: "\(ride.captures)/\(Self.name).part")
        #expect(try ride.recover())
        try await ride.run(seconds: 5, starts: true)
        #expect(ride.captureNames.map { String($0.suffix(16)) } == ["01ababab.capture", "02ababab.capture", "03ababab.capture"])
        #expect(try ride.captureText(Self.name) == once)
        let replay = try await ride.replay(ride.captureNames)
        #expect(replay.workouts.map(\.summary.timer.seconds) == [17])
        #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
    }

    /// A stop that was written, and then the power failed before the workout's files were.
    @Test func aWorkoutWithoutFilesGetsThem() async throws {
        let ride = CutRide()
        try ride.cutOff(CutRide.records(seconds: 12, opening: [.command(.start(activity: ""))], stops: true))
        #expect(try !ride.recover())
        #expect(ride.takeNotes() == ["the files of a workout were made again from \(ride.captures)/\(Self.name).part"])
        #expect(ride.captureNames == [Self.name])
        let replay = try await ride.replay(ride.captureNames)
        #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
    }

    /// A workout that the disk does not take keeps its capture open by name, and is written when it can be.
    @Test func aWorkoutThatCannotBeWrittenWaits() async throws {
        let ride = CutRide()
        // A file where the folder should be stands for a disk that refuses.
        try FileManager.default.createDirectory(at: ride.root, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: ride.workouts))
        try await ride.run(seconds: 12, starts: true)
        let notes = ride.takeNotes()
        #expect(notes.count == 1 && notes.first?.contains("the workout's files are written when that can be done") == true)
        #expect(ride.captureNames == ["\(Self.name).part"])
        // Not at the next start either; then it can.
        #expect(try !ride.recover())
        #expect(ride.captureNames == ["\(Self.name).part"])
        try FileManager.default.removeItem(atPath: ride.workouts)
        #expect(try !ride.recover())
        #expect(ride.captureNames == [Self.name])
        #expect(ride.workoutNames.count == 2)
    }

    /// A line in the midst of it cannot be read: what came before makes the workout, and the file stays as it is.
    @Test func damageCostsWhatComesAfterIt() async throws {
        let (ride, bytes) = try await Self.cutRide()
        var text = String(decoding: bytes, as: UTF8.self)
        text = text.replacingOccurrences(of: "\n9000000 rx 2", with: "\n9000000 rx zwei")
        try text.write(toFile: "\(ride.captures)/\(Self.name).part", atomically: false, encoding: .utf8)
        #expect(try !ride.recover())
        let notes = ride.takeNotes()
        #expect(notes.count == 1 && notes.first?.hasSuffix("it is kept as \(Self.name).damaged") == true)
        #expect(try ride.captureText("\(Self.name).damaged") == text)
        let replay = try await ride.replay(["\(Self.name).damaged"])
        #expect(replay.workouts.map(\.summary.elapsed.microseconds) == [8_999_700])
        #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
    }

    /// A disk may have grown the file before it had the bytes: zeros, and more of them than any line is long.
    @Test(arguments: [4096, 2 << 20]) func zerosAtTheEndAreATornLine(count: Int) async throws {
        let (ride, bytes) = try await Self.cutRide()
        try Data(bytes + [UInt8](repeating: 0, count: count)).write(to: URL(filePath: "\(ride.captures)/\(Self.name).part"))
        #expect(try ride.recover())
        try await ride.run(seconds: 5, starts: true)
        let replay = try await ride.replay(ride.captureNames)
        #expect(replay.workouts.map(\.summary.timer.seconds) == [17])
        #expect(replay.notes.isEmpty)
    }

    @Test(arguments: ["", "PK\u{3}\u{4}", "wattbeat-capture 1\nidentity 01", "wattbeat-capture 9\n\n", "$GPRMC,1*00\r\n"])
    func whatIsNoCaptureIsKept(content: String) async throws {
        let (ride, bytes) = try await Self.cutRide()
        try Data(content.utf8).write(to: URL(filePath: "\(ride.captures)/other.capture.part"))
        #expect(try ride.recover())
        let notes = ride.takeNotes()
        #expect(notes.count == 2 && notes.contains { $0.hasSuffix("it is kept as other.capture.damaged") })
        #expect(try ride.captureText("other.capture.damaged") == content)
        #expect(try ride.captureText("\(Self.name).part").hasPrefix(String(decoding: bytes, as: UTF8.self)))
    }

    /// Of two that were both left running, the one heard last goes on.
    @Test func theLastOfTwoGoesOn() async throws {
        let ride = CutRide()
        for _ in 0..<2 { try await ride.run(seconds: 12, starts: true, isCutOff: true) }
        ride.clock.pass(seconds: 30)
        #expect(try ride.recover())
        #expect(ride.takeNotes().map { $0.contains("another workout was going on later") } == [true, false])
        #expect(ride.captureNames == [Self.name, "2026-11-30T08-00-12Z-02ababab.capture.part"])
    }

    /// Captures whose earlier part somebody removed are closed as what they are.
    @Test func aMissingEarlierPartIsNoFault() async throws {
        let (ride, _) = try await Self.cutRide()
        #expect(try ride.recover())
        try await ride.run(seconds: 5, starts: true, isCutOff: true)
        try FileManager.default.removeItem(atPath: "\(ride.captures)/\(Self.name)")
        #expect(try !ride.recover())
        #expect(ride.captureNames == [Self.next])
    }

    /// No room for the two lines that the cut capture needs: it waits, whole, until there is some.
    @Test(.enabled(if: SmallDisk.isAvailable, "only root may mount a disk of a few pages")) func aFullDiskPutsOffWhatNeedsRoom()
        async throws
    {
        let (ride, bytes) = try await Self.cutRide()
        let disk = try SmallDisk(at: ride.captures)
        let path = "\(ride.captures)/\(Self.name).part"
        // Its whole lines leave eight bytes of the disk's last page, and the torn one takes seven of them.
        let wanted = 4096 - 8
        var lines = bytes
        while lines.count < wanted - 100 { lines += Array("12000000 tick -\n".utf8) }
        lines += Array("12000000 rx 1 \"".utf8)
        lines += [UInt8](repeating: 0x61, count: wanted - 2 - lines.count) + Array("\"\n1200000".utf8)
        try Data(lines).write(to: URL(filePath: path))
        try ride.start()
        disk.fill()
        #expect(try !ride.recover())
        #expect(ride.takeNotes().map { $0.hasSuffix("put off until the next start") } == [true])
        // Its torn line is gone, and nothing half stands in its place.
        #expect(try Array(ride.captureText("\(Self.name).part").utf8) == Array(lines.prefix(wanted)))

        // The gateway records nothing meanwhile, and goes on.
        let begun = try #require(ride.folder).begin(ride.header(), holdsWorkout: false)
        let writer = try #require(begun.writer)
        for record in CutRide.records(seconds: 3, opening: [], stops: false) { writer.append(record) }
        #expect(writer.state == .suspended(code: ENOSPC, lostRecords: 0))
        disk.free()
        writer.append(CaptureRecord(offset: 3_000_000, input: .tick))
        #expect(writer.state == .writing)
        ride.folder?.ended(begun.header) { _ in }
        #expect(try ride.recover())
    }
}
