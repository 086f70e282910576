import Gateway

/// `wattbeat lap`.
enum Lap: Command {
    static let name = "lap"
    static let summary = "end the lap and begin the next one"
    static let operands = Operands.none
    static let options: [any CommandOption] = [ControlAccess.socket]
    static let discussion = "It speaks to the gateway that `wattbeat run` or `wattbeat record` is."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        try ControlAccess.tell(.lap, "lap", arguments, output)
    }
}
