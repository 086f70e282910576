import Foundation
import JSONText
import Statistics
import TestSupport
import Testing
import Workouts

@testable import Storage

/// Everything as JSON lines, and back.
struct DumpTests {
    private func filled() throws -> StoreFixture {
        let fixture = try StoreFixture()
        let store = fixture.store
        let demo = WorkoutOrigin(.demo, place: "seed 7", format: "x")
        var odd = Demo.small(1)
        odd.series = [
            SampleSeries(
                quantity: .power, source: SourceID(1), offsets: (0..<300).map { Offset(microseconds: $0 * 1_000_003) },
                values: (0..<300).map { Double($0).squareRoot() })
        ]
        odd.route.locations = Array(try Demo.workout(.running).route.locations.prefix(9))
        odd.id = WorkoutID(high: 0, low: 5)
        odd.route.syncID = odd.id
        odd.name = "line\nend \"quoted\" \u{1} 心"
        odd.beats = [
            Beats(source: SourceID(1), offset: .zero, rrTicks: [900, 901], missed: 2),
            Beats(source: SourceID(1), offset: Offset(microseconds: 5), rrTicks: []),
        ]
        odd.amounts[.steps] = Timeline(segments: [
            Timeline.Segment(start: .zero, end: Offset(microseconds: 9), value: 0.1 + 0.2, source: SourceID(7)),
            Timeline.Segment(
                start: Offset(microseconds: 9), end: Offset(microseconds: 12), value: 1e-300, source: SourceID(8),
                beginsWithSample: false),
        ])
        try store.store(odd, from: demo)
        try store.setEdits(WorkoutEdits(name: "", type: odd.type, note: "n"), of: odd.id)
        try store.store(Demo.small(0), from: demo)
        try store.delete(Demo.small(0).id, because: .split, replacedBy: [odd.id])
        _ = try store.add(MoodCheckIn(at: Timestamp(microseconds: 1), .daily, valence: -0.3, labels: [.calm]))
        _ = try store.add(PlanOutline(steps: [PlanOutline.Step(.work, .distance(metres: 0.1))]), named: "p")
        try store.record(.figure(.functionalThresholdPower, 250.25), from: Timestamp(microseconds: -7))
        var columns = SampleColumns()
        columns.append(from: Timestamp(microseconds: 5), to: Timestamp(microseconds: 6), 3, source: SourceID(0))
        try store.store(
            columns, of: .floors, from: [SampleSource(id: SourceID(0), kind: .imported, identity: "elsewhere")])
        try store.beginRoute(WorkoutID(high: 4, low: 4), of: nil, origin: Timestamp(microseconds: 3))
        try store.append(
            [Location(offset: .zero, latitude: -0.0, longitude: 179.999_999_9, courseDegrees: 0)],
            toRoute: WorkoutID(high: 4, low: 4))
        return fixture
    }

