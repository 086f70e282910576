/// Mean-maximal power: the best mean over each length of time. Not always falling, and not repaired (core §6.3).
public enum PowerCurve {
    /// 1, 5, 10, 15, 30 s; 1, 2, 3, 5, 8, 10, 15, 20, 30, 60, 90 min.
    public static let standardSeconds = [1, 5, 10, 15, 30, 60, 120, 180, 300, 480, 600, 900, 1200, 1800, 3600, 5400]

    /// The points of all durations that fit, in the order given; of equally good stretches the earliest.
    ///
    /// - Parameter watts: one value a second, holes as 0.
    public static func points(of watts: [Double], seconds durations: [Int] = standardSeconds) -> [WorkoutSummary.PowerCurvePoint]
    {
        var sums = [0.0]
        sums.reserveCapacity(watts.count + 1)
        for value in watts { sums.append(sums[sums.count - 1] + value) }
        // Sums of the same values from different places differ in their last bits; that is still a tie.
        let tie = (sums.last ?? 0) * 1e-13
        return durations.filter { 1...max(1, watts.count) ~= $0 && !watts.isEmpty }.map { length in
            var best = sums[length]
            var start = 0
            var candidate = 1
            while candidate + length < sums.count {
                let sum = sums[candidate + length] - sums[candidate]
                if sum > best + tie {
                    best = sum
                    start = candidate
                }
                candidate += 1
            }
            return WorkoutSummary.PowerCurvePoint(seconds: length, watts: best / Double(length), startSecond: start)
        }
    }
}
