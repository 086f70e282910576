import Gateway

/// `wattbeat stop`.
enum Stop: Command {
    static let name = "stop"
    static let summary = "end the running workout, and print what it came to"
    static let operands = Operands.none
    static let options: [any CommandOption] = [ControlAccess.socket]
    static let discussion = """
        The gateway goes on; the next `wattbeat start` begins another workout. What is printed last is where its files are.
        """

    /// Seconds: a long workout on a small machine takes its time to be summed up, and a slow card to take it.
    static let patience = 600

    static func sayThatItWaits() {
        Output.complain(
            "wattbeat: the gateway is still writing the workout, as on a slow card; it goes on without this command, too")
    }

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        switch try ControlAccess.ask(.stop, arguments, within: patience, onDelay: sayThatItWaits) {
        case .workout(let outcome)?:
            for line in OutcomeText(outcome: outcome, terminal: output.terminal).lines { try output.line(line) }
        case .text(let text)?: try output.line(shown(text))
        case .status?, nil: try output.line("stopped")
        }
    }
}
