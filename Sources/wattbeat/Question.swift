import Glibc

/// What a person is asked before something is done that is not easily taken back.
enum Question {
    /// - Parameter what: `deletes`: what `--yes` does without a question.
    /// - Throws: where nobody can answer.
    static func needsSomebody(_ what: String, _ command: any Command.Type) throws(CommandError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw .usage("nobody can be asked here: --yes \(what) without", see: command)
        }
    }

    static func ask(_ question: String) -> Bool {
        Output.show("\(question) [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }
}
