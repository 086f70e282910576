import Foundation
import Statistics
import Testing
import Workouts

/// The machine's files of the tz database.
let zoneFiles = URL(filePath: "/usr/share/zoneinfo")

/// Read once.
private let zones: [String: TimeZoneRules] = {
    let names = CalendarPeerTests.zones + ["Pacific/Apia", "America/St_Johns"]
    return Dictionary(uniqueKeysWithValues: names.compactMap { name in (try? zone(name)).map { (name, $0) } })
}()

func zone(_ name: String) throws -> TimeZoneRules {
    try TimeZoneRules(name: name, tzif: [UInt8](Data(contentsOf: zoneFiles.appending(path: name))))
}

/// Where tests read the calendar.
func rules(_ zone: String = "Europe/Prague", from firstWeekday: Weekday = .monday) throws -> CalendarRules {
    CalendarRules(timeZone: try #require(zones[zone]), firstWeekday: firstWeekday)
}

/// `2025-03-28 18:00[:30]`, as the wall clock of a zone shows it; for tests, that name no gap.
func at(_ text: String, _ rules: CalendarRules) throws -> Timestamp {
    let fields = text.split { !$0.isNumber }.compactMap { Int64($0) }
    try #require(fields.count >= 3)
    let clock = fields.dropFirst(3) + [0, 0, 0]
    let seconds = zip(clock, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return rules.moment(on: try day(text), at: TimeSpan(microseconds: seconds * 1_000_000))
}

/// `2025-03-28`.
func day(_ text: String) throws -> CalendarDay {
    let fields = text.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(fields.count >= 3)
    return CalendarDay(year: fields[0], month: fields[1], day: fields[2])
}
