import Workouts

/// Commands on their way through the capture, and who waits for what came of them.
struct CommandDesk {
    /// A workout that is to start with the next capture.
    struct Start {
        /// `nil`: as the settings say.
        var activity: String?
        var template: WorkoutTemplate?
        /// In place of the template's.
        var plan: PlanOutline?
        var reply: (ControlReply) -> Void
    }

    var start: Start?
    /// Why the engine made nothing of the record at hand.
    var refusal: String?
    /// In the order of the commands in the capture.
    private var sent: [((ControlReply) -> Void)?] = []
    private var stops: [(ControlReply) -> Void] = []

    /// Whether a stop is on its way.
    var isStopping: Bool { !stops.isEmpty }

    mutating func takeStart() -> Start? {
        defer { start = nil }
        return start
    }

    /// A command was entered.
    mutating func sent(_ reply: ((ControlReply) -> Void)?) { sent.append(reply) }

    /// Answers once the workout is over and its files are written.
    mutating func awaitsEnd(_ reply: @escaping (ControlReply) -> Void) { stops.append(reply) }

    /// The engine has taken the oldest command.
    ///
    /// - Returns: answers, to be given once this is changed: who is answered may ask again at once.
    mutating func taken() -> Answers {
        defer { refusal = nil }
        guard !sent.isEmpty, let reply = sent.removeFirst() else { return Answers() }
        return Answers(to: [reply], refusal.map { .failure($0) } ?? .success(nil))
    }

    /// Who waits for the end of a workout that is over.
    mutating func takeStops() -> [(ControlReply) -> Void] {
        defer { stops = [] }
        return stops
    }

    /// Nothing comes of what waits.
    mutating func refuseAll(_ reason: String) -> Answers {
        defer { (sent, stops) = ([], []) }
        return Answers(to: sent.compactMap(\.self) + stops + [takeStart()?.reply].compactMap(\.self), .failure(reason))
    }

    /// One reply for some who wait.
    struct Answers {
        private let waiting: [(ControlReply) -> Void]
        private let reply: ControlReply

        init(to waiting: [(ControlReply) -> Void] = [], _ reply: ControlReply = .success(nil)) {
            self.waiting = waiting
            self.reply = reply
        }

        func give() {
            for answer in waiting { answer(reply) }
        }
    }
}
