/// Lines drawn over each other on a terminal.
final class Screen {
    private let output: Output
    private var drawn = 0

    init(_ output: Output) { self.output = output }

    func draw(_ lines: [String]) throws(CommandError) {
        try erase()
        // A line that wrapped, or a picture that scrolled, would put the next one in the wrong place.
        let visible = lines.prefix(max(1, output.terminal.rows - 1))
        for line in visible { try output.line(line.cut(to: output.terminal.columns - 1)) }
        drawn = visible.count
    }

    /// Up to the picture's first line, and everything below it away, an echoed ^C too.
    func erase() throws(CommandError) {
        if drawn > 0 { try output.write("\r\u{1B}[\(drawn)A\u{1B}[J") }
        drawn = 0
    }
}
