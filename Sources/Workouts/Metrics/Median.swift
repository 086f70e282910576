/// The middle value; of an even count the mean of the two in the middle, rounded down. Leaves `values` in another order.
func medianInPlace<Number: FixedWidthInteger>(_ values: inout [Number]) -> Number? {
    guard !values.isEmpty else { return nil }
    let middle = values.count / 2
    let upper = select(&values, middle)
    if !values.count.isMultiple(of: 2) { return upper }
    let lower = values[..<middle].max() ?? upper
    return lower + (upper - lower) / 2
}

/// Lengths of time whose median is sought: the newest as they are, older ones packed, so that a day of them takes little room.
struct Spacings {
    /// As many as an hour of ten a second and more; so that only longer workouts pay for packing.
    static let mostAtHand = 1 << 16
    private static let blockLength = 256

    private var newest: [Int64] = []
    private var packed: [[UInt64]] = []
    private var least = Int64.max
    private var greatest = Int64.min

    /// - Parameter microseconds: not negative.
    mutating func append(_ microseconds: Int64) {
        if newest.count == Self.mostAtHand { pack() }
        newest.append(microseconds)
        least = min(least, microseconds)
        greatest = max(greatest, microseconds)
    }

    private mutating func pack() {
        for start in stride(from: 0, to: newest.count, by: Self.blockLength) {
            var writer = BitWriter()
            writer.append(integers: Array(newest[start..<start + Self.blockLength]))
            packed.append(writer.words)
        }
        newest.removeAll(keepingCapacity: true)
    }

    /// Of an even count the mean of the two in the middle, rounded down; `nil` without any.
    mutating func median() -> TimeSpan? {
        guard !packed.isEmpty else { return medianInPlace(&newest).map(TimeSpan.init(microseconds:)) }
        let count = packed.count * Self.blockLength + newest.count
        let lower = value(ofRank: (count - 1) / 2)
        let upper = count.isMultiple(of: 2) ? value(ofRank: count / 2) : lower
        return TimeSpan(microseconds: lower + (upper - lower) / 2)
    }

    private func forEach(_ body: (Int64) -> Void) {
        for words in packed {
            var reader = BitReader(words)
            for value in reader.integers(Self.blockLength) { body(value) }
        }
        for value in newest { body(value) }
    }

    /// Counts how many lie where, in ever finer steps around the one that is sought.
    private func value(ofRank rank: Int) -> Int64 {
        let bucketBits = 12
        var (low, high, rank) = (least, greatest, rank)
        while low < high {
            let shift = max(0, Int64.bitWidth - (high &- low).leadingZeroBitCount - bucketBits)
            var counts = [Int](repeating: 0, count: 1 << bucketBits)
            forEach { value in if value >= low, value <= high { counts[Int((value &- low) >> Int64(shift))] += 1 } }
            var bucket = 0
            while bucket < counts.count - 1, rank >= counts[bucket] {
                rank -= counts[bucket]
                bucket += 1
            }
            low += Int64(bucket) << Int64(shift)
            high = min(high, low + (1 << Int64(shift)) - 1)
        }
        return low
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
