import Workouts

// Short ways to say what was planned, in seconds.

func zones(_ range: ClosedRange<Int>) throws -> PlanTarget { .zones(range, of: try heartZones()) }

func step(_ kind: PlanStep.Kind, _ seconds: Double, _ target: PlanTarget? = nil) -> PlanStep {
    PlanStep(kind, .duration(span(seconds)), target: target)
}

func step(_ kind: PlanStep.Kind, metres: Double, _ target: PlanTarget? = nil) -> PlanStep {
    PlanStep(kind, .distance(metres: metres), target: target)
}

/// A value a second.
func hearts(_ runs: [(beatsPerMinute: Double, seconds: Int)]) -> [WorkoutEvent] {
    runs.flatMap { Array(repeating: $0.beatsPerMinute, count: $0.seconds) }.enumerated().map { second, beats in
        reading(.heartRate, beats, Double(second))
    }
}

func pause(_ from: Double, _ to: Double) -> [WorkoutEvent] {
    [.paused(at(from), automatic: false), .resumed(at(to), automatic: false)]
}

func ride(_ events: [WorkoutEvent], end: Double, following steps: [PlanStep], zones: [ZoneConfiguration]? = nil) throws -> Workout
{
    var workout = try ride(events, end: end, settings: settings(zones ?? [try heartZones()]))
    workout.plan = Plan(name: "test", steps: steps)
    return workout
}
