/// Help pages, made from what the commands declare, as wide as a page is or the terminal where it is narrower.
struct Manual {
    private let width: Int

    private static let pageWidth = 100
    /// Wider options have their text below them.
    private static let widestOption = 26
    /// Narrower pages have the text of all options below them.
    private static let narrow = 60

    init(for terminal: Terminal) { width = min(Self.pageWidth, terminal.columns) }

    /// What `wattbeat help` prints.
    func overview(of commands: [any Command.Type]) -> String {
        """
        \(flowing("wattbeat turns what a heart-rate strap, a power meter, an ANT stick and a GPS sent into workouts."))

        \(flowing("usage: wattbeat COMMAND [options] [operands]", indent: 2))

        commands:
        \(hanging(commands.map { ($0.name, $0.summary) }))

        \(flowing("""
            wattbeat COMMAND --help tells more. Colours are left out where NO_COLOR is set.
            The exit status is 0; 1 where a gateway refused or doctor found a fault; else as sysexits.h has it: 64 wrong usage,
            65 bad data, 66 no input, 69 no gateway answers, 73 cannot create, 74 failed input or output,
            77 not allowed, 78 wrong settings.
            """))

        """
    }

    /// What `wattbeat COMMAND --help` prints.
    func page(of command: any Command.Type) -> String {
        let options = command.options.map { option in
            (["--" + option.name, option.placeholder].compactMap(\.self).joined(separator: " "), option.help)
        }
        let subcommands =
            command.subcommands.isEmpty
            ? ""
            : """

            commands:
            \(hanging(command.subcommands.map { ($0.word, $0.summary) }))

            """
        let usage = [
            "wattbeat", command.name, command.subcommands.isEmpty ? "" : "[COMMAND]", command.options.isEmpty ? "" : "[options]",
            command.operands.synopsis,
        ]
        return """
            \(flowing(command.summary))

            \(flowing("usage: \(usage.filter { !$0.isEmpty }.joined(separator: " "))", indent: 2))

            options:
            \(hanging(options + [("-h, --help", "print this page")]))
            \(subcommands)
            \(flowing(command.discussion))

            """
    }

    /// Paragraphs are broken anew, since the page may be narrower and names in them are put together; a line that is indented is an
    /// example, and stands by itself.
    private func flowing(_ text: String, indent: Int = 0) -> String {
        var lines: [String] = []
        var paragraph = ""
        func end() {
            if !paragraph.isEmpty { lines += paragraph.wrapped(to: width, indent: indent) }
            paragraph = ""
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            switch line.first {
            case nil:
                end()
                lines.append("")
            case " ":
                end()
                lines += example(String(line))
            default:
                if line.hasSuffix(":"), paragraph.isEmpty, !line.contains(" ") {
                    lines.append(String(line))
                } else {
                    paragraph += (paragraph.isEmpty ? "" : " ") + line
                }
            }
        }
        end()
        return lines.joined(separator: "\n")
    }

    /// A line for a shell, continued where it is too long; what is quoted stays whole.
    private func example(_ line: String) -> [String] {
        guard line.columns > width else { return [line] }
        var isQuoted = false
        let bound = String(
            line.map { character in
                if character == "'" { isQuoted.toggle() }
                return isQuoted && character == " " ? "\u{A0}" : character
            })
        let lines = bound.wrapped(to: width - 2, indent: line.prefix { $0 == " " }.count + 4)
        return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
    }

    /// Two columns, the second aligned and wrapped; one below the other where the page is narrow.
    private func hanging(_ rows: [(String, String)]) -> String {
        let isNarrow = width < Self.narrow
        let column = isNarrow ? 2 : rows.map(\.0.columns).filter { $0 <= Self.widestOption }.max() ?? 0
        return rows.flatMap { word, text in
            let lines = (String(repeating: " ", count: column + 4) + text).wrapped(to: width, indent: column + 4)
            guard word.columns <= column else { return "  \(word)".wrapped(to: width, indent: 4) + lines }
            return ["  " + word.padded(to: column) + (lines.first ?? "").dropFirst(column + 2)] + lines.dropFirst()
        }.joined(separator: "\n")
    }
}
