import ActivityFiles
import JSONText
import Testing
import WireFormats
import Workouts

/// What the engine makes of a recorded ride depends on its bytes and their offsets alone. (What the program writes, process by
/// process, is looked at in `ReplayDeterminismTests`.)
@Suite struct DeterminismTests {
    private func replay(_ header: CaptureHeader, _ records: [CaptureRecord]) async throws -> Workout {
        try await ReplayedRide(header: header, KeptRecords(records: records)).workout()
    }

    private func expectSame(_ found: Workout, _ due: Workout) {
        #expect(Self.difference(found, due) == nil)
    }

    /// In words, since an expectation of the whole would print all of it.
    private static func difference(_ found: Workout, _ due: Workout) -> String? {
        let texts = [found, due].map { workout in
            String(decoding: workoutJSON(workout, route: .full).utf8(.indented), as: UTF8.self).split(separator: "\n")
        }
        if texts[0] != texts[1] { return zip(texts[0], texts[1]).first { $0 != $1 }.map { "\($0) instead of \($1)" } ?? "length" }
        if FITActivity(found).encoded() != FITActivity(due).encoded() { return "FIT file" }
        return found == due ? nil : "samples"
    }

    @Test(arguments: RecordedRide.eachOnce)
    func sameRecordsTwice(_ ride: RecordedRide) async throws {
        let (header, records) = try KeptRecords.of(ride.paths())
        expectSame(try await replay(header, records), try await ride.replay().workout())
    }

    /// A tty and a stick hand over their bytes in chunks that mean nothing.
    @Test(arguments: RecordedRide.eachOnce)
    func otherChunks(_ ride: RecordedRide) async throws {
        let length = 7
        let (header, records) = try KeptRecords.of(ride.paths())
        var streams: Set<LinkID> = []
        var chunked: [CaptureRecord] = []
        for record in records {
            switch record.input {
            case .linkOpened(let link, let identity) where identity.kind == .ant || identity.kind == .nmea:
                streams.insert(link)
                chunked.append(record)
            case .bytes(let link, let bytes) where streams.contains(link):
                for start in stride(from: 0, to: bytes.count, by: length) {
                    let chunk = Array(bytes[start..<min(start + length, bytes.count)])
                    chunked.append(CaptureRecord(offset: record.offset, input: .bytes(link, chunk)))
                }
            default: chunked.append(record)
            }
        }
        #expect(streams.isEmpty || chunked.count > records.count)
        expectSame(try await replay(header, chunked), try await ride.replay().workout())
    }

    /// Silence is noticed when a record or a tick comes, so a crank that coasts may be seen to slow down some tenths of a second
    /// earlier with more ticks: cadence, and the moving time that follows from it, differ by that. Nothing else may. (Live every
    /// tick is captured, so a replay of the capture has them all.)
    @Test(arguments: RecordedRide.eachOnce)
    func moreTicks(_ ride: RecordedRide) async throws {
        let (header, records) = try KeptRecords.of(ride.paths())
        var ticked: [CaptureRecord] = []
        var last: Int64 = 0
        for record in records {
            for moment in stride(from: last + 100_000, to: record.offset, by: 100_000) {
                ticked.append(CaptureRecord(offset: moment, input: .tick))
            }
            ticked.append(record)
            last = record.offset
        }
        #expect(ticked.count > records.count + 5000)
        var found = try await replay(header, ticked)
        var due = try await ride.replay().workout()
        expect(found.summary.moving.value?.seconds, due.summary.moving.value?.seconds ?? 0, within: 1)
        if let cadence = due.summary.cadence.value {
            expect(found.summary.cadence.value?.average, cadence.average, within: 0.1)
        } else {
            #expect(found.summary.cadence.value == nil)
        }
        found.removeCadence()
        due.removeCadence()
        expectSame(found, due)
    }
}

extension Workout {
    /// Takes out what is said of cadence, and of the moving time that follows from it.
    fileprivate mutating func removeCadence() {
        series.removeAll { $0.quantity == .cadence }
        summary.removeCadence()
        for index in laps.indices { laps[index].summary.removeCadence() }
        for index in activities.indices { activities[index].summary.removeCadence() }
    }
}

extension WorkoutSummary {
    fileprivate mutating func removeCadence() {
        cadence = .unavailable(.noData)
        moving = .unavailable(.noData)
        movingSpeedMetresPerSecond = .unavailable(.noData)
    }
}
