import Ingest
import TestSupport
import Testing
import WireFormats
import Workouts

/// Ticks at `nextWake` alone come to what ticks all the time come to.
struct NextWakeTests {
    /// What one way of ticking made of the records.
    private struct Run {
        var zones: [LiveZoneUpdate] = []
        var locations: [Location] = []
        /// Lost, back, paused, resumed, and where a counted rate came to rest: with the moment at which it was said.
        var words: [(word: String, at: Int64)] = []
        var ticks = 0
        var workouts: [Workout] = []
        var lastWake: Offset?
    }

    private enum Ticking { case always, atNextWake }

    private static let header = CaptureHeader(
        identity: "00000000000000000000000000000001", start: 1_764_489_600_000_000, isSynchronised: true)

    private func run(_ records: [CaptureRecord], _ ticking: Ticking, settings: [CaptureHeader.Setting] = []) -> Run {
        var header = Self.header
        header.settings = settings
        var engine = IngestEngine(header: header)
        var run = Run()
        var last: Int64 = 0
        func take(_ record: CaptureRecord) {
            last = record.offset
            for output in engine.handle(record) { note(output, at: record.offset, engine.sources, &run) }
            if let wake = engine.nextWake { #expect(wake.microseconds > last) }
        }
        for record in records {
            while true {
                let next: Int64? = ticking == .always ? last + 50_000 : engine.nextWake?.microseconds
                guard let next, next < record.offset else { break }
                run.ticks += 1
                take(CaptureRecord(offset: next, input: .tick))
            }
            take(record)
        }
        run.lastWake = engine.nextWake
        return run
    }

    private func note(_ output: IngestOutput, at offset: Int64, _ sources: [SampleSource], _ run: inout Run) {
        let name = { (id: SourceID) in sources.first { $0.id == id }?.identity ?? "?" }
        switch output {
        case .zone(let update): run.zones.append(update)
        case .notice(.sensorLost(let id)): run.words.append(("lost \(name(id))", offset))
        case .notice(.sensorBack(let id)): run.words.append(("back \(name(id))", offset))
        case .event(.location(let location)): run.locations.append(location)
        case .event(.paused(_, automatic: true)): run.words.append(("paused", offset))
        case .event(.resumed(_, automatic: true)): run.words.append(("resumed", offset))
        case .workoutEnded(let workout): run.workouts.append(workout)
        default: break
        }
    }

    /// Sensors that come and go: heart rate, a wheel and crank, a receiver, each once a second with silences between.
    private func records(seed: UInt64) -> [CaptureRecord] {
        var chance = SeededGenerator(seed: seed)
        var records: [CaptureRecord] = [CaptureRecord(offset: 0, input: .command(.start(activity: "cycling")))]
        let identities: [LinkIdentity] = [
            LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:01"),
            LinkIdentity(kind: .gatt(characteristic: 0x2A5B), address: "C0:00:00:00:00:02"),
            LinkIdentity(kind: .nmea, address: "/dev/ttyACM0"),
        ]
        for (index, identity) in identities.enumerated() {
            let link = LinkID(UInt16(index + 1))
            records.append(CaptureRecord(offset: 1000, input: .linkOpened(link, identity)))
            var offset = Int64.random(in: 100_000...900_000, using: &chance)
            var turns: UInt32 = 0
            var ticks: UInt16 = 0
            while offset < 240_000_000 {
                let bytes: [UInt8]
                switch index {
                case 0: bytes = [0, UInt8.random(in: 90...190, using: &chance)]
                case 1:
                    // 60/min, or standing.
                    if (offset / 20_000_000).isMultiple(of: 2) { (turns, ticks) = (turns + 1, ticks &+ 1024) }
                    bytes =
                        [3] + turns.littleEndianBytes + ticks.littleEndianBytes
                        + UInt16(truncatingIfNeeded: turns).littleEndianBytes
                        + ticks.littleEndianBytes
                default: bytes = Array(sentence(offset).utf8)
                }
                records.append(CaptureRecord(offset: offset, input: .bytes(link, bytes)))
                // Silences on either side of each limit, none close to one; a receiver speaks at whole seconds of its own.
                let silences: [Int64] = [0, 0, 0, 0, 0, 0, 0, 0, 2_600_000, 6_400_000, 13_700_000, 31_300_000]
                let silence = silences.randomElement(using: &chance) ?? 0
                offset += 1_000_000 + (index == 2 ? silence / 1_000_000 * 1_000_000 : silence)
            }
        }
        return records.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
            + [CaptureRecord(offset: 260_000_000, input: .command(.stop)), CaptureRecord(offset: 300_000_000, input: .tick)]
    }

    /// One sentence a second, 5 m/s northward.
    private func sentence(_ offset: Int64) -> String {
        let second = offset / 1_000_000
        let padded = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let minutes = 700_000 + second * 27
        let body =
            "GPRMC,08\(padded(second / 60))\(padded(second % 60)).00,A,480\(minutes / 100_000).\(String(minutes % 100_000 + 100_000).dropFirst()),N,"
            + "01131.000,E,9.7,0.0,301126,,,A"
        let sum = body.utf8.reduce(UInt8(0), ^)
        return "$\(body)*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true) + "\r\n"
    }

    @Test(arguments: UInt64(1)...8)
    func ticksAtNextWakeAreEnough(seed: UInt64) throws {
        let records = records(seed: seed)
        let settings = [
            CaptureHeader.Setting(name: "hr-max", value: "190"), CaptureHeader.Setting(name: "ftp", value: "250"),
        ]
        let (always, sparse) = (run(records, .always, settings: settings), run(records, .atNextWake, settings: settings))
        #expect(always.zones == sparse.zones && !sparse.zones.isEmpty)
        #expect(always.locations == sparse.locations && !sparse.locations.isEmpty)
        expectSameWords(always, sparse)
        #expect(sparse.words.contains { $0.word.hasPrefix("lost") })
        #expect(always.workouts.map(\.summary.distance) == sparse.workouts.map(\.summary.distance))
        #expect(always.workouts.map(\.summary.heartRate) == sparse.workouts.map(\.summary.heartRate))
        // No storm: silence is looked at four times a second at most, and a running workout is shown each second.
        #expect(sparse.ticks < 2 * 300 && sparse.ticks * 5 < always.ticks)
        // After the stop everything has run out, and nothing wakes any more.
        #expect(sparse.lastWake == nil)
    }

    /// A wheel that turns and stands by turns of 20 s, and is heard each second.
    @Test func autoPauseComesAtTheSameMoments() {
        let records = records(seed: 1).filter { record in
            switch record.input {
            case .linkOpened(let id, _): id == LinkID(2)
            case .bytes: false
            default: true
            }
        }
        var turns: UInt32 = 0
        let values = (2...250).map { second in
            if (second / 20).isMultiple(of: 2) { turns += 2 }
            let ticks = UInt16(truncatingIfNeeded: turns * 512).littleEndianBytes
            return CaptureRecord(
                offset: Int64(second) * 1_000_000 + 317_000, input: .bytes(LinkID(2), [1] + turns.littleEndianBytes + ticks))
        }
        let merged = (records + values).sorted { $0.offset < $1.offset }
        let settings = [CaptureHeader.Setting(name: "auto-pause", value: "on")]
        let (always, sparse) = (run(merged, .always, settings: settings), run(merged, .atNextWake, settings: settings))
        expectSameWords(always, sparse)
        #expect(sparse.words.filter { $0.word == "paused" }.count == 6)
        #expect(sparse.words.filter { $0.word == "resumed" }.count == 6)
    }

    /// The same words in the same order of moments, no two further apart than two looks at silence.
    private func expectSameWords(_ always: Run, _ sparse: Run) {
        let (a, b) = (
            always.words.sorted { ($0.word, $0.at) < ($1.word, $1.at) },
            sparse.words.sorted { ($0.word, $0.at) < ($1.word, $1.at) }
        )
        #expect(a.map(\.word) == b.map(\.word))
        for (a, b) in zip(a, b) { #expect(abs(a.at - b.at) <= 500_000, "\(a) \(b)") }
    }

    @Test func aRateThatSilenceLowersWakes() {
        var engine = IngestEngine(header: Self.header)
        let link = LinkID(1)
        let identity = LinkIdentity(kind: .gatt(characteristic: 0x2A5B), address: "C0:00:00:00:00:02")
        _ = engine.handle(CaptureRecord(offset: 0, input: .linkOpened(link, identity)))
        // A crank at 60/min: one turn in 1024/1024 s.
        _ = engine.handle(CaptureRecord(offset: 1_000_000, input: .bytes(link, [2, 1, 0, 0, 4])))
        _ = engine.handle(CaptureRecord(offset: 2_000_000, input: .bytes(link, [2, 2, 0, 0, 8])))
        #expect(engine.idle.map(\.news.value) == [60])
        // One turn a second, heard each second: silence bounds the rate from 2 s after the event, and then it is 0.
        #expect(engine.nextWake == Offset(seconds: 4))
        _ = engine.handle(CaptureRecord(offset: 4_000_000, input: .tick))
        #expect(engine.idle.map(\.news.value) == [0])
        // The zero holds for its while, then the sensor is lost.
        #expect(engine.nextWake.map { $0 > Offset(seconds: 4) && $0 < Offset(seconds: 12) } == true)
        _ = engine.handle(CaptureRecord(offset: 12_000_001, input: .tick))
        #expect(engine.nextWake == nil)
    }

    @Test func anOpenEpochEndsBySilence() {
        var engine = IngestEngine(header: Self.header)
        _ = engine.handle(CaptureRecord(offset: 0, input: .linkOpened(LinkID(1), LinkIdentity(kind: .nmea, address: "tty"))))
        _ = engine.handle(CaptureRecord(offset: 1_000_000, input: .command(.start(activity: "running"))))
        _ = engine.handle(CaptureRecord(offset: 2_000_000, input: .bytes(LinkID(1), Array(sentence(2_000_000).utf8))))
        // 150 ms of silence end an epoch, but silence is looked at 250 ms after the last look at the earliest.
        #expect(engine.nextWake == Offset(microseconds: 2_250_000))
        let outputs = engine.handle(CaptureRecord(offset: 2_250_000, input: .tick))
        #expect(outputs.contains { if case .event(.location(let place)) = $0 { place.offset.seconds == 2 } else { false } })
    }

    @Test func nothingHeardNeverWakes() {
        var engine = IngestEngine(header: Self.header)
        #expect(engine.nextWake == nil)
        _ = engine.handle(CaptureRecord(offset: 5_000_000, input: .pairing(sensor: "ble:C0:00:00:00:00:01", isPaired: true)))
        #expect(engine.nextWake == nil)
        // A running timer is shown each second, with or without sensors.
        _ = engine.handle(CaptureRecord(offset: 6_000_000, input: .command(.start(activity: "running"))))
        #expect(engine.nextWake == Offset(seconds: 7))
    }
}

extension FixedWidthInteger {
    fileprivate var littleEndianBytes: [UInt8] {
        (0..<(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> (8 * Self($0))) }
    }
}
