import Gateway
import JSONText

/// `wattbeat doctor`.
enum Doctor: Command {
    private static let json = Flag("json", "print the findings as one JSON object")

    static let name = "doctor"
    static let summary = "look whether this machine can record, and say what to type where it cannot"
    static let operands = Operands.none
    static let options: [any CommandOption] = [json, GatewayOptions.settings, GatewayOptions.captures, ControlAccess.socket]
    static let discussion = """
        Looks at the gateway and its settings, bluetoothd, adapters and rfkill, groups, ANT sticks and who holds them, udev
        rules, GPS receivers, ModemManager and gpsd, the clock, and the folder of captures. Nothing is changed but for a file
        that is written there and taken away again. Only root sees what other people's programs hold.
        The exit status is 0, or 1 when there is a fault; warnings are none.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        var places = GatewayOptions.places(arguments)
        if let folder = arguments[GatewayOptions.captures] { places.captures = folder }
        let findings = DoctorFindings(SystemFacts(places: places, sockets: ControlAccess.paths(arguments)))
        if arguments[json] {
            let object: JSONValue = [
                "verdict": .string(findings.verdict.rawValue), "findings": .array(findings.all.map(\.json)),
            ]
            try output.verbatim(object.text(.indented))
        } else {
            for line in lines(of: findings, output.terminal) { try output.line(line) }
        }
        if findings.verdict == .fault { throw CommandError(.refused, nil) }
    }

    /// A line a finding, and below it what to type.
    static func lines(of findings: DoctorFindings, _ terminal: Terminal) -> [String] {
        let width = findings.all.map(\.subject.columns).max() ?? 0
        let indent = 9 + width + 2
        return findings.all.flatMap { finding in
            let verdict = finding.verdict.rawValue
            let style: Terminal.Style =
                switch finding.verdict {
                case .ok: .green
                case .warning: .yellow
                case .fault: .red
                }
            let mark = terminal.paint(verdict, style) + String(repeating: " ", count: 9 - verdict.count)
            let line = mark + finding.subject.padded(to: width) + "  " + shown(finding.sentence)
            // What is to be typed stays on one line.
            let lines = terminal.hasWidth ? line.wrapped(to: max(terminal.columns, indent + 16), indent: indent) : [line]
            guard let remedy = finding.remedy else { return lines }
            return lines + [String(repeating: " ", count: indent) + terminal.paint(shown(remedy), .bold)]
        }
    }
}
