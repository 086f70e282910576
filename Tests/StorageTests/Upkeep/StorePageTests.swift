import Foundation
import TestSupport
import Testing
import Workouts

@testable import Storage

/// docs/store.md is true: what it says in Python and SQL reads a store to the last bit.
@Suite(.enabled(if: Peer.isPresent))
struct StorePageTests {
    private struct Answer: Decodable {
        let chunks: [String: [Content]]
        let rows: [Int]
    }

    /// A chunk's form, then its rows; numbers may be missing, rows may hold lists.
    private enum Content: Decodable {
        case form(String)
        case number(Double?)
        indirect case list([Content])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let form = try? container.decode(String.self) {
                self = .form(form)
            } else if let list = try? container.decode([Content].self) {
                self = .list(list)
            } else {
                self = .number(try container.decode(Double?.self))
            }
        }

        var flat: [Double?] {
            switch self {
            case .form: []
            case .number(let number): [number]
            case .list(let list): list.flatMap(\.flat)
            }
        }
    }

    @Test func thePageReadsAStore() throws {
        let fixture = try StoreFixture()
        for type in [ActivityType.cycling, .running] {
            var workout = try Demo.workout(type)
            workout.beats = (0..<300).map { index in
                Beats(
                    source: SourceID(1), offset: Offset(microseconds: Int64(index) * 830_000),
                    rrTicks: (0..<index % 3).map { UInt16(800 + index % 50 + $0) }, missed: index % 7)
            }
            workout.amounts[.energy] = Timeline(segments: [
                Timeline.Segment(start: .zero, end: Offset(microseconds: 7), value: 0.1 + 0.2, source: SourceID(2)),
                Timeline.Segment(
                    start: Offset(microseconds: 8), end: Offset(microseconds: 9), value: 5, source: SourceID(2),
                    beginsWithSample: false),
            ])
            try fixture.store.store(workout, from: WorkoutOrigin(.demo))
        }
        try fixture.store.store(Demo.small(0), from: WorkoutOrigin(.demo))
        try fixture.store.delete(Demo.small(0).id)
        let copy = fixture.folder.file("copy.db")
        try fixture.store.backup(to: copy)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: copy)))
        let answer = try JSONDecoder().decode(Answer.self, from: Peer("store_chunks.py").answer(about: bytes))
        #expect(answer.rows.count == 7 && answer.rows.allSatisfy { $0 > 0 })

        var forms: Set<String> = []
        let ours = try fixture.store.connection.rows(
            """
            SELECT form, 'series ' || series || '/' || c.place, count, first_offset_us, last_offset_us, crc32, data
            FROM sample_chunks AS c JOIN series ON id = series
            UNION ALL SELECT 'places', 'route ' || route || '/' || place, count, first_offset_us, last_offset_us, crc32, data
            FROM route_chunks
            """
        ) { row throws(StorageError) in
            let chunk = try fixture.store.chunk(
                row[6].blob ?? [], count: row[2], first: row[3], last: row[4], crc32: row[5], of: "page")
            return (form: row[0].text ?? "", name: row[1].text ?? "", chunk: chunk)
        }
        #expect(ours.count == answer.chunks.count && ours.count > 100)
        for (form, name, chunk) in ours {
            forms.insert(form)
            let theirs = answer.chunks[name]?.flatMap(\.flat)
            if theirs != flat(chunk, form) { Issue.record("\(form) \(name)") }
        }
        #expect(forms == ["samples", "beats", "amounts", "segments", "places"])
    }

    private func flat(_ chunk: PackedChunk, _ form: String) -> [Double?] {
        func us(_ offset: Offset) -> Double { Double(offset.microseconds) }
        switch form {
        case "samples": return chunk.samples?.flatMap { [us($0.offset), $0.value] } ?? []
        case "beats":
            return chunk.beats?.flatMap { row in
                [Double(row.source.rawValue), us(row.offset), Double(row.missed)] + row.rrTicks.map { Double($0) }
            } ?? []
        case "places":
            return chunk.locations?.flatMap { place in
                [
                    us(place.offset), place.latitude, place.longitude, place.altitudeMetres, place.speedMetresPerSecond,
                    place.courseDegrees,
                    place.horizontalAccuracyMetres, place.verticalAccuracyMetres, place.speedAccuracyMetresPerSecond,
                    place.courseAccuracyDegrees,
                ]
            } ?? []
        case "segments":
            return chunk.segments?.flatMap { segment in
                [
                    us(segment.start), us(segment.end), segment.value, Double(segment.source.rawValue),
                    segment.beginsWithSample ? 1 : 0,
                ]
            } ?? []
        default: return chunk.spans?.flatMap { [us($0.start), us($0.end), $0.value] } ?? []
        }
    }
}
