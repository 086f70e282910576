import TestSupport
import Testing
import Workouts

/// What must hold of plans on every input.
@Suite struct PlanPropertyTests {
    private struct Story {
        var ride: ZonePropertyTests.Story
        var steps: [PlanStep] = []
        var amounts: [WorkoutEvent] = []

        init(seed: UInt64) throws {
            var random = SeededGenerator(state: seed &* 1009)
            ride = ZonePropertyTests.Story(seed: seed)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let low = Int.random(in: 0...4, using: &random)
                let target: PlanTarget? =
                    [
                        nil, try zones(low...Int.random(in: low...4, using: &random)),
                        .range(.heartRate, lower: 120, upper: Bool.random(using: &random) ? 150 : nil),
                    ].randomElement(using: &random) ?? nil
                let length = Double.random(in: 1...80, using: &random)
                steps.append(
                    Bool.random(using: &random) ? step(.work, length, target) : step(.recovery, metres: length * 3, target))
            }
            var time = 0.0
            while time < ride.end {
                let length = Double.random(in: 0.5...4, using: &random)
                if Int.random(in: 0..<8, using: &random) > 0 {
                    amounts.append(amount(Double.random(in: 0...5, using: &random) * length, time, time + length))
                }
                time += length
            }
        }

        func workout(samples: [WorkoutEvent]) throws -> Workout {
            try WorkoutsTests.ride(ride.sources + ride.pauses + amounts + samples, end: ride.end, following: steps)
        }
    }

    @Test(arguments: UInt64(1)...60)
    func blocksAndRibbonAreTheTimer(seed: UInt64) throws {
        let story = try Story(seed: seed)
        let workout = try story.workout(samples: story.ride.samples)
        let review = try #require(workout.review())
        let layout = review.layout
        let timer = workout.summary.timer
        #expect(layout.blocks.reduce(layout.timerAfterPlan) { $0 + $1.timer } == timer)
        #expect(
            zip(layout.blocks, layout.blocks.dropFirst()).allSatisfy { $0.end == $1.start && $0.timerAfter == $1.timerBefore })
        #expect(layout.blocks.map(\.stepIndex) == Array(layout.blocks.indices))
        #expect(layout.blocks.count + layout.stepsNotBegun == story.steps.count)
        for block in layout.blocks {
            #expect(workout.timerIntervals.timer(from: block.start, to: block.end) == block.timer)
            if block.isComplete, case .duration(let planned) = story.steps[block.stepIndex].extent {
                #expect(block.timer == planned)
            }
            if block.isComplete, case .distance(let metres) = story.steps[block.stepIndex].extent {
                let gone = workout.timeline(of: .distance).amount(from: block.start, to: block.end)
                // A microsecond of rounding at each end, at 5 m/s.
                #expect(abs(gone - metres) < 1e-3 + 1e-4)
            }
        }

        let ribbon = review.ribbon
        #expect(ribbon.seconds.count == Int(timer.microseconds / 1_000_000))
        #expect(ribbon.stretches.flatMap { stretch in stretch.seconds.map { _ in stretch.mark } } == ribbon.seconds.map(\.mark))
        for second in ribbon.seconds {
            let target = second.stepIndex.flatMap { story.steps[$0].target }
            #expect((second.mark == .noTarget) == (target == nil))
        }
        for step in review.steps {
            if let compliance = step.compliance { #expect(compliance.timer == step.block?.timer) }
        }
    }

    @Test(arguments: UInt64(1)...30)
    func everyOrderOfArrivalGivesTheSameReview(seed: UInt64) throws {
        let story = try Story(seed: seed)
        var random = SeededGenerator(state: seed)
        let first = try story.workout(samples: story.ride.samples)
        let again = try story.workout(samples: story.ride.samples.shuffled(using: &random))
        #expect(again.review() == first.review())
        #expect(again.coachingRemark() == first.coachingRemark())
    }

    /// A slow second opinion: each second looked up by itself.
    @Test(arguments: UInt64(1)...30)
    func theRibbonIsWhatTheValuesSay(seed: UInt64) throws {
        let story = try Story(seed: seed)
        let workout = try story.workout(samples: story.ride.samples)
        let review = try #require(workout.review())
        let timeline = workout.timeline(of: .heartRate)
        // Where each timer second lies, looked up microsecond by microsecond at its edges.
        for (index, second) in review.ribbon.seconds.enumerated() {
            let timer = workout.timerIntervals
            var integral = 0.0, covered = 0.0
            for segment in timeline.segments {
                let from = timer.timer(before: segment.start).seconds, to = timer.timer(before: segment.end).seconds
                let part = min(to, Double(index) + 1) - max(from, Double(index))
                if part > 0 {
                    integral += segment.value * part
                    covered += part
                }
            }
            guard let target = second.stepIndex.flatMap({ story.steps[$0].target }) else { continue }
            guard covered > 0 else {
                #expect(second.mark == .unknown)
                continue
            }
            let mean = integral / covered
            // A mean on a boundary may fall either way.
            let places = Set([mean - 1e-6, mean + 1e-6].map { target.place(of: $0).rawValue })
            #expect(places.contains(second.mark.rawValue))
        }
    }

    /// Told as it happens, the follower finds the steps where the finished workout has them.
    @Test(arguments: UInt64(1)...40)
    func liveEqualsBatch(seed: UInt64) throws {
        let story = try Story(seed: seed)
        let workout = try story.workout(samples: [])
        var follower = PlanFollower(Plan(name: "test", steps: story.steps))
        let distance = workout.timeline(of: .distance)
        var edges = Set(distance.segments.flatMap { [$0.start, $0.end] })
        edges.formUnion(workout.pauses.flatMap { [$0.start, $0.end] })
        var random = SeededGenerator(state: seed)
        edges.formUnion((0..<50).map { _ in at(Double.random(in: 0...story.ride.end, using: &random)) })
        for edge in edges.filter({ .zero <= $0 && $0 <= workout.end }).sorted() + [workout.end] {
            follower.advance(
                to: workout.timerIntervals.timer(before: edge), metres: distance.amount(from: .zero, to: edge))
        }
        let blocks = try #require(workout.review()).layout.blocks
        let starts = follower.starts.filter { $0.timer < workout.summary.timer - span(0.002) }
        #expect(abs(starts.count - blocks.count) <= 1)
        for (start, block) in zip(starts, blocks) { #expect(abs((start.timer - block.timerBefore).seconds) < 0.002) }
    }
}

