import Workouts

/// Stretches of time that sums are kept for: in order and apart, with gaps where nobody asks.
///
/// Times in microseconds since 1970.
struct Cells: Sendable {
    private(set) var starts: [Int64] = []
    private(set) var ends: [Int64] = []

    var count: Int { starts.count }

    /// - Parameter ranges: in order, without overlaps; an empty one is a cell that nothing falls into.
    init(_ ranges: [TimeRange]) {
        for range in ranges { append(from: range.start.microseconds, to: range.end.microseconds) }
    }

    init() {}

    mutating func append(from start: Int64, to end: Int64) {
        starts.append(start)
        ends.append(end)
    }
}

/// Keeps the sums of the cell that a sweep is in, and puts them away when it leaves it.
struct CellSums<Sums: PieceSums>: PieceSink {
    private let cells: Cells
    private var index = 0
    private var start: Int64
    private var end: Int64
    private var current = Sums()
    private var finished: [Sums]

    init(_ cells: Cells) {
        self.cells = cells
        finished = [Sums](repeating: Sums(), count: cells.count)
        (start, end) = (cells.starts.first ?? .max, cells.ends.first ?? .max)
    }

    /// One for each cell.
    var sums: [Sums] {
        var all = finished
        if index < all.count { all[index] = current }
        return all
    }

    mutating func take(from pieceStart: Int64, to pieceEnd: Int64, of sample: SweptSample) {
        if pieceStart >= start, pieceEnd <= end { return current.add(from: pieceStart, to: pieceEnd, of: sample) }
        var from = pieceStart
        while from < pieceEnd, index < cells.count {
            if from >= end {
                next()
            } else {
                let to = min(pieceEnd, end)
                from = max(from, start)
                if from < to { current.add(from: from, to: to, of: sample) }
                from = max(from, to)
            }
        }
    }

    private mutating func next() {
        finished[index] = current
        current = Sums()
        index += 1
        (start, end) = index < cells.count ? (cells.starts[index], cells.ends[index]) : (.max, .max)
    }
}

/// What becomes of the pieces of one cell.
protocol PieceSums: Sendable {
    init()
    mutating func add(from start: Int64, to end: Int64, of sample: SweptSample)
}
