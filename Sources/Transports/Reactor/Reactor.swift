internal import Glibc

/// Waits for files and moments, and calls who asked for them: all of the gateway's waiting happens in one `poll`.
///
/// One thread, so that nothing behind it needs a lock, a packet reaches the engine without changing threads, and an idle gateway
/// sleeps. Handlers must not block. Only `waker` may be used from other threads.
public final class Reactor {
    /// What a file is asked for, and what it is ready for.
    public struct Interest: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let readable = Interest(rawValue: 1)
        public static let writable = Interest(rawValue: 2)
        /// Never asked for, always told: the other end is gone, or the descriptor is of no use.
        public static let broken = Interest(rawValue: 4)
    }

    /// Names a watched file or a timer.
    public struct Token: Hashable, Sendable { fileprivate let number: UInt64 }

    private struct Watch {
        let token: Token
        let handler: (Interest) -> Void
    }

    private struct Appointment {
        let token: Token
        let moment: Int64
        let handler: () -> Void
    }

    private var watches: [Watch] = []
    /// What each watched file is asked for and was last ready for, as `poll` takes it.
    private var polled: [pollfd] = []
    private var alarms: [Appointment] = []
    private var lastToken: UInt64 = 0
    /// Wakes the reactor from any thread.
    public let waker: Waker
    private let pretended: PretendedClock?
    /// How much faster than the machine's clock this one runs, from `origin` on.
    public let pace: Double
    private let origin = Reactor.now
    /// How often it has woken: an idle gateway wakes seldom.
    public private(set) var turns = 0

    /// - Parameters:
    ///   - clock: in place of the machine's, for tests and simulations.
    ///   - pace: how many times as fast as the machine's clock `now` runs, for a recording that is shown in less time than it took.
    /// - Throws: `.cannotOpen` when the process has no descriptors left.
    public init(clock: PretendedClock? = nil, pace: Double = 1) throws(TransportError) {
        pretended = clock
        self.pace = min(max(pace, 1), 1000)
        waker = try Waker()
        _ = watch(waker.reading, .readable) { [waker] _ in waker.drain() }
    }

    /// Microseconds since the machine started, suspension included; never goes back.
    public var now: Int64 {
        if let pretended { return pretended.now }
        return pace == 1 ? Self.now : origin + Int64(Double(Self.now - origin) * pace)
    }

    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    // MARK: Files

    /// Calls `handler` whenever the descriptor is ready; the caller closes it after `unwatch`.
    public func watch(_ descriptor: CInt, _ interest: Interest, _ handler: @escaping (Interest) -> Void) -> Token {
        let token = nextToken()
        watches.append(Watch(token: token, handler: handler))
        polled.append(pollfd(fd: descriptor, events: interest.events, revents: 0))
        return token
    }

    /// Changes what a watched file is asked for.
    public func change(_ token: Token, to interest: Interest) {
        if let index = place(of: token) { polled[index].events = interest.events }
    }

    /// Forgets a file; its handler is not called again, in this turn neither.
    public func unwatch(_ token: Token) {
        guard let index = place(of: token) else { return }
        watches.remove(at: index)
        polled.remove(at: index)
    }

    private func place(of token: Token) -> Int? { watches.firstIndex { $0.token == token } }

    // MARK: Moments

    /// Calls `handler` once, at or after `moment` of `now`.
    public func schedule(at moment: Int64, _ handler: @escaping () -> Void) -> Token {
        let token = nextToken()
        let place = alarms.firstIndex { $0.moment > moment } ?? alarms.endIndex
        alarms.insert(Appointment(token: token, moment: moment, handler: handler), at: place)
        return token
    }

    /// Calls `handler` once, so many microseconds from now.
    public func schedule(after microseconds: Int64, _ handler: @escaping () -> Void) -> Token {
        schedule(at: now + max(microseconds, 0), handler)
    }

    /// Forgets a moment.
    public func cancel(_ token: Token) { alarms.removeAll { $0.token == token } }

    // MARK: Turning

    /// Waits until something happens, at most until `deadline`, and calls the handlers of all that did, each once.
    public func turn(until deadline: Int64? = nil) {
        let alarm = alarms.first?.moment ?? .max
        let moment = min(deadline ?? .max, alarm)
        let isReady = wait(until: moment < .max ? moment : nil)
        turns += 1
        if isReady { callFiles() }
        callAlarms()
    }

    /// - Returns: whether files are ready.
    private func wait(until moment: Int64?) -> Bool {
        // Rounded up: to wake a moment early would be to turn in vain.
        let wait = moment.map { pace == 1 ? $0 - now : Int64((Double($0 - now) / pace).rounded(.up)) }
        var milliseconds = wait.map { min(max(($0 + 999) / 1000, 0), Int64(Int32.max)) } ?? -1
        if pretended != nil, moment != nil { milliseconds = 0 }
        let count = poll(&polled, nfds_t(polled.count), Int32(milliseconds))
        if count == 0, let moment { pretended?.skip(to: moment) }
        return count > 0
    }

    private func callFiles() {
        // A handler may forget others, or watch new ones: what was ready is called by its token if it still stands.
        let ready = zip(watches, polled).compactMap { watch, polled -> (Token, Interest)? in
            let interest = Interest(polled.revents)
            return interest.isEmpty ? nil : (watch.token, interest)
        }
        for (token, interest) in ready {
            if let index = place(of: token) { watches[index].handler(interest) }
        }
    }

    private func callAlarms() {
        let moment = now
        // Those that a handler adds wait for the next turn.
        let newest = lastToken
        while let index = alarms.firstIndex(where: { $0.token.number <= newest }), alarms[index].moment <= moment {
            alarms.remove(at: index).handler()
        }
    }

    private func nextToken() -> Token {
        lastToken += 1
        return Token(number: lastToken)
    }
}

extension Reactor.Interest {
    /// As `poll` is asked.
    fileprivate var events: Int16 {
        Int16((contains(.readable) ? POLLIN : 0) | (contains(.writable) ? POLLOUT : 0))
    }

    /// As `poll` answers.
    fileprivate init(_ events: Int16) {
        self = []
        if events & Int16(POLLIN) != 0 { insert(.readable) }
        if events & Int16(POLLOUT) != 0 { insert(.writable) }
        if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { insert(.broken) }
    }
}
