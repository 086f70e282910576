import Gateway
import Transports
import Workouts

/// One picture of a gateway: the workout or what is heard before one, and what a person should know.
struct StatusPicture {
    let status: GatewayStatus
    let terminal: Terminal
    var measures = Measures.own
    /// What the keys do: the last line.
    var hint = ""

    var lines: [String] {
        demo + middle + troubles + notes + (hint.isEmpty ? [] : [terminal.dim(hint)])
    }

    private var demo: [String] { status.isDemo ? [terminal.paint(StatusText.demoSentence, .magenta)] : [] }

    private var middle: [String] {
        let rows = status.rows(terminal, measures)
        let heard = rows.lines.isEmpty ? ["  nothing is heard yet"] : []
        if let live = status.live {
            return LivePicture(live: live, sensors: rows, terminal: terminal, measures: measures).lines + heard
        }
        let last = status.lastWorkout.map { OutcomeText(outcome: $0, terminal: terminal, measures: measures).lines } ?? []
        return last + [terminal.bold("no workout is running")] + rows.lines + heard
    }

    /// What a person can do something about.
    private var troubles: [String] {
        var lines = silence.map { whole($0, .yellow) } ?? []
        lines += status.devices.flatMap { device -> [String] in
            guard !isTold(device), let sentence = trouble(of: device) else { return [] }
            return whole(sentence, device.state.style)
        }
        if let fault = status.capture.fault { lines += whole(fault, .red) }
        return lines
    }

    /// That no radio listens, where somebody waits for a sensor: who rides with a receiver alone misses none.
    private var silence: String? {
        let rows = status.rows(terminal, measures)
        return rows.sources.isEmpty || !rows.waiting.isEmpty ? RadioWords.trouble(status) : nil
    }

    /// Whether why no radio listens holds what this one has to say.
    private func isTold(_ device: DeviceStatus) -> Bool { silence != nil && RadioWords.isRadio(device) }

    private func trouble(of device: DeviceStatus) -> String? {
        guard device.state == .fault || device.state == .lost, let sentence = device.sentence else { return nil }
        return "\(device.name ?? device.device): \(sentence)"
    }

    private static let mostNotes = 3

    /// The newest; what still is as it says stands above already.
    private var notes: [String] {
        let told = status.devices.compactMap { device in trouble(of: device) }
        return status.notes.suffix(Self.mostNotes).filter { !told.contains($0) }.flatMap { whole($0, .dim) }
    }

    /// A sentence on as many lines as it takes: what to type stands at its end.
    private func whole(_ sentence: String, _ style: Terminal.Style) -> [String] {
        shown(sentence).wrapped(to: terminal.columns - 1, indent: 2).map { terminal.paint($0, style) }
    }
}

/// Shows statuses as they come: drawn over each other on a terminal, as plain lines elsewhere.
final class StatusScreen {
    private let output: Output
    private let reactor: Reactor
    private let screen: Screen
    private let hint: String
    private let measures: Measures
    /// Seconds of the workout between two plain lines.
    private let lineInterval: Double
    private var lastLine: Double?
    private var wasWaiting = false
    /// The last state of a capture that there was.
    private(set) var capture = GatewayStatus.CaptureState.off
    /// The newest one that there was no room for.
    private var missed: GatewayStatus?
    /// Why nothing more can be shown.
    private(set) var failure: CommandError?

    /// Microseconds after which somebody may look again.
    private static let lookAgain: Int64 = 500_000

    init(_ output: Output, on reactor: Reactor, hint: String, lineInterval: Double, measures: Measures = .own) {
        self.output = output
        self.reactor = reactor
        screen = Screen(output)
        self.hint = hint
        self.measures = measures
        self.lineInterval = lineInterval
    }

    func show(_ status: GatewayStatus) {
        let earlier = capture
        if status.capture != .off { capture = status.capture }
        guard failure == nil else { return }
        do throws(CommandError) {
            if output.terminal.isInteractive {
                // Pictures that nobody looks at are not kept for later.
                guard !output.isBehind else { return miss(status) }
                missed = nil
                try screen.draw(StatusPicture(status: status, terminal: output.terminal, measures: measures, hint: hint).lines)
            } else {
                if let fault = capture.fault, fault != earlier.fault { try output.line(shown(fault), isBroken: false) }
                try line(status)
            }
            try output.flush()
        } catch {
            failure = error
        }
    }

    private func miss(_ status: GatewayStatus) {
        defer { missed = status }
        guard missed == nil else { return }
        _ = reactor.schedule(after: Self.lookAgain) { [weak self] in
            if let newest = self?.missed.take() { self?.show(newest) }
        }
    }

    /// A sentence in place of the picture.
    func show(_ sentence: String) {
        missed = nil
        guard failure == nil else { return }
        do throws(CommandError) {
            if output.terminal.isInteractive {
                try screen.draw(sentence.wrapped(to: output.terminal.columns - 1, indent: 0))
            } else {
                try output.line(sentence, isBroken: false)
            }
            try output.flush()
        } catch {
            failure = error
        }
    }

    /// The picture goes.
    func finish() throws(CommandError) {
        if let failure { throw failure }
        try screen.erase()
        try output.flush()
    }

    private func line(_ status: GatewayStatus) throws(CommandError) {
        let demo = status.isDemo ? "DEMO  " : ""
        guard let live = status.live else {
            lastLine = nil
            if !wasWaiting { try output.line(demo + "no workout is running") }
            return wasWaiting = true
        }
        wasWaiting = false
        let elapsed = live.elapsed.seconds
        if let lastLine, elapsed >= lastLine, elapsed < lastLine + lineInterval { return }
        lastLine = elapsed
        try output.line(demo + LiveLine.text(live, measures), isBroken: false)
    }
}

extension GatewayStatus.CaptureState {
    /// Why nothing is written at present.
    fileprivate var fault: String? { if case .suspended(_, let sentence, _) = self { sentence } else { nil } }
}
