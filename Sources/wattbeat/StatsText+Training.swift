import Gateway
import Phrases
import Statistics
import Workouts

/// Time in zones, load, and plans beside what was done.
extension StatsText {
    var zones: [String] {
        guard !report.zones.isEmpty else {
            return [
                style.bold(book.name(of: Figure.timeInZones)) + "  \(StatsWords.dash)  "
                    + style.dim("\(book.text(MetricGap.noThreshold)) (wattbeat settings --help)")
            ]
        }
        let parts = report.zones.map(zones)
        return parts.enumerated().flatMap { index, part in index > 0 ? [""] + part : part }
    }

    /// A table for each configuration that is in force for a sport of the period.
    private func zones(_ zones: StatsZones) -> [String] {
        let parts = zones.parts
        var lines: [String] = []
        if parts.isEmpty {
            lines.append(
                style.bold(book.name(of: Figure.timeInZones)) + style.dim("  \(book.name(of: zones.quantity))")
                    + "  \(StatsWords.dash)  " + style.dim(book.text(MetricGap.noData)))
        }
        for (index, part) in parts.enumerated() { lines += (index > 0 ? [""] : []) + table(part) }
        if let sentence = book.withoutSamples(zones.total.withoutSamples) {
            lines += "  \(book.name(of: zones.quantity)): \(sentence)".wrapped(to: style.columns, indent: 2).map(style.dim)
        }
        if zones.total.unassigned.seconds >= 0.5 {
            lines.append("  " + style.dim(book.withoutZones(book.duration(zones.total.unassigned))))
        }
        return lines
    }

    private func table(_ times: StatsZones.Part) -> [String] {
        let (quantity, group) = (times.configuration.quantity, times.total)
        let sports = times.activities.map(book.name).joined(separator: ", ")
        var lines = [
            style.bold(book.name(of: Figure.timeInZones))
                + style.dim("  \(book.name(of: quantity)), \(book.name(of: times.configuration)): \(sports)")
        ].flatMap { $0.wrapped(to: style.columns, indent: 2) }
        let longest = group.zoneDurations.max() ?? .zero
        if longest > .zero {
            let covered = group.covered.seconds
            let isCompared = times.comparison.covered > .zero
            var table = TextTable(.right, .left, .left, .right, .right, .right)
            if isCompared { table.add("", "", "", "", "", style.dim(comparedTitle)) }
            let bar = max(6, min(40, style.columns - (isCompared ? 56 : 40)))
            for zone in times.configuration.zones.reversed() {
                let time = group.zoneDurations[zone.index]
                table.add(
                    times.configuration.label(of: zone.index), book.range(of: zone, quantity),
                    style.zone(zone.index, style.bar(time.seconds / longest.seconds, width: bar)), book.duration(time),
                    book.percent(Int((time.seconds / covered * 100).rounded())),
                    isCompared ? style.dim(book.duration(times.comparison.zoneDurations[zone.index])) : "")
            }
            if group.unattributed.seconds >= 0.5 {
                table.add("", book.text(TableWord.noData), "", book.duration(group.unattributed))
            }
            lines += table.lines()
        } else {
            lines.append("  \(StatsWords.dash)  " + style.dim(book.text(MetricGap.noData)))
        }
        return lines
    }

    // MARK: Load

