import Gateway
import Statistics
import WireFormats
import Workouts

/// What a person may say to every command that looks back at what was recorded.
enum ArchiveOptions {
    static let sport = Option<ActivityType>.choices(
        "sport", as: "TYPE", "only workouts of this kind, or with a leg of it")
    static let source = Option<String>.text(
        "source", "SENSOR", "only workouts in which this sensor took part, as ble:C0:11:22:33:44:01")
    static let from = Option<CalendarDay>.day("from", "only workouts that began on this day or later")
    static let to = Option<CalendarDay>.day("to", "only workouts that began on this day or earlier")
    /// The same two of what is no workout.
    ///
    /// - Parameter what: "only " stands before it, "on this day or later" behind it.
    static func days(_ what: String) -> [any CommandOption] {
        [
            Option<CalendarDay>.day(from.name, "only \(what) on this day or later"),
            Option<CalendarDay>.day(to.name, "only \(what) on this day or earlier"),
        ]
    }
    static let timeZone = Option.text(
        "time-zone", "NAME", "whose days count, as Europe/Prague, in place of the machine's time zone")
    static let weekStarts = Option<Weekday>(
        "week-starts", "DAY", "the day on which weeks begin: monday to sunday; else by the region of LC_TIME",
        expecting: "a day of the week, such as monday", read: Weekday.init(named:))
    static let today = Option<DayAndTime>(
        "today", "DATE", "look back from the end of this day, or a time of it (2026-03-01T14:30): what had not ended is left out",
        expecting: "a date such as 2026-03-01", read: DayAndTime.init)
    static let json = Flag("json", "print everything as JSON, for programs")
    static let demo = Flag(
        "demo", "made-up workouts of this year and the last in place of files, to look at what there is to see")

    /// In the order of the help; what the command adds stands best in front.
    static let all: [any CommandOption] =
        [
            sport, source, from, to, timeZone, weekStarts, today, ReplayOptions.zones, ReplayOptions.ftp, ReplayOptions.lthr,
            ReplayOptions.set,
            StoreAccess.store, GatewayOptions.settings, ControlAccess.socket, demo, json,
        ] + WorkoutNaming.options

    /// A day, and perhaps a time of it.
    struct DayAndTime: Sendable {
        let day: CalendarDay
        /// `nil`: the day's end.
        let time: TimeSpan?

        init?(_ text: String) {
            let parts = text.split(separator: "T", omittingEmptySubsequences: false).map(String.init)
            guard (1...2).contains(parts.count), let day = CalendarDay(parts[0]) else { return nil }
            self.day = day
            guard parts.count == 2 else {
                time = nil
                return
            }
            let fields = parts[1].split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 2, fields.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isASCIIDigit) }),
                let hour = Int(fields[0]), let minute = Int(fields[1]), hour < 24, minute < 60
            else { return nil }
            time = TimeSpan(microseconds: Int64(hour * 60 + minute) * 60_000_000)
        }
    }
}

extension Option<ActivityType> {
    /// One of the sports, and others beside it.
    fileprivate static func choices(_ name: String, as placeholder: String, _ help: String) -> Self {
        let one = choice(name, as: placeholder, help)
        return Self(name, placeholder, one.help, isRepeatable: true, expecting: one.expectation, read: one.read)
    }
}

extension Option<CalendarDay> {
    fileprivate static func day(_ name: String, _ help: String) -> Self {
        Self(name, "DATE", help, expecting: "a date such as 2026-03-01") { CalendarDay($0) }
    }
}

extension Weekday {
    /// - Parameter name: `monday`, in any case; `nil` for what is none.
    init?(named name: String) {
        guard let day = Self.allCases.first(where: { "\($0)" == name.lowercased() }) else { return nil }
        self = day
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
