public import Workouts

/// Where somebody reads a calendar: local days from a time zone, weeks from their first day (core §8).
///
/// Days are counted by arithmetic; of the zone only its offset from UTC at a moment is asked. No zone has ever changed its
/// clocks twice within 32 hours, so looking 16 hours, more than any offset, to either side of a local time finds the one change
/// that may be there.
public struct CalendarRules: Hashable, Sendable {
    public let timeZone: TimeZoneRules
    public let firstWeekday: Weekday

    public init(timeZone: TimeZoneRules, firstWeekday: Weekday) {
        self.timeZone = timeZone
        self.firstWeekday = firstWeekday
    }

    /// Local time minus UTC.
    public func utcOffsetSeconds(at moment: Timestamp) -> Int {
        Int(offset(atSecond: moment.microseconds.flooredQuotient(dividingBy: 1_000_000)))
    }

    /// What the clock on the wall shows.
    public func localTime(at moment: Timestamp) -> CivilDate { CivilDate(moment, utcOffsetSeconds: utcOffsetSeconds(at: moment)) }

    /// The first instant whose local date is that day; of a day that a zone skipped, the first of the day after it.
    public func start(of day: CalendarDay) -> Timestamp {
        let midnight = Int64(day.number) * 86_400
        guard let change = change(around: midnight) else {
            return Timestamp(secondsSince1970: midnight - offset(atSecond: midnight))
        }
        let first = midnight - change.before
        return Timestamp(secondsSince1970: first < change.instant ? first : max(change.instant, midnight - change.after))
    }

    /// The local day, 23 to 25 hours where clocks change.
    public func range(of day: CalendarDay) -> TimeRange { TimeRange(start: start(of: day), end: start(of: day.adding(days: 1))) }

    /// The day in whose range a moment lies.
    ///
    /// That is its local date, but where clocks went back across midnight: what the date before gets again belongs to the day
    /// that had begun.
    public func day(containing moment: Timestamp) -> CalendarDay {
        let date = localTime(at: moment)
        let day = CalendarDay(year: date.year, month: date.month, day: date.day)
        let next = day.adding(days: 1)
        return start(of: next) <= moment ? next : day
    }

    /// When the clock on the wall shows a local time; one in a gap moves forward by the gap, an ambiguous one means the first
    /// occurrence.
    ///
    /// - Parameter time: since the wall clock's midnight, 0 to 24 h; what lies outside is taken for the nearer of the two.
    public func moment(on day: CalendarDay, at time: TimeSpan) -> Timestamp {
        let time = min(max(time, .zero), Self.dayOfClock)
        let seconds = time.microseconds.flooredQuotient(dividingBy: 1_000_000)
        let local = Int64(day.number) * 86_400 + seconds
        return Timestamp(
            microseconds: second(ofLocal: local) * 1_000_000 + time.microseconds - seconds * 1_000_000)
    }

    /// What the clock on the wall shows, since its midnight.
    func clockTime(at moment: Timestamp) -> TimeSpan {
        let local = moment.microseconds &+ Int64(utcOffsetSeconds(at: moment)) * 1_000_000
        return TimeSpan(microseconds: local - local.flooredQuotient(dividingBy: 86_400_000_000) * 86_400_000_000)
    }

    private func second(ofLocal local: Int64) -> Int64 {
        guard let change = change(around: local) else { return local - offset(atSecond: local) }
        let (byFirst, bySecond) = (local - change.before, local - change.after)
        // Past the change by the old clock and before it by the new one is a gap.
        return byFirst < change.instant || bySecond < change.instant ? byFirst : bySecond
    }

    /// A change of a zone's clocks: seconds since 1970, and local time minus UTC on either side.
    private struct Change {
        var instant: Int64
        var before: Int64
        var after: Int64
    }

    /// The change near enough to bear on a local time; `nil` when one offset holds throughout.
    private func change(around local: Int64) -> Change? {
        var (lower, upper) = (local - Self.farthestOffset, local + Self.farthestOffset)
        let (before, after) = (offset(atSecond: lower), offset(atSecond: upper))
        guard before != after else { return nil }
        while upper - lower > 1 {
            let middle = lower + (upper - lower) / 2
            if offset(atSecond: middle) == before { lower = middle } else { upper = middle }
        }
        return Change(instant: upper, before: before, after: after)
    }

    private func offset(atSecond second: Int64) -> Int64 { timeZone.offset(atSecond: second) }

    private static let farthestOffset = Int64(TimeZoneRules.farthestOffset)
}

extension Int64 {
    /// Rounded down; `divisor` is positive.
    func flooredQuotient(dividingBy divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
