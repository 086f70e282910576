public import Statistics
public import Workouts

// What sensors say outside of workouts.
extension HistoryStore {
    /// Keeps samples that belong to no workout, in one transaction: a row of chunks for each day of UTC, sensor and quantity. Of two that
    /// begin at one moment the later told counts, so that the same may be told again.
    ///
    /// - Parameters:
    ///   - columns: in any order.
    ///   - sources: those that the columns name; samples of others, and those that end before they begin or decades later, are left
    ///     out.
    /// - Returns: how many were taken.
    @discardableResult
    public func store(
        _ columns: SampleColumns, of quantity: HistoryQuantity, from sources: [SampleSource]
    ) throws(StorageError) -> Int {
        let known = Dictionary(sources.map { ($0.id, $0) }) { first, _ in first }
        var byDay: [DayKey: [ValueSpan]] = [:]
        var latest: [String: Timestamp] = [:]
        var taken = 0
        for index in columns.starts.indices {
            let (start, end) = (columns.starts[index], columns.ends[index])
            guard let source = known[columns.sources[index]], columns.values[index].isFinite, start <= end,
                CalendarRules.moments.contains(start), CalendarRules.moments.contains(end)
            else { continue }
            let day = Self.day(of: start)
            let origin = day * Self.dayMicroseconds
            let span = ValueSpan(
                start: Offset(microseconds: start.microseconds - origin), end: Offset(microseconds: end.microseconds - origin),
                value: columns.values[index])
            guard span.end.isPlausible else { continue }
            byDay[DayKey(day: day, sensor: source.identity), default: []].append(span)
            latest[source.identity] = max(latest[source.identity] ?? end, end)
            taken += 1
        }
        try write { () throws(StorageError) in
            for (key, spans) in byDay.sorted(by: { $0.key < $1.key }) { try append(spans, of: quantity, key) }
            for source in known.values.sorted(by: { $0.identity < $1.identity }) {
                if let heard = latest[source.identity] { try note(sensor: source, heardAt: heard) }
            }
        }
        return taken
    }

    private struct DayKey: Hashable, Comparable {
        let day: Int64
        let sensor: String
        static func < (a: DayKey, b: DayKey) -> Bool { (a.day, a.sensor) < (b.day, b.sensor) }
    }

    static let dayMicroseconds: Int64 = 86_400_000_000
    /// Rows of a chunk, as workouts have it.
    private static let chunkLength = 256

    private static func day(of moment: Timestamp) -> Int64 {
        let (days, rest) = moment.microseconds.quotientAndRemainder(dividingBy: dayMicroseconds)
        return rest < 0 ? days - 1 : days
    }

    private func append(_ spans: [ValueSpan], of quantity: HistoryQuantity, _ key: DayKey) throws(StorageError) {
        let name = "\(key.day)/\(quantity.rawValue)/\(key.sensor)"
        let values: [SQLValue] = [.integer(key.day), .text(key.sensor), .text(quantity.rawValue)]
        try connection.run(
            "INSERT OR IGNORE INTO series (place, form, day, sensor, quantity) VALUES (0, 'spans', ?, ?, ?)", values[0],
            values[1], values[2])
        let series = try connection.value(
            "SELECT id FROM series WHERE workout IS NULL AND day = ? AND sensor = ? AND quantity = ?", values[0], values[1],
            values[2])
        let first = spans.map(\.start).min() ?? .zero
        // Chunks that the new ones reach into, and one that is not full, are written again with all behind them.
        var place = try connection.value(
            """
            SELECT min(place) FROM sample_chunks AS c WHERE series = ?1 AND (last_offset_us >= ?2
            OR count < ?3 AND NOT EXISTS (SELECT 1 FROM sample_chunks WHERE series = ?1 AND place > c.place))
            """, series, .integer(first.microseconds), .integer(Self.chunkLength))
        var all: [ValueSpan] = []
        if place != .null {
            let kept = try connection.rows(
                """
                SELECT \(Self.chunkColumns), place FROM sample_chunks WHERE series = ? AND place >= ? ORDER BY place
                """, [series, place]
            ) { row throws(StorageError) in
                let spans = try unlessDamaged { () throws(StorageError) in
                    try chunk(row[9].blob ?? [], count: row[2], first: row[0], last: row[1], crc32: row[8], of: name).spans
                }
                let values = (0..<10).map { row[$0] }
                return (spans: spans, last: row[1].integer ?? .max, place: row[10].integer ?? 0, values: values)
            }
            // What cannot be read makes room for what is told, but stays, as a fault to be seen, where that only follows it.
            if kept.count == 1, kept[0].spans == nil, kept[0].last < first.microseconds { place = .integer(kept[0].place + 1) }
            all = kept.flatMap { $0.spans ?? [] }
            // What was told before is no news, unless its rows are not as they were stored.
            if kept.allSatisfy({ $0.spans != nil }), Self.chunks(of: Self.inOrder(all + spans)) == kept.map(\.values) { return }
            try connection.run("DELETE FROM sample_chunks WHERE series = ? AND place >= ?", series, place)
        }
        let next = try connection.value("SELECT coalesce(max(place) + 1, 0) FROM sample_chunks WHERE series = ?", series)
        let fresh = Self.inOrder(all + spans)
        try insert(fresh, series: series, from: next.integer ?? 0)
        let change = try noteChange(.daySeries, name)
        let origin = key.day * Self.dayMicroseconds
        let end = spans.map(\.end).max() ?? .zero
        try noteStale(
            Timestamp(microseconds: origin + first.microseconds), Timestamp(microseconds: origin + end.microseconds), change)
    }

