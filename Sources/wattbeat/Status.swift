import Gateway
import JSONText

/// `wattbeat status`.
enum Status: Command {
    static let json = Flag("json", "print everything as JSON (docs/control.md)")

    static let name = "status"
    static let summary = "show what the running gateway hears and does"
    static let operands = Operands.none
    static let options: [any CommandOption] = [json, ControlAccess.socket]
    static let discussion = """
        Sensors show what they say before a workout too: look here whether the strap works. Devices that need something from
        you say what.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        guard case .status(var status)? = try ControlAccess.ask(.status, arguments) else {
            throw CommandError(.inputOutput, "the gateway told no status")
        }
        if arguments[json] {
            try output.write(status.json.utf8(.indented))
            return try output.line()
        }
        status.learn()
        for line in StatusText(status: status, terminal: output.terminal).lines { try output.line(line) }
    }
}
