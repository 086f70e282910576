/// A row of a table in which a workout keeps what arrived.
protocol PackedRow: Equatable, Sendable {
    var offset: Offset { get }
    /// Whether it may be kept, and be taken for what was: sums with its times are safe, and they lie in order.
    var isSound: Bool { get }

    /// Writes rows column by column.
    static func pack(_ rows: [Self], into writer: inout BitWriter)
    /// - Parameter count: as many rows as were packed.
    static func unpack(_ count: Int, from reader: inout BitReader) -> [Self]
}

extension PackedRow {
    var isSound: Bool { offset.isPlausible }
}

/// Rows in the order in which they came: the newest as they are, older ones packed in blocks, every bit of them.
///
/// A copy shares its blocks. Grows by a block at a time, so that no long array is ever doubled.
struct PackedLog<Row: PackedRow>: Sendable {
    struct Block: Sendable {
        let words: [UInt64]
        let count: Int
        /// Of its first and last row.
        let first: Offset
        let last: Offset
    }

    /// Rows of a block.
    static var blockLength: Int { 256 }

    private(set) var blocks: [Block] = []
    /// Not empty unless the log is.
    private(set) var tail: [Row] = []
    private(set) var count = 0
    private(set) var first: Row?
    /// Whether the offsets increase strictly.
    private(set) var isOrdered = true
    /// Whether none is less than the one before.
    private(set) var isMonotone = true
    private var earliest: Offset?
    private var latest: Offset?

    init() {}

    init(_ rows: some Sequence<Row>) {
        for row in rows { append(row) }
    }

    var isEmpty: Bool { count == 0 }
    var last: Row? { tail.last }

    mutating func append(_ row: Row) {
        note(row, after: last)
        if tail.count >= Self.blockLength { packTail() }
        tail.append(row)
        count += 1
    }

    /// Of rows that were packed before, the last ones of them kept as they are.
    init(packed parts: [(block: Block, rows: [Row])]) {
        var previous: Row?
        for (index, part) in parts.enumerated() {
            for row in part.rows {
                note(row, after: previous)
                previous = row
            }
            count += part.rows.count
            if index < parts.count - 1 { blocks.append(part.block) } else { tail = part.rows }
        }
    }

    /// What is known of all rows, and of one more.
    private mutating func note(_ row: Row, after last: Row?) {
        if let last {
            if last.offset >= row.offset { isOrdered = false }
            if last.offset > row.offset { isMonotone = false }
        } else {
            first = row
        }
        earliest = Swift.min(earliest ?? row.offset, row.offset)
        latest = Swift.max(latest ?? row.offset, row.offset)
    }

    /// Of a log by time, behind all that is there.
    fileprivate mutating func append(shared others: ArraySlice<Block>) {
        guard let next = others.first, let last = others.last else { return }
        packTail()
        if isEmpty { (first, earliest) = (next.rows.first, next.first) }
        latest = last.last
        count += others.reduce(0) { $0 + $1.count }
        blocks += others.dropLast()
        tail = last.rows
    }

    private mutating func packTail() {
        guard let first = tail.first, let last = tail.last else { return }
        var writer = BitWriter()
        Row.pack(tail, into: &writer)
        blocks.append(Block(words: writer.words, count: tail.count, first: first.offset, last: last.offset))
        tail.removeAll(keepingCapacity: true)
    }

    /// All rows at once.
    var rows: [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(count)
        for block in blocks { rows += block.rows }
        return rows + tail
    }

    /// What the packed rows take, in bytes, the bookkeeping of arrays included.
    var packedByteCount: Int { blocks.reduce(0) { $0 + 8 * $1.words.count + 32 + MemoryLayout<Block>.stride } }
}

extension PackedLog.Block {
    var rows: [Row] {
        var reader = BitReader(words)
        return Row.unpack(count, from: &reader)
    }
}

extension PackedLog: Sequence {
    func makeIterator() -> Cursor { Cursor(self) }
    var underestimatedCount: Int { count }

