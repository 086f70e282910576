import Gateway
import Ingest
import WireFormats

/// The numbers of a running workout, drawn over each other on a terminal; one plain line every ten seconds elsewhere.
final class LiveView: IngestSink {
    private let output: Output
    private var drawn = 0
    private var lastDrawn: Int64?
    private var firstHeard: Int64?
    private var hasWaited = false
    private var failure: CommandError?

    private static let drawInterval: Int64 = 1_000_000
    private static let lineInterval: Int64 = 10_000_000

    init(_ output: Output) { self.output = output }

    func apply(_ output: IngestOutput) {}

    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        let interval = output.terminal.isInteractive ? Self.drawInterval : Self.lineInterval
        guard failure == nil, lastDrawn.map({ record.offset >= $0 &+ interval }) ?? true else { return }
        do throws(CommandError) {
            guard let live = engine.live else { return try wait(record.offset) }
            lastDrawn = record.offset
            if output.terminal.isInteractive {
                try draw(LivePicture(live: live, sources: engine.sources, terminal: output.terminal).lines)
            } else {
                try output.line(LiveLine.text(live))
            }
            try output.flush()
        } catch {
            failure = error
        }
    }

    /// Said once, before the first workout, when a second has passed without one.
    private func wait(_ offset: Int64) throws(CommandError) {
        let began = firstHeard ?? offset
        firstHeard = began
        guard lastDrawn == nil, !hasWaited, offset &- began >= Self.drawInterval else { return }
        hasWaited = true
        if output.terminal.isInteractive { try draw(["waiting for the start"]) } else { try output.line("waiting for the start") }
        try output.flush()
    }

    /// The picture goes; the finished workout stands in its place.
    func finish() throws(CommandError) {
        if let failure { throw failure }
        try erase()
        if !output.terminal.isInteractive, lastDrawn != nil { try output.line() }
    }

    private func draw(_ lines: [String]) throws(CommandError) {
        try erase()
        // A line that wrapped, or a picture that scrolled, would put the next one in the wrong place.
        let visible = lines.prefix(max(1, output.terminal.rows - 1))
        for line in visible { try output.line(line.cut(to: output.terminal.columns - 1)) }
        drawn = visible.count
    }

    /// Up to the picture's first line, and everything below it away, an echoed ^C too.
    private func erase() throws(CommandError) {
        if drawn > 0 { try output.write("\r\u{1B}[\(drawn)A\u{1B}[J") }
        drawn = 0
    }
}
