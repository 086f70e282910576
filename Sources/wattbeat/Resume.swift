import Gateway

/// `wattbeat resume`.
enum Resume: Command {
    static let name = "resume"
    static let summary = "let a paused workout's timer go on"
    static let operands = Operands.none
    static let options: [any CommandOption] = [ControlAccess.socket]
    static let discussion = "It speaks to the gateway that `wattbeat run` or `wattbeat record` is."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        try ControlAccess.tell(.resume, "goes on", arguments, output)
    }
}
