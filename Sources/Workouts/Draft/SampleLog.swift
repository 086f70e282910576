/// Readings as they arrived, a column for each source and quantity.
struct SampleLog: Sendable {
    struct Column: Sendable {
        let quantity: Quantity
        let source: SourceID
        var samples = PackedLog<Sample>()
        /// The latest; of several at one moment the last that arrived.
        var newest: Sample

        /// When that runs out.
        var end: Offset { newest.offset + quantity.defaultMaxHold }
        /// In time order.
        var series: SampleSeries { SampleSeries(quantity: quantity, source: source, samples: samples.inOrder()) }
    }

    private(set) var columns: [Column] = []
    /// The column of each source and quantity, 64 sources a page, so that a reading finds its own without hashing.
    private var pages: [[Int32]] = []
    /// Whether a sample from before the workout's start is there since it held when a workout was cut.
    private var isCut = false

    init() {}

    /// Of a finished workout or a stretch of one: cleaned, sorted, and nothing that does not belong to it. Nothing can be appended.
    init(cut series: [SampleSeries]) {
        columns = series.compactMap { series in
            series.samples.last.map {
                Column(quantity: series.quantity, source: series.source, samples: series.samples, newest: $0)
            }
        }
        isCut = true
    }

    mutating func append(_ quantity: Quantity, _ value: Double, at offset: Offset, from source: SourceID) {
        let sample = Sample(offset: offset, value: value)
        let column = place(of: quantity, source, first: sample)
        if offset >= columns[column].newest.offset { columns[column].newest = sample }
        columns[column].samples.append(sample)
    }

    private mutating func place(of quantity: Quantity, _ source: SourceID, first: Sample) -> Int {
        let page = Int(source.rawValue >> 6)
        let entry = Int(source.rawValue & 63) * Quantity.count + quantity.ordinal
        if page < pages.count, !pages[page].isEmpty, pages[page][entry] >= 0 { return Int(pages[page][entry]) }
        if page >= pages.count { pages += Array(repeating: [], count: page + 1 - pages.count) }
        if pages[page].isEmpty { pages[page] = Array(repeating: -1, count: 64 * Quantity.count) }
        pages[page][entry] = Int32(columns.count)
        columns.append(Column(quantity: quantity, source: source, newest: first))
        return columns.count - 1
    }

    /// What has come of one quantity, sorted, best source first.
    func columns(of quantity: Quantity, ranked sources: [SourceID]) -> [SampleSeries] {
        columns.filter { $0.quantity == quantity }
            .sorted { a, b in
                let ranks = [a, b].map { sources.firstIndex(of: $0.source) ?? .max }
                return (ranks[0], a.source) < (ranks[1], b.source)
            }
            .map(\.series)
    }

    /// Cleaned series by quantity, then source, each sorted and inside `[start, end)`; empty ones left out.
    func series(from start: Offset, to end: Offset) -> [SampleSeries] {
        columns.map { column in
            var series = column.series
            series.samples = series.samples.cropped { ($0 >= start || isCut) && $0 < end }
            return series
        }
        .filter { $0.count > 0 }
        .sorted { ($0.quantity, $0.source) < ($1.quantity, $1.source) }
    }
}
