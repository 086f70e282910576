import TestSupport
import Testing
import Workouts

@testable import Storage

/// Whatever of a workout's rows is not as it was stored is told by a check, and mended by storing the workout again.
struct ChangedRowsTests {
    @Test(arguments: [
        "DELETE FROM splits", "DELETE FROM activities", "DELETE FROM workout_sources",
        "DELETE FROM sample_chunks WHERE series IN (SELECT id FROM series WHERE quantity = 'heartRate')",
        "DELETE FROM series WHERE quantity = 'heartRate'", "UPDATE sample_chunks SET minimum = 0, sum = 5, integral = 7",
        "UPDATE workouts SET distance_m = 1", "UPDATE value_times SET data = zeroblob(8)",
    ])
    func areTold(damage: String) throws {
        let workout = try Demo.workout(.running)
        let fixture = try StoreFixture()
        let origin = WorkoutOrigin(.demo)
        try fixture.store.store(workout, from: origin)
        #expect(try fixture.store.check() == [] && fixture.store.holds(workout))
        try fixture.execute(damage)
        #expect(try !fixture.store.check().isEmpty && !fixture.store.holds(workout))
        _ = try fixture.store.store(workout, from: origin)
        #expect(try fixture.store.check() == [] && fixture.store.holds(workout))
    }

    /// Which a check cannot know of.
    @Test func lackingTimesOfValuesAreMended() throws {
        let workout = try Demo.workout(.running)
        let fixture = try StoreFixture()
        try fixture.store.store(workout, from: WorkoutOrigin(.demo))
        try fixture.execute("DELETE FROM value_times")
        #expect(try !fixture.store.holds(workout))
        #expect(try fixture.store.store(workout, from: WorkoutOrigin(.demo)) == .unchanged)
        #expect(try fixture.store.holds(workout))
    }
}
