import Workouts

/// `wattbeat coach PATH…`: finished workouts beside what they were meant to be.
enum Coach: Command {
    private static let plan = Option.text(
        "plan", "PLAN",
        "hold the workout beside this plan, above its own: a file (docs/plans.md), a plan of the store, a template")
    private static let intent = Option<PlanKind>.choice("as", "what it was meant to be, above the kind of its plan")
    private static let details = Flag("details", "tell all of each workout, where there are several")

    static let name = "coach"
    static let summary = "say how workouts went beside what they were meant to be"
    static let operands = Operands("[PATH…]", 0...1024)
    static let options: [any CommandOption] = [plan, intent, details] + ArchiveOptions.all
    static let discussion = """
        Of one workout: what a coach says of it and the figures that this rests on; each step of its plan with its target, its
        time and how it was met; second by second the target and where you were; the cues that the live coach gives; climbs
        against flats. Of several: a line each, newest first, and week by week whether the easy days were easy.
        A plan's zones are those in force for the workout. Among several workouts --plan is for those that were recorded with that
        template or with a plan of that name; all others keep their own.
        Workouts are meant to be what the kind of their plan says; --as easy takes all that are read for easy days.

        examples:
          wattbeat coach ride.fit --plan 4x4.json
          wattbeat coach ride.capture --as recovery
          wattbeat coach ~/rides --from 2026-03-01 --sport running
        """

    /// With one of these the zones of the command line are meant, whatever the athlete prefers.
    private static let riderOptions: [any CommandOption] = [
        ReplayOptions.zones, ReplayOptions.ftp, ReplayOptions.lthr, ReplayOptions.set,
    ]

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let session = try ArchiveSession(arguments, of: self)
        let plan = try CoachPlan.wanted(arguments[plan], arguments)
        var review = CoachReview(
            session,
            wish: CoachReview.Wish(
                plan: plan, intent: arguments[intent], isJSON: arguments[ArchiveOptions.json], isDetailed: arguments[details],
                hasOwnZones: Self.riderOptions.contains(where: arguments.has)), style: output.terminal)
        try await session.forEach { found throws(CommandError) in review.take(found) }
        try review.write(to: output)
    }
}
