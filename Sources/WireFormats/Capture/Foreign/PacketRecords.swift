/// What packets have become: records in order, offsets that never go back, numbers for links.
struct PacketRecords: Sendable {
    var findings = CaptureFindings()
    private var clock = RecorderClock()
    private var queue: [CaptureRecord] = []
    private var head = 0
    private var lastLink: UInt16 = 0

    /// The first packet's stamp, microseconds since 1970.
    var start: Int64? { clock.start }

    /// Moves on to a packet's stamp, microseconds since 1970; one before the last packet's keeps the last one's offset.
    mutating func advance(to stamp: Int64) {
        switch clock.advance(to: stamp) {
        case .none: break
        case .outOfOrder: findings.stampsGoingBack += 1
        case .clockSet:
            findings.clockSteps += 1
            // From a time before such recorders to one of today: the machine had no clock, and now it has.
            if let start, start < Self.year2020, stamp >= Self.year2020 {
                append(.clockAnchor(ClockAnchor(timestamp: stamp, source: .system, isSynchronised: true)))
            }
        }
    }

    private static let year2020: Int64 = 1_577_836_800_000_000

    mutating func append(_ input: CaptureRecord.Input) { queue.append(CaptureRecord(offset: clock.offset, input: input)) }

    mutating func next() -> CaptureRecord? {
        guard head < queue.count else {
            queue.removeAll(keepingCapacity: true)
            head = 0
            return nil
        }
        defer { head += 1 }
        return queue[head]
    }

    /// A number for one more link; `nil` when all 65535 are taken.
    mutating func newLink() -> LinkID? {
        guard lastLink < UInt16.max else { return nil }
        lastLink += 1
        return LinkID(lastLink)
    }
}
