import Gateway
import Statistics
import Transports
import Workouts

/// Whose days count, and which of them are asked for.
enum ArchiveCalendar {
    static func rules(
        _ arguments: Arguments, _ clock: MachineTime, of command: any Command.Type
    ) throws(CommandError) -> CalendarRules {
        CalendarRules(
            timeZone: try timeZone(arguments, clock, of: command),
            firstWeekday: arguments[ArchiveOptions.weekStarts] ?? firstWeekday(Environment.all))
    }

    /// The machine's, by which the dates of settings are meant: where somebody looks from changes no figure.
    static func machine(_ clock: MachineTime) -> CalendarRules {
        let local = database.local(variable: Environment.all["TZ"], utcOffsetSeconds: clock.utcOffsetSeconds)
        return CalendarRules(timeZone: local.rules, firstWeekday: .monday)
    }

    private static var database: TimeZoneDatabase {
        TimeZoneDatabase(folder: Environment.all["TZDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil })
    }

    private static func timeZone(
        _ arguments: Arguments, _ clock: MachineTime, of command: any Command.Type
    ) throws(CommandError) -> TimeZoneRules {
        let database = database
        guard let name = arguments[ArchiveOptions.timeZone] else {
            let local = database.local(variable: Environment.all["TZ"], utcOffsetSeconds: clock.utcOffsetSeconds)
            if let sentence = local.sentence { Output.complain("wattbeat: \(sentence)") }
            return local.rules
        }
        do throws(TimeZoneDatabase.Refusal) {
            return try database.zone(named: name)
        } catch {
            throw .usage("--time-zone \(quoted(name)) \(error.reason)", see: command)
        }
    }

    /// By the region of the locale in which dates are written; the first variable that is set decides, as in setlocale(3).
    static func firstWeekday(_ environment: [String: String]) -> Weekday {
        let locale = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // As cs_CZ.UTF-8, or de_AT@euro.
        let region = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst().first ?? ""
        return Weekday.firstOfWeek(region: String(region))
    }

    static func now(_ arguments: Arguments, _ clock: MachineTime, _ calendar: CalendarRules) -> Timestamp {
        guard let (day, time) = arguments[ArchiveOptions.today].map({ ($0.day, $0.time) }) else {
            return Timestamp(microseconds: clock.wall)
        }
        if let time { return calendar.moment(on: day, at: time) }
        // Its last moment: all that was done on it counts.
        return calendar.range(of: day).end - TimeSpan(microseconds: 1)
    }

    /// From the start of one day to the end of another.
    static func range(
        _ arguments: Arguments, _ calendar: CalendarRules, of command: any Command.Type
    ) throws(CommandError) -> TimeRange? {
        let (from, to) = (arguments[ArchiveOptions.from], arguments[ArchiveOptions.to])
        guard from != nil || to != nil else { return nil }
        if let from, let to, to < from { throw .usage("--to \(to) is before --from \(from)", see: command) }
        let days = (from ?? firstDay)...(to ?? lastDay)
        return TimeRange(start: calendar.start(of: days.lowerBound), end: calendar.range(of: days.upperBound).end)
    }

    private static let firstDay = CalendarDay(year: 1, month: 1, day: 1)
    private static let lastDay = CalendarDay(year: 9999, month: 12, day: 30)
}
