import Gateway
import Phrases
import Statistics
import Workouts

/// Mood beside load and form.
extension StatsText {
    var mood: [String] {
        guard let mood = report.mood else { return [] }
        let kinds = StatsMood.Kind.allCases
        var table = TextTable(alignments: [.left] + kinds.map { _ in .right } + [.right, .right])
        let heads =
            [book.text(TableWord.weekOf)] + kinds.map(name)
            + [report.load.map { book.shortName(of: $0.measure.figure) } ?? "", book.shortName(of: Figure.form)]
        table.add(heads.map(style.dim))
        for week in mood.weeks {
            table.add(
                [words.day(week.start)] + week.moods.map { text($0.mood) }
                    + [
                        week.load.map { book.number($0.load) } ?? StatsWords.dash,
                        week.load?.last.form.value.map(words.signed) ?? StatsWords.dash,
                    ])
        }
        let trends = mood.trends.compactMap { kind, trend in trend.value.map { "\(name(kind)) \(text($0))" } }
        let notes =
            (trends.isEmpty ? [] : [trends.joined(separator: "; ") + "."])
            + [book.text(TableNote.moodScale)]
        return [style.bold(book.name(of: Figure.weeklyMood))] + (mood.weeks.isEmpty ? [] : table.lines())
            + notes.flatMap { "  \($0)".wrapped(to: style.columns, indent: 2).map(style.dim) }
    }

    private func name(_ kind: StatsMood.Kind) -> String {
        switch kind {
        case .momentary: book.name(of: MoodCheckIn.Kind.momentary)
        case .daily: book.name(of: MoodCheckIn.Kind.daily)
        case .withFitness: book.name(of: MoodCheckIn.Association.fitness)
        }
    }

    /// "+0.40 (5)"; a dash for too few to say.
    private func text(_ mood: MoodWeeks.Mood) -> String {
        guard mood.count > 0 else { return "" }
        return (mood.meanValence.value.map { signed($0) } ?? StatsWords.dash) + " (\(book.number(Double(mood.count))))"
    }

    /// "rising (+0.05)": by so much a week.
    private func text(_ trend: MoodTrend) -> String {
        switch trend.direction {
        case .steady: book.text(TableWord.steady)
        case .rising: "\(book.text(TableWord.rising)) (\(signed(trend.valencePerWeek)))"
        case .falling: "\(book.text(TableWord.falling)) (\(signed(trend.valencePerWeek)))"
        }
    }

    private func signed(_ value: Double) -> String {
        let text = book.number(abs(value), decimals: 2)
        return text == book.number(0.0, decimals: 2) ? text : (value < 0 ? "−" : "+") + text
    }
}
