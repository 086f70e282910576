import Gateway
import Ingest
import WireFormats

/// The numbers of a running workout, drawn over each other on a terminal; one plain line every ten seconds elsewhere.
final class LiveView: IngestSink {
    private let output: Output
    private let measures: Measures
    private let screen: Screen
    private var lastDrawn: Int64?
    private var firstHeard: Int64?
    private var hasWaited = false
    private var failure: CommandError?

    private static let drawInterval: Int64 = 1_000_000
    private static let lineInterval: Int64 = 10_000_000

    init(_ output: Output, _ measures: Measures) {
        self.output = output
        self.measures = measures
        screen = Screen(output)
    }

    func apply(_ output: IngestOutput) {}

    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        let interval = output.terminal.isInteractive ? Self.drawInterval : Self.lineInterval
        guard failure == nil, lastDrawn.map({ record.offset >= $0 &+ interval }) ?? true else { return }
        do throws(CommandError) {
            guard let live = engine.live else { return try wait(record.offset) }
            lastDrawn = record.offset
            if output.terminal.isInteractive {
                let picture = LivePicture(
                    live: live, sources: engine.sources, terminal: output.terminal, measures: measures)
                try screen.draw(picture.lines)
            } else {
                try output.line(LiveLine.text(live, measures), isBroken: false)
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
        if output.terminal.isInteractive {
            try screen.draw(["waiting for the start"])
        } else {
            try output.line("waiting for the start")
        }
        try output.flush()
    }

    /// The picture goes; the finished workout stands in its place.
    func finish() throws(CommandError) {
        if let failure { throw failure }
        try screen.erase()
        if !output.terminal.isInteractive, lastDrawn != nil { try output.line() }
    }
}
