import TestSupport
import Testing
import Workouts

/// Core §9, live cues: a finished workout tells those that were given.
@Suite struct FinishedCuesTests {
    /// One sensor each, values each second with holes and pauses between them, and steps of time.
    private struct Story {
        var events: [WorkoutEvent] = []
        var end = 0.0
        var steps: [PlanStep] = []

        init(seed: UInt64) throws {
            var random = SeededGenerator(state: seed &* 7919)
            var (second, beats, watts) = (0.0, 130.0, 180.0)
            var pausedSince: Double?
            end = Double(Int.random(in: 200...500, using: &random))
            while second < end - 2 {
                second += [0.25, 1, 1, 1, 1, 3, Double.random(in: 1...20, using: &random)].randomElement(using: &random) ?? 1
                if second >= end { break }
                beats = min(max(beats + Double.random(in: -9...9, using: &random), 90), 190)
                watts = max(watts + Double.random(in: -40...40, using: &random), 0)
                if Int.random(in: 0..<40, using: &random) == 0 {
                    events.append(
                        pausedSince == nil
                            ? .paused(at(second), automatic: false) : .resumed(at(second), automatic: false))
                    pausedSince = pausedSince == nil ? second : nil
                } else if Bool.random(using: &random) {
                    events.append(reading(.heartRate, beats.rounded(), second))
                } else {
                    events.append(reading(.power, watts.rounded(), second, meter))
                }
            }
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let low = Int.random(in: 0...4, using: &random)
                let target: PlanTarget? =
                    [
                        nil, try zones(low...Int.random(in: low...4, using: &random)),
                        .range(.power, lower: 100, upper: Bool.random(using: &random) ? 220 : nil),
                    ].randomElement(using: &random) ?? nil
                let kind = PlanStep.Kind.allCases.randomElement(using: &random) ?? .work
                steps.append(step(kind, Double(Int.random(in: 4...120, using: &random)), target))
            }
        }

        /// As a gateway coaches: at each event, and whenever the coach or a value that runs out asks for it.
        func heard() throws -> [LiveCoach.SaidCue] {
            var draft = WorkoutDraft(id: someID, settings: settings([try heartZones()]), clock: someClock)
            var coach = LiveCoach(Plan(name: "test", steps: steps))
            var said: [LiveCoach.SaidCue] = []
            func tell() { said += draft.tell(&coach).map { LiveCoach.SaidCue($0, at: draft.now) } }
            func wait(until moment: Offset) {
                while let wake = [coach.nextWake, draft.nextExpiry].compactMap(\.self).min(), wake < moment, wake > draft.now {
                    _ = draft.advance(to: wake)
                    tell()
                }
            }
            _ = try draft.apply(.started(.zero, .cycling))
            tell()
            for event in events {
                wait(until: event.moment)
                _ = try draft.apply(event)
                tell()
            }
            wait(until: at(end))
            return said
        }
    }

    @Test(arguments: UInt64(1)...150)
    func theyAreThoseThatWereHeard(seed: UInt64) throws {
        let story = try Story(seed: seed)
        let workout = try ride(story.events, end: story.end, following: story.steps)
        #expect(workout.cues() == (try story.heard()))
    }

    /// The check above is worth something: the stories have cues of every kind.
    @Test func everyKindIsHeard() throws {
        let kinds = try (UInt64(1)...150).flatMap { try Story(seed: $0).heard().map(\.cue.kind) }
        #expect(Set(kinds) == Set(LiveCue.Kind.allCases))
    }

    /// 120 s in zone 1–2, and from 40 s on 10 s of 140 bpm: above for 8 s at 48 s.
    @Test func oneThatIsReckonedByHand() throws {
        let steps = [step(.steady, 60, try zones(0...1)), step(.work, 30, try zones(3...3)), step(.coolDown, 30)]
        let workout = try ride(hearts([(120, 40), (140, 20), (160, 60)]), end: 120, following: steps)
        #expect(
            workout.cues() == [
                LiveCoach.SaidCue(.stepBegins(.steady), at: at(0)), LiveCoach.SaidCue(.aboveTarget(.heartRate), at: at(48)),
                LiveCoach.SaidCue(.workAhead(seconds: 10), at: at(50)), LiveCoach.SaidCue(.stepBegins(.work), at: at(60)),
            ])
    }

    /// 5 m/s: 500 m take 100 s, and the work is announced 10 s, which are 50 m, before.
    @Test func distancesEndStepsToo() throws {
        let events = (0..<200).flatMap { second -> [WorkoutEvent] in
            [amount(5, Double(second), Double(second) + 1), reading(.speed, 5, Double(second) + 1, wheel)]
        }
        let workout = try ride(
            [source(wheel, distance: .wheel)] + events, end: 200,
            following: [step(.warmUp, metres: 500), step(.work, metres: 250), step(.coolDown, metres: 1000)])
        let said = workout.cues()
        #expect(said.map(\.cue) == [.stepBegins(.warmUp), .workAhead(seconds: 10), .stepBegins(.work)])
        for (cue, second) in zip(said, [0.0, 90, 100]) { #expect(abs(cue.offset.seconds - second) < 1.001) }
    }

    @Test func withoutAPlanNothingIsSaid() throws {
        #expect(try ride(hearts([(180, 60)]), end: 60).cues().isEmpty)
    }

    @Test func anotherPlanMayBeTold() throws {
        let workout = try ride(hearts([(180, 60)]), end: 60, settings: settings([try heartZones()]))
        #expect(workout.cues(of: Plan(name: "", steps: [step(.recovery, 30)])).map(\.cue) == [.stepBegins(.recovery), .planDone])
    }
}

extension WorkoutEvent {
    fileprivate var moment: Offset {
        switch self {
        case .reading(let reading): reading.offset
        case .paused(let offset, _), .resumed(let offset, _): offset
        default: .zero
        }
    }
}
