/// Reads a capture of any kind: waits until the kind can be told, then hands the bytes to its reader.
public struct CaptureDecoder: CaptureDecoding {
    /// `nil` until it can be told, and for what is no capture.
    public private(set) var kind: CaptureKind?

    private var prefix: [UInt8] = []
    private var reader: (any CaptureDecoding)?
    private var failure: CaptureError?

    /// A reader that has been given nothing yet.
    public init() {}

    /// When the capture began and which it is; `nil` until that has been read.
    public var header: CaptureHeader? { reader?.header }
    /// What was passed over so far.
    public var findings: CaptureFindings { reader?.findings ?? CaptureFindings() }
    /// Whether offsets are times of reception; `false` until the kind is known.
    public var isStamped: Bool { reader?.isStamped ?? false }
    /// The first stamp, microseconds since midnight of the recorder's day, where stamps tell no date; known with the header.
    public var startOfDay: Int64? { reader?.startOfDay }
    /// How the bytes ended; `.open` until all records have been given.
    public var ending: CaptureEnding { reader?.ending ?? .open }

    /// Gives the next bytes of the file.
    public mutating func append(_ chunk: Span<UInt8>) {
        guard failure == nil else { return }
        guard reader == nil else {
            reader?.append(chunk)
            return
        }
        chunk.withUnsafeBufferPointer { prefix.append(contentsOf: $0) }
        if prefix.count >= CaptureKind.detectionLength { begin() }
    }

    /// Says that there are no more; the kind of a short file is told now.
    public mutating func finish() {
        if reader == nil, failure == nil { begin() }
        reader?.finish()
    }

    /// - Throws: also `.empty`, `.finishedActivity` and `.notACapture`, once that is certain.
    public mutating func next() throws(CaptureError) -> CaptureRecord? {
        if let failure { throw failure }
        return try reader?.next()
    }

    private mutating func begin() {
        if let format = FinishedActivity.format(prefix.span) {
            failure = .finishedActivity(format)
        } else if let (kind, reader) = Self.reader(of: prefix) {
            self.kind = kind
            self.reader = reader
        } else {
            failure = prefix.isEmpty ? .empty : .notACapture
        }
        prefix = []
    }

    /// The reader of what begins with `prefix`, which it has been given.
    private static func reader(of prefix: [UInt8]) -> (CaptureKind, any CaptureDecoding)? {
        let start = prefix.span.extracting(first: CaptureKind.detectionLength)
        guard let kind = CaptureKind.detect(start) else { return nil }
        let identity = kind == .wattbeat ? "" : CaptureIdentity.foreign(start)
        var reader: any CaptureDecoding =
            switch kind {
            case .wattbeat: WattbeatCaptureDecoder()
            case .btsnoop: PacketFileDecoder(BTSnoop(), identity: identity)
            case .pcap: PacketFileDecoder(PCAP(), identity: identity)
            case .pcapng: PacketFileDecoder(PCAPNG(), identity: identity)
            case .nmea, .gpsd: LineLog(identity: identity)
            }
        reader.append(prefix.span)
        return (kind, reader)
    }
}
