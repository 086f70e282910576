import Foundation
import Gateway
import Statistics
import Storage
import TestSupport
import Testing
import Workouts

/// What samples of other devices' files take in a store.
@Suite struct ChunkSizeTests {
    private static let files: [String] = {
        guard let folder = corpus("activities"), let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else {
            return []
        }
        return names.sorted().filter { ["fit", "gpx", "tcx"].contains(URL(filePath: $0).pathExtension) }.map {
            folder.appending(path: $0).path
        }
    }()

    /// Four bytes each at most, where there are enough that a column's head counts for little.
    @Test(.enabled(if: !files.isEmpty), arguments: files) func samplesAreSmall(path: String) async throws {
        let folder = try ArchiveFolder()
        let store = try HistoryStore(path: folder.path("h.db"), for: .writing) { Timestamp(secondsSince1970: 1_796_100_000) }
        let archive = WorkoutArchive(paths: [path], athlete: AthleteHistory())
        let intake = HistoryIntake(store, takesDemo: false)
        while let found = await archive.next() { try intake.take(found) }
        try intake.finish()
        let sizes = try store.sampleSizes()
        #expect(sizes.samples + sizes.places > 0)
        if sizes.samples >= 600 { #expect(sizes.sampleBytes <= 4 * sizes.samples, "\(path): \(sizes)") }
        // The head of a column is some ten bytes; and the last sample, kept within the workout's end, takes whole seconds' form from its times.
        #expect(sizes.sampleBytes <= 4 * sizes.samples + 1000, "\(path): \(sizes)")
    }
}
