/// `wattbeat help [COMMAND]`.
enum Help: Command {
    static let name = "help"
    static let summary = "list the commands, or tell about one"
    static let operands = Operands("[COMMAND]", 0...1)
    static let options: [any CommandOption] = []
    static let discussion = "wattbeat help decode prints the same as wattbeat decode --help."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        guard let name = arguments.operands.first else { return try output.write(Manual.overview(of: Wattbeat.commands)) }
        try output.write(Manual.page(of: Wattbeat.command(named: name)))
    }
}