    /// Reads rows from the first to the last, a block of them unpacked at a time.
    struct Cursor: IteratorProtocol, Sendable {
        private let blocks: [Block]
        private let tail: [Row]
        /// The next to unpack; the tail counts as one more.
        private var nextBlock = 0
        private var rows: [Row] = []
        private var index = 0

        init(_ log: PackedLog) {
            blocks = log.blocks
            tail = log.tail
            unpack()
        }

        /// Of a log in order: from the last row at or before a moment on; what comes before is not unpacked.
        init(_ log: PackedLog, from offset: Offset) {
            blocks = log.blocks
            tail = log.tail
            // Rows before a block's first are the ones of the block before.
            nextBlock = Swift.max(0, blocks.partitioningIndex { $0.first > offset } - 1)
            unpack()
            skip(to: offset)
        }

        /// What `next` returns.
        var peek: Row? { index < rows.count ? rows[index] : nil }

        mutating func next() -> Row? {
            guard index < rows.count else { return nil }
            let row = rows[index]
            index += 1
            if index == rows.count { unpack() }
            return row
        }

        private mutating func unpack() {
            guard nextBlock <= blocks.count else { return }
            rows = nextBlock < blocks.count ? blocks[nextBlock].rows : tail
            nextBlock += 1
            index = 0
        }

        /// Of a log in order: goes forward to the last row at or before a moment; what lies between is not looked at.
        mutating func skip(to offset: Offset) {
            guard let next = peek, next.offset < offset else { return }
            if index + 1 < rows.count, rows[index + 1].offset > offset { return }
            if let last = rows.last, last.offset < offset, nextBlock <= blocks.count {
                let later = blocks[nextBlock...].partitioningIndex { $0.first > offset }
                // The block before holds it, or the tail does.
                let isInTail = later == blocks.count && tail.first.map { $0.offset <= offset } ?? false
                let block = isInTail ? later : later - 1
                if block >= nextBlock {
                    nextBlock = block
                    unpack()
                }
            }
            let following = rows[index...].partitioningIndex { $0.offset > offset }
            if following - 1 > index { index = following - 1 }
        }
    }
}

extension PackedLog: Equatable {
    static func == (a: PackedLog, b: PackedLog) -> Bool { a.count == b.count && a.elementsEqual(b) }
}

extension PackedLog {
    /// The same rows by time; of several at one moment the last stays.
    func inOrder() -> PackedLog {
        if isOrdered { return self }
        let rows = rows
        var sorted = PackedLog()
        let order = rows.indices.sorted { (rows[$0].offset, $0) < (rows[$1].offset, $1) }
        for (place, index) in order.enumerated() {
            let isReplaced = place + 1 < order.count && rows[order[place + 1]].offset == rows[index].offset
            if !isReplaced { sorted.append(rows[index]) }
        }
        return sorted
    }

    /// The rows whose offsets lie inside a stretch of time; those of a log by time share the memory, but for the blocks at its edges.
    func cropped(to isInside: (Offset) -> Bool) -> PackedLog {
        if let earliest, let latest, isInside(earliest), isInside(latest) { return self }
        var kept = PackedLog()
        let whole = isMonotone ? blocks.indices.filter { isInside(blocks[$0].first) && isInside(blocks[$0].last) } : []
        guard let first = whole.first, let last = whole.last else {
            for row in self where isInside(row.offset) { kept.append(row) }
            return kept
        }
        func keep(_ rows: [Row]) {
            for row in rows where isInside(row.offset) { kept.append(row) }
        }
        if first > 0 { keep(blocks[first - 1].rows) }
        kept.append(shared: blocks[first...last])
        // Whether two of them are of one moment was not looked at.
        kept.isOrdered = isOrdered
        if last + 1 < blocks.count { keep(blocks[last + 1].rows) }
        keep(tail)
        return kept
    }

    /// The same rows by time; of several at one moment the first came first.
    func sortedByArrival() -> PackedLog {
        if isMonotone { return self }
        let rows = rows
        return PackedLog(rows.indices.sorted { (rows[$0].offset, $0) < (rows[$1].offset, $1) }.lazy.map { rows[$0] })
    }
}
