public import Workouts

/// What must be read again before daily totals are shown (core §7).
public enum Refresh: Equatable, Sendable {
    /// Everything.
    case full
    /// From that day on.
    case since(CalendarDay)

    /// Everything when that has not been done for 24 hours, else what may have changed: from two days before the last time.
    ///
    /// - Parameters:
    ///   - lastSync: when the totals were last read again; `nil` for never.
    ///   - lastFullRead: when everything was; one that lies ahead, by a clock that was wrong, counts as never.
    public init(lastSync: Timestamp?, lastFullRead: Timestamp?, now: Timestamp, rules: CalendarRules) {
        let day = CalendarRules.dayOfClock
        guard let lastSync, let lastFullRead, CalendarRules.moments.contains(lastSync), lastFullRead <= now,
            lastFullRead > now - day
        else {
            self = .full
            return
        }
        self = .since(rules.day(containing: min(lastSync, now) - day - day))
    }
}
