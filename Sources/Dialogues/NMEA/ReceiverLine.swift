internal import WireFormats

/// How it stands with a receiver's line: finds its speed where that matters, hands its bytes on, and notices when it falls silent
/// or talks no NMEA.
public struct ReceiverLine: Sendable {
    /// What is known of the speed, in bits a second.
    public enum Speed: Equatable, Sendable {
        /// The person's word.
        case fixed(Int)
        /// Behind USB's own serial class (CDC ACM) every speed is right.
        case meaningless
        /// To be found out, beginning with the one that was right before.
        case unknown(lastGood: Int?)
    }

    public enum Condition: Equatable, Sendable {
        /// Nothing was heard yet that could be judged.
        case listening
        /// Sentences come.
        case well
        /// Nothing came for ten seconds.
        case silent
        /// Bytes come, and no sentence among them for ten seconds, or at no speed.
        case garbled
    }

    /// What the transport is to do.
    public enum Action: Equatable, Sendable {
        /// Set the line, and throw away what it still holds.
        case setSpeed(Int)
        /// The speed is right: a link may stand from here on.
        case open
        case deliver([UInt8])
        /// The speed is wrong after all: the link ends.
        case close
        case become(Condition)
    }

    /// How long nothing good may come, microseconds.
    public static let patience: Int64 = 10_000_000

    /// How the line is set now, or last was.
    public private(set) var speed: Int
    public private(set) var condition = Condition.listening

    private let isSearchable: Bool
    private var search: Autobaud?
    private var framer = NMEALineFramer()
    private var lastByte: Int64
    private var lastSentence: Int64

    /// - Parameter now: when the line is opened, microseconds.
    public init(_ known: Speed, at now: Int64) {
        lastByte = now
        lastSentence = now
        switch known {
        case .fixed(let speed): (self.speed, isSearchable) = (speed, false)
        case .meaningless: (speed, isSearchable) = (Autobaud.speeds[0], false)
        case .unknown(let lastGood):
            let search = Autobaud(lastGood: lastGood, at: now)
            (self.search, speed, isSearchable) = (search, search.speed, true)
        }
    }

    /// Whether the speed is still to be found.
    public var isSearching: Bool { search != nil }

    /// When to call `wake(at:)`, unless bytes come first; `nil` when time changes nothing.
    public var wakeAt: Int64? {
        let silence = condition == .silent ? nil : lastByte + Self.patience
        if let search { return [search.wakeAt, silence].compactMap(\.self).min() }
        return condition == .well || condition == .listening ? lastSentence + Self.patience : silence
    }

    /// The line is open.
    public func begin() -> [Action] { [.setSpeed(speed)] + (search == nil ? [.open] : []) }

    /// Bytes came.
    public mutating func take(_ bytes: [UInt8], at now: Int64) -> [Action] {
        lastByte = now
        if let step = search?.take(bytes, at: now) { return follow(step, at: now) + pass(now) }
        var actions: [Action] = [.deliver(bytes)]
        if condition == .silent {
            // What comes first after silence may be the end of a sentence.
            lastSentence = now
            actions += become(.listening)
        }
        var sentences = 0
        framer.append(bytes) { _ in sentences += 1 }
        if sentences > 0 { lastSentence = now }
        return actions + (sentences > 0 ? become(.well) : pass(now))
    }

    /// Time passed.
    public mutating func wake(at now: Int64) -> [Action] {
        let step = search?.wake(at: now)
        return (step.map { follow($0, at: now) } ?? []) + pass(now)
    }

    /// The line cannot be set to the speed that was asked for last.
    public mutating func refuseSpeed(at now: Int64) -> [Action] {
        guard search != nil else { return [] }
        search?.refuse(at: now)
        return changeSpeed()
    }

    private mutating func follow(_ step: Autobaud.Step, at now: Int64) -> [Action] {
        switch step {
        case .listen: return []
        case .change: return changeSpeed()
        case .accept(let bytes):
            search = nil
            framer = NMEALineFramer()
            framer.append(bytes) { _ in }  // the end of it may be half a sentence
            lastSentence = now
            return [.open, .deliver(bytes)] + become(.well)
        }
    }

    private mutating func changeSpeed() -> [Action] {
        speed = search?.speed ?? speed
        return [.setSpeed(speed)]
    }

    /// What silence, or noise, comes to.
    private mutating func pass(_ now: Int64) -> [Action] {
        if now - lastByte >= Self.patience { return become(.silent) }
        if let search { return search.rounds > 0 ? become(.garbled) : condition == .silent ? become(.listening) : [] }
        guard now - lastSentence >= Self.patience else { return [] }
        guard isSearchable else { return become(.garbled) }
        // Somebody set the receiver to another speed, or it fell back to its own.
        let search = Autobaud(lastGood: speed, at: now)
        (self.search, speed) = (search, search.speed)
        return [.close] + become(.listening) + [.setSpeed(speed)]
    }

    private mutating func become(_ new: Condition) -> [Action] {
        guard new != condition else { return [] }
        condition = new
        return [.become(new)]
    }
}
