public import WireFormats

/// The conversation with one stick, from reset to the last sensor: told what arrived and when, it says what to send, what became
/// known, and when to be woken.
///
/// Moments are microseconds of one clock that never goes back.
public struct ANTStickDialogue: Sendable {
    /// How the stick listens.
    public enum Mode: Sendable {
        /// Scans where the stick can, else by channels.
        case auto
        /// One channel hears every sensor there is.
        case scan
        /// One channel a sensor: slower to find one, surer to keep it.
        case channels
    }

    enum Phase {
        case idle
        case resetting(ANTStartUp)
        /// Asking who it is, and setting what holds for all channels.
        case configuring
        case scanning
        case channels(ANTChannelSet)
        /// Nothing to be done with it before that moment.
        case resting(until: Int64)
    }

    public private(set) var tally = ANTStickTally()
    public internal(set) var identity: ANTStickIdentity?
    /// Whether one channel hears every sensor at present.
    public var isScanning: Bool { if case .scanning = phase { true } else { false } }

    var mode: Mode
    let networkKey: NetworkKey
    var phase = Phase.idle
    var queue = ANTCommandQueue()
    var events: [ANTStickEvent] = []
    var watch = ANTSensorWatch()
    var sightings = ANTSightings()
    var calibration: ANTPowerCalibration?
    /// The channel that the calibration speaks over.
    var calibrationChannel: UInt8 = 0
    var wanted: [ANTSensorID] = []
    var looksAround = false
    /// Whether the stick refused to scan, though it says that it can.
    var hasRefusedScan = false
    private var framer = ANTMessageFramer()
    private var lastHeard: Int64 = 0
    /// Starts in a row of which none led to listening.
    private var vainStarts = 0

    /// Microseconds without a byte after which the stick is asked whether it lives.
    static let longestSilence: Int64 = 30_000_000
    static let refusalRest: Int64 = 60_000_000

    public init(mode: Mode = .auto, networkKey: NetworkKey = .antPlus) {
        self.mode = mode
        self.networkKey = networkKey
    }

    /// When to call `wake` if nothing arrives before; `nil` before `start`.
    public var nextWake: Int64? {
        let own: Int64?
        switch phase {
        case .idle: return nil
        case .resetting(let startUp): return startUp.nextWake
        case .resting(let moment): return moment
        case .configuring, .scanning: own = nil
        case .channels(let set): own = set.nextWake
        }
        let question = !isStarting && queue.isEmpty ? lastHeard + Self.longestSilence : nil
        return [own, question, queue.nextWake, watch.nextWake, calibration?.nextWake].compactMap(\.self).min()
    }

    /// The device is open: begins, or begins anew with a stick that was plugged in again.
    public mutating func start(at now: Int64) -> [ANTStickEvent] {
        framer.reset()
        vainStarts = 0
        begin(at: now)
        return takeEvents()
    }

    /// The device is gone; nothing more is to be sent.
    public mutating func stop() -> [ANTStickEvent] {
        phase = .idle
        queue.removeAll()
        end(.impossible("the stick is gone"))
        events += watch.loseAll()
        return takeEvents().filter { if case .send = $0 { false } else { true } }
    }

    /// Bytes as they came from the device.
    public mutating func take(_ bytes: [UInt8], at now: Int64) -> [ANTStickEvent] {
        if case .idle = phase { return [] }
        framer.append(bytes)
        while let message = framer.nextMessage() {
            lastHeard = now
            take(ANTReport(message), at: now)
            if case .idle = phase { break }
        }
        tally.checksumErrors = framer.checksumErrors
        say(at: now)
        return takeEvents()
    }

    /// A moment of `nextWake` has come.
    public mutating func wake(at now: Int64) -> [ANTStickEvent] {
        switch phase {
        case .idle: break
        case .resetting(var startUp):
            let step = startUp.wake(at: now)
            phase = .resetting(startUp)
            switch step {
            case .send(let command): events.append(.send(command))
            case .givenUp: giveUp()
            case nil: break
            }
        case .resting(let moment): if moment <= now { begin(at: now) }
        case .configuring, .scanning, .channels: wakeListening(at: now)
        }
        say(at: now)
        return takeEvents()
    }

    private mutating func wakeListening(at now: Int64) {
        switch queue.wake(at: now) {
        case .send(let command): events.append(.send(command))
        case .settled(let command, let outcome): settle(command, outcome, at: now)
        case nil: break
        }
        events += watch.wake(at: now)
        if case .channels(var set) = phase {
            set.wake(at: now)
            phase = .channels(set)
        }
        if let step = calibration?.wake(at: now) { take(step, at: now) }
        // Nothing is in the air, or the stick hangs: the answer tells.
        if !isStarting, lastHeard + Self.longestSilence <= now, queue.isEmpty { queue.add([.request(.capabilities)]) }
    }

    /// Whom to follow, the most wanted first, and whether to look for others.
    public mutating func demand(_ sensors: [ANTSensorID], looksAround: Bool, at now: Int64) -> [ANTStickEvent] {
        wanted = sensors
        self.looksAround = looksAround
        watch.want(sensors)
        if !isStarting { events += watch.announce() }
        serveChannels(at: now)
        say(at: now)
        return takeEvents()
    }

    /// Changes how the stick listens; it starts anew when that makes a difference.
    public mutating func listen(by mode: Mode, at now: Int64) -> [ANTStickEvent] {
        guard mode != self.mode else { return [] }
        self.mode = mode
        switch phase {
        case .idle, .resetting: break
        case .configuring: begin(at: now)
        case .resting, .channels: if mode != .channels { begin(at: now) }
        case .scanning: if mode == .channels { begin(at: now) }
        }
        return takeEvents()
    }

    // MARK: Starting

    var isStarting: Bool {
        switch phase {
        case .idle, .resetting, .configuring, .resting: true
        case .scanning, .channels: false
        }
    }

    /// Resets the stick; channels, key and all that it was told are built anew.
    mutating func begin(at now: Int64) {
        let startUp = ANTStartUp(at: now)
        queue.removeAll()
        events += watch.loseAll() + [.condition(.starting), .send(startUp.firstCommand)]
        end(.impossible("the stick had to be started anew"))
        lastHeard = now
        phase = .resetting(startUp)
    }

    /// The stick answers no more, though it did.
    mutating func restart(at now: Int64) {
        vainStarts += 1
        tally.restarts += 1
        if vainStarts > 2 { giveUp() } else { begin(at: now) }
    }

    private mutating func giveUp() {
        queue.removeAll()
        phase = .idle
        events.append(.reopen)
    }

    /// It does what it should.
    mutating func listen(in phase: Phase, _ condition: ANTStickCondition) {
        vainStarts = 0
        self.phase = phase
        events += [.condition(condition)] + watch.announce()
    }

    // MARK: Saying

    /// Sends what waits, as far as the answers are there.
    private mutating func say(at now: Int64) {
        if case .channels(var set) = phase {
            let (abandoned, commands) = set.takeCommands()
            phase = .channels(set)
            abandoned.forEach { queue.drop(channel: $0) }
            queue.add(commands)
        }
        if let command = queue.next(at: now) { events.append(.send(command)) }
    }

    private mutating func takeEvents() -> [ANTStickEvent] {
        defer { events = [] }
        return events
    }

    mutating func countMissedSlot() { tally.missedSlots += 1 }
    mutating func countSearch() { tally.searches += 1 }
    mutating func countOverflow() { tally.overflows += 1 }
    mutating func countRestart() { tally.restarts += 1 }
}
