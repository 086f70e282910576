import WireFormats
import Workouts

/// The sources of one capture: who they are, what ranks they have, when they were last heard.
///
/// The same strap over BLE and ANT+ is two sources of one quantity; rank decides which of them counts, so it stays one heart.
struct SourceTable {
    private(set) var sources: [SampleSource] = []
    private var indexByIdentity: [String: Int] = [:]
    private(set) var states: [State] = []
    /// Ranks that a person set, by identity.
    private var chosenRanks: [String: [Quantity: Int]] = [:]

    struct State {
        var lastHeard: Offset
        var isLost = false
        /// A battery warning is given once.
        var warnedBattery = false
        /// The stick that serves it.
        var stick: (link: LinkID, lastHeard: Offset)?
    }

    subscript(id: SourceID) -> SampleSource { sources[Int(id.rawValue)] }

    /// The source of this identity, made when it is new; `nil` when the capture already has 65 535 of them.
    mutating func source(
        _ identity: String, kind: SampleSource.Kind, name: String?, at offset: Offset
    ) -> (id: SourceID, isNew: Bool)? {
        if let index = indexByIdentity[identity] { return (sources[index].id, false) }
        // The highest number names none of them: a workout gives it to places that come from nobody it was told of.
        guard let number = UInt16(exactly: sources.count), number < .max else { return nil }
        var source = SampleSource(id: SourceID(number), kind: kind, identity: identity, name: name)
        source.priorities = chosenRanks[identity] ?? [:]
        indexByIdentity[identity] = sources.count
        sources.append(source)
        states.append(State(lastHeard: offset))
        return (source.id, true)
    }

    /// Changes what is known of a source.
    ///
    /// - Returns: whether anything is different now.
    mutating func update(_ id: SourceID, _ change: (inout SampleSource) -> Void) -> Bool {
        let index = Int(id.rawValue)
        let before = sources[index]
        change(&sources[index])
        return sources[index] != before
    }

    /// Gives a rank by the kind of measurement, unless a person chose one or a better one stands.
    ///
    /// - Returns: whether the source changed.
    mutating func rank(_ id: SourceID, _ quantity: Quantity, _ rank: Int) -> Bool {
        let index = Int(id.rawValue)
        // Through the span, since this is asked of every reading and a source is large to copy.
        if let standing = sources.span[index].priorities[quantity], standing <= rank { return false }
        if chosenRanks[sources[index].identity]?[quantity] != nil { return false }
        sources[index].priorities[quantity] = rank
        return true
    }

    /// A person's choice: before every default.
    mutating func choose(identity: String, quantity: Quantity, rank: Int) -> SourceID? {
        chosenRanks[identity, default: [:]][quantity] = rank
        guard let index = indexByIdentity[identity] else { return nil }
        sources[index].priorities[quantity] = rank
        return sources[index].id
    }

    /// Notes that a source was heard.
    ///
    /// - Returns: whether it was lost until now.
    mutating func heard(_ id: SourceID, at offset: Offset) -> Bool {
        let index = Int(id.rawValue)
        states[index].lastHeard = max(states[index].lastHeard, offset)
        guard states[index].isLost else { return false }
        states[index].isLost = false
        return true
    }

    /// After so much silence of the one stick another may serve.
    static let stickHold = TimeSpan(seconds: 3)

    /// Notes that a stick heard a source.
    ///
    /// - Returns: whether that stick is the one that serves it: each message is to count once.
    mutating func isHeard(_ id: SourceID, over link: LinkID, at offset: Offset) -> Bool {
        let index = Int(id.rawValue)
        if let stick = states[index].stick, stick.link != link, offset - stick.lastHeard < Self.stickHold { return false }
        states[index].stick = (link, offset)
        return true
    }

    /// Marks as lost what was not heard for `limit`.
    mutating func silent(at offset: Offset, limit: TimeSpan) -> [SourceID] {
        var lost: [SourceID] = []
        for index in states.indices where !states[index].isLost && offset - states[index].lastHeard > limit {
            states[index].isLost = true
            lost.append(sources[index].id)
        }
        return lost
    }

    /// When `silent` finds the next one, unless it is heard first.
    func nextSilence(limit: TimeSpan) -> Offset? {
        states.lazy.filter { !$0.isLost }.map(\.lastHeard).min().map { $0 + limit + TimeSpan(microseconds: 1) }
    }

    /// Marks one source as lost.
    ///
    /// - Returns: whether it was not lost before.
    mutating func lose(_ id: SourceID) -> Bool {
        let index = Int(id.rawValue)
        defer { states[index].isLost = true }
        return !states[index].isLost
    }

    /// Percent from which a battery is low.
    static let lowBattery = 15

    /// A battery is low.
    ///
    /// - Returns: whether a warning is due: it is said once.
    mutating func warnsOfBattery(_ id: SourceID) -> Bool {
        let index = Int(id.rawValue)
        defer { states[index].warnedBattery = true }
        return !states[index].warnedBattery
    }
}
