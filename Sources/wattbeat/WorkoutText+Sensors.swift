import Gateway
import Phrases
import Workouts

/// Who told what was measured.
extension WorkoutText {
    var sensors: [String] {
        guard !workout.sources.isEmpty else { return [] }
        var table = TextTable(.left, .left, .left)
        for source in workout.sources {
            // A number alone says nothing to a person.
            let model = source.model.map { $0.allSatisfy(\.isNumber) ? "model \($0)" : shown($0) }
            let battery = source.batteryPercent.map { "\($0) %" } ?? source.batteryStatus?.rawValue
            let facts = [source.manufacturer.map(shown), model, battery.map { "battery \($0)" }].compactMap { $0 }
            table.add(source.words, style.dim(shown(source.identity)), facts.joined(separator: ", "))
        }
        let lines = table.lines()
        guard let widest = lines.map(\.columns).max(), widest > style.columns else { return [style.bold(word(.sensors))] + lines }
        // Too narrow for three columns: what a sensor is stands below its name.
        let nameWidth = table.rows.map(\.[0].columns).max() ?? 0
        return table.rows.reduce(into: [style.bold(word(.sensors))]) { lines, row in
            lines.append("  \(row[0].padded(to: nameWidth))  \(row[1])")
            if !row[2].isEmpty { lines += ("    " + row[2].bound).wrapped(to: style.columns, indent: 4) }
        }
    }
}
