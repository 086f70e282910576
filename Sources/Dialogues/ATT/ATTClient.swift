public import WireFormats

/// One conversation with a peripheral over the Attribute Protocol, from the moment the link is up: agrees on the length of packets,
/// finds what is wanted, reads what it says of itself, turns its measurements on, and takes what comes.
///
/// Told what arrived and when (microseconds of any clock that does not go back); says what to send. Never more than one request is
/// out, indications are confirmed at once, and what cannot be read is counted and survived.
/// - SeeAlso: Bluetooth Core 5.4, Vol 3, Part F, §3.3 and §3.4; Part G, §4.
public struct ATTClient: Sendable {
    /// What a step leads to.
    public enum Output: Equatable, Sendable {
        /// One unit to be sent, in this order.
        case send([UInt8])
        case event(Event)
    }

    public enum Event: Equatable, Sendable {
        /// Services found, by number; also after they changed.
        case services([GATTUUID])
        /// What a characteristic holds, read.
        case fact(GATTUUID, [UInt8])
        /// Measurements of this characteristic will come.
        case turnedOn(GATTUUID)
        /// A characteristic could not be read, written or turned on.
        case refused(GATTUUID, Refusal)
        /// All that can be turned on is; facts may follow.
        case ready
        /// A value that came by itself.
        case value(GATTUUID, [UInt8])
        /// What was written to this control point was taken; its answer comes as a value.
        case written(GATTUUID)
        /// Nothing can come of this link any more: it must be given up.
        case dead(Ending)
    }

    /// Why something did not come about.
    public enum Refusal: Equatable, Sendable {
        case error(ATTErrorCode)
        /// The peripheral has no such characteristic, or it cannot do this.
        case missing
    }

    /// Why a link is of no use.
    public enum Ending: Equatable, Sendable {
        /// A request was not answered within 30 s; the protocol allows no other after it.
        case unanswered
        /// Services were still not known after a minute.
        case endless
        /// Services changed again and again.
        case unsteady
        /// Nothing of it is wanted.
        case useless
    }

    /// Microseconds that an answer may take (Vol 3, Part F, §3.3.3).
    public static let transactionTimeout: Int64 = 30_000_000
    /// Microseconds until measurements must be on.
    static let setUpTimeout: Int64 = 60_000_000
    /// Microseconds that reading facts may hold measurements up.
    static let patience: Int64 = 3_000_000
    static let defaultMTU: UInt16 = 23
    static let mostRediscoveries = 8

    /// The longest unit that either side may send: 23 until they agree on more.
    public internal(set) var mtu = Self.defaultMTU
    /// Units that were malformed, too long, out of turn, or of an attribute that was never found.
    public internal(set) var unusable = 0
    /// Whether measurements are on.
    public internal(set) var isReady = false

    let wants: GATTWants
    let ownMTU: UInt16
    var table = GATTTable()
    /// What is still to be done, first things first.
    var steps: [Step] = []
    /// What was asked and not answered yet.
    var question: Question?
    var isDead = false
    var outputs: [Output] = []
    private var setUpDeadline: Int64?
    var factsDeadline: Int64 = .min
    private var rediscoveries = 0
    private var mustRediscover = false

    /// - Parameter ownMTU: the longest unit that is taken, 23 at least.
    public init(wants: GATTWants, ownMTU: UInt16 = 517) {
        self.wants = wants
        self.ownMTU = max(ownMTU, Self.defaultMTU)
    }

    /// The moment at which `wake` must be called.
    public var nextWake: Int64? { isDead ? nil : [question?.deadline, setUpDeadline].compactMap(\.self).min() }

    /// Whether the peripheral has the characteristic, as far as is known.
    public func has(_ characteristic: GATTUUID) -> Bool { table.index(of: characteristic) != nil }

    /// Whether the characteristic sends its values.
    public func isTurnedOn(_ characteristic: GATTUUID) -> Bool {
        table.index(of: characteristic).map { table.characteristics[$0].isTurnedOn } ?? false
    }

