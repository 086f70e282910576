import Glibc  // rounding is a libm call on processors without the instruction

/// Mean-maximal power: the best mean over each length of time. Not always falling, and not repaired (core §6.3).
public enum PowerCurve {
    /// 1, 5, 10, 15, 30 s; 1, 2, 3, 5, 8, 10, 15, 20, 30, 60, 90 min.
    public static let standardSeconds = [1, 5, 10, 15, 30, 60, 120, 180, 300, 480, 600, 900, 1200, 1800, 3600, 5400]

    /// Every whole second up to 90 min.
    public static let allSeconds = Array(1...5400)

    /// The points of all durations that fit, in the order given; of equally good stretches the earliest.
    ///
    /// - Parameter watts: one value a second, holes as 0.
    public static func points(of watts: [Double], seconds durations: [Int] = standardSeconds) -> [WorkoutSummary.PowerCurvePoint]
    {
        let energy = EnergySums(watts)
        var start = 0
        return durations.compactMap { length in
            guard length >= 1, length <= watts.count else { return nil }
            // The best stretch of a length is rarely far from that of the one before.
            start = energy.bestStart(of: length, near: start)
            return WorkoutSummary.PowerCurvePoint(
                seconds: length, watts: energy.joules(from: start, length) / Double(length), startSecond: start)
        }
    }
}

/// Energy since the first second, in whole microjoules: sums of the same values are the same wherever they stand, so a tie is
/// a tie.
private struct EnergySums {
    private let sums: [Int64]

    init(_ watts: [Double]) {
        var sums: [Int64] = [0]
        sums.reserveCapacity(watts.count + 1)
        var sum: Int64 = 0
        for power in watts {
            sum &+= Self.microjoules(power)
            sums.append(sum)
        }
        self.sums = sums
    }

    private static func microjoules(_ watts: Double) -> Int64 {
        let megawatt = 1e12
        return watts > 0 ? Int64(min((watts * 1e6).rounded(), megawatt)) : 0
    }

    func joules(from start: Int, _ length: Int) -> Double { Double(sums[start + length] &- sums[start]) / 1e6 }

    /// Where the most energetic stretch of a length begins, the earliest of equals.
    ///
    /// Starts are looked at in blocks: as no power is negative, none of a block can hold more than from its first start to its
    /// last end, and most blocks are passed over for that.
    ///
    /// - Parameters:
    ///   - length: 1 to the number of seconds.
    ///   - guess: where it may begin.
    func bestStart(of length: Int, near guess: Int) -> Int {
        let block = 64
        let starts = sums.count - length
        var bestStart = min(guess, starts - 1)
        var best = sums[bestStart + length] &- sums[bestStart]
        var first = 0
        while first < starts {
            let next = min(first + block, starts)
            if sums[next - 1 + length] &- sums[first] >= best {
                for start in first..<next {
                    let energy = sums[start + length] &- sums[start]
                    guard energy >= best, energy > best || start < bestStart else { continue }
                    best = energy
                    bestStart = start
                }
            }
            first = next
        }
        return bestStart
    }
}
