/// The amount that fell into a cell; a sample across its edge is split in proportion to time (core §7).
struct AmountSums: PieceSums {
    private(set) var amount = 0.0
    /// Whether any sample covers any of it: what nobody counted is not 0.
    private(set) var isCovered = false

    mutating func add(from start: Int64, to end: Int64, of sample: SweptSample) {
        isCovered = true
        if start == sample.start, end == sample.end {
            amount += sample.value
        } else {
            amount += sample.value * (Double(end - start) / Double(sample.end - sample.start))
        }
    }
}
