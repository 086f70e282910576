/// The middle value; of an even count the mean of the two in the middle, rounded down. Leaves `values` in another order.
func medianInPlace<Number: FixedWidthInteger>(_ values: inout [Number]) -> Number? {
    guard !values.isEmpty else { return nil }
    let middle = values.count / 2
    let upper = select(&values, middle)
    if !values.count.isMultiple(of: 2) { return upper }
    let lower = values[..<middle].max() ?? upper
    return lower + (upper - lower) / 2
}

/// Lengths of time whose median is sought, in half the memory as long as none is longer than 71 minutes.
struct Spacings {
    private var short: [UInt32] = []
    /// All of them, once one is longer.
    private var any: [Int64] = []

    mutating func append(_ microseconds: Int64) {
        if any.isEmpty, let spacing = UInt32(exactly: microseconds) { return short.append(spacing) }
        if any.isEmpty {
            any = short.map { Int64($0) }
            short = []
        }
        any.append(microseconds)
    }

    /// `nil` without any; puts them in another order.
    mutating func median() -> TimeSpan? {
        let median = any.isEmpty ? medianInPlace(&short).map { Int64($0) } : medianInPlace(&any)
        return median.map { TimeSpan(microseconds: $0) }
    }
}

/// Quickselect; runs of equal values, the rule with sensors that send at a fixed rate, cost one pass.
private func select<Number: FixedWidthInteger>(_ values: inout [Number], _ rank: Int) -> Number {
    var low = 0
    var high = values.count - 1
    while low < high {
        let first = values[low]
        let middle = values[low + (high - low) / 2]
        let last = values[high]
        let pivot = max(min(first, middle), min(max(first, middle), last))
        var less = low
        var index = low
        var greater = high
        while index <= greater {
            if values[index] < pivot {
                values.swapAt(less, index)
                less += 1
                index += 1
            } else if values[index] > pivot {
                values.swapAt(index, greater)
                greater -= 1
            } else {
                index += 1
            }
        }
        if rank < less { high = less - 1 } else if rank > greater { low = greater + 1 } else { return pivot }
    }
    return values[rank]
}
