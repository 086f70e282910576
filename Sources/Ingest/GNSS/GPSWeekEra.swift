public import Workouts

/// The broadcast GPS week has ten bits: firmware past its pivot day states dates 1024 weeks, or a multiple, too early.
public enum GPSWeekEra {
    /// 1024 weeks.
    public static let length = TimeSpan(microseconds: 7168 * day)

    private static let day: Int64 = 86_400_000_000
    /// 2020-01-01: no date before it comes from a live receiver of today.
    private static let oldestLive = Timestamp(microseconds: 18262 * day)

    /// A receiver's date moved by whole eras to where a trusted clock is.
    ///
    /// Never rounded to the nearest era, which would push an old log into the future.
    ///
    /// - Returns: `nil` when no whole number of eras, 0 among them, explains the difference within a day.
    public static func corrected(_ date: Timestamp, now: Timestamp) -> Timestamp? {
        let (behind, overflow) = now.microseconds.subtractingReportingOverflow(date.microseconds)
        guard !overflow, behind > -day, behind < 1000 * length.microseconds else { return nil }
        let eras = (behind + day) / length.microseconds
        let corrected = Timestamp(microseconds: date.microseconds + eras * length.microseconds)
        return (now.microseconds - corrected.microseconds).magnitude < day.magnitude ? corrected : nil
    }

    /// A live receiver's date without a clock to compare it with: one before 2020 is moved by as few whole eras as lead past it.
    public static func plausibleLive(_ date: Timestamp) -> Timestamp {
        let (behind, overflow) = oldestLive.microseconds.subtractingReportingOverflow(date.microseconds)
        guard behind > 0, !overflow, behind < 1000 * length.microseconds else { return date }
        let eras = (behind + length.microseconds - 1) / length.microseconds
        return Timestamp(microseconds: date.microseconds + eras * length.microseconds)
    }
}
