public import JSONText
public import Statistics
public import Storage
public import Workouts

/// Check-ins of a store, newest first, and the weeks in which they lie.
public struct MoodHistory {
    /// Those of the days that are asked for, until `now`.
    public let moods: [StoredMood]
    /// Of all check-ins: a trend leans on weeks before those that are asked for.
    public let weeks: MoodWeeks
    /// The last week that counts.
    public let lastWeek: CalendarDay
    private let path: String
    private let calendar: CalendarRules

    /// - Parameter days: all of them when `nil`.
    public init(
        _ store: HistoryStore, of days: TimeRange? = nil, _ calendar: CalendarRules, now: Timestamp
    ) throws(StorageError) {
        let (all, moods) = try store.snapshot { store throws(StorageError) in
            (try store.moods(to: now + TimeSpan(microseconds: 1)), try store.moods(from: days?.start, to: days?.end))
        }
        self.moods = moods.filter { $0.mood.timestamp <= now }
        weeks = MoodWeeks(all.map(\.mood), firstWeekday: calendar.firstWeekday, day: calendar.day(containing:))
        let last = min(now, days.map { $0.end - TimeSpan(microseconds: 1) } ?? now)
        lastWeek = calendar.day(containing: last).firstOfWeek(from: calendar.firstWeekday)
        path = store.path
        self.calendar = calendar
    }

    /// Weeks in which one of those that are shown lies, newest first.
    public var shownWeeks: [MoodWeeks.Week] {
        let shown = Set(moods.map { calendar.day(containing: $0.mood.timestamp).firstOfWeek(from: calendar.firstWeekday) })
        return weeks.weeks.reversed().filter { $0.start <= lastWeek && shown.contains($0.start) }
    }

    /// For programs (docs/store.md).
    public var json: JSONValue {
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
        return [
            "store": .string(path), "moods": .array(moods.map { .object($0.json(calendar)) }),
            "weeks": .array(
                shownWeeks.map {
                    [
                        "start": .string("\($0.start)"), "momentary": mood($0.momentary), "daily": mood($0.daily),
                        "withFitness": mood($0.withFitness),
                    ]
                }),
            "trends": [
                "momentary": trend(weeks.trend(of: \.momentary, through: lastWeek)),
                "daily": trend(weeks.trend(of: \.daily, through: lastWeek)),
                "withFitness": trend(weeks.trend(of: \.withFitness, through: lastWeek)),
            ],
        ]
    }
}

extension StoredMood {
    /// Stable keys (docs/store.md).
    public func json(_ calendar: CalendarRules) -> JSONObject {
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
