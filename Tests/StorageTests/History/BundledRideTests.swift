import ActivityFiles
import Foundation
import Gateway
import Ingest
import JSONText
import TestSupport
import Testing
import WireFormats
import Workouts

@testable import Storage

/// The rides that come with the repository, as real radios would bring them.
struct BundledRideTests {
    private static let files = [
        "morning-ride": ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"],
        "indoor-ride": ["ble.btsnoop", "ant.pcap", "commands.capture"],
    ]

    private func workout(_ ride: String) throws -> Workout {
        let files = try #require(Self.files[ride])
        let plan = try ReplayPlan(files.map { ReplayPlan.File(path: Fixture("captures/\(ride)/\($0)").url.path) })
        var engine = IngestEngine(header: plan.header)
        var finished = FinishedWorkouts()
        while let record = plan.next() {
            for output in engine.handle(record) { finished.apply(output) }
        }
        return try #require(finished.workouts.first)
    }

    @Test(arguments: ["morning-ride", "indoor-ride"])
    func comesBackByteForByteInFourBytesASample(ride: String) throws {
        let fixture = try StoreFixture()
        let workout = try workout(ride)
        try fixture.store.store(workout, from: WorkoutOrigin(.capture, place: ride))
        let back = try #require(try fixture.another().workout(workout.id))
        #expect(back == workout)
        let texts = [workout, back].map { workoutJSON($0, route: .full).text(.compact) }
        #expect(texts[0] == texts[1])
        #expect(FITActivity(workout).encoded() == FITActivity(back).encoded())

        // All that sensors said, each quantity by itself and all together.
        let sizes = try fixture.store.connection.rows(
            """
            SELECT s.form, s.quantity, sum(c.count), sum(length(c.data)) FROM sample_chunks AS c JOIN series AS s ON s.id = c.series
            GROUP BY s.form, s.quantity
            """
        ) { row throws(StorageError) in
            (name: "\(row[0].text ?? "") \(row[1].text ?? "")", count: row[2].real ?? 0, bytes: row[3].real ?? 0)
        }
        let bytes = sizes.reduce(0) { $0 + $1.bytes } / sizes.reduce(0) { $0 + $1.count }
        let table = sizes.map { "\($0.name): \($0.bytes / $0.count) bytes for each of \(Int($0.count))" }
        #expect(bytes <= 4, "\(table.joined(separator: "; "))")
        print(ride, bytes, table.joined(separator: "; "))
    }
}
