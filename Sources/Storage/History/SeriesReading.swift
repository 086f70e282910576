import Workouts

// Series of samples with their chunks, of workouts and of days.
extension HistoryStore {
    struct StoredSeries {
        var form: String
        /// Of the quantity, which outside of workouts need be none of a sensor's.
        var name: String
        var quantity: Quantity? { Quantity(rawValue: name) }
        var source: SourceID?
        var sensor: String?
        var day: Int64?
        var chunks: [PackedChunk] = []
    }

    /// Series in order with their chunks, checked.
    func storedSeries(_ condition: String, _ values: [SQLValue]) throws(StorageError) -> [StoredSeries] {
        var series: [StoredSeries] = []
        var current: Int64?
        var statement = try connection.prepare(
            """
            SELECT s.id, s.form, s.quantity, s.source, s.sensor, s.day, c.count, c.first_offset_us, c.last_offset_us, c.crc32,
            c.data FROM series AS s LEFT JOIN sample_chunks AS c ON c.series = s.id WHERE s.\(condition)
            ORDER BY s.day, s.place, s.id, c.place
            """)
        try statement.bind(values)
        while try statement.step() {
            if statement[0].integer != current {
                current = statement[0].integer
                series.append(
                    StoredSeries(
                        form: statement[1].text ?? "", name: statement[2].text ?? "",
                        source: statement[3].integer.flatMap(UInt16.init(exactly:)).map { SourceID($0) },
                        sensor: statement[4].text, day: statement[5].integer))
            }
            guard let data = statement[10].blob else { continue }
            series[series.count - 1].chunks.append(
                try chunk(
                    data, count: statement[6], first: statement[7], last: statement[8], crc32: statement[9],
                    of: "series \(current ?? 0)"))
        }
        return series
    }

    /// - Throws: `damaged`, when the bytes are not those that were stored.
    func chunk(
        _ data: [UInt8], count: SQLValue, first: SQLValue, last: SQLValue, crc32: SQLValue, of owner: String
    ) throws(StorageError) -> PackedChunk {
        guard let count = count.integer.flatMap(Int.init(exactly:)), let first = first.offset, let last = last.offset,
            crc32.integer == Checksum.crc32(data)
        else { throw damaged("a chunk of \(owner) is not as it was stored") }
        return PackedChunk(bytes: data, count: count, first: first, last: last)
    }
}

extension SQLValue {
    /// `nil` also for what no workout reaches, with which sums would not be safe.
    var offset: Offset? { integer.map { Offset(microseconds: $0) }.flatMap { $0.isPlausible ? $0 : nil } }
    /// Likewise.
    var span: TimeSpan? { integer.flatMap(TimeSpan.init(plausible:)) }
    var moment: Timestamp? { integer.map { Timestamp(microseconds: $0) } }
}

extension ZoneGroup {
    /// - Parameter column: of the durations.
    init?(_ row: borrowing Statement, of configuration: ZoneConfiguration, from column: Int) {
        guard let durations = row[column].text.flatMap([TimeSpan].init(recordText:)),
            durations.count == configuration.zoneCount, durations.allSatisfy(\.isPlausible),
            let unattributed = row[column + 1].span,
            let maxHold = row[column + 2].span, let version = row[column + 3].integer
        else { return nil }
        self.init(
            configuration: configuration, zoneDurations: durations, unattributed: unattributed, maxHold: maxHold)
        algorithmVersion = Int(clamping: version)
    }
}
