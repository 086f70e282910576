import Workouts

/// What sources say while no workout runs: a rider looks whether the strap works, and the first movement may start the workout.
struct IdleReadings: Sendable {
    private struct Entry {
        let source: SourceID
        let quantity: Quantity
        var value: Double
        var offset: Offset

        var end: Offset { offset + quantity.defaultMaxHold }
    }

    /// A handful: one for each source and quantity.
    private var entries: [Entry] = []
    /// A race start around a stick that scans; what nobody said for long makes room.
    private static let mostEntries = 512

    mutating func note(_ reading: Reading) {
        if let index = entries.firstIndex(where: { $0.source == reading.source && $0.quantity == reading.quantity }) {
            guard reading.offset >= entries[index].offset else { return }
            entries[index].value = reading.value
            entries[index].offset = reading.offset
            return
        }
        if entries.count >= Self.mostEntries, let oldest = entries.indices.min(by: { entries[$0].offset < entries[$1].offset }) {
            entries.remove(at: oldest)
        }
        entries.append(
            Entry(source: reading.source, quantity: reading.quantity, value: reading.value, offset: reading.offset))
    }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    /// When the next value has run out: together with a sensor that is lost after the same while.
    func nextEnd(after now: Offset) -> Offset? {
        entries.lazy.map(\.end).filter { $0 > now }.min().map { $0 + TimeSpan(microseconds: 1) }
    }

    /// By source then quantity.
    func sensors(at now: Offset) -> [LiveFigures.Sensor] {
        entries
            .map { entry in
                LiveFigures.Sensor(
                    source: entry.source, quantity: entry.quantity,
                    news: now < entry.end ? .current(entry.value, from: entry.source) : .lost(since: entry.end),
                    lastHeard: entry.offset)
            }
            .sorted { ($0.source, $0.quantity) < ($1.source, $1.quantity) }
    }
}
