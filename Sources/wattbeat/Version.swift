/// `wattbeat version`.
enum Version: Command {
    /// Program and version, as in `wattbeat 0.1.0`.
    static let text = "wattbeat 0.1.0"

    static let name = "version"
    static let summary = "print the version"
    static let operands = Operands.none
    static let options: [any CommandOption] = []
    static let discussion = "wattbeat --version prints the same."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) { try output.verbatim(text) }
}
