import Ingest
import Testing
import WireFormats
import Workouts

/// What sensors say before a workout.
struct IdleReadingsTests {
    private var engine: IngestEngine {
        var engine = IngestEngine(header: CaptureHeader(identity: "0", start: nil, isSynchronised: false))
        for (number, characteristic) in [(1, 0x2A37), (2, 0x2A63)] {
            let identity = LinkIdentity(kind: .gatt(characteristic: UInt16(characteristic)), address: "C0:\(number)")
            _ = engine.handle(CaptureRecord(offset: 0, input: .linkOpened(LinkID(UInt16(number)), identity)))
        }
        return engine
    }

    @Test func eachSensorShowsItsOwnValueUntilItRunsOut() {
        var engine = engine
        _ = engine.handle(CaptureRecord(offset: 1_000_000, input: .bytes(LinkID(2), [0, 0, 200, 0])))
        _ = engine.handle(CaptureRecord(offset: 1_500_000, input: .bytes(LinkID(1), [0, 120])))
        _ = engine.handle(CaptureRecord(offset: 2_000_000, input: .bytes(LinkID(1), [0, 121])))
        // By source, in the order in which the links were opened.
        #expect(engine.idle.map(\.quantity) == [.heartRate, .power])
        #expect(engine.idle.map(\.news.value) == [121, 200])
        #expect(engine.idle.map(\.lastHeard.microseconds) == [2_000_000, 1_000_000])
        // Power holds for 5 s, heart rate for 10 s.
        #expect(engine.nextWake.map { $0 <= Offset(seconds: 6.1) } == true)
        _ = engine.handle(CaptureRecord(offset: 7_000_000, input: .tick))
        #expect(engine.idle.map(\.news.value) == [121, nil])
    }

    @Test func aWorkoutBeginsWithNoneOfThem() {
        var engine = engine
        _ = engine.handle(CaptureRecord(offset: 1_000_000, input: .bytes(LinkID(1), [0, 120])))
        _ = engine.handle(CaptureRecord(offset: 2_000_000, input: .command(.start(activity: "cycling"))))
        #expect(engine.idle.isEmpty && engine.isRunning)
        _ = engine.handle(CaptureRecord(offset: 3_000_000, input: .bytes(LinkID(1), [0, 121])))
        #expect(engine.idle.isEmpty)
        _ = engine.handle(CaptureRecord(offset: 4_000_000, input: .command(.stop)))
        _ = engine.handle(CaptureRecord(offset: 5_000_000, input: .bytes(LinkID(1), [0, 122])))
        #expect(engine.idle.map(\.news.value) == [122] && !engine.isRunning)
    }

    @Test func whatNoRiderCanHaveProducedIsNotShown() {
        var engine = engine
        _ = engine.handle(CaptureRecord(offset: 1_000_000, input: .bytes(LinkID(2), [0, 0, 0x30, 0x75])))
        #expect(engine.idle.isEmpty)
    }
}
