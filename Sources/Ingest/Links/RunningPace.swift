import Workouts

/// What a foot pod that states rates alone covered between two packets: rate times time, over gaps it can vouch for.
struct RunningPace {
    struct Covered {
        let metres: Double
        let steps: Double
        let since: Offset
    }

    /// The longest gap over which a rate is believed.
    private static let hold = TimeSpan(seconds: 5)
    private var last: (metresPerSecond: Double, stepsPerMinute: Double, offset: Offset)?

    mutating func apply(metresPerSecond: Double, stepsPerMinute: Double, at offset: Offset) -> Covered? {
        defer { last = (metresPerSecond, stepsPerMinute, offset) }
        guard let last, offset > last.offset, offset - last.offset <= Self.hold else { return nil }
        let seconds = (offset - last.offset).seconds
        return Covered(metres: last.metresPerSecond * seconds, steps: last.stepsPerMinute / 60 * seconds, since: last.offset)
    }
}
