/// Help pages, made from what the commands declare.
enum Manual {
    /// What `wattbeat help` prints.
    static func overview(of commands: [any Command.Type]) -> String {
        """
        wattbeat turns what a heart-rate strap, a power meter, an ANT stick and a GPS sent into workouts.

        usage: wattbeat COMMAND [options] [operands]

        commands:
        \(table(commands.map { ($0.name, $0.summary) }))

        wattbeat COMMAND --help tells more. Colours are left out where NO_COLOR is set.
        The exit status is 0; 1 where a gateway refused or doctor found a fault; else as sysexits.h has it: 64 wrong usage,
        65 bad data, 66 no input, 69 no gateway answers, 73 cannot create, 74 failed input or output,
        77 not allowed, 78 wrong settings.

        """
    }

    /// What `wattbeat COMMAND --help` prints.
    static func page(of command: any Command.Type) -> String {
        let options = command.options.map { option in
            (["--" + option.name, option.placeholder].compactMap(\.self).joined(separator: " "), option.help)
        }
        let subcommands =
            command.subcommands.isEmpty
            ? ""
            : """

            commands:
            \(table(command.subcommands.map { ($0.word, $0.summary) }))

            """
        let usage = [
            "wattbeat", command.name, command.subcommands.isEmpty ? "" : "[COMMAND]", command.options.isEmpty ? "" : "[options]",
            command.operands.synopsis,
        ]
        return """
            \(command.summary)

            usage: \(usage.filter { !$0.isEmpty }.joined(separator: " "))

            options:
            \(hanging(options + [("-h, --help", "print this page")]))
            \(subcommands)
            \(fitted(command.discussion))

            """
    }

    private static let textWidth = 120

    /// Lines that are longer than the page, since names in them are put together, are broken.
    private static func fitted(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.count > textWidth ? String(line).wrapped(to: textWidth, indent: 0) : [String(line)]
        }.joined(separator: "\n")
    }

    private static let pageWidth = 100
    /// Wider options have their text below them.
    private static let widestOption = 26

    /// Two columns, the second aligned and wrapped.
    private static func hanging(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).filter { $0 <= widestOption }.max() ?? 0
        return rows.flatMap { option, text in
            let lines = (String(repeating: " ", count: width + 4) + text).wrapped(to: pageWidth, indent: width + 4)
            guard option.count <= width else { return ["  " + option] + lines }
            return ["  " + option.padded(to: width) + (lines.first ?? "").dropFirst(width + 2)] + lines.dropFirst()
        }.joined(separator: "\n")
    }

    /// Two columns, the second aligned.
    static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0)\(String(repeating: " ", count: width - $0.count))  \($1)" }.joined(separator: "\n")
    }
}
