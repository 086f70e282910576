import Workouts

/// Says again, once a second, that a sensor stands still: its zero was news once and is true as long as the sensor speaks.
struct RestReminder: Sendable {
    private var isAtRest = false
    private var lastSaid: Offset?

    mutating func remind(_ value: Double?, at offset: Offset) -> Double? {
        if let value {
            isAtRest = value == 0
            lastSaid = offset
            return value
        }
        guard isAtRest, let said = lastSaid, offset - said >= TimeSpan(seconds: 0.9) else { return nil }
        lastSaid = offset
        return 0
    }
}
