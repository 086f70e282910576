import Foundation
import Gateway
import Testing
import Transports
import WireFormats
import Workouts

/// A card that takes its time: the loop goes on, and nothing is said to be kept before it is.
@Suite struct SlowDiskTests {
    /// Holds every call for the disk back until it opens.
    private final class Gate: Sendable {
        private let turnstile = DispatchSemaphore(value: 0)

        func pass() {
            turnstile.wait()
            turnstile.signal()
        }

        func open() { turnstile.signal() }
    }

    /// - Parameter gate: `nil`: the loop waits for the disk.
    private static func rig(_ ride: CutRide, _ gate: Gate?) throws -> LiveRig {
        try LiveRig { _, desk in
            desk.settings.start = .now
        } keeping: { reactor, clock in
            try? CaptureFolder(
                path: ride.captures, workouts: ride.workouts, clock: clock,
                errands: gate.map { gate in ErrandQueue(reactor: reactor) { gate.pass() } })
        }
    }

    /// Two workouts end while the disk takes nothing, with a strap that goes on; each stop is answered when its files are there.
    @Test func theLoopGoesOn() async throws {
        let (ride, gate) = (CutRide(), Gate())
        let rig = try Self.rig(ride, gate)
        rig.at(0.1, .open("strap", .heartRate()))
        for second in 1...30 { rig.at(Double(second), .bytes("strap", heartRateValue(UInt8(100 + second)))) }
        rig.ask(.stop, at: 10.5)
        var seen: [GatewayStatus] = []
        var replies: [Int] = []
        rig.at(12.5, .call { [unowned rig] in (seen, replies) = ([rig.gateway.status], [rig.replies.count]) })
        rig.ask(.start(activity: "running"), at: 13.5)
        rig.ask(.stop, at: 20.5)
        rig.at(22.5, .call { [unowned rig] in (seen, replies) = (seen + [rig.gateway.status], replies + [rig.replies.count]) })
        // A second stop of a workout that is over waits with the first.
        rig.ask(.stop, at: 23)
        var names: [[String]] = []
        rig.at(24, .call { names = [ride.workoutNames, ride.captureNames.filter { !$0.hasSuffix(".part") }] })
        rig.at(25, .call { gate.open() })
        await rig.run(until: 31)
        #expect(replies == [0, 1], "the start alone is answered")
        #expect(seen.map { $0.idle.count } == [1, 1])
        #expect(seen.map { $0.lastWorkout == nil } == [true, true])
        #expect(names == [[], []], "nothing is there before the disk is")
        let outcomes = rig.replies.compactMap { if case .success(.workout(let outcome)?) = $0 { outcome } else { nil } }
        #expect(outcomes.map { $0.activity.rawValue } == ["cycling", "running", "running"])
        #expect(outcomes.allSatisfy { $0.files.count == 2 && $0.files.allSatisfy(FileManager.default.fileExists) })
        #expect(rig.gateway.status.lastWorkout == outcomes.last)
        #expect(ride.workoutNames.count == 4)
        #expect(ride.captureNames.allSatisfy { $0.hasSuffix(".capture") })
        for name in ride.captureNames where !name.hasPrefix("idle-") {
            let documents = try await ride.replay([name]).documents
            #expect(try ride.workoutNames.filter { $0.hasSuffix(".json") }.contains { try documents == [ride.workoutJSON($0)] })
        }
    }

    /// The one workout that was wanted is over: the gateway ends, but not before the disk has it.
    @Test func theEndWaitsForTheDisk() async throws {
        let (ride, gate) = (CutRide(), Gate())
        let rig = try Self.rig(ride, gate)
        rig.at(0.1, .open("strap", .heartRate()))
        for second in 1...5 { rig.at(Double(second), .bytes("strap", heartRateValue(120))) }
        var late: [String] = []
        // On the pretended clock five seconds have gone as soon as nothing else happens.
        rig.gateway.onLateEnd = { sentence in
            late.append(sentence)
            OwnThread.start { gate.open() }
        }
        await rig.run(until: 6)
        #expect(late.count == 1 && late[0].hasPrefix("the end waits for the disk"))
        #expect(rig.gateway.status.notes.contains { $0.contains(late.first ?? "") })
        #expect(ride.workoutNames.count == 2)
        #expect(ride.captureNames.count == 1 && ride.captureNames[0].hasSuffix("Z-00000000.capture"))
        #expect(rig.gateway.status.lastWorkout?.files.count == 2)
    }

    /// The folder is being looked after, as every half minute, when the workout ends: its stop is answered all the same.
    @Test func aStopThatComesBehindALook() async throws {
        let (ride, gate) = (CutRide(), Gate())
        let rig = try Self.rig(ride, gate)
        rig.at(0.1, .open("strap", .heartRate()))
        for second in 1...40 { rig.at(Double(second), .bytes("strap", heartRateValue(120))) }
        rig.ask(.stop, at: 35.5)
        rig.at(36, .call { gate.open() })
        await rig.run(until: 41)
        let outcomes = rig.replies.compactMap { if case .success(.workout(let outcome)?) = $0 { outcome } else { nil } }
        #expect(outcomes.map(\.files.count) == [2])
        #expect(rig.gateway.status.lastWorkout == outcomes.first)
    }

    /// Hours without a sensor's workout and without a disk: one capture waits for it, and not one an hour.
    @Test func noFileAnHourWithoutADisk() async throws {
        let ride = CutRide()
        let rig = try LiveRig(keeping: { _, clock in
            try? CaptureFolder(path: ride.captures, workouts: ride.workouts, clock: clock)
        })
        // A file stands where the folder should be.
        try? FileManager.default.removeItem(atPath: ride.captures)
        try Data().write(to: URL(filePath: ride.captures))
        rig.at(0.1, .open("strap", .heartRate()))
        for minute in 1..<480 { rig.at(Double(minute) * 60, .bytes("strap", heartRateValue(120))) }
        rig.at(5.5 * 3600, .call { try? FileManager.default.removeItem(atPath: ride.captures) })
        await rig.run(until: 8 * 3600 - 1)
        // Until 6 h, to 7 h, and the last.
        #expect(ride.captureNames.count == 3)
        #expect(ride.captureNames.allSatisfy { $0.hasPrefix("idle-") && $0.hasSuffix(".capture") })
    }

    /// What could be written only later is named then.
    @Test func filesThatComeLateAreNamed() async throws {
        let ride = CutRide()
        let rig = try Self.rig(ride, nil)
        try FileManager.default.createDirectory(at: ride.root, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: ride.workouts))
        rig.at(0.1, .open("strap", .heartRate()))
        for second in 1...60 { rig.at(Double(second), .bytes("strap", heartRateValue(120))) }
        rig.ask(.stop, at: 5.5)
        rig.at(20, .call { try? FileManager.default.removeItem(atPath: ride.workouts) })
        await rig.run(until: 61)
        let outcomes = rig.replies.compactMap { if case .success(.workout(let outcome)?) = $0 { outcome } else { nil } }
        #expect(outcomes.map(\.files) == [[]])
        #expect(ride.workoutNames.count == 2)
        #expect(rig.gateway.status.lastWorkout?.files.count == 2)
        #expect(rig.notes.contains { $0.hasPrefix("the workout that waited is written: ") })
    }
}
