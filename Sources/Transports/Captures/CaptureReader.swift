public import WireFormats

/// A capture file's records, one after the other; the file may be of any `CaptureKind`.
///
/// Memory stays bounded by a block and the longest record, however long the file.
public struct CaptureReader: ~Copyable {
    private static let blockLength = 1 << 16

    /// The file's path, as it was given.
    public var path: String { file.path }
    /// How many bytes the file has; `nil` where that cannot be told.
    public var length: Int64? { file.length }
    /// How many of them have been read.
    public private(set) var bytesRead: Int64 = 0

    private let file: RecordedFile
    private var decoder = CaptureDecoder()
    private var block = [UInt8](repeating: 0, count: blockLength)
    private var isAtEnd = false

    /// Opens the file and reads nothing yet.
    ///
    /// - Throws: `.cannotOpen`; of a pipe also `.cannotRead` and `.cannotKeep`.
    public init(path: String) throws(TransportError) { self.init(try RecordedFile(path: path)) }

    /// Begins at the file's beginning, whoever else reads it.
    public init(_ file: RecordedFile) { self.file = file }

    /// What the file is; known with the first record.
    public var kind: CaptureKind? { decoder.kind }
    /// When the capture began; known with the first record.
    public var header: CaptureHeader? { decoder.header }
    /// Whether offsets are times of reception; known with the first record.
    public var isStamped: Bool { decoder.isStamped }
    /// The first stamp, microseconds since midnight of the recorder's day, where stamps tell no date; known with the first record.
    public var startOfDay: Int64? { decoder.startOfDay }
    /// What was passed over so far.
    public var findings: CaptureFindings { decoder.findings }
    /// How the file ended; `.open` until `next()` has given `nil`.
    public var ending: CaptureEnding { decoder.ending }

    /// - Returns: the next record, `nil` after the last.
    /// - Throws: `.badCapture` where the reading ends, after every record before that place; `.cannotRead`.
    public mutating func next() throws(TransportError) -> CaptureRecord? {
        while true {
            do {
                if let record = try decoder.next() { return record }
            } catch {
                throw .badCapture(path: path, reason: error)
            }
            if isAtEnd { return nil }
            try readBlock()
        }
    }

    private mutating func readBlock() throws(TransportError) {
        let count = try file.read(&block, at: bytesRead)
        if count == 0 {
            isAtEnd = true
            decoder.finish()
        } else {
            bytesRead += Int64(count)
            Self.give(block, count, to: &decoder)
        }
    }

    private static func give(_ block: [UInt8], _ count: Int, to decoder: inout CaptureDecoder) {
        decoder.append(block.span.extracting(0..<count))
    }
}
