import Testing
import Workouts

/// What a workout was meant to be, by its plan or by somebody's word. Boundaries 114, 133, 152, 171.
@Suite struct IntentTests {
    /// 1500 s easy, 100 s in zone 3, 200 s in zone 4.
    private func mixed(following steps: [PlanStep]? = nil) throws -> Workout {
        var workout = try ride(
            hearts([(120, 1500), (140, 100), (160, 200)]), type: .running, end: 1800, settings: settings([try heartZones()]))
        workout.plan = steps.map { Plan(name: "", steps: $0) }
        return workout
    }

    @Test func aWordDecidesTheLine() throws {
        let workout = try mixed()
        // 1500 of 1800 s are 83.33 %.
        #expect(workout.coachingRemark(as: .easy)?.line == .easy(percent: 83, belowZone: 2, activity: .running))
        #expect(workout.coachingRemark(as: .tempo)?.line == .tempo(minutes: 5, zones: 2...4))
        #expect(workout.coachingRemark(as: .intervals)?.line == .tempo(minutes: 5, zones: 2...4))
        #expect(workout.coachingRemark(as: .recovery)?.line == .recovery(.lessThanHalf, spikes: 1, activity: .running))
    }

    @Test func aWordStandsAboveAPlanOfAnotherKind() throws {
        let workout = try mixed(following: [step(.work, 1800, try zones(3...3))])
        #expect(workout.coachingRemark()?.line == .tempo(minutes: 3, zones: 3...3))
        #expect(workout.coachingRemark(as: .tempo)?.line == .tempo(minutes: 3, zones: 3...3))
        #expect(workout.coachingRemark(as: .easy)?.line == .easy(percent: 83, belowZone: 2, activity: .running))
    }

    @Test func withoutZonesAWordChangesNothing() throws {
        let workout = try ride(hearts([(120, 600)]), end: 600)
        #expect(workout.coachingRemark(as: .tempo)?.line == .mostlyEasy(activity: .cycling))
    }

    @Test func aPlanIsMeasuredByItsOwnTargets() throws {
        let steps = [step(.work, 900, try zones(1...1)), step(.work, 900, try zones(3...3))]
        let meant = try #require(try mixed(following: steps).intended(week: 3))
        #expect(meant.week == 3)
        #expect(meant.intent == .intervals)
        // 900 s, and 200 of the other 900 s.
        #expect(meant.compliance.inside == span(1100))
        #expect(meant.compliance.verdict == .partly)
    }

    @Test func aWordIsMeasuredByTheZones() throws {
        let workout = try mixed(following: [step(.work, 900, try zones(3...3))])
        #expect(workout.intended(as: .easy, week: 0)?.compliance.inside == span(1500))
        #expect(workout.intended(week: 0)?.intent == .tempo)
        #expect(try mixed().intended(as: .tempo, week: 0)?.compliance.inside == span(300))
    }

    @Test func nobodySaid() throws { #expect(try mixed().intended(week: 0) == nil) }

    /// Nothing is known of it, which is not the same as missed.
    @Test func withoutZonesAnIntentIsNotMeasured() throws {
        let workout = try ride(hearts([(120, 600)]), end: 600)
        #expect(workout.intended(as: .easy, week: 0)?.compliance.verdict == .notEnoughData)
        #expect(workout.intended(as: .easy, week: 0)?.compliance.timer == span(600))
    }

    /// Lead-in 30 s: of 120 s, 90 count. The first is high in 50 of them, the second in 40; the third never begins.
    @Test func repeatsSayHowLongTheyWereHigh() throws {
        let high = try zones(3...3)
        let steps = [
            step(.work, 120, high), step(.recovery, 60, try zones(0...1)), step(.work, 120, high), step(.recovery, 60),
            step(.work, 120, high),
        ]
        let workout = try ride(
            hearts([(120, 70), (160, 50), (160, 40), (120, 20), (120, 80), (175, 40)]), end: 300, following: steps)
        let review = try #require(workout.plan.flatMap { workout.intervalsReview(of: $0) })
        #expect(review.zone == 3)
        #expect(review.repeats.map(\.stepIndex) == [0, 2, 4])
        #expect(review.repeats.map(\.high) == [span(50), span(40), .zero])
        // Each is measured by its planned time, the one that never came like the others.
        #expect(review.repeats.map(\.judged) == [span(90), span(90), span(90)])
        #expect(review.repeats.map(\.hasBegun) == [true, true, false])
        #expect(review.repeats.map(\.isReached) == [true, false, false])
        #expect(review.recoveries.map(\.stepIndex) == [1])
        #expect(review.recoveries.map(\.cameDown) == [true])
        #expect(
            workout.coachingRemark()?.line == .intervals(reached: 1, planned: 3, zone: 3, recoveriesCameDown: true))
    }
}
