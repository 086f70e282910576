import Glibc

/// What the program ends with, by the numbers of `sysexits.h`.
enum Exit: Int32, Sendable {
    case success = 0
    /// The gateway will not do what was asked, and says why; or doctor found a fault.
    case refused = 1
    /// The command line is wrong.
    case usage = 64
    /// The input is not what it should be.
    case badData = 65
    /// The input cannot be opened or is empty.
    case noInput = 66
    /// No gateway is running, or it does not answer.
    case unavailable = 69
    /// The output file cannot be made.
    case cannotCreate = 73
    /// Reading or writing failed on the way.
    case inputOutput = 74
    /// Another program has it to itself now: later it goes.
    case tryAgain = 75
    /// This person may not talk to the gateway.
    case notAllowed = 77
    /// The settings are not what they should be.
    case badSettings = 78
    /// Ended by SIGHUP, with its terminal: what a shell shows for it.
    case hungUp = 129
    /// Ended by Ctrl-C: what a shell shows for SIGINT.
    case interrupted = 130
    /// Ended by SIGTERM: what a shell shows for it.
    case terminated = 143
    /// Who read our output has gone: what a shell shows for a program ended by SIGPIPE.
    case readerGone = 141
}

/// Why a command ended without success, in one sentence for the person who typed it.
struct CommandError: Error, Equatable {
    let exit: Exit
    /// Without the program's name and a full stop; `nil` when there is nothing to say or it has been said.
    let sentence: String?

    init(_ exit: Exit, _ sentence: String?) {
        self.exit = exit
        self.sentence = sentence
    }

    /// A fault of the command line; points to the help of the command, or to the list of commands.
    static func usage(_ sentence: String, see command: (any Command.Type)?) -> CommandError {
        let help = command.map { "wattbeat \($0.name) --help" } ?? "wattbeat help"
        return CommandError(.usage, "\(sentence) (try: \(help))")
    }

    /// A system call's fault, with what was attempted: `cannot write standard output: No space left on device`.
    static func system(_ exit: Exit, _ attempt: String, errno code: Int32) -> CommandError {
        CommandError(exit, "\(attempt): \(String(cString: strerror(code)))")
    }

    static let readerGone = CommandError(.readerGone, nil)
}

/// A person's text inside a sentence.
func quoted(_ text: String) -> String { "'\(shown(text))'" }