    private func insert(_ spans: [ValueSpan], series: SQLValue, from place: Int64) throws(StorageError) {
        var statement = try connection.prepare(Self.chunkInsertion)
        for (index, values) in Self.chunks(of: spans).enumerated() {
            try statement.bind([series, .integer(place + Int64(index))] + values)
            while try statement.step() {}
        }
    }

    /// Their rows, from `first_offset_us` on.
    private static func chunks(of spans: [ValueSpan]) -> [[SQLValue]] {
        stride(from: 0, to: spans.count, by: chunkLength).compactMap { start in
            let part = Array(spans[start..<min(start + chunkLength, spans.count)])
            guard let chunk = PackedChunk(part) else { return nil }
            var totals = ChunkTotals()
            for span in part { totals.add(span.value, amount: span.value, covered: span.end - span.start) }
            return chunk.columnValues(totals)
        }
    }

    /// By start; of one moment the last told.
    private static func inOrder(_ spans: [ValueSpan]) -> [ValueSpan] {
        var kept: [ValueSpan] = []
        let order = spans.indices.sorted { (spans[$0].start, $0) < (spans[$1].start, $1) }
        for index in order {
            if kept.last?.start == spans[index].start { kept.removeLast() }
            kept.append(spans[index])
        }
        return kept
    }

    /// Samples outside of workouts that begin in `[from, to)`, by quantity.
    ///
    /// - Returns: columns whose sources are those of the list, in order of their identities.
    public func daySamples(
        from: Timestamp, to: Timestamp
    ) throws(StorageError) -> (columns: [HistoryQuantity: SampleColumns], sources: [SampleSource]) {
        try connection.snapshot { () throws(StorageError) in
            var sources = try sensors().map(\.sensor)
            for index in sources.indices { sources[index].id = SourceID(UInt16(clamping: index)) }
            var numbers = Dictionary(sources.map { ($0.identity, $0.id) }) { first, _ in first }
            var columns: [HistoryQuantity: SampleColumns] = [:]
            let days: [SQLValue] = [.integer(Self.day(of: from)), .integer(Self.day(of: to))]
            for series in try storedSeries("workout IS NULL AND s.day BETWEEN ? AND ?", days) {
                guard let quantity = HistoryQuantity(rawValue: series.name), let sensor = series.sensor, let day = series.day
                else { throw damaged("a day's series is not readable") }
                let source: SourceID
                if let known = numbers[sensor] {
                    source = known
                } else {
                    // One that was forgotten.
                    source = SourceID(UInt16(clamping: sources.count))
                    sources.append(SampleSource(id: source, kind: .manual, identity: sensor))
                    numbers[sensor] = source
                }
                let origin = Timestamp(microseconds: day &* Self.dayMicroseconds)
                for chunk in series.chunks {
                    guard let spans = chunk.spans else { throw damaged("a day's series is not as it was stored") }
                    for span in spans {
                        let start = Timestamp(microseconds: origin.microseconds &+ span.start.microseconds)
                        guard start >= from, start < to else { continue }
                        columns[quantity, default: SampleColumns()].append(
                            from: start, to: Timestamp(microseconds: origin.microseconds &+ span.end.microseconds),
                            span.value, source: source)
                    }
                }
            }
            return (columns, sources)
        }
    }
}
