/// How much is in a store, and where its followers stand.
public struct StoreFacts: Equatable, Sendable {
    /// Of all kinds.
    public var counts: [StoredKind: Int]
    /// Workouts that can be had back.
    public var deletedWorkouts: Int
    public var samples: SampleSizes
    /// Of the file, without the log beside it.
    public var bytes: Int
    /// Of those, what is free.
    public var freeBytes: Int
    public var anchor: ChangeAnchor
    /// Totals of days that are kept, and whether they are current.
    public var totals: [HistoryStore.KeptTotals]
}

extension HistoryStore {
    /// All of it of one moment. Every chunk's size is looked at: not for each second.
    public func facts() throws(StorageError) -> StoreFacts {
        try connection.snapshot { () throws(StorageError) in
            var counts: [StoredKind: Int] = [:]
            for kind in StoredKind.allCases { counts[kind] = 0 }
            var statement = try connection.prepare("SELECT kind, count(*) FROM objects GROUP BY kind")
            try statement.bind([])
            while try statement.step() {
                guard let kind = statement[0].text.flatMap(StoredKind.init(rawValue:)) else { continue }
                counts[kind] = Int(clamping: statement[1].integer ?? 0)
            }
            let size = try size()
            return StoreFacts(
                counts: counts, deletedWorkouts: try deletedWorkouts().count, samples: try sampleSizes(), bytes: size.bytes,
                freeBytes: size.free, anchor: try anchor(), totals: try keptTotals())
        }
    }
}
