/// Readings as they arrived, a column for each source and quantity.
struct SampleLog: Sendable {
    struct Column: Sendable {
        var samples: SampleSeries
        /// Whether the offsets increase strictly.
        var isOrdered = true
        /// Where the latest sample stands.
        var latest = 0
    }

    private(set) var columns: [Column] = []
    /// The column of each source and quantity, 64 sources a page, so that a reading finds its own without hashing.
    private var pages: [[Int32]] = []

    mutating func append(_ quantity: Quantity, _ value: Double, at offset: Offset, from source: SourceID) {
        let column = place(of: quantity, source)
        let count = columns[column].samples.offsets.count
        if count > 0 {
            let latest = columns[column].samples.offsets[columns[column].latest]
            if offset >= latest { columns[column].latest = count }
            if offset <= latest { columns[column].isOrdered = false }
        }
        columns[column].samples.offsets.append(offset)
        columns[column].samples.values.append(value)
    }

    private mutating func place(of quantity: Quantity, _ source: SourceID) -> Int {
        let page = Int(source.rawValue >> 6)
        let entry = Int(source.rawValue & 63) * Quantity.count + quantity.ordinal
        if page < pages.count, !pages[page].isEmpty, pages[page][entry] >= 0 { return Int(pages[page][entry]) }
        if page >= pages.count { pages += Array(repeating: [], count: page + 1 - pages.count) }
        if pages[page].isEmpty { pages[page] = Array(repeating: -1, count: 64 * Quantity.count) }
        pages[page][entry] = Int32(columns.count)
        columns.append(Column(samples: SampleSeries(quantity: quantity, source: source)))
        return columns.count - 1
    }

    /// What has come of one quantity, sorted, best source first.
    func columns(of quantity: Quantity, ranked sources: [SourceID]) -> [SampleSeries] {
        columns.filter { $0.samples.quantity == quantity }
            .sorted { a, b in
                let ranks = [a, b].map { sources.firstIndex(of: $0.samples.source) ?? .max }
                return (ranks[0], a.samples.source) < (ranks[1], b.samples.source)
            }
            .map { column in
                var series = column.samples
                if !column.isOrdered { series.restoreOrder() }
                return series
            }
    }

    /// Cleaned series by quantity, then source, each sorted and inside `[start, end)`; empty ones left out.
    func series(from start: Offset, to end: Offset) -> [SampleSeries] {
        columns.map { column in
            var series = column.samples
            if !column.isOrdered { series.restoreOrder() }
            series.crop(from: start, to: end)
            return series
        }
        .filter { !$0.offsets.isEmpty }
        .sorted { ($0.quantity, $0.source) < ($1.quantity, $1.source) }
    }
}

extension SampleLog.Column {
    /// The latest sample.
    var newest: (offset: Offset, value: Double) { (samples.offsets[latest], samples.values[latest]) }
    /// When that runs out.
    var end: Offset { newest.offset + samples.quantity.defaultMaxHold }
}
