import Gateway
import Ingest
import TestSupport
import Testing
import Transports
import WireFormats
import Workouts

/// Floods, hostile bytes, clocks that jump, silence, and days of nothing.
struct LiveHardshipTests {
    @Test func aFloodDoesNotStarveTheOthers() async throws {
        let rig = try LiveRig { _, desk in desk.settings.start = .now }
        rig.at(0, .open("strap", .heartRate()))
        rig.at(0, .open("mad", .power()))
        rig.at(0, .open("loud", .receiver))
        let noise = [UInt8](repeating: 0x24, count: 4096)
        for millisecond in 1...10_000 {
            // A thousand values a second, and 4 MB a second from a line.
            rig.at(Double(millisecond) / 1000, .bytes("mad", powerValue(UInt8(millisecond % 200))))
            rig.at(Double(millisecond) / 1000, .bytes("loud", noise))
            if millisecond % 1000 == 500 { rig.at(Double(millisecond) / 1000, .bytes("strap", heartRateValue(120))) }
        }
        await rig.run(until: 11)
        var counts: [LinkID: Int] = [:]
        var bytes: [LinkID: Int] = [:]
        var dropped: [LinkID: [Int]] = [:]
        for record in rig.collector.records {
            switch record.input {
            case .bytes(let link, let chunk):
                counts[link, default: 0] += 1
                bytes[link, default: 0] += chunk.count
            case .dropped(let link, let count): dropped[link, default: []].append(count)
            default: break
            }
        }
        let (strap, mad, loud) = (LinkID(1), LinkID(2), LinkID(3))
        #expect(counts[strap] == 10)
        #expect(dropped[strap] == nil)
        // 256 at once and 64 a second; 256 KiB at once and 64 KiB a second.
        #expect((counts[mad] ?? 0) <= 256 + 64 * 11 && (counts[mad] ?? 0) >= 256 + 64 * 9)
        #expect((bytes[loud] ?? 0) <= (256 + 64 * 11) << 10)
        // Every single one is accounted for, once a second at most.
        #expect((counts[mad] ?? 0) + (dropped[mad]?.reduce(0, +) ?? 0) == 10_000)
        #expect((counts[loud] ?? 0) + (dropped[loud]?.reduce(0, +) ?? 0) == 10_000)
        #expect((dropped[mad]?.count ?? 0) <= 12)
        #expect(rig.notes.filter { $0.contains("floods") }.count == 2)
    }

