public import Transports
public import WireFormats

/// Stamps and orders what transports bring: records of the capture that runs, in a queue that the loop empties.
///
/// Offsets count from where the capture began and never go back. A link that floods loses what is too much; how much, a `dropped`
/// record says, once a second at most.
public final class LiveIntake: LinkIntake {
    enum State {
        /// No capture runs: links may come and go, and nothing is taken down.
        case closed
        case open
        /// No further turn of the reactor belongs to the capture; what came with the last one still comes out.
        case ending
    }

    /// Who is told what is no record.
    protocol Observer: AnyObject {
        func sighted(_ sighting: Sighting)
        func reported(_ status: DeviceStatus)
        func linkChanged(_ identity: LinkIdentity, isOpen: Bool)
        /// Bytes came over this link, the last at `moment`; told by `tellHeard`, and before the link's end.
        func heard(_ identity: LinkIdentity, at moment: Int64)
    }

    let reactor: Reactor
    weak var observer: (any Observer)?
    /// Where offset 0 lies, in microseconds of `Reactor.now`.
    private(set) var beginning: Int64
    private(set) var state = State.closed
    /// Bytes that links brought to this capture.
    private(set) var bytes = 0
    private var links = LiveLinks()
    private var queue = RecordQueue()
    private var lastOffset: Int64 = 0
    private let dropAlarm: Alarm

    /// The longest value that an attribute can have (Core Specification 5.4, Vol 3, Part F, 3.2.9).
    private static let longestValue = 512
    private static let batteryLevel: UInt16 = 0x2A19
    private static let dropInterval: Int64 = 1_000_000

    public init(reactor: Reactor) {
        self.reactor = reactor
        dropAlarm = Alarm(on: reactor)
        beginning = reactor.now
    }

    /// What is at the other end of a link, for a person.
    func name(of link: LinkID) -> String { links.name(of: link) ?? "link \(link.rawValue)" }

    // MARK: Captures

    /// Begins a capture at this moment, with the links that are open.
    func begin() {
        beginning = reactor.now
        lastOffset = 0
        state = .open
        bytes = 0
        for link in links.open {
            enqueue(.linkOpened(link.id, link.identity))
            // The next capture would not hear of it until it changes.
            if let bytes = link.standing { enqueue(.bytes(link.id, bytes)) }
        }
    }

    /// Ends the capture with this turn of the reactor.
    func end() {
        guard state == .open else { return }
        tellDropped()
        state = .ending
    }

    /// Enters what is no link's: commands, pairings, settings, the clock.
    func enqueue(_ input: CaptureRecord.Input) {
        if state != .closed { queue.append(stamped(input, at: reactor.now)) }
    }

    /// Enters where a clock stood at a moment, in microseconds of `Reactor.now`: the record says where it stands at its own offset, which
    /// may be later by what opening a file takes.
    func enqueue(_ anchor: ClockAnchor, at moment: Int64) {
        guard state != .closed else { return }
        var record = stamped(.clockAnchor(anchor), at: reactor.now)
        var anchor = anchor
        anchor.timestamp &+= beginning &+ record.offset &- moment
        record.input = .clockAnchor(anchor)
        queue.append(record)
    }

    /// The oldest record that waits.
    func take() -> CaptureRecord? { queue.removeFirst() }

    /// Whether the capture's last record is out: nothing enters any more.
    func closesIfDrained() -> Bool {
        guard state != .open, queue.isEmpty else { return false }
        state = .closed
        return true
    }

    /// A record of now. Whoever hands it out past the queue has seen that nothing waits there.
    func stamped(_ input: CaptureRecord.Input, at now: Int64) -> CaptureRecord {
        lastOffset = max(lastOffset, now - beginning)
        return CaptureRecord(offset: lastOffset, input: input)
    }

    // MARK: What transports bring

    public func open(_ identity: LinkIdentity) -> LinkID? {
        guard let id = links.open(identity, at: reactor.now) else { return nil }
        enqueue(.linkOpened(id, identity))
        observer?.linkChanged(identity, isOpen: true)
        return id
    }

    public func take(_ bytes: [UInt8], from link: LinkID) {
        guard state != .closed else { return }
        let now = reactor.now
        let hasRoom = queue.hasRoom(for: bytes.count)
        let isTaken =
            links.with(link) { link in
                let isValue = !link.gate.countsValues || bytes.count <= Self.longestValue
                if isValue, hasRoom, link.gate.admits(byteCount: bytes.count, at: now) {
                    if link.identity.kind == .gatt(characteristic: Self.batteryLevel) { link.standing = bytes }
                    link.lastHeard = now
                    return true
                }
                link.dropped += 1
                return false
            } ?? false
        guard isTaken else { return awaitTellingDropped() }
        self.bytes += bytes.count
        queue.append(stamped(.bytes(link, bytes), at: now))
    }

    public func close(_ link: LinkID, reason: String) {
        guard let closed = links.close(link) else { return }
        if closed.dropped > 0 { enqueue(.dropped(link, count: closed.dropped)) }
        enqueue(.linkClosed(link, reason: reason))
        if let moment = closed.lastHeard { observer?.heard(closed.identity, at: moment) }
        observer?.linkChanged(closed.identity, isOpen: false)
    }

    /// Tells who was heard since this was last asked: that is of use to who asks for it, and with each packet it would cost more than
    /// the rest of taking it.
    func tellHeard() {
        for (identity, moment) in links.takeHeard() { observer?.heard(identity, at: moment) }
    }

    /// An open link's.
    func identity(of link: LinkID) -> LinkIdentity? { links.open.first { $0.id == link }?.identity }

    public func sight(_ sighting: Sighting) { observer?.sighted(sighting) }
    public func report(_ status: DeviceStatus) { observer?.reported(status) }

    // MARK: Floods

    private func awaitTellingDropped() {
        guard dropAlarm.moment == nil else { return }
        dropAlarm.set(after: Self.dropInterval) { [weak self] in self?.tellDropped() }
    }

    /// Enters how much each link has lost by now.
    func tellDropped() {
        guard state != .closed else { return }
        for (link, count) in links.takeDropped() { enqueue(.dropped(link, count: count)) }
    }
}
