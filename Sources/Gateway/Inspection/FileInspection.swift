public import Transports
public import WireFormats

/// What one file holds, counted and nothing made of it.
///
/// Memory stays bounded, however long the file: no more than `mostLinks` links and `mostCommands` commands are told apart.
public struct FileInspection: Sendable {
    static let mostLinks = 4096
    static let mostCommands = 1000

    /// As it was given.
    public let path: String
    /// `nil` for what is no capture.
    public private(set) var kind: CaptureKind?
    /// How many bytes were read.
    public private(set) var bytes: Int64 = 0
    /// When the capture began and which it is; `nil` where that could not be read.
    public private(set) var header: CaptureHeader?
    /// Whether offsets are times of reception; without, they only count lines.
    public private(set) var isStamped = false
    /// What was met and passed over.
    public private(set) var findings = CaptureFindings()
    /// How the file ended; `.open` when a fault ended the reading.
    public private(set) var ending = CaptureEnding.open
    /// What ended the reading early; all before it was counted.
    public private(set) var fault: TransportError?

    /// All of them, those of no link too.
    public private(set) var records = 0
    /// Every verb of the format, in its order there.
    public private(set) var verbs: [(verb: String, count: Int)] = RecordVerb.allCases.map { ($0.rawValue, 0) }
    /// Of the first record, microseconds; `nil` when there is none.
    public private(set) var firstOffset: Int64?
    /// Of the last record, microseconds.
    public private(set) var lastOffset: Int64?
    /// What the rider asked for, with its offset; the first `mostCommands`.
    public private(set) var commands: [(offset: Int64, command: RiderCommand)] = []
    /// In the order in which they were first opened.
    public private(set) var links: [LinkInspection] = []
    /// Records of links that were never opened, or of more links than are told apart.
    public private(set) var recordsOfUnknownLinks = 0

    private var indices: [LinkID: Int] = [:]

    /// Reads a whole file; what prevents that becomes `fault`.
    ///
    /// - Parameter progress: called now and then: bytes read, and how many there are; `nil` for a pipe.
    public init(path: String, progress: (_ read: Int64, _ total: Int64?) -> Void = { _, _ in }) {
        self.path = path
        do throws(TransportError) {
            var reader = try CaptureReader(path: path)
            read(&reader, progress)
        } catch {
            fault = error
        }
    }

    private mutating func read(_ reader: inout CaptureReader, _ progress: (Int64, Int64?) -> Void) {
        do throws(TransportError) {
            while let record = try reader.next() {
                kind = reader.kind
                apply(record)
                if records % 4096 == 0 { progress(reader.bytesRead, reader.length) }
            }
        } catch {
            fault = error
        }
        for index in links.indices { links[index].finish() }
        kind = reader.kind
        bytes = reader.bytesRead
        header = reader.header
        isStamped = reader.isStamped
        findings = reader.findings
        ending = reader.ending
    }

    private mutating func apply(_ record: CaptureRecord) {
        records += 1
        verbs[RecordVerb(record.input).index].count += 1
        firstOffset = firstOffset ?? record.offset
        lastOffset = record.offset
        switch record.input {
        case .linkOpened(let id, let identity): open(id, identity)
        case .linkClosed(let id, _): withLink(id) { $0.closed += 1 }
        case .bytes(let id, let bytes): withLink(id) { $0.take(bytes, at: record.offset) }
        case .dropped(let id, let count): withLink(id) { $0.dropped = $0.dropped.addingReportingOverflow(count).partialValue }
        case .command(let command): if commands.count < Self.mostCommands { commands.append((record.offset, command)) }
        case .tick, .setting, .pairing, .priority, .clockAnchor: break
        }
    }

    /// A number may come back; with another sensor behind it, it is another link.
    private mutating func open(_ id: LinkID, _ identity: LinkIdentity) {
        if let index = indices[id], links[index].isSame(identity) { return links[index].open(identity) }
        guard links.count < Self.mostLinks else { return indices[id] = nil }
        indices[id] = links.count
        links.append(LinkInspection(id, identity, isLog: kind == .nmea || kind == .gpsd))
    }

    private mutating func withLink(_ id: LinkID, _ body: (inout LinkInspection) -> Void) {
        guard let index = indices[id] else { return recordsOfUnknownLinks += 1 }
        body(&links[index])
    }
}

/// The verbs of docs/capture-format.md.
private enum RecordVerb: String, CaseIterable {
    case open, rx, close, drop, tick, command, set, pair, priority, clock

    init(_ input: CaptureRecord.Input) {
        self =
            switch input {
            case .linkOpened: .open
            case .bytes: .rx
            case .linkClosed: .close
            case .dropped: .drop
            case .tick: .tick
            case .command: .command
            case .setting: .set
            case .pairing: .pair
            case .priority: .priority
            case .clockAnchor: .clock
            }
    }

    var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
