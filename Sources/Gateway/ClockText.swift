public import Workouts

/// Times and lengths of time as people read them.
public enum ClockText {
    /// `1:02:03` or `2:03`; seconds rounded half away from zero.
    public static func span(_ span: TimeSpan) -> String {
        let seconds = Int64(span.seconds.rounded())
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// At least two digits.
    public static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