    /// The link is up.
    public mutating func start(now: Int64) -> [Output] {
        setUpDeadline = now + Self.setUpTimeout
        steps = [.exchangeMTU, .services(from: 1)]
        return proceed(now)
    }

    /// A unit arrived.
    public mutating func receive(_ bytes: [UInt8], now: Int64) -> [Output] {
        guard !isDead else { return [] }
        guard bytes.count <= Int(ownMTU), let pdu = try? ATTPDU(decoding: bytes) else {
            unusable &+= 1
            return []
        }
        switch pdu {
        case .notification(let handle, let value): deliver(value, of: handle)
        case .multipleNotification(let values): for entry in values { deliver(entry.value, of: entry.handle) }
        case .indication(let handle, let value):
            send(.confirmation)
            if table.index(ofValue: handle).map({ table.characteristics[$0].type }) == .serviceChanged {
                noteChange()
            } else {
                deliver(value, of: handle)
            }
        default:
            if ATTPDU.isResponse(bytes) { take(pdu, now) } else { serve(pdu, opcode: bytes.first ?? 0) }
        }
        return proceed(now)
    }

    /// Time passed.
    public mutating func wake(now: Int64) -> [Output] {
        guard !isDead else { return [] }
        if let question, now >= question.deadline { die(.unanswered) }
        if let setUpDeadline, now >= setUpDeadline { die(.endless) }
        return proceed(now)
    }

    /// Reads a characteristic anew; it comes as a fact.
    public mutating func read(_ characteristic: GATTUUID, now: Int64) -> [Output] {
        guard let index = table.index(of: characteristic), table.characteristics[index].properties.contains(.read) else {
            return [.event(.refused(characteristic, .missing))]
        }
        steps.append(.read(index, begun: []))
        return proceed(now)
    }

    /// Writes to a control point with an answer asked for, its indications being turned on first.
    public mutating func request(_ characteristic: GATTUUID, _ value: [UInt8], now: Int64) -> [Output] {
        guard isReady, let index = table.index(of: characteristic), table.characteristics[index].properties.contains(.write)
        else {
            return [.event(.refused(characteristic, .missing))]
        }
        // Before facts that are still to be read: a person waits for this.
        let isOn = table.characteristics[index].isTurnedOn
        let first: [Step] = isOn ? [] : [.descriptors(of: index, from: nil), .turnOn(index)]
        steps.insert(contentsOf: first + [.write(index, value)], at: 0)
        return proceed(now)
    }

    // MARK: What steps and answers are made of

    mutating func send(_ pdu: ATTPDU) { outputs.append(.send(pdu.encoded())) }
    mutating func tell(_ event: Event) { outputs.append(.event(event)) }

    mutating func die(_ ending: Ending) {
        guard !isDead else { return }
        isDead = true
        steps = []
        question = nil
        tell(.dead(ending))
    }

    /// All that can be turned on is.
    mutating func becomeReady() {
        setUpDeadline = nil
        isReady = true
        tell(.ready)
    }

    private mutating func deliver(_ value: [UInt8], of handle: UInt16) {
        guard let index = table.index(ofValue: handle) else {
            unusable &+= 1
            return
        }
        tell(.value(table.characteristics[index].type, value))
    }

    /// The peripheral's services are not what they were: they are discovered again, once what is asked is answered.
    private mutating func noteChange() {
        guard rediscoveries < Self.mostRediscoveries else { return die(.unsteady) }
        mustRediscover = true
    }

    /// Does the next steps, up to the next question.
    private mutating func proceed(_ now: Int64) -> [Output] {
        if mustRediscover, question == nil, !isDead {
            mustRediscover = false
            rediscoveries += 1
            for case .write(let index, _) in steps { tell(.refused(table.characteristics[index].type, .missing)) }
            table = GATTTable()
            isReady = false
            setUpDeadline = now + Self.setUpTimeout
            steps = [.services(from: 1)]
        }
        while question == nil, !isDead, !steps.isEmpty { ask(steps.removeFirst(), now) }
        defer { outputs = [] }
        return outputs
    }
}
