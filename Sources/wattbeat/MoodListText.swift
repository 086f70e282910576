import Gateway
import JSONText
import Phrases
import Statistics
import Storage
import Workouts

/// Check-ins and their weeks as tables and as JSON.
struct MoodListText {
    let moods: [StoredMood]
    let calendar: CalendarRules
    let words: Phrasebook
    let terminal: Terminal

    private static let digits = 8

    var lines: [String] {
        var table = TextTable(.left, .left, .right, .left, .left, .left, .left)
        table.add(["DATE", "KIND", "MOOD", "LIKE", "ABOUT", "NOTE", "ID"].map(terminal.dim))
        for one in moods {
            let mood = one.mood
            table.add(
                Self.moment(mood, calendar), words.name(of: mood.kind), Self.valence(mood.valence),
                mood.labels.map { words.name(of: $0) }.joined(separator: ", "),
                mood.associations.map { words.name(of: $0) }.joined(separator: ", "), shown(one.note ?? ""),
                String(one.id.prefix(Self.digits)))
        }
        return table.lines(indent: 0)
    }

    private static func moment(_ mood: MoodCheckIn, _ calendar: CalendarRules) -> String {
        guard mood.kind == .momentary else { return "\(calendar.day(containing: mood.timestamp))" }
        return ClockText.minute(mood.timestamp, calendar.utcOffsetSeconds(at: mood.timestamp))
    }

    /// Always with its sign.
    private static func valence(_ value: Double) -> String {
        let text = Fixed.text(value, decimals: 2)
        return value > 0 ? "+\(text)" : text
    }

    /// - Parameter week: the last one that counts.
    func lines(of weeks: MoodWeeks, through week: CalendarDay) -> [String] {
        var table = TextTable(.left, .right, .right, .right, .right)
        let (momentary, daily) = (words.name(of: MoodCheckIn.Kind.momentary), words.name(of: MoodCheckIn.Kind.daily))
        table.add(["WEEK OF", momentary, "MEAN", daily, "MEAN"].map(terminal.dim))
        for one in weeks.weeks.reversed() where one.start <= week && days.contains(one.start) {
            table.add(
                "\(one.start)", "\(one.momentary.count)", Self.mean(one.momentary), "\(one.daily.count)", Self.mean(one.daily))
        }
        return table.lines(indent: 0)
            + [(momentary, weeks.trend(of: \.momentary, through: week)), (daily, weeks.trend(of: \.daily, through: week))]
            .compactMap { name, trend in trend.value.map { "\(name): \(Self.words(for: $0))" } }
    }

    /// Weeks in which one of those that are shown lies.
    private var days: Set<CalendarDay> {
        Set(moods.map { calendar.day(containing: $0.mood.timestamp).firstOfWeek(from: calendar.firstWeekday) })
    }

    private static func mean(_ mood: MoodWeeks.Mood) -> String { mood.meanValence.value.map(valence) ?? "–" }

    private static func words(for trend: MoodTrend) -> String {
        let weeks = Count.text(trend.weeks, "week", "weeks")
        return switch trend.direction {
        case .steady: "steady over \(weeks)"
        case .rising, .falling:
            "\(trend.direction.rawValue) by \(Fixed.text(abs(trend.valencePerWeek), decimals: 3)) a week over \(weeks)"
        }
    }

    func json(of path: String, _ weeks: MoodWeeks, through week: CalendarDay) -> JSONValue {
        func mood(_ mood: MoodWeeks.Mood) -> JSONValue {
            ["count": .integer(mood.count), "meanValence": mood.meanValence.value.map { .number($0, decimals: 4) } ?? .null]
        }
        func trend(_ trend: Metric<MoodTrend>) -> JSONValue {
            guard let trend = trend.value else { return .null }
            return [
                "direction": .string(trend.direction.rawValue), "valencePerWeek": .number(trend.valencePerWeek, decimals: 4),
                "weeks": .integer(trend.weeks),
            ]
        }
        let shown = days
        return [
            "store": .string(path), "moods": .array(moods.map { .object($0.json(calendar)) }),
            "weeks": .array(
                weeks.weeks.reversed().filter { $0.start <= week && shown.contains($0.start) }.map {
                    [
                        "start": .string("\($0.start)"), "momentary": mood($0.momentary), "daily": mood($0.daily),
                        "withFitness": mood($0.withFitness),
                    ]
                }),
            "trends": [
                "momentary": trend(weeks.trend(of: \.momentary, through: week)),
                "daily": trend(weeks.trend(of: \.daily, through: week)),
                "withFitness": trend(weeks.trend(of: \.withFitness, through: week)),
            ],
        ]
    }
}

extension StoredMood {
    /// Stable keys (docs/store.md).
    func json(_ calendar: CalendarRules) -> JSONObject {
        [
            "id": .string(id),
            "at": .string(mood.timestamp.iso8601(utcOffsetSeconds: calendar.utcOffsetSeconds(at: mood.timestamp))),
            "day": .string("\(calendar.day(containing: mood.timestamp))"), "kind": .string(mood.kind.rawValue),
            "valence": .number(mood.valence, decimals: 4), "labels": .array(mood.labels.map { .string($0.rawValue) }),
            "associations": .array(mood.associations.map { .string($0.rawValue) }),
            "workout": .string(mood.workout?.storeText), "note": .string(note),
        ]
    }
}
