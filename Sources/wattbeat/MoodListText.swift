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
        var table = TextTable(.left, .left, .right, .left, .left, .left)
        table.add((heads([.date, .kind, .mood, .like, .about]) + ["ID"]).map(terminal.dim))
        for one in moods {
            let mood = one.mood
            table.add(
                Self.moment(mood, calendar), words.name(of: mood.kind), Self.valence(mood.valence),
                mood.labels.map { words.name(of: $0) }.joined(separator: ", "),
                mood.associations.map { words.name(of: $0) }.joined(separator: ", "),
                String(one.id.prefix(Self.digits)))
        }
        return zip(table.lines(indent: 0), [nil] + moods.map(\.note)).flatMap { line, note in
            let note = note.map { "  " + shown($0) } ?? ""
            return [line] + (note.isEmpty ? [] : note.wrapped(to: terminal.columns, indent: 2))
        }
    }

    private func heads(_ heads: [PageWord]) -> [String] { heads.map { words.text($0).uppercased() } }

    private static func moment(_ mood: MoodCheckIn, _ calendar: CalendarRules) -> String {
        guard mood.kind == .momentary else { return "\(calendar.day(containing: mood.timestamp))" }
        return ClockText.minute(mood.timestamp, calendar.utcOffsetSeconds(at: mood.timestamp))
    }

    /// Always with its sign.
    private static func valence(_ value: Double) -> String {
        let text = Fixed.text(value, decimals: 2)
        return value > 0 ? "+\(text)" : text
    }

    func lines(of history: MoodHistory) -> [String] {
        var table = TextTable(.left, .right, .right, .right, .right)
        let (momentary, daily) = (words.name(of: MoodCheckIn.Kind.momentary), words.name(of: MoodCheckIn.Kind.daily))
        table.add(
            [words.text(TableWord.weekOf).uppercased(), momentary, heads([.mean])[0], daily, heads([.mean])[0]].map(terminal.dim))
        for one in history.shownWeeks {
            table.add(
                "\(one.start)", "\(one.momentary.count)", Self.mean(one.momentary), "\(one.daily.count)", Self.mean(one.daily))
        }
        return table.lines(indent: 0)
            + [
                (momentary, history.weeks.trend(of: \.momentary, through: history.lastWeek)),
                (daily, history.weeks.trend(of: \.daily, through: history.lastWeek)),
            ]
            .compactMap { name, trend in trend.value.map { "\(name): \(text($0))" } }
    }

    private static func mean(_ mood: MoodWeeks.Mood) -> String { mood.meanValence.value.map(valence) ?? "–" }

    /// "rising (+0.05)": by so much a week.
    private func text(_ trend: MoodTrend) -> String {
        switch trend.direction {
        case .steady: words.text(TableWord.steady)
        case .rising: "\(words.text(TableWord.rising)) (\(Self.valence(trend.valencePerWeek)))"
        case .falling: "\(words.text(TableWord.falling)) (\(Self.valence(trend.valencePerWeek)))"
        }
    }
}
