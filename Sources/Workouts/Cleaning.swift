extension Quantity {
    /// What a sample may say, in the quantity's unit; anything else is dropped and counted (core §4.1).
    ///
    /// 0 W is a value; 0 bpm means "no contact".
    public var plausibleValues: ClosedRange<Double> {
        switch self {
        case .heartRate: 25...250
        case .power: 0...3000
        case .cadence: 0...300
        case .stepRate: 0...400
        case .speed: 0...100
        case .altitude: -1000...20_000
        case .temperature: -100...100
        case .distance, .steps, .energy: 0...1e9
        }
    }

    /// How long a sample goes on counting when none follows (core §4.2).
    public var defaultMaxHold: TimeSpan {
        switch self {
        case .heartRate: TimeSpan(microseconds: 10_000_000)
        case .temperature: TimeSpan(microseconds: 60_000_000)
        case .power, .cadence, .stepRate, .speed, .altitude, .distance, .steps, .energy: TimeSpan(microseconds: 5_000_000)
        }
    }
}

extension SampleSeries {
    /// How long one of its samples holds: the quantity's default; for an imported series three times its median spacing,
    /// from the default to 60 s (core §4.2).
    public func maxHold(from kind: SampleSource.Kind) -> TimeSpan {
        let standard = quantity.defaultMaxHold
        guard kind == .imported, count > 1 else { return standard }
        let offsets = offsets
        var spacings = zip(offsets.dropFirst(), offsets).map { $0.microseconds - $1.microseconds }
        let longest = max(standard, TimeSpan(microseconds: 60_000_000))
        guard let median = medianInPlace(&spacings) else { return standard }
        return min(max(TimeSpan(microseconds: 3 * min(median, longest.microseconds)), standard), longest)
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies `isAfter`, where none that does comes before one that does not.
    func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
