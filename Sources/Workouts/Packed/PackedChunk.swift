/// Up to `mostRows` rows of one kind as bytes, to be kept elsewhere and put together again (docs/store.md says how they are coded).
public struct PackedChunk: Equatable, Sendable {
    /// 64-bit words, the lowest byte first.
    public let bytes: [UInt8]
    /// How many rows they hold.
    public let count: Int
    /// Of the first row in the order in which they are kept.
    public let first: Offset
    /// Of the last one.
    public let last: Offset

    /// More rows than any chunk holds: a number that says more is wrong.
    public static let mostRows = 1024

    /// - Parameter bytes: as they were kept; `Workout.Parts` finds out whether they hold what is said.
    public init(bytes: [UInt8], count: Int, first: Offset, last: Offset) {
        self.bytes = bytes
        self.count = count
        self.first = first
        self.last = last
    }

    /// `nil` when the bytes are no whole words.
    var words: [UInt64]? {
        guard bytes.count.isMultiple(of: 8) else { return nil }
        return [UInt64](unsafeUninitializedCapacity: bytes.count / 8) { room, count in
            bytes.withUnsafeBytes { bytes in
                for index in 0..<bytes.count / 8 {
                    room[index] = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
                }
            }
            count = bytes.count / 8
        }
    }

    /// The rows; `nil` when the bytes hold no such rows.
    func rows<Row: PackedRow>(of kind: Row.Type) -> (block: PackedLog<Row>.Block, rows: [Row])? {
        guard (1...Self.mostRows).contains(count), let words else { return nil }
        var reader = BitReader(words)
        let rows = Row.unpack(count, from: &reader)
        guard reader.isAtEnd, rows.first?.offset == first, rows.last?.offset == last,
            rows.allSatisfy(\.isSound)
        else { return nil }
        return (PackedLog.Block(words: words, count: count, first: first, last: last), rows)
    }
}

extension PackedLog {
    /// All rows; each block is a chunk as it is.
    var chunks: [PackedChunk] { Array(chunksOneByOne) }

    var chunksOneByOne: some Sequence<PackedChunk> {
        var all = blocks
        if let first = tail.first, let last = tail.last {
            var writer = BitWriter()
            Row.pack(tail, into: &writer)
            all.append(Block(words: writer.words, count: tail.count, first: first.offset, last: last.offset))
        }
        return all.lazy.map(PackedChunk.init)
    }

    /// The log whose chunks these are; `nil` when one of them is damaged.
    init?(chunks: [PackedChunk]) {
        var parts: [(block: Block, rows: [Row])] = []
        for chunk in chunks {
            guard let part = chunk.rows(of: Row.self) else { return nil }
            parts.append(part)
        }
        self.init(packed: parts)
    }
}

extension PackedChunk {
    fileprivate init<Row>(_ block: PackedLog<Row>.Block) {
        let bytes = [UInt8](unsafeUninitializedCapacity: block.words.count * 8) { room, count in
            let raw = UnsafeMutableRawBufferPointer(room)
            for (index, word) in block.words.enumerated() {
                raw.storeBytes(of: word.littleEndian, toByteOffset: index * 8, as: UInt64.self)
            }
            count = block.words.count * 8
        }
        self.init(bytes: bytes, count: block.count, first: block.first, last: block.last)
    }
}

/// A value over a span of time, as a row of what is kept outside workouts.
public struct ValueSpan: Equatable, Sendable {
    public var start: Offset
    /// Not before `start`.
    public var end: Offset
    /// What the quantity's owner says: a value that held, or all of an amount.
    public var value: Double

    public init(start: Offset, end: Offset, value: Double) {
        self.start = start
        self.end = end
        self.value = value
    }
}

extension ValueSpan: PackedRow {
    var offset: Offset { start }
    var isSound: Bool { start.isPlausible && end.isPlausible && start <= end }

    static func pack(_ rows: [ValueSpan], into writer: inout BitWriter) {
        AmountSpan.pack(rows.map { AmountSpan(offset: $0.start, end: $0.end, value: $0.value) }, into: &writer)
    }

    static func unpack(_ count: Int, from reader: inout BitReader) -> [ValueSpan] {
        AmountSpan.unpack(count, from: &reader).map { ValueSpan(start: $0.offset, end: $0.end, value: $0.value) }
    }
}

extension PackedChunk {
    /// - Parameter spans: at least one and at most `mostRows`, all with plausible times; `nil` otherwise.
    public init?(_ spans: [ValueSpan]) { self.init(packing: spans) }

    /// `nil` when the chunk is damaged.
    public var spans: [ValueSpan]? { rows(of: ValueSpan.self)?.rows }
}

// Other kinds of rows, for those who want to see them outside of a workout.
extension PackedChunk {
    /// `nil` for none, for more than `mostRows`, and for what could not be read back.
    public init?(_ beats: [Beats]) { self.init(packing: beats) }

    /// `nil` when the chunk is damaged.
    public var beats: [Beats]? { rows(of: Beats.self)?.rows }

    /// `nil` for none, for more than `mostRows`, and for what could not be read back.
    public init?(_ segments: [Timeline.Segment]) { self.init(packing: segments.map { SegmentRow(segment: $0) }) }

    /// `nil` when the chunk is damaged.
    public var segments: [Timeline.Segment]? { rows(of: SegmentRow.self)?.rows.map(\.segment) }

    /// `nil` for none, for more than `mostRows`, and for what could not be read back.
    public init?(_ locations: [Location]) { self.init(packing: locations) }

    /// `nil` when the chunk is damaged.
    public var locations: [Location]? { rows(of: Location.self)?.rows }

    /// `nil` for none, for more than `mostRows`, and for what could not be read back.
    ///
    /// - Parameter samples: moments and values.
    public init?(_ samples: [(offset: Offset, value: Double)]) {
        self.init(packing: samples.map { Sample(offset: $0.offset, value: $0.value) })
    }

    /// `nil` when the chunk is damaged.
    public var samples: [(offset: Offset, value: Double)]? {
        rows(of: Sample.self)?.rows.map { ($0.offset, $0.value) }
    }

    private init?<Row: PackedRow>(packing rows: [Row]) {
        guard let first = rows.first, let last = rows.last, rows.count <= Self.mostRows, rows.allSatisfy(\.isSound) else {
            return nil
        }
        var writer = BitWriter()
        Row.pack(rows, into: &writer)
        self.init(PackedLog<Row>.Block(words: writer.words, count: rows.count, first: first.offset, last: last.offset))
    }
}
