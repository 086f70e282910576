import Statistics
import Workouts

/// Which days are exported: this week, month or year, or those from one to another.
struct ExportPeriod: Sendable {
    private let kind: Period.Kind

    /// - Parameter text: `week`, `month`, `year`, or `2026-03-01..2026-03-31`, both days included.
    init?(_ text: String) {
        switch text {
        case "week": kind = .week
        case "month": kind = .month
        case "year": kind = .year
        default:
            guard let dots = text.firstRange(of: ".."), let first = CalendarDay(String(text[..<dots.lowerBound])),
                let last = CalendarDay(String(text[dots.upperBound...])), first <= last
            else { return nil }
            kind = .custom(first: first, last: last)
        }
    }

    func range(_ calendar: CalendarRules, now: Timestamp) throws(CommandError) -> TimeRange {
        do throws(PeriodError) {
            return try calendar.period(kind, now: now).range
        } catch {
            throw CommandError(.badData, "there is no such period: days have years 1 to 9999, and at most a hundred of them")
        }
    }
}
