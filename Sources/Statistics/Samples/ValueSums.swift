/// What a discrete quantity came to in a cell (core §6.2, §7).
struct ValueSums: PieceSums {
    /// Value times microseconds.
    private(set) var weighted = 0.0
    private(set) var coveredMicroseconds: Int64 = 0
    /// Samples taken in it.
    private(set) var sampleCount = 0
    /// Of samples taken in it; of values held from before where none was.
    private(set) var minimum = Double.infinity
    private(set) var maximum = -Double.infinity
    private(set) var last = 0.0
    /// When `last` was taken, which may be before the cell.
    private(set) var lastStart = Int64.min

    mutating func add(from start: Int64, to end: Int64, of sample: SweptSample) {
        weighted += sample.value * Double(end - start)
        coveredMicroseconds += end - start
        last = sample.value
        lastStart = sample.start
        if start == sample.start {
            if sampleCount == 0 { (minimum, maximum) = (sample.value, sample.value) }
            sampleCount += 1
        } else if sampleCount > 0 {
            return
        }
        minimum = min(minimum, sample.value)
        maximum = max(maximum, sample.value)
    }

    /// Both together; `other` is the later.
    mutating func add(_ other: ValueSums) {
        guard other.coveredMicroseconds > 0 else { return }
        guard coveredMicroseconds > 0 else { return self = other }
        weighted += other.weighted
        coveredMicroseconds += other.coveredMicroseconds
        if (sampleCount > 0) == (other.sampleCount > 0) {
            minimum = min(minimum, other.minimum)
            maximum = max(maximum, other.maximum)
        } else if other.sampleCount > 0 {
            (minimum, maximum) = (other.minimum, other.maximum)
        }
        sampleCount += other.sampleCount
        (last, lastStart) = (other.last, other.lastStart)
    }
}
