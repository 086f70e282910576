internal import WireFormats

/// Commands to a stick, one at a time: each waits for its answer, and is said again when none comes.
struct ANTCommandQueue: Sendable {
    enum Outcome: Equatable {
        case done
        case refused(ResponseCode)
        /// No answer, however often it was said.
        case silent
    }

    enum Step: Equatable {
        case send(ANTCommand)
        case settled(ANTCommand, Outcome)
    }

    private struct Flight {
        let command: ANTCommand
        var deadline: Int64
        var triesLeft: Int
    }

    private var waiting: [ANTCommand] = []
    private var flight: Flight?

    /// Microseconds that a stick has for an answer; it takes a few milliseconds.
    static let patience: Int64 = 500_000
    private static let tries = 3

    var isEmpty: Bool { waiting.isEmpty && flight == nil }
    var nextWake: Int64? { flight?.deadline }

    mutating func add(_ commands: [ANTCommand]) { waiting += commands }

    /// Forgets all that was not answered.
    mutating func removeAll() { self = ANTCommandQueue() }

    /// Forgets what was not said yet about a channel.
    mutating func drop(channel: UInt8) { waiting.removeAll { $0.channel == channel } }

    /// The next command to say, when the last is answered.
    mutating func next(at now: Int64) -> ANTCommand? {
        guard flight == nil, !waiting.isEmpty else { return nil }
        let command = waiting.removeFirst()
        flight = Flight(command: command, deadline: now + Self.patience, triesLeft: Self.tries - 1)
        return command
    }

    /// Whether a report answers the command under way, and how.
    mutating func take(_ report: ANTReport) -> (ANTCommand, Outcome)? {
        guard let command = flight?.command, let outcome = command.outcome(of: report) else { return nil }
        flight = nil
        return (command, outcome)
    }

    /// What a silence that lasted long enough leads to; `nil` while it did not.
    mutating func wake(at now: Int64) -> Step? {
        guard let waited = flight, waited.deadline <= now else { return nil }
        guard waited.triesLeft > 0 else {
            flight = nil
            return .settled(waited.command, .silent)
        }
        flight?.triesLeft -= 1
        flight?.deadline = now + Self.patience
        return .send(waited.command)
    }
}

extension ANTCommand {
    /// Whose configuration it changes; `nil` for what concerns the stick.
    fileprivate var channel: UInt8? {
        switch self {
        case .assignChannel(let channel, _, _, _), .unassignChannel(let channel), .setChannelID(let channel, _),
            .setChannelPeriod(let channel, _), .setSearchTimeout(let channel, _), .setLowPrioritySearchTimeout(let channel, _),
            .setRadioFrequency(let channel, _), .openChannel(let channel), .closeChannel(let channel):
            channel
        default: nil
        }
    }

    /// `nil` when the report is no answer to this.
    fileprivate func outcome(of report: ANTReport) -> ANTCommandQueue.Outcome? {
        switch (self, report) {
        case (.closeChannel(let closing), .event(let channel, .channelClosed)) where channel == closing: .done
        // Accepted, and not yet closed: the event says when.
        case (.closeChannel, .response(_, to: .closeChannel, .noError)): nil
        case (.request(.capabilities, _), .capabilities), (.request(.serialNumber, _), .serialNumber),
            (.request(.version, _), .version):
            .done
        case (_, .response(let channel, to: message.id, let code)) where self.channel.map { $0 == channel } ?? true:
            code == .noError ? .done : .refused(code)
        default: nil
        }
    }
}
