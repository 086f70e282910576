import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What was written and read again counts as long as before: a hold is not told, and so is not held once more.
struct CoverageRoundTripTests {
    /// A strap that falls silent twice, at 1 and at 4 s a sample, beside a meter that goes on.
    private static func ride() throws -> Workout {
        var ride = TestRide(.indoorCycling)
        for k in 0..<300 {
            if !(100..<150).contains(k), k < 250, k < 100 || k.isMultiple(of: 4) {
                ride.heartRate(Double(110 + k % 50), at: Double(k) + 0.2)
            }
            ride.reading(.power, Double(k % 300), at: Double(k) + 0.2, from: TestRide.meter)
        }
        return try ride.finished(after: 300)
    }

    @Test(arguments: [ActivityFormat.fit, .tcx, .csv]) func dropouts(format: ActivityFormat) throws {
        let workout = try Self.ride()
        let before = try #require(workout.summary.heartRate.value)
        var again = workout
        for _ in 0..<3 {
            let read = try #require(ActivityFormat.read(format.encoded(again)).recordings.first)
            again = try read.workout(settings: workout.settings)
            let after = try #require(again.summary.heartRate.value)
            // Samples move by less than a second; each silence and the end may differ by that.
            #expect(abs(after.coverage - before.coverage) * 300 < 3.1, "\(format)")
            #expect(abs(after.average - before.average) < 0.5 && after.maximum == before.maximum)
            #expect(again.timeline(of: .heartRate).segment(at: again.start + TimeSpan(seconds: 130)) == nil)
        }
    }

    /// Silences anywhere, of any length that is one: what counted counts, and no more.
    @Test(arguments: 0..<60) func silences(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var ride = TestRide(.indoorCycling)
        var (second, silences, samples) = (0, 0, 0)
        while second < 600 {
            let talk = Int.random(in: 3...120, using: &numbers)
            for k in second..<min(second + talk, 600) {
                samples += 1
                ride.heartRate(Double(Int.random(in: 60...200, using: &numbers)), at: Double(k) + 0.2)
            }
            second += talk + Int.random(in: 12...90, using: &numbers)
            silences += 1
        }
        let workout = try ride.finished(after: 600)
        let before = try #require(workout.summary.heartRate.value)
        #expect(before.sampleCount == samples)
        for format in [ActivityFormat.fit, .tcx, .csv] {
            let again = try #require(ActivityFormat.read(format.encoded(workout)).recordings.first)
                .workout(settings: workout.settings)
            let after = try #require(again.summary.heartRate.value)
            #expect(after.sampleCount == samples && after.maximum == before.maximum && after.minimum == before.minimum)
            // FIT's moments are whole seconds.
            #expect(abs(after.coverage - before.coverage) * 600 < Double(silences) + 1, "\(format)")
            #expect(abs(after.average - before.average) < 2)
        }
    }

    /// 601 points are 600 legs, whoever wrote them.
    @Test func allLegsOfATrackCount() throws {
        let points = (0...600).map { k in
            let time = TestRide.clock.timestamp(at: TestRide.at(Double(k))).iso8601
            return #"<trkpt lat="\#(46 + Double(k) * 1e-4)" lon="14.5"><time>\#(time)</time></trkpt>"#
        }
        let text = HostileTextTests.head + points.joined() + HostileTextTests.tail
        let workout = try #require(ActivityFormat.read(Array(text.utf8)).recordings.first).workout(settings: WorkoutSettings())
        let leg = 1e-4 * .pi / 180 * 6_371_008.8
        #expect(abs(try #require(workout.summary.distance.value?.metres) - 600 * leg) < 0.01)
        // And again, through each format.
        for format in ActivityFormat.allCases {
            let again = try #require(ActivityFormat.read(format.encoded(workout)).recordings.first)
                .workout(settings: WorkoutSettings())
            #expect(abs(try #require(again.summary.distance.value?.metres) - 600 * leg) < 0.02, "\(format)")
        }
    }
}