    private func lines(_ store: HistoryStore) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        try store.dump { lines.append($0) }
        return lines
    }

    private func load(_ lines: [[UInt8]], into store: HistoryStore) throws(StorageError) {
        var rest = lines[...]
        try store.load { rest.popFirst() }
    }

    @Test func whatWasDumpedIsLoaded() throws {
        let fixture = try filled()
        try fixture.store.store(Demo.workout(.running), from: WorkoutOrigin(.demo))
        let dumped = try lines(fixture.store)
        let other = try StoreFixture()
        try load(dumped, into: other.store)
        #expect(try lines(other.store) == dumped)
        #expect(try other.store.check() == [])
        for listing in try fixture.store.workouts() {
            #expect(try other.store.workout(listing.id) == fixture.store.workout(listing.id))
        }
        #expect(try other.store.workouts() == fixture.store.workouts())
        #expect(try other.store.moods() == fixture.store.moods())
        #expect(try other.store.plans() == fixture.store.plans())
        #expect(try other.store.athleteFacts() == fixture.store.athleteFacts())
        #expect(try other.store.deletedWorkouts() == fixture.store.deletedWorkouts())
        // It goes on from there, and is another store.
        let anchor = try other.store.anchor()
        _ = try other.store.add(PlanOutline(steps: []), named: "next")
        #expect(try other.store.changes(of: .plan, after: anchor).added.count == 1)
        #expect(other.store.identity != fixture.store.identity)
        let error = #expect(throws: StorageError.self) { try load(dumped, into: other.store) }
        #expect(error == .refused("the store is not empty; a dump is read into a new one"))
    }

    /// Another reader of JSON takes every line, and finds the samples in it.
    @Test func linesAreJSON() throws {
        let workout = try Demo.workout(.running)
        let fixture = try StoreFixture()
        try fixture.store.store(workout, from: WorkoutOrigin(.demo))
        var values: [String: [Double]] = [:]
        var forms: [Int: String] = [:]
        for line in try lines(fixture.store) {
            let row = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            if row["table"] as? String == "series", let id = row["id"] as? Int {
                forms[id] = "\(row["form"] ?? "")-\(row["quantity"] ?? "")-\(row["source"] ?? "")"
            }
            if row["table"] as? String == "sample_chunks", let rows = row["rows"] as? [String: Any],
                let series = row["series"] as? Int
            {
                values[forms[series] ?? "?", default: []] += rows["value"] as? [Double] ?? []
            }
        }
        for series in workout.series {
            #expect(values["samples-\(series.quantity.rawValue)-\(series.source.rawValue)"] == series.values)
        }
    }

    /// What no chunk can hold is the dump's fault, and said with its line.
    @Test(arguments: [
        (#""missed":[2,0]"#, #""missed":[65536,0]"#), (#""missed":[2,0]"#, #""missed":[-1,0]"#),
        (#""start_us":[0,9]"#, #""start_us":[0,13]"#), (#""end_us":[9,12]"#, #""end_us":[9,9223372036854775807]"#),
    ])
    func rowsThatNoChunkHoldsAreRefusedByLine(right: String, wrong: String) throws {
        var dumped = try lines(filled().store).map { String(decoding: $0, as: UTF8.self) }
        let place = try #require(dumped.firstIndex { $0.contains(right) })
        dumped[place] = dumped[place].replacing(right, with: wrong)
        let fixture = try StoreFixture()
        #expect(throws: StorageError.refused("line \(place + 1): this is no row of a store")) {
            try load(dumped.map { Array($0.utf8) }, into: fixture.store)
        }
    }

    /// SQLite would take a word for a number.
    @Test func aValueOfAnotherKindIsRefused() throws {
        let dumped = try lines(filled().store).map { String(decoding: $0, as: UTF8.self) }
        let place = try #require(dumped.firstIndex { $0.contains(#""table":"workouts""#) && $0.contains(#""timer_us":"#) })
        var wrong = dumped
        wrong[place] = dumped[place].replacing(/"timer_us":\d+/, with: #""timer_us":"abc""#)
        let fixture = try StoreFixture()
        #expect(throws: StorageError.self) { try load(wrong.map { Array($0.utf8) }, into: fixture.store) }
        #expect(try fixture.store.workouts().isEmpty)
    }

    @Test func whatIsNoDumpIsRefusedAndLeavesNothing() throws {
        let dumped = try lines(filled().store)
        var random = SeededGenerator(seed: 5)
        let (body, end) = (Array(dumped.dropLast()), try #require(dumped.last))
        let bad: [[[UInt8]]] = [
            [], [Array("{}".utf8)], [Array("nonsense".utf8)], Array(dumped.dropFirst()),
            body + [Array(#"{"table":"store","one":2}"#.utf8)], body + [Array(#"{"table":"moods","uid; DROP":"x"}"#.utf8)],
            body + [dumped[1]], body + [Array(#"{"table":"sample_chunks","series":1,"place":99,"count":3}"#.utf8)],
            // Cut off, with a row too few, and with something behind.
            body, Array(dumped.prefix(9)), Array(body.dropLast()) + [end], dumped + [end],
        ]
        let fixture = try StoreFixture()
        let empty = try lines(fixture.store)
        for lines in bad {
            #expect(throws: StorageError.self) { try load(lines, into: fixture.store) }
        }
        // Any byte changed: refused, or some other value; nothing traps, and nothing half is left.
        for _ in 0..<40 {
            var lines = dumped
            let line = Int.random(in: 0..<lines.count, using: &random)
            let place = Int.random(in: 0..<lines[line].count, using: &random)
            lines[line][place] = UInt8.random(in: 0x20...0x7E, using: &random)
            let other = try StoreFixture()
            do throws(StorageError) { try load(lines, into: other.store) } catch {
                #expect(try self.lines(other.store) == empty)
                continue
            }
            for listing in (try? other.store.workouts()) ?? [] { _ = try? other.store.workout(listing.id) }
            _ = try? other.store.check()
        }
    }
}
