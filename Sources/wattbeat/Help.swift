/// `wattbeat help [COMMAND…]`.
enum Help: Command {
    static let name = "help"
    static let summary = "list the commands, or tell about one"
    static let operands = Operands("[COMMAND…]", 0...2)
    static let options: [any CommandOption] = []
    static let discussion = """
        wattbeat help decode prints the same as wattbeat decode --help, and wattbeat help sensors pair as wattbeat sensors pair
        --help.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        guard !arguments.operands.isEmpty else {
            return try output.write(Manual(for: output.terminal).overview(of: Wattbeat.commands))
        }
        let (command, rest) = try Wattbeat.command(named: arguments.operands)
        if let word = rest.first { throw .usage("there is no command \(quoted("\(command.name) \(word)"))", see: command) }
        try output.write(Manual(for: output.terminal).page(of: command))
    }
}
