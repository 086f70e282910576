import Glibc

/// The program: finds the command that the first argument names, reads the rest as that command declares it, runs it.
@main
enum Wattbeat {
    /// In the order in which `wattbeat help` lists them.
    static let commands: [any Command.Type] = [Replay.self, Inspect.self, Decode.self, Help.self, Version.self]

    static func main() async {
        signal(SIGXFSZ, SIG_IGN)  // as is a file that may not grow
        signal(SIGPIPE, SIG_IGN)  // a reader that has gone away is an error of write(2), told apart in Output
        reserveStandardDescriptors()
        // Detached, since hops to and from the main actor would slow every loop a command runs.
        let command = Task.detached { await run() }
        Interruption.cancels(command)
        Glibc.exit(await command.value.rawValue)
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
            try output.flush()
            return .success
        } catch {
            // What was already said belongs in front of the complaint; a second failure would only repeat the first.
            try? output.flush()
            if let sentence = error.sentence { Output.complain("wattbeat: \(sentence)") }
            return error.exit
        }
    }

    private static func dispatch(_ arguments: [String], _ output: Output) async throws(CommandError) {
        guard let first = arguments.first else { throw .usage("no command given", see: nil) }
        switch first {
        case "-h", "--help": return try output.write(Manual.overview(of: commands))
        case "--version": return try output.line(Version.text)
        default: break
        }
        let command = try command(named: first)
        let parsed = try Arguments(arguments.dropFirst(), of: command)
        if parsed.asksForHelp { return try output.write(Manual.page(of: command)) }
        try await command.run(parsed, output)
    }

    /// - Throws: a usage error with the nearest name when there is no such command.
    static func command(named name: String) throws(CommandError) -> any Command.Type {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let what = name.hasPrefix("-") ? "option" : "command"
        throw .usage("there is no \(what) \(quoted(name))" + Nearest.hint(for: name, among: commands.map { $0.name }), see: nil)
    }
}
