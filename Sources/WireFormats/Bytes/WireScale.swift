/// A quantity as a field counts it.
enum WireScale {
    /// How many steps of `unit` come nearest to `value`, 0...`limit`; 0 for what is not a number.
    static func steps(_ value: Double, of unit: Double, upTo limit: UInt32) -> UInt32 {
        let steps = value / unit + 0.5
        guard steps > 0 else { return 0 }
        // Compared before it is converted: a conversion of what does not fit would trap.
        return steps >= Double(limit) + 1 ? limit : UInt32(steps)
    }
}
