import ActivityFiles
import JSONText
import TestSupport
import Testing
import Workouts

@testable import Storage

/// A workout comes back as it was stored.
struct WorkoutStoringTests {
    private func expectSame(_ a: Workout, _ b: Workout) {
        #expect(a == b)
        let texts = [a, b].map { workoutJSON($0, route: .full).text(.compact) }
        #expect(texts[0] == texts[1])
        let files = [a, b].map { FITActivity($0).encoded() }
        #expect(files[0] == files[1])
    }

    @Test(arguments: [ActivityType.cycling, .running, .indoorCycling])
    func comesBackByteForByte(type: ActivityType) throws {
        let fixture = try StoreFixture()
        let workout = try Demo.workout(type)
        #expect(try fixture.store.store(workout, from: WorkoutOrigin(.demo)) == .added)
        let back = try #require(try fixture.another().workout(workout.id))
        expectSame(workout, back)
        #expect(try fixture.store.store(back, from: WorkoutOrigin(.demo)) == .unchanged)
    }
}
