import Testing
import Workouts

/// Plans laid over timer time.
@Suite struct PlanLayoutTests {
    private func layout(_ steps: [PlanStep], _ events: [WorkoutEvent] = [], end: Double) throws -> PlanLayout {
        try #require(try ride(events, end: end, following: steps).review()?.layout)
    }

    @Test func pausesDoNotCount() throws {
        let layout = try layout(
            [step(.warmUp, 60), step(.work, 30), step(.coolDown, 30)], pause(40, 100) + pause(125, 130), end: 200)
        #expect(layout.blocks.map(\.start) == [at(0), at(120), at(155)])
        #expect(layout.blocks.map(\.end) == [at(120), at(155), at(185)])
        #expect(layout.blocks.map(\.timer) == [span(60), span(30), span(30)])
        #expect(layout.blocks.map(\.isComplete) == [true, true, true])
        #expect(layout.timerAfterPlan == span(15))
    }

    @Test func aStepThatEndsWithAPauseEndsWhereThatBegins() throws {
        let layout = try layout([step(.work, 40), step(.recovery, 20)], pause(40, 100), end: 120)
        #expect(layout.blocks.map(\.end) == [at(40), at(120)])
        #expect(layout.blocks.map(\.start) == [at(0), at(40)])
        #expect(layout.blocks.map(\.isComplete) == [true, true])
        #expect(layout.timerAfterPlan == .zero)
    }

    @Test func aWorkoutThatEndsEarly() throws {
        let layout = try layout([step(.work, 40), step(.recovery, 20), step(.work, 40)], end: 50)
        #expect(layout.blocks.map(\.isComplete) == [true, false])
        #expect(layout.blocks.last?.timer == span(10))
        #expect(layout.stepsNotBegun == 1)
    }

    /// 5 m/s: 200 m take 40 s; the step of time begins in the middle of an amount.
    @Test func distances() throws {
        let amounts = (0..<30).map { amount(20, Double($0) * 4, Double($0) * 4 + 4) }
        let layout = try layout([step(.work, metres: 210), step(.recovery, 31), step(.work, metres: 100)], amounts, end: 120)
        #expect(layout.blocks.map(\.start) == [at(0), at(42), at(73)])
        #expect(layout.blocks.map(\.end) == [at(42), at(73), at(93)])
        #expect(layout.timerAfterPlan == span(27))
    }

    @Test func withoutDistanceAStepOfDistanceGoesOn() throws {
        let layout = try layout([step(.work, metres: 210), step(.recovery, 31)], end: 120)
        #expect(layout.blocks.map(\.isComplete) == [false])
        #expect(layout.stepsNotBegun == 1)
    }

    @Test func severalShortStepsWithinOneAmount() throws {
        let layout = try layout(
            [step(.work, metres: 30), step(.work, metres: 30), step(.work, 5)], [amount(100, 0, 10)], end: 20)
        #expect(layout.blocks.map(\.end) == [at(3), at(6), at(11)])
    }

    @Test func progress() throws {
        let steps = [step(.warmUp, 60), step(.work, metres: 500)]
        var follower = PlanFollower(Plan(name: "", steps: steps))
        follower.advance(to: span(20), metres: 100)
        #expect(follower.progress?.stepIndex == 0)
        #expect(follower.progress?.remaining == .duration(span(40)))
        #expect(follower.progress?.next == steps[1])
        follower.advance(to: span(100), metres: 500)
        // At 60 s it had gone 300 m.
        #expect(follower.progress?.remaining == .distance(metres: 300))
        #expect(follower.progress?.elapsed == span(40))
        #expect(follower.progress?.next == nil)
        follower.advance(to: span(160), metres: 800)
        #expect(follower.progress == nil)
        #expect(follower.isDone)
    }

    @Test(arguments: [
        ([], PlanMistake.noSteps), ([step(.work, 0)], .extent(step: 0)),
        ([step(.work, 60), step(.work, metres: .nan)], .extent(step: 1)),
        ([step(.work, metres: -1)], .extent(step: 0)), ([step(.work, 86_401)], .extent(step: 0)),
        ([step(.work, 60, .range(.power, lower: 200, upper: 200))], .target(step: 0)),
        ([step(.work, 60, .range(.power, lower: nil, upper: nil))], .target(step: 0)),
        ([step(.work, 60, .range(.power, lower: .nan, upper: nil))], .target(step: 0)),
        ([step(.work, 60, .range(.distance, lower: 1, upper: nil))], .cumulativeTarget(step: 0)),
        (Array(repeating: step(.work, 1), count: 501), .tooManySteps(501)),
    ])
    func mistakes(steps: [PlanStep], mistake: PlanMistake) {
        #expect(Plan(name: "", steps: steps).mistake == mistake)
        // Whatever the mistake, following such a plan does no harm.
        var follower = PlanFollower(Plan(name: "", steps: steps))
        for second in 0..<1000 { follower.advance(to: span(Double(second)), metres: Double(second) * 3) }
    }

    @Test func zonesThatAConfigurationLacksAreAMistake() throws {
        #expect(Plan(name: "", steps: [step(.work, 60, try zones(4...5))]).mistake == .target(step: 0))
        #expect(Plan(name: "", steps: [step(.work, 60, try zones(4...4))]).mistake == nil)
    }

    @Test func kinds() throws {
        let easy = step(.steady, 60, try zones(0...1)), tempo = step(.steady, 60, try zones(2...3))
        let work = step(.work, 60, try zones(3...3)), rest = step(.recovery, 60)
        let warm = step(.warmUp, 60, try zones(0...1))
        func kind(_ steps: PlanStep...) -> PlanKind? { Plan(name: "", steps: steps).kind }
        #expect(kind(warm, easy) == .easy)
        #expect(kind(warm, tempo) == .tempo)
        #expect(kind(warm, work) == .tempo)
        #expect(kind(warm, work, rest, work) == .intervals)
        #expect(kind(warm, rest) == .recovery)
        #expect(kind(warm) == nil)
        #expect(kind(step(.steady, 60)) == nil)
        #expect(kind(step(.steady, 60, .range(.power, lower: nil, upper: 200))) == .easy)
        #expect(kind(step(.steady, 60, .range(.power, lower: 200, upper: nil))) == .tempo)
    }
}