    var load: [String] {
        guard let load = report.load else { return [] }
        let figure = load.measure.figure
        let title = style.bold(book.text(TableWord.loadOverWeeks)) + style.dim("  \(book.name(of: figure))")
        let weeks = load.weeks(report.rules, upTo: report.lastDay, count: report.request.weeks)
        guard !weeks.isEmpty else {
            let reason = load.days.isEmpty ? book.text(MetricGap.noThreshold) : book.text(MetricGap.noData)
            let advice = load.days.isEmpty ? "  (\(load.measure.advice))" : ""
            return [title + "  \(StatsWords.dash)"]
                + "  \(reason)\(advice)".wrapped(to: style.columns, indent: 2).map(style.dim)
        }
        let most = weeks.map(\.load).max() ?? 0
        let isOfPower = load.measure == .tss
        var table = TextTable(
            alignments: [.left, .left, .right] + (isOfPower ? [.right] : []) + [.right, .right, .right, .left])
        let titles =
            [book.text(TableWord.weekOf), "", book.shortName(of: figure)] + (isOfPower ? ["FTP"] : [])
            + [Figure.fatigue, Figure.fitness, Figure.form].map { book.shortName(of: $0) }
        table.add(titles.map(style.dim))
        let bar = max(6, min(40, style.columns - (isOfPower ? 74 : 62)))
        for week in weeks {
            var notes: [String] = []
            if week.last.isStartUp { notes.append(book.text(TableWord.startUp)) }
            if week.withoutLoad > 0 { notes.append("\(book.text(TableWord.unknown)): \(week.withoutLoad)") }
            let sum = [
                words.day(week.start), style.bar(most > 0 ? week.load / most : 0, width: bar), book.number(week.load),
            ]
            let averages = [
                book.number(week.last.acute), book.number(week.last.chronic),
                week.last.form.value.map(words.signed) ?? StatsWords.dash, style.dim(notes.joined(separator: ", ")),
            ]
            table.add(sum + (isOfPower ? [style.dim(thresholds(week.thresholdPowersWatts))] : []) + averages)
        }
        return [title] + table.lines()
            + loadNotes(load, weeks).flatMap { note in
                ("  " + note).wrapped(to: style.columns, indent: 2).map(style.dim)
            }
    }

    /// "250 W", "245–250 W".
    private func thresholds(_ watts: [Double]) -> String {
        guard let first = watts.first, let last = watts.last else { return "" }
        return (first < last ? book.number(first) + "–" : "") + book.power(last)
    }

    private func loadNotes(_ load: StatsLoad, _ weeks: [StatsLoad.Week]) -> [String] {
        var notes = [book.text(TableNote.loadColumns)]
        if load.measure == .tss, Set(weeks.flatMap(\.thresholdPowersWatts)).count > 1 {
            notes.append(book.text(TableNote.thresholdsDiffer))
        }
        if load.measure == .hrtss { notes.append(book.text(FigureNote.notTrainingPeaks)) }
        if weeks.contains(where: { $0.last.isStartUp }) { notes.append(book.text(TableNote.startUp)) }
        if load.workoutsWithLoad < load.workouts {
            notes.append(book.withoutLoad("\(load.workouts - load.workoutsWithLoad)/\(load.workouts)"))
        }
        return notes
    }

    // MARK: Plans

    var compliance: [String] {
        guard !report.compliance.isEmpty else { return [] }
        var table = TextTable(.left, .left, .left, .right, .left)
        for entry in report.compliance {
            let share = entry.compliance.percent
            table.add(
                words.day(CalendarDay(number: entry.week)), book.name(of: entry.intent),
                style.bar(Double(share ?? 0) / 100, width: 12), share.map { book.percent($0) } ?? StatsWords.dash,
                style.dim("\(entry.met)/\(entry.workouts)"))
        }
        return [style.bold(book.text(TableWord.plans)) + style.dim("  \(book.text(TableNote.easyDaysEasy))")] + table.lines()
    }
}

extension StatsLoad.Measure {
    /// What to type where the thresholds are lacking.
    fileprivate var advice: String {
        switch self {
        case .tss: "wattbeat settings set ftp WATTS"
        case .hrtss: "wattbeat settings set lthr BPM, hr-max BPM and hr-rest BPM"
        case .trimp: "wattbeat settings set hr-max BPM and hr-rest BPM"
        }
    }

    var figure: Figure {
        switch self {
        case .tss: .trainingStressScore
        case .hrtss: .heartRateStressScore
        case .trimp: .trainingImpulse
        }
    }
}
