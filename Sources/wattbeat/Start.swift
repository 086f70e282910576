import Gateway
import Workouts

/// `wattbeat start [ACTIVITY]`.
enum Start: Command {
    static let template = Option.text("template", "NAME", "start from this template of the settings")
    static let plan = Option.text(
        "plan", "PLAN", "follow this plan: a file (docs/plans.md), or the name of a plan in the store or of a template")

    static let name = "start"
    static let summary = "start a workout on the running gateway"
    static let operands = Operands("[ACTIVITY]", 0...1)
    static let options: [any CommandOption] = [template, plan, ControlAccess.socket]
    static let discussion = """
        ACTIVITY is one of \(ActivityType.allCases.map(\.rawValue).joined(separator: ", ")).
        Without it, it is what the template or the settings say.

        examples:
          wattbeat start
          wattbeat start indoorCycling
          wattbeat start --template "Tuesday track"
          wattbeat start --plan '4 × 4 min'
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let activity = try Self.activity(arguments, of: self)
        let plan = try CoachPlan.wanted(arguments[plan], arguments)?.outline
        try ControlAccess.tell(
            .start(activity: activity?.rawValue, template: arguments[template], plan: plan), "started", arguments, output)
    }

    /// The operand, checked.
    static func activity(_ arguments: Arguments, of command: any Command.Type) throws(CommandError) -> ActivityType? {
        guard let name = arguments.operands.first else { return nil }
        if let activity = ActivityType(rawValue: name) { return activity }
        let hint = Nearest.hint(for: name, among: ActivityType.allCases.map(\.rawValue))
        throw .usage("there is no activity \(quoted(name))\(hint)", see: command)
    }
}
