import Gateway
import JSONText

/// `wattbeat inspect FILE…`: what is in there?
enum Inspect: Command {
    private static let json = Flag("json", "print one JSON object for each file (docs/inspect.md)")

    static let name = "inspect"
    static let summary = "say what a recording or a FIT file holds: sensors, sentences, fixes, gaps, laps"
    static let operands = Operands("FILE…", 1...1024)
    static let options: [any CommandOption] = [json]
    static let discussion = """
        A FILE is whatever wattbeat replay takes; what it is is told by its content. Everything is counted as it stands
        in the file: nothing is smoothed, repaired or left out, and no workout is made of it. Of a FIT file its messages
        are counted, and the device's own figures stand beside those that are computed from its points.
        A file that is cut or broken is told up to that place; the exit status is then 65, or 66 for a file that is
        empty or cannot be read.

        examples:
          wattbeat inspect ride.btsnoop stick.pcap gps.nmea
          wattbeat inspect gps.nmea --json
          wattbeat inspect ride.fit
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        var problems: [FileFault] = []
        var isBadFIT = false
        for (index, path) in arguments.operands.enumerated() {
            if let file = try FITInspection(path: path) {
                if index > 0, !arguments[json] { try output.line() }
                try show(file, asJSON: arguments[json], output)
                isBadFIT = isBadFIT || file.problem != nil
                continue
            }
            let file = inspect(path)
            if arguments[json] {
                try output.verbatim(inspectionJSON(file).text(.indented))
            } else if file.kind != nil {
                if index > 0 { try output.line() }
                try output.page(InspectionText(file: file, style: output.terminal).lines)
            }
            guard let problem = file.problem else { continue }
            problems.append(problem)
            // Below what was readable.
            try output.flush()
            Output.complain("wattbeat: \(problem.sentence)")
        }
        guard !problems.isEmpty || isBadFIT else { return }
        throw CommandError(problems.allSatisfy(\.isUnreadable) && !isBadFIT ? .noInput : .badData, nil)
    }

    private static func show(_ file: FITInspection, asJSON: Bool, _ output: Output) throws(CommandError) {
        if asJSON {
            try output.verbatim(file.json.text(.indented))
        } else {
            try output.page(FITInspectionText(file: file, style: output.terminal).lines)
        }
        guard let problem = file.problem else { return }
        try output.flush()
        Output.complain("wattbeat: \(file.path): \(problem)")
    }

    private static func inspect(_ path: String) -> FileInspection {
        let bar = ProgressBar()
        defer { bar.finish() }
        return FileInspection(path: path) { read, total in bar.show(read, of: total) }
    }
}
