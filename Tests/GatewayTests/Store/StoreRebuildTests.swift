import Foundation
import Ingest
import Statistics
import Testing
import Transports
import Workouts

@testable import Gateway
@testable import Storage

/// Whatever was derived is derived again: from nothing but captures, files and what people said.
@Suite struct StoreRebuildTests {
    let stored = StoreRig()
    private var ride: CutRide { stored.ride }

    /// Four captures with workouts, idle ones before them, a FIT file; edits, a mood, a plan, a workout in three parts, two that are
    /// joined, one that was deleted.
    private func everything() async throws -> HistoryStore {
        for _ in 0..<4 {
            try await ride.run(seconds: 300, starts: false)
            try await ride.run(seconds: 90, starts: true)
            ride.clock.pass(seconds: 1200)
        }
        try stored.catchUp(into: stored.database)
        let store = try stored.open()
        let files = try ArchiveFolder()
        let made = try files.writeFIT("device.fit", id: 7, start: "15:00", minutes: 20)
        // Another device's, which comes from where workouts are kept.
        try FileManager.default.createDirectory(atPath: ride.workouts, withIntermediateDirectories: true)
        let path = ride.workouts + "/device.fit"
        try FileManager.default.copyItem(atPath: files.path("device.fit"), toPath: path)
        let intake = HistoryIntake(store, takesDemo: false)
        let archive = WorkoutArchive(paths: [path], athlete: AthleteHistory())
        while let found = await archive.next() { try intake.take(found) }
        try intake.finish()
        #expect(intake.outcomes.map(\.outcome) == [.added])
        let file = try #require(intake.outcomes.first?.id)
        #expect(made.summary.elapsed.seconds == 1200)

        let ids = try store.recordings().filter { $0.origin.kind == .capture }.map(\.id)
        #expect(ids.count == 4)
        try store.setEdits(WorkoutEdits(name: "Away", type: .hiking, note: "rain"), of: file)
        let whole = try #require(try store.workout(ids[0]))
        let cuts = [30, 60].map { whole.start + TimeSpan(microseconds: $0 * 1_000_000) }.map { WorkoutCut(end: $0, start: $0) }
        let parts = try store.split(ids[0], at: cuts)
        try store.delete(parts[2])
        _ = try store.merge([ids[1], ids[2]])
        try store.delete(ids[3])
        _ = try store.add(MoodCheckIn(at: whole.startTimestamp, .momentary, valence: 0.5, workout: parts[0]), note: "new shoes")
        return store
    }

    private func empty(_ store: HistoryStore) throws {
        for table in [
            "workouts", "routes", "route_chunks", "sample_chunks", "series", "zone_configurations", "sensors", "daily_sets",
        ] {
            try store.connection.execute("DELETE FROM \(table)")
        }
        #expect(try store.recordings().isEmpty && store.sensors().isEmpty)
    }

    private func rebuild(_ store: HistoryStore) async throws -> HistoryRebuild {
        let rebuild = try HistoryRebuild(store, folders: [ride.captures, ride.workouts])
        let archive = WorkoutArchive(paths: rebuild.paths, athlete: AthleteHistory())
        while let found = await archive.next() { try rebuild.take(found) }
        try rebuild.finish()
        return rebuild
    }

