import Gateway

/// `wattbeat pause`.
enum Pause: Command {
    static let name = "pause"
    static let summary = "stop the running workout's timer until `resume`"
    static let operands = Operands.none
    static let options: [any CommandOption] = [ControlAccess.socket]
    static let discussion = "It speaks to the gateway that `wattbeat run` or `wattbeat record` is."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        try ControlAccess.tell(.pause, "paused", arguments, output)
    }
}
