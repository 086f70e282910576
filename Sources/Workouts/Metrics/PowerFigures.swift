/// What Coggan's formulas make of power on the one-second grid (core §6.3).
///
/// - SeeAlso: A. Coggan, "What are normalized power, intensity factor and training stress score?"
enum PowerFigures {
    static let shortestForNormalizedPower = 30

    /// Fourth root of the mean fourth power of each complete 30-second mean; `nil` below 30 s.
    static func normalizedPower(_ watts: [Double]) -> Double? {
        let window = shortestForNormalizedPower
        guard watts.count >= window else { return nil }
        var sum = watts[..<window].reduce(0, +)
        var fourthPowers = 0.0
        for end in window...watts.count {
            let mean = sum / Double(window)
            fourthPowers += mean * mean * mean * mean
            if end < watts.count { sum += watts[end] - watts[end - window] }
        }
        return max(0, fourthPowers / Double(watts.count - window + 1)).squareRoot().squareRoot()
    }

    /// Percent of what one hour at the threshold costs.
    static func trainingStressScore(seconds: Int, normalizedPower: Double, threshold: Double) -> Double {
        Double(seconds) * normalizedPower * (normalizedPower / threshold) / (threshold * 3600) * 100
    }
}