/// Core §5: zones of several configurations never meet.
@Suite struct WeeklyComplianceTests {
    private func group(_ boundaries: [Double], _ seconds: [Double], unattributed: Double = 0) throws -> ZoneGroup {
        ZoneGroup(
            configuration: try ZoneConfiguration(.heartRate, boundaries: boundaries), zoneDurations: seconds.map(span),
            unattributed: span(unattributed), maxHold: span(10))
    }

    @Test func easyDaysEachByItsOwnZones() throws {
        let five = try group([114, 133, 152, 171], [600, 1200, 200, 0, 0])  // 90 %
        let three = try group([130, 160], [1000, 1000, 0])  // the first alone is easy: 50 %
        let unmeasured = try group([130, 160], [100, 0, 0], unattributed: 1000)
        let weeks = WeeklyCompliance(of: [
            IntendedWorkout(week: 2, intent: .intervals, group: five),
            IntendedWorkout(week: 1, intent: .easy, group: three), IntendedWorkout(week: 1, intent: .easy, group: unmeasured),
            IntendedWorkout(week: 1, intent: .easy, group: five),
        ])
        #expect(weeks.entries.map(\.week) == [1, 2])
        #expect(weeks.entries.map(\.intent) == [.easy, .intervals])
        let easy = try #require(weeks.entries.first)
        #expect(easy.verdicts.map(\.verdict) == ComplianceVerdict.allCases)
        #expect(easy.verdicts.map(\.workouts) == [1, 1, 0, 1])
        #expect(easy.met == 1)
        #expect(easy.workouts == 3)
        // 1800 s and 1000 s of 4000 s.
        #expect(easy.compliance.percent == 70)
        #expect(weeks.entries.last?.compliance.percent == 10)
    }

    @Test func whatWasMeantMayBeSaid() throws {
        let five = try group([114, 133, 152, 171], [600, 1200, 200, 0, 0])
        #expect(IntendedWorkout(week: 1, intent: .easy, group: five, zones: 0...0).compliance.percent == 30)
        #expect(IntendedWorkout(week: 1, intent: .recovery, group: five).compliance.percent == 30)
    }

    @Test func orderDoesNotMatter() throws {
        var random = SeededGenerator(state: 4)
        let workouts = try (0..<40).map { _ in
            IntendedWorkout(
                week: Int.random(in: 0...4, using: &random), intent: PlanKind.allCases.randomElement(using: &random) ?? .easy,
                group: try group([114, 133], (0..<3).map { _ in Double(Int.random(in: 0...2000, using: &random)) }))
        }
        let weeks = WeeklyCompliance(of: workouts)
        #expect(WeeklyCompliance(of: workouts.shuffled(using: &random)) == weeks)
        #expect(weeks.entries.reduce(0) { $0 + $1.workouts } == 40)
    }
}
