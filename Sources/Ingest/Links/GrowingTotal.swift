import Workouts

/// A total that a machine states (metres, kilocalories), as amounts between two statements.
struct GrowingTotal {
    private var last: (value: Double, offset: Offset)?

    /// - Returns: what it grew by and since when; `nil` for the first, and for a total that fell: the machine began anew.
    mutating func apply(_ value: Double, at offset: Offset) -> (amount: Double, since: Offset)? {
        defer { last = (value, offset) }
        guard let last, value >= last.value else { return nil }
        return (value - last.value, last.offset)
    }
}
