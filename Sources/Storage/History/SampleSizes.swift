/// What the chunks of a store hold, and how many bytes they take.
public struct SampleSizes: Equatable, Sendable {
    public var samples: Int
    public var sampleBytes: Int
    public var places: Int
    public var placeBytes: Int
}

extension HistoryStore {
    public func sampleSizes() throws(StorageError) -> SampleSizes {
        func sums(_ table: String) throws(StorageError) -> (count: Int, bytes: Int) {
            var statement = try connection.prepare("SELECT sum(count), sum(length(data)) FROM \(table)")
            try statement.bind([])
            guard try statement.step() else { return (0, 0) }
            return (Int(clamping: statement[0].integer ?? 0), Int(clamping: statement[1].integer ?? 0))
        }
        let (samples, places) = (try sums("sample_chunks"), try sums("route_chunks"))
        return SampleSizes(samples: samples.count, sampleBytes: samples.bytes, places: places.count, placeBytes: places.bytes)
    }
}
