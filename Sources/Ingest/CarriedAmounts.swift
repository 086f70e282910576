import Workouts

/// Amounts that came at the very moment of their source's last one, as two messages of one chunk do: over no time nothing can have
/// grown, so they are told with the next.
struct CarriedAmounts {
    private var entries: [(source: SourceID, quantity: Quantity, value: Double)] = []

    mutating func add(_ value: Double, _ quantity: Quantity, of source: SourceID) {
        if let index = index(quantity, source) {
            entries[index].value += value
        } else {
            entries.append((source, quantity, value))
        }
    }

    /// What waits to be told; nothing waits afterwards.
    mutating func take(_ quantity: Quantity, of source: SourceID) -> Double {
        guard let index = index(quantity, source) else { return 0 }
        defer { entries[index].value = 0 }
        return entries[index].value
    }

    private func index(_ quantity: Quantity, _ source: SourceID) -> Int? {
        entries.firstIndex { $0.source == source && $0.quantity == quantity }
    }
}
