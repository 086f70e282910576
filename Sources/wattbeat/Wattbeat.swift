import Glibc

/// The program: finds the command that the first argument names, reads the rest as that command declares it, runs it.
@main
enum Wattbeat {
    /// In the order in which `wattbeat help` lists them.
    static let commands: [any Command.Type] = [
        Run.self, Record.self, Start.self, Pause.self, Resume.self, Lap.self, Stop.self, Status.self, Watch.self, Sensors.self,
        Settings.self, Replay.self, Workouts.self, Store.self, Stats.self, Card.self, Zones.self, Coach.self, Moods.self,
        Plans.self, Inspect.self, Decode.self, Places.self, Capture.self,
        Doctor.self, Help.self, Version.self,
    ]

    static func main() {
        signal(SIGXFSZ, SIG_IGN)  // as is a file that may not grow
        signal(SIGPIPE, SIG_IGN)  // a reader that has gone away is an error of write(2), told apart in Output
        reserveStandardDescriptors()
        let thread = CallingThread()
        let command = Task.detached(executorPreference: thread) { thread.finish(with: await run()) }
        Interruption.cancels(command)
        Glibc.exit(thread.run().rawValue)
    }

    /// Where one of them is closed, no file that is opened later must take its place: a complaint would be written into it.
    private static func reserveStandardDescriptors() {
        // Not for writing, so that output with no place to go is a fault still.
        while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
            guard descriptor <= STDERR_FILENO else {
                close(descriptor)
                return
            }
        }
    }

    /// Behind the program's name. Text that is not UTF-8 would come to stand for another file.
    private static func arguments() throws(CommandError) -> [String] {
        var arguments: [String] = []
        for case let bytes? in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst() {
            guard let text = String(validatingCString: bytes) else {
                throw .usage(
                    "\(quoted(String(cString: bytes))) is not UTF-8; give such a file as /dev/stdin, with < and its name",
                    see: nil)
            }
            arguments.append(text)
        }
        return arguments
    }

    /// Runs one command line to its end; what goes wrong is told on standard error in one sentence.
    static func run() async -> Exit {
        let output = Output(descriptor: STDOUT_FILENO)
        do throws(CommandError) {
            try await dispatch(arguments(), output)
            try await output.settle()
            return .success
        } catch {
            // What was already said belongs in front of the complaint; a second failure would only repeat the first.
            try? await output.settle()
            if let sentence = error.sentence { await output.complainAtEnd("wattbeat: \(sentence)") }
            return error.exit
        }
    }

    private static func dispatch(_ arguments: [String], _ output: Output) async throws(CommandError) {
        guard let first = arguments.first else { throw .usage("no command given", see: nil) }
        switch first {
        case "-h", "--help": return try output.write(Manual(for: output.terminal).overview(of: commands))
        case "--version": return try output.verbatim(Version.text)
        default: break
        }
        let (command, rest) = try command(named: arguments)
        let parsed = try Arguments(rest, of: command)
        if parsed.asksForHelp { return try output.write(Manual(for: output.terminal).page(of: command)) }
        try await command.run(parsed, output)
    }

    /// The command that the first words name, subcommands included.
    ///
    /// - Returns: it, and the words behind its name.
    /// - Throws: a usage error with the nearest name when there is no such command.
    static func command(named words: [String]) throws(CommandError) -> (command: any Command.Type, rest: ArraySlice<String>) {
        var rest = words[...]
        var found: (any Command.Type)?
        while let word = rest.first {
            let known = found?.subcommands ?? commands
            if let next = known.first(where: { $0.word == word }) {
                found = next
                rest = rest.dropFirst()
                continue
            }
            // What follows is for the command itself; one that has subcommands has no operands of its own.
            if let found, known.isEmpty || word.hasPrefix("-") { return (found, rest) }
            let what = word.hasPrefix("-") ? "option" : "command"
            let whole = (found.map { "\($0.name) " } ?? "") + word
            throw .usage(
                "there is no \(what) \(quoted(whole))" + Nearest.hint(for: word, among: known.map { $0.word }), see: found)
        }
        guard let found else { throw .usage("no command given", see: nil) }
        return (found, rest)
    }
}
