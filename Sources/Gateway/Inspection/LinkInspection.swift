public import Ingest
public import WireFormats

/// What one link of a file brought.
public struct LinkInspection: Sendable {
    /// Its number in the file.
    public let id: LinkID
    /// As last opened, with every fact that any opening stated.
    public private(set) var identity: LinkIdentity
    /// How often it was opened.
    public private(set) var opened = 1
    /// How often it was closed.
    public internal(set) var closed = 0
    /// Records that the recorder had to drop.
    public internal(set) var dropped = 0
    /// Chunks, values or lines.
    public private(set) var records = 0
    /// Their payload.
    public private(set) var bytes = 0
    /// Of the first of `records`, microseconds.
    public private(set) var firstOffset: Int64?
    /// Of the last of `records`, microseconds.
    public private(set) var lastOffset: Int64?

    /// What a stick heard; `nil` for a link of another kind.
    public private(set) var ant: ANTInspection?
    /// What a receiver's sentences hold; `nil` for a link of another kind.
    public private(set) var nmea: NMEALogSummary?
    /// What gpsd's reports hold; `nil` for a link of another kind.
    public private(set) var gpsd: GPSDLogSummary?

    /// In a log, lines that begin with `#` are comments even where binary stands behind it.
    private let skipsComments: Bool
    private var isAtLineStart = true
    private var isInComment = false

    /// - Parameter isLog: whether a record is a line, or a part of one.
    init(_ id: LinkID, _ identity: LinkIdentity, isLog: Bool) {
        self.id = id
        skipsComments = isLog
        self.identity = identity
        switch identity.kind {
        case .gatt: break
        case .ant: ant = ANTInspection()
        case .nmea: nmea = NMEALogSummary()
        case .gpsd: gpsd = GPSDLogSummary()
        }
    }

    func isSame(_ other: LinkIdentity) -> Bool { other.kind == identity.kind && other.address == identity.address }

    mutating func open(_ other: LinkIdentity) {
        opened += 1
        identity.name = other.name ?? identity.name
        for fact in other.facts {
            if let index = identity.facts.firstIndex(where: { $0.name == fact.name }) {
                identity.facts[index] = fact
            } else if identity.facts.count < Self.mostFacts {
                identity.facts.append(fact)
            }
        }
    }

    private static let mostFacts = 64

    mutating func take(_ chunk: [UInt8], at offset: Int64) {
        records += 1
        bytes += chunk.count
        firstOffset = firstOffset ?? offset
        lastOffset = offset
        ant?.append(chunk, at: offset)
        if !isComment(chunk) { nmea?.append(chunk) }
        gpsd?.append(chunk, at: offset)
    }

    private mutating func isComment(_ chunk: [UInt8]) -> Bool {
        guard skipsComments else { return false }
        if isAtLineStart { isInComment = chunk.first == UInt8(ascii: "#") }
        isAtLineStart = chunk.last == UInt8(ascii: "\n")
        return isInComment
    }

    mutating func finish() {
        nmea?.finish()
        gpsd?.finish()
    }
}
