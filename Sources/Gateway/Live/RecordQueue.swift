import WireFormats

/// Records that wait for the loop, oldest first. One turn of the reactor fills it and the loop empties it before the next, so it is
/// short; its bound holds whatever a transport does.
struct RecordQueue {
    private var records: [CaptureRecord] = []
    private var first = 0
    private var byteCount = 0

    static let mostRecords = 16_384
    static let mostBytes = 4 << 20

    var isEmpty: Bool { first == records.count }

    /// Whether bytes of a link may wait here; what is no bytes of a link is little and always may.
    func hasRoom(for count: Int) -> Bool { records.count - first < Self.mostRecords && byteCount + count <= Self.mostBytes }

    mutating func append(_ record: CaptureRecord) {
        byteCount += Self.size(record)
        records.append(record)
    }

    mutating func removeFirst() -> CaptureRecord? {
        guard !isEmpty else { return nil }
        let record = records[first]
        byteCount -= Self.size(record)
        first += 1
        if isEmpty {
            // What a flood made large is given back.
            records.removeAll(keepingCapacity: records.count <= 1024)
            first = 0
        }
        return record
    }

    private static func size(_ record: CaptureRecord) -> Int {
        if case .bytes(_, let bytes) = record.input { bytes.count } else { 0 }
    }
}