    /// A number says that something is wrong; who, and why, says what to do.
    @Test func lossesAreToldBySensorAndReason() async throws {
        let rig = try LiveRig()
        rig.at(0, .open("strap", .heartRate()))
        rig.at(0, .open("stick", .stick))
        rig.at(0, .open("meter", .power()))
        for second in 1...3 { rig.at(Double(second), .bytes("strap", [0x00])) }
        rig.at(4, .bytes("strap", heartRateValue(100)))
        // The checksum would be CA.
        for second in 1...2 { rig.at(Double(second), .bytes("stick", [0xA4, 0x01, 0x6F, 0x00, 0x00])) }
        for _ in 0..<257 { rig.at(5, .bytes("meter", powerValue(150))) }
        rig.at(7, .close("meter"))
        var status = GatewayStatus()
        rig.at(8, .call { [unowned rig] in status = rig.gateway.status })
        await rig.run(until: 9)
        let (strap, stick, meter) = (LinkIdentity.heartRate(), LinkIdentity.stick, LinkIdentity.power())
        #expect(status.losses.map(\.count) == [3, 2, 1])
        #expect(
            status.losses.map(\.from)
                == ["ble:\(strap.address)", "ant:\(stick.address)", "ble:\(meter.address)"])
        #expect(status.losses.map { String($0.reason.prefix(9)) } == ["truncated", "checksumM", "dropped"])
        #expect(status.rejected == 5 && status.dropped == 1)
        #expect(rig.notes.contains("Meter (ble:\(meter.address)) floods: 1 records were dropped"))
    }

    @Test func hostileBytesOfAnyLinkAreCountedAndNeverFatal() async throws {
        var chance = SeededGenerator(seed: 7)
        let rig = try LiveRig { _, desk in desk.settings.start = .now }
        let identities: [(String, LinkIdentity)] =
            [("stick", .stick), ("tty", .receiver), ("gpsd", .daemon)]
            + [0x2A37, 0x2A63, 0x2A5B, 0x2A53, 0x2AD2, 0x2ACD, 0x2A19, 0xFFFF].map {
                ("\($0)", LinkIdentity(kind: .gatt(characteristic: UInt16($0)), address: "C0:00:00:00:00:09"))
            }
        for (name, identity) in identities { rig.at(0, .open(name, identity)) }
        for step in 0..<1500 {
            for (name, _) in identities where Int.random(in: 0..<3, using: &chance) == 0 {
                let length = Int.random(in: 0..<40, using: &chance)
                rig.at(0.1 + Double(step) * 0.1, .bytes(name, chance.bytes(length)))
            }
        }
        // Longer than any value can be.
        rig.at(151, .bytes("\(0x2A37)", chance.bytes(100_000)))
        var status = GatewayStatus()
        rig.at(153, .call { [unowned rig] in status = rig.gateway.status })
        await rig.run(until: 154)
        #expect(status.rejected > 100)
        #expect(status.dropped == 1)
        #expect(rig.collector.finished.workouts.count == 1)
    }

    @Test func aWallClockThatJumpsMovesNoSample() async throws {
        func workout(jump: Int64) async throws -> Workout {
            let rig = try LiveRig { _, desk in desk.settings.start = .now }
            rig.at(0, .open("strap", .heartRate()))
            for second in 1..<60 { rig.at(Double(second), .bytes("strap", heartRateValue(UInt8(80 + second)))) }
            rig.at(30.2, .call { [unowned rig] in rig.machine.origin += jump })
            await rig.run(until: 60)
            let anchors = rig.collector.records.filter { if case .clockAnchor = $0.input { true } else { false } }
            #expect(anchors.count == (jump == 0 ? 0 : 1))
            return try #require(rig.collector.finished.workouts.first)
        }
        let (steady, jumped, back) = try await (workout(jump: 0), workout(jump: 86_400_000_000), workout(jump: -3_600_000_000))
        #expect(steady == jumped && steady == back)
    }

    /// What an earlier capture knew is the time at offset 0; to open the file takes a slow card 40 ms, and moves nothing.
    @Test func aClockThatIsCarriedOverIsEnteredAsOfItsRecord() async throws {
        let rig = try LiveRig(
            configure: { _, desk in desk.settings.start = .now },
            keeping: { reactor, machine in SlowCaptures(clock: machine, opensIn: 40_000) })
        rig.machine.isSynchronised = false
        rig.at(0, .open("strap", .heartRate()))
        for second in 1..<20 { rig.at(Double(second), .bytes("strap", heartRateValue(UInt8(80 + second)))) }
        await rig.run(until: 20)
        let anchors = rig.collector.records.compactMap { record -> (offset: Int64, anchor: ClockAnchor)? in
            if case .clockAnchor(let anchor) = record.input { (record.offset, anchor) } else { nil }
        }
        #expect(anchors.map(\.offset) == [40_000])
        // Uptime 5000 s at offset 0, and at uptime 0 it was 1 764 489 600 s.
        #expect(anchors.map(\.anchor.timestamp) == [1_764_494_600_040_000])
        let workout = try #require(rig.collector.finished.workouts.first)
        #expect(workout.clock.origin.microseconds == 1_764_494_600_000_000)
    }

    @Test func aClockThatIsKeptAtLastMovesTheWorkout() async throws {
        let rig = try LiveRig { _, desk in desk.settings.start = .now }
        rig.machine.isSynchronised = false
        rig.machine.origin = 0
        rig.at(0, .open("strap", .heartRate()))
        for second in 1..<60 { rig.at(Double(second), .bytes("strap", heartRateValue(UInt8(80 + second)))) }
        rig.at(
            30.2,
            .call { [unowned rig] in
                rig.machine.isSynchronised = true
                rig.machine.origin = 1_764_489_600_000_000
            })
        await rig.run(until: 60)
        #expect(try rig.captures.records(0).header?.isSynchronised == false)
        let workout = try #require(rig.collector.finished.workouts.first)
        #expect(workout.clock.isTrusted && workout.clock.source == .system)
        // Uptime 5000 s at the beginning, to the microsecond.
        #expect(workout.startTimestamp.microseconds == 1_764_489_600_000_000 + 5_000_000_000)
    }

    /// Each capture's engine takes the clock from the receiver; that it is so is told once.
    @Test func theReceiversClockIsToldOnce() async throws {
        let rig = try LiveRig()
        rig.machine.isSynchronised = false
        rig.at(0, .open("gpsd", .daemon))
        for second in 1...60 {
            let report =
                #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-30T08:00:\#(second < 11 ? "0" : "")\#(second - 1).000Z","#
                + #""lat":47.1,"lon":9.5,"speed":3.0}"# + "\r\n"
            rig.at(Double(second), .bytes("gpsd", Array(report.utf8)))
        }
        rig.ask(.start(activity: nil), at: 20.5)
        rig.ask(.stop, at: 40.5)
        await rig.run(until: 61)
        let clocks = rig.collector.all.filter { if case .clock = $0 { true } else { false } }
        #expect(clocks.count == 3)
        #expect(rig.notes.filter { $0 == "the clock is taken from the receiver" }.count == 1)
    }

    @Test func silenceIsNoticedByOneTick() async throws {
        let rig = try LiveRig()
        rig.at(1, .open("strap", .heartRate()))
        rig.at(2, .bytes("strap", heartRateValue(120)))
        await rig.run(until: 600)
        let lost = rig.collector.notices.filter { if case .sensorLost = $0 { true } else { false } }
        #expect(lost.count == 1)
        let ticks = rig.collector.records.filter { $0.input == .tick }.map(\.offset)
        // The value runs out and the sensor is lost 10 s after its last word; then nothing is left to wake for.
        #expect(ticks == [12_000_001])
        #expect(rig.notes == ["Strap (ble:C0:11:22:33:44:01) is silent"])
    }

    @Test func aDayOfNothingIsSlept() async throws {
        let rig = try LiveRig()
        let before = rig.reactor.turns
        await rig.run(until: 86_400)
        // One look an hour, and the end.
        #expect(rig.reactor.turns - before <= 26)
        #expect(rig.captures.holdsWorkout == [false])
        #expect(rig.collector.records.isEmpty)
    }

    @Test func aSensorThatComesAfterHoursIsRotatedToo() async throws {
        let rig = try LiveRig()
        rig.at(9000, .open("strap", .heartRate()))
        for beat in 1..<180 { rig.at(9000 + Double(beat) * 60, .bytes("strap", heartRateValue(60))) }
        await rig.run(until: 20_000)
        // The first look after something came is at 3 h, the next one an hour later, and once more.
        #expect(rig.captures.paths.count == 4)
    }

    @Test func aDayWithASensorRotatesHourly() async throws {
        let rig = try LiveRig()
        rig.at(0, .open("strap", .heartRate()))
        let beats = 86_400 / 20
        for beat in 1..<beats { rig.at(Double(beat) * 20, .bytes("strap", heartRateValue(60))) }
        let before = rig.reactor.turns
        await rig.run(until: 86_399)
        #expect(rig.captures.paths.count == 24)
        // Each beat, its end, its silence.
        #expect(rig.reactor.turns - before < beats * 4)
        #expect(rig.gateway.status.notes.count <= 20)
        let heard = try rig.captures.paths.indices.flatMap { try rig.captures.records($0).records }.filter {
            if case .bytes = $0.input { true } else { false }
        }
        #expect(heard.count == beats - 1)
    }

    @Test func theHeartBeatsWithTheLoop() async throws {
        var sent: [String] = []
        let service = ServiceNotifier(watchdogInterval: 30_000_000) { sent.append($0) }
        let rig = try LiveRig(service: service) { _, desk in desk.settings.start = .now }
        rig.at(0, .open("strap", .heartRate()))
        for second in 1..<300 { rig.at(Double(second), .bytes("strap", heartRateValue(120))) }
        await rig.run(until: 300)
        #expect(sent.first == "READY=1")
        #expect(sent.last == "STOPPING=1")
        // Every 15 s, with the turn that comes then.
        #expect((18...20).contains(sent.filter { $0 == "WATCHDOG=1" }.count))
        #expect(sent.contains { $0.hasPrefix("STATUS=recording 4:") && $0.hasSuffix(", 1 sensor") })
        #expect(sent.filter { $0.hasPrefix("STATUS") }.count <= 32)
    }
}

/// Captures that nobody writes, of which each takes its time to open, and which know what an earlier one knew of the time.
private final class SlowCaptures: CaptureKeeping {
    private let clock: TurnedClock
    private let opening: Int64

    init?(clock: any MachineClock, opensIn microseconds: Int64) {
        guard let clock = clock as? TurnedClock else { return nil }
        (self.clock, opening) = (clock, microseconds)
    }

    func recover() -> Bool { false }

    func begin(_ header: CaptureHeader, holdsWorkout: Bool) -> BegunCapture {
        let known = ClockAnchor(timestamp: clock.read().wall, source: .earlier, isSynchronised: true)
        clock.pass(microseconds: opening)
        return BegunCapture(header: header, writer: nil, anchor: known)
    }

    func ended(_ header: CaptureHeader, told: @escaping ([String]) -> Void) { told([]) }
    func takeNotes() -> [String] { [] }
    var workoutFiles: (any IngestSink)? { nil }
}