    /// All rows but those of followers, sorted, with what they belong to in place of the file's own keys.
    private func rows(_ store: HistoryStore) throws -> [String] {
        var rows: [[String: Any]] = []
        try store.dump { line throws(StorageError) in
            if let row = (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any] { rows.append(row) }
        }
        func text(_ row: [String: Any]) -> String {
            let data = try? JSONSerialization.data(withJSONObject: row, options: .sortedKeys)
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
        func names(_ table: String, _ name: ([String: Any]) -> String) -> [Int: String] {
            let pairs = rows.filter { $0["table"] as? String == table }.compactMap { row in
                (row["id"] as? Int).map { ($0, name(row)) }
            }
            return Dictionary(pairs) { first, _ in first }
        }
        let workouts = names("workouts") { $0["uid"] as? String ?? "" }
        let zones = names("zone_configurations") { $0["configuration"] as? String ?? "" }
        let series = names("series") { row in
            var row = row
            row["id"] = nil
            if let workout = row["workout"] as? Int { row["workout"] = workouts[workout] }
            return text(row)
        }
        let routes = names("routes") { "\($0["workout"] ?? "")/\($0["version"] ?? "")" }
        return rows.compactMap { row -> String? in
            guard let table = row["table"] as? String, table != "objects", table != "tombstones" else { return nil }
            var row = row
            row["id"] = nil
            // The route's own name is a random one.
            if table == "routes" { row["uid"] = nil }
            for (key, names) in [("workout", workouts), ("configuration", zones), ("series", series), ("route", routes)] {
                if let id = row[key] as? Int { row[key] = names[id] ?? "nothing" }
            }
            return text(row)
        }.sorted()
    }

    @Test func everythingIsDerivedAgainFromNothing() async throws {
        let store = try await everything()
        let before = try rows(store)
        for table in ["workouts", "series", "sample_chunks", "workout_pieces", "moods", "sensors", "zone_times"] {
            #expect(before.contains { $0.contains("\"table\":\"\(table)\"") }, "\(table)")
        }
        #expect(try await rebuild(store).entries.allSatisfy { $0.outcome == .unchanged })
        #expect(try rows(store) == before)
        let taken = try store.takenCaptures()

        try empty(store)
        let rebuilt = try await rebuild(store)
        #expect(rebuilt.entries.allSatisfy { $0.outcome != .left }, "\(rebuilt.entries)")
        #expect(rebuilt.outside.captures == 4 && rebuilt.outside.changedSeries > 0)
        let after = try rows(store)
        #expect(after == before, "\(Set(after).symmetricDifference(before).sorted().map { $0.prefix(300) })")
        #expect(try store.check().isEmpty && store.takenCaptures() == taken)
        // And once more: nothing is left to do.
        let anchor = try store.anchor()
        #expect(try await rebuild(store).outside.changedSeries == 0)
        #expect(try store.anchor() == anchor)
    }

    /// Sums beside a day's samples and the samples themselves, spoiled by hand, are as they were; what came from captures that are gone
    /// stays.
    @Test func daysOutsideOfWorkouts() async throws {
        let store = try await everything()
        let before = try rows(store)
        let ofDays = "series IN (SELECT id FROM series WHERE day > 0)"
        try store.connection.execute("UPDATE sample_chunks SET sum = sum + 1 WHERE \(ofDays)")
        #expect(try await rebuild(store).outside.changedSeries > 0)
        #expect(try rows(store) == before)
        try store.connection.execute("UPDATE sample_chunks SET data = zeroblob(9) WHERE place = 0 AND \(ofDays)")
        #expect(try await rebuild(store).outside.changedSeries > 0)
        #expect(try rows(store) == before)
        for name in ride.captureNames where name.hasPrefix("idle-") {
            try FileManager.default.removeItem(atPath: "\(ride.captures)/\(name)")
        }
        #expect(try await rebuild(store).outside.captures == 0)
        #expect(try rows(store) == before)
    }

    /// What nobody has any more is named, and the rest is there.
    @Test func whatIsLostIsNamed() async throws {
        let store = try await everything()
        let recordings = try store.recordings()
        let gone = try #require(recordings.first { $0.origin.format == "fit" })
        try FileManager.default.removeItem(atPath: try #require(gone.origin.place))
        try empty(store)
        let left = try await rebuild(store).entries.filter { $0.outcome == .left }
        #expect(left.map(\.id) == [gone.id])
        #expect(left.first?.sentence?.contains("no file that is known holds it") == true)
        #expect(try Set(store.recordings().map(\.id)) == Set(recordings.map(\.id)).subtracting([gone.id]))
    }

    /// What was never taken in does not come in by this door.
    @Test func nothingNewComesIn() async throws {
        let store = try await everything()
        let before = try rows(store)
        ride.clock.pass(seconds: 600)
        try await ride.run(seconds: 30, starts: false)
        try await ride.run(seconds: 30, starts: true)
        #expect(try await rebuild(store).outside.captures == 4)
        #expect(try rows(store) == before)
    }

    /// Another device's file of a whole ride does not take the place of its parts.
    @Test func aFileOfWhatWasSplitIsRefused() async throws {
        try await ride.run(seconds: 600, starts: true)
        try stored.catchUp(into: stored.database)
        let store = try stored.open()
        let whole = try #require(try store.workouts().first)
        let cut = Offset(microseconds: 300_000_000)
        let parts = try store.split(whole.id, at: [WorkoutCut(end: cut, start: cut)])
        let files = try ArchiveFolder()
        let path = try files.write("device.fit", [])
        // Twice as long as the ride: it would come before it.
        try files.writeFIT("device.fit", id: 9, start: "08:00", minutes: 20, withPower: true)
        let intake = HistoryIntake(store, takesDemo: false)
        let archive = WorkoutArchive(paths: [path], athlete: AthleteHistory())
        while let found = await archive.next() { try intake.take(found) }
        try intake.finish()
        guard case .refused(let sentence)? = intake.outcomes.first?.outcome else {
            Issue.record("\(intake.outcomes)")
            return
        }
        #expect(sentence.contains("was recorded at the same time as") && sentence.hasSuffix("whose workout was split"))
        #expect(try Set(store.workouts().map(\.id)) == Set(parts))
    }
}
