/// Reads captures in our own format.
struct WattbeatCaptureDecoder: CaptureDecoding {
    var header: CaptureHeader? { lines.header }
    var findings: CaptureFindings { lines.findings }
    var isStamped: Bool { true }
    private(set) var ending = CaptureEnding.open

    private var input = InputBuffer()
    private var lines = Lines()
    private var failure: CaptureError?

    init() {}

    mutating func append(_ chunk: Span<UInt8>) { input.append(chunk) }
    mutating func finish() { input.finish() }

    mutating func next() throws(CaptureError) -> CaptureRecord? {
        if let failure { throw failure }
        do {
            while let length = try lineLength() {
                let record = try lines.read(length, of: input)
                input.take(Int64(length))
                if let record { return record }
            }
            return nil
        } catch {
            failure = error
            throw error
        }
    }

    /// The length of the next line; `nil` when it is not there, or will never be.
    private mutating func lineLength() throws(CaptureError) -> Int? {
        let length = input.lineLength()
        if length ?? input.count > CaptureCodec.longestLine {
            throw .malformed(line: lines.count + 1, byteOffset: input.position, reason: .tooLong)
        }
        if length == nil, input.isFinished {
            let end = input.position + Int64(input.count)
            if header == nil { throw end == 0 ? .empty : .truncatedAt(byteOffset: end) }
            ending = input.isEmpty ? .complete : .torn(byteOffset: input.position)
        }
        return length
    }
}

/// What the lines so far have said.
private struct Lines: Sendable {
    var header: CaptureHeader?
    var findings = CaptureFindings()
    var count = 0
    /// The header while its lines arrive, and only then.
    private var draft: CaptureHeader?
    private var offset: Int64 = 0
    /// Links of a kind that this program does not know: counted when they open, and passed over from there on.
    private var strangers: Set<LinkID> = []

    /// - Parameter length: of the next line, its end, LF or CR LF, counted.
    mutating func read(_ length: Int, of input: borrowing InputBuffer) throws(CaptureError) -> CaptureRecord? {
        let line = input.span.extracting(0..<length)
        let hasReturn = length >= 2 && line[length - 2] == 0x0D
        let text = line.extracting(0..<length - (hasReturn ? 2 : 1))
        count += 1
        if count == 1 {
            guard let version = CaptureCodec.version(decoding: text) else { throw .notACapture }
            guard version == CaptureHeader.currentVersion else { throw .unsupportedVersion(Int(clamping: version)) }
            draft = CaptureHeader(identity: "", start: nil, isSynchronised: false)
            return nil
        }
        do throws(CaptureFault) {
            if draft == nil { return try readRecord(text) }
            try readHeader(text)
            return nil
        } catch {
            throw .malformed(line: count, byteOffset: input.position, reason: error)
        }
    }

    private mutating func readHeader(_ text: Span<UInt8>) throws(CaptureFault) {
        guard var draft else { return }
        if text.isEmpty {
            guard !draft.identity.isEmpty else { throw .missing("identity") }
            header = draft
            self.draft = nil
        } else {
            try CaptureCodec.apply(text, to: &draft)
            self.draft = draft
        }
    }

    private mutating func readRecord(_ text: Span<UInt8>) throws(CaptureFault) -> CaptureRecord? {
        let (offset, input) = try CaptureCodec.decode(text)
        guard offset >= self.offset else { throw .offsetGoesBack }
        self.offset = offset
        guard let input else {
            findings.unknownLines += 1
            if let link = CaptureCodec.openedLink(text) { strangers.insert(link) }
            return nil
        }
        if !strangers.isEmpty, isOfStranger(input) { return nil }
        return CaptureRecord(offset: offset, input: input)
    }

    private mutating func isOfStranger(_ input: CaptureRecord.Input) -> Bool {
        switch input {
        case .bytes(let link, _), .dropped(let link, _): return strangers.contains(link)
        case .linkClosed(let link, _): return strangers.remove(link) != nil
        case .linkOpened(let link, _):
            strangers.remove(link)
            return false
        default: return false
        }
    }
}
