import Foundation
import Gateway
import Ingest
import TestSupport
import Testing
import Transports
import WireFormats
import Workouts

/// A disk that takes nothing for a while. A file where the folder should be stands for it: that needs no rights to a small disk.
@Suite struct FullDiskTests {
    private static func block(_ ride: CutRide) throws {
        try FileManager.default.createDirectory(at: ride.root, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: ride.captures))
    }

    private static func unblock(_ ride: CutRide) { try? FileManager.default.removeItem(atPath: ride.captures) }

    private static let cause = "a file stands where its folder should be; move that away, and recording goes on by itself"

    /// The stop is in memory alone: it goes out when there is room, and the workout is over for good.
    @Test func aStopWaitsForTheDisk() async throws {
        let ride = CutRide()
        try Self.block(ride)
        try await ride.run(seconds: 10, starts: true)
        let folder = try #require(ride.folder)
        let path = "\(ride.captures)/2026-11-30T08-00-00Z-01ababab.capture.part"
        #expect(folder.takeNotes() == ["the end of \(path) is not on the disk yet, and waits in memory: \(Self.cause)"])
        #expect(folder.needsTending)
        folder.tend()
        #expect(folder.takeNotes().isEmpty)
        Self.unblock(ride)
        folder.tend()
        #expect(!folder.needsTending)
        #expect(folder.takeNotes() == ["\(path) is whole on the disk now"])
        #expect(ride.captureNames == ["2026-11-30T08-00-00Z-01ababab.capture"])
        #expect(try ride.captureText(ride.captureNames[0]).hasSuffix("\n10000000 command - stop\n"))
        #expect(try await ride.replay(ride.captureNames).documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
        #expect(try !ride.recover())
    }

    /// The gateway ends while the disk takes nothing: it does not say that anything was kept.
    @Test func whatIsLostWithTheGatewayIsSaid() async throws {
        let ride = CutRide()
        try Self.block(ride)
        try await ride.run(seconds: 10, starts: true)
        let folder = try #require(ride.folder)
        _ = folder.takeNotes()
        folder.finish()
        let path = "\(ride.captures)/2026-11-30T08-00-00Z-01ababab.capture.part"
        #expect(
            folder.takeNotes() == [
                "the end of \(path) is lost; a workout that was stopped may go on at the next start: \(Self.cause)"
            ])
    }

    /// A ride of which the disk takes the first seconds, and the stop not.
    private static func stopWithoutRoom(_ ride: CutRide) async throws -> (folder: CaptureFolder, disk: SmallDisk) {
        try FileManager.default.createDirectory(atPath: ride.captures, withIntermediateDirectories: true)
        let disk = try SmallDisk(at: ride.captures)
        let folder = try CaptureFolder(path: ride.captures, workouts: ride.workouts, clock: ride.clock, boot: ride.boot)
        let begun = folder.begin(ride.header(), holdsWorkout: true)
        let room = Room { disk.fill() }
        room.opensAt = 6_000_000
        // More than what is left of the file's last page.
        let records = CutRide.records(seconds: 300, opening: [.command(.start(activity: ""))], stops: true)
        var loop = IngestLoop(
            engine: begun.engine, capture: begun.writer, sinks: [room] + (folder.workoutFiles.map { [$0] } ?? []))
        await loop.run(KeptRecords(records: records))
        folder.ended(begun.header) { _ in }
        return (folder, disk)
    }

    private static let name = "2026-11-30T08-00-00Z-01ababab.capture"

    /// The stop finds no room, and the gateway ends, or is killed: the workout is over all the same. It ends where the file does.
    @Test(.enabled(if: SmallDisk.isAvailable, "only root may mount a disk of a few pages"), arguments: [true, false])
    func aStopWithoutRoomIsAStop(isKilled: Bool) async throws {
        let ride = CutRide()
        var (folder, disk): (CaptureFolder?, SmallDisk) = try await Self.stopWithoutRoom(ride)
        #expect(ride.captureNames.contains(Self.name + ".stopped"))
        _ = folder?.takeNotes()
        if !isKilled {
            folder?.finish()
            #expect(
                folder?.takeNotes().map { $0.contains("is lost; the workout ends where it is cut: the disk is full") } == [true])
        }
        folder = nil
        disk.free()
        #expect(try !ride.recover())
        let notes = ride.takeNotes()
        #expect(notes.count == 1 && notes[0].hasSuffix("it was stopped by then, and the disk had no room for the rest"))
        #expect(ride.captureNames == [Self.name])
        #expect(try ride.captureText(Self.name).hasSuffix(" command - stop\n"))
        #expect(try await ride.replay([Self.name]).documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
    }

    /// There is room before the gateway ends: all of it is there, under its own name.
    @Test(.enabled(if: SmallDisk.isAvailable, "only root may mount a disk of a few pages"))
    func aStopThatFindsRoomLater() async throws {
        let ride = CutRide()
        let (folder, disk) = try await Self.stopWithoutRoom(ride)
        disk.free()
        folder.tend()
        #expect(ride.captureNames == [Self.name])
        #expect(try ride.captureText(Self.name).hasSuffix("\n300000000 command - stop\n"))
        #expect(!folder.needsTending)
    }

    /// More than memory holds is lost to the capture, and the engine had it: the workout's files are as a replay makes them.
    @Test func whatTheCaptureLacksTheFilesLackToo() async throws {
        let ride = CutRide()
        try Self.block(ride)
        try ride.start()
        let folder = try #require(ride.folder)
        let begun = folder.begin(ride.header(), holdsWorkout: true)
        let writer = try #require(begun.writer)
        var records = CutRide.records(seconds: 1, opening: [.command(.start(activity: ""))], stops: false)
        let count = 25_000
        for number in 0..<count {
            // With nine RR intervals, so that fewer do.
            let value = [0x10, UInt8(100 + number % 50)] + [UInt8](repeating: 4, count: 18)
            records.append(CaptureRecord(offset: 1_000_000 + Int64(number) * 10_000, input: .bytes(LinkID(1), value)))
        }
        let end = 1_000_000 + Int64(count) * 10_000
        let last = [.bytes(LinkID(2), [0, 0, 99, 0]), .command(.stop)].map { CaptureRecord(offset: end, input: $0) }
        let collector = OutputCollector()
        let room = Room { Self.unblock(ride) }
        var loop = IngestLoop(
            engine: begun.engine, capture: writer, sinks: [collector, room] + (folder.workoutFiles.map { [$0] } ?? []))
        room.opensAt = records[records.count - 1].offset
        await loop.run(KeptRecords(records: records + last))
        let lost = writer.lostRecords
        #expect(lost > 0)
        folder.ended(begun.header) { _ in }
        #expect(
            folder.takeNotes().last?.hasSuffix(
                "lacks \(lost) records for which neither disk nor memory had room; the workout's files are made without them too")
                == true)
        let name = "2026-11-30T08-00-00Z-01ababab.capture"
        #expect(ride.captureNames == [name])
        #expect(try ride.captureText(name).contains(" drop 1 \(lost - 1)\n\(end) drop 2 1\n"))
        let replay = try await ride.replay([name])
        #expect(try replay.documents == [ride.workoutJSON("2026-11-30T08-00-00Z-cycling.json")])
        let rates = { (workout: Workout?) in workout?.series.map(\.values.count).max() ?? 0 }
        #expect(rates(collector.finished.workouts.first) > rates(replay.workouts.first))
    }

    /// Makes room once a moment has passed.
    private final class Room: IngestSink {
        var opensAt: Int64 = .max
        private let open: () -> Void
        init(_ open: @escaping () -> Void) { self.open = open }
        func apply(_ output: IngestOutput) {}
        func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) { if record.offset >= opensAt { open() } }
    }

    /// Journal, status and the service manager's line say that it stopped and that it goes on; the live view goes on anyway.
    @Test func aGatewayTellsBothWays() async throws {
        let ride = CutRide()
        try Self.block(ride)
        var sent: [String] = []
        let rig = try LiveRig(service: ServiceNotifier(watchdogInterval: nil) { sent.append($0) }) { parts, desk in
            desk.settings.start = .now
            if let folder = try? CaptureFolder(path: ride.captures, workouts: ride.workouts, clock: parts.clock) {
                parts.captures = folder
            }
        }
        rig.at(0.1, .open("strap", .heartRate()))
        for second in 1...60 { rig.at(Double(second), .bytes("strap", heartRateValue(120))) }
        var states: [GatewayStatus] = []
        for second in [20.5, 40.5] { rig.at(second, .call { [unowned rig] in states.append(rig.gateway.status) }) }
        rig.at(30.5, .call { Self.unblock(ride) })
        await rig.run(until: 61)
        #expect(rig.notes.filter { $0 == "not recording: \(Self.cause)" }.count == 1)
        #expect(rig.notes.filter { $0 == "recording goes on" }.count == 1)
        #expect(sent.contains { $0.hasPrefix("STATUS=recording 0:2") && $0.hasSuffix("; not recording: \(Self.cause)") })
        #expect(sent.contains { $0.hasPrefix("STATUS=recording 0:4") && $0.hasSuffix(", 1 sensor") })
        #expect(states.map { $0.live?.sensors.count } == [1, 1])
        #expect(states.map { if case .writing = $0.capture { true } else { false } } == [false, true])
        #expect(ride.workoutNames.count == 2)
    }

    /// Nothing comes any more, and no turn but the gateway's own is taken: it still tries.
    @Test func aSilentGatewayTriesAgain() async throws {
        let ride = CutRide()
        try Self.block(ride)
        let rig = try LiveRig { parts, desk in
            desk.settings.start = .now
            if let folder = try? CaptureFolder(path: ride.captures, workouts: ride.workouts, clock: parts.clock) {
                parts.captures = folder
            }
        }
        rig.at(0.1, .open("strap", .heartRate()))
        for second in 1...10 { rig.at(Double(second), .bytes("strap", heartRateValue(120))) }
        rig.ask(.stop, at: 10.5)
        rig.at(10.6, .close("strap"))
        rig.at(30, .call { Self.unblock(ride) })
        var names: [String] = []
        rig.at(45, .call { names = ride.captureNames })
        await rig.run(until: 50)
        #expect(names.contains { $0.hasSuffix(".capture") && !$0.hasPrefix("idle-") })
    }
}
