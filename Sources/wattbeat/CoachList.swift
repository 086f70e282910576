import Gateway
import Phrases
import Statistics
import Workouts

/// Many workouts beside what they were meant to be: one line each, newest first, and the weeks.
struct CoachList {
    /// What is kept of a workout.
    struct Row {
        let start: Timestamp
        let isDemo: Bool
        let title: String
        let timer: TimeSpan
        /// Whether it is known when it was.
        let isDated: Bool
        /// With the number of the first day of the week in which it began; `nil` when nobody said what it was meant to be.
        let meant: IntendedWorkout?
        let line: String
    }

    let rows: [Row]
    let calendar: CalendarRules
    let style: Terminal
    let words: Phrasebook

    var lines: [String] { label + list + [""] + weeks }

    private var label: [String] {
        rows.contains(where: \.isDemo) ? [style.bold("DEMO") + " made-up workouts, nobody's own", ""] : []
    }

    private var list: [String] {
        var table = TextTable(.left, .right, .left, .right, .left)
        table.add(
            [
                words.text(PageWord.began), words.text(TableWord.timer), words.text(PageWord.meant),
                words.text(PageWord.inTarget), "",
            ].map(
                style.dim))
        for row in rows {
            table.add(
                row.isDated ? moment(row.start) : style.dim(words.text(TableWord.undated)), ClockText.span(row.timer),
                row.meant.map { words.name(of: $0.intent) } ?? style.dim("–"),
                row.meant?.compliance.percent.map { "\($0) %" } ?? "", row.meant.map { style.mark($0.compliance.verdict) } ?? "")
        }
        // What is said of it stands behind, as far as there is room; the title where nothing is said.
        let heads = table.lines(indent: 0)
        let width = heads.map(\.columns).max() ?? 0
        let told = [""] + rows.map { $0.line.isEmpty ? $0.title : $0.line }
        let lines = zip(heads, told).flatMap { head, told -> [String] in
            guard !told.isEmpty else { return [head] }
            let line = head.padded(to: width) + "  " + told
            // A file or another program has room for all of it.
            guard style.hasEdge, line.columns > style.columns else { return [line] }
            return [head] + ("  " + told).wrapped(to: style.columns, indent: 2).map(style.dim)
        }
        guard rows.contains(where: \.isDated) else { return lines }
        return lines + [style.dim(words.timesOf(calendar.timeZone.name))]
    }

    /// `2026-05-04 08:30`, where the athlete reads the calendar.
    private func moment(_ start: Timestamp) -> String {
        let time = calendar.localTime(at: start)
        return "\(CalendarDay(year: time.year, month: time.month, day: time.day)) \(ClockText.two(Int64(time.hour))):"
            + ClockText.two(Int64(time.minute))
    }

    // MARK: The weeks

    private var weeks: [String] {
        let meant = rows.filter(\.isDated).compactMap(\.meant)
        let unsaid = rows.count { $0.meant == nil }
        let undated = rows.count { $0.meant != nil && !$0.isDated }
        guard !meant.isEmpty || undated > 0 else {
            return
                words.text(PageNote.nothingSaid).wrapped(to: style.columns, indent: 0)
        }
        let entries = WeeklyCompliance(of: meant).entries
        var table = TextTable(.left, .left, .right, .right, .right, .right, .right, .right, .left)
        let titles =
            ([words.text(TableWord.weekOf)] + [PageWord.meant, .workouts, .met, .partly, .missed].map(words.text)
            + [words.text(TableWord.noData), words.text(PageWord.inTarget)]).map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3], titles[4], titles[5], titles[6], titles[7])
        var last: Int?
        for entry in entries.inWeeksDescending {
            let counts = entry.verdicts.map { $0.workouts == 0 ? style.dim("–") : "\($0.workouts)" }
            table.add(
                entry.week == last ? "" : "\(CalendarDay(number: entry.week))", words.name(of: entry.intent), "\(entry.workouts)",
                counts[0], counts[1], counts[2], counts[3], entry.compliance.percent.map { "\($0) %" } ?? "–",
                entry.compliance.ratio.map { bar($0, entry.compliance.verdict) } ?? "")
            last = entry.week
        }
        let others = [
            unsaid > 0 ? "\(Count.text(unsaid, "workout", "workouts")) without a plan" : nil,
            undated > 0 ? "\(Count.text(undated, "workout", "workouts")) of unknown date" : nil,
        ].compactMap(\.self)
        return [style.bold(words.text(PageWord.weeks))] + table.lines()
            + (others.isEmpty ? [] : [style.dim("  not counted: " + others.joined(separator: ", "))]) + [""] + easyDays(entries)
    }

    private func bar(_ ratio: Double, _ verdict: ComplianceVerdict) -> String {
        style.paint(style.bar(ratio, width: max(4, min(20, style.columns - 74))), by: verdict)
    }

    /// Easy and recovery days together: the question is the same.
    private func easyDays(_ entries: [WeeklyCompliance.Entry]) -> [String] {
        let easy = entries.filter { $0.intent == .easy || $0.intent == .recovery }
        let measured = easy.reduce(0) { sum, entry in
            sum + entry.verdicts.filter { $0.verdict != .notEnoughData }.reduce(0) { $0 + $1.workouts }
        }
        guard measured > 0 else { return [] }
        let met = easy.reduce(0) { $0 + $1.met }
        let percent = easy.reduce(Compliance()) { $0 + $1.compliance }.percent.map { ", and \($0) % of their time" } ?? ""
        let answer = "\(met) of \(Count.text(measured, "easy day", "easy days")) \(met == 1 ? "was" : "were") easy\(percent)."
        return (style.bold("Are the easy days easy?") + " " + answer).wrapped(to: style.columns, indent: 2)
    }
}

extension Terminal {
    /// A verdict where there is no room for words.
    fileprivate func mark(_ verdict: ComplianceVerdict) -> String {
        let sign =
            switch verdict {
            case .met: hasUnicode ? "✓" : "+"
            case .partly: "~"
            case .missed: hasUnicode ? "✗" : "-"
            case .notEnoughData: "?"
            }
        return paint(sign, by: verdict)
    }
}

extension [WeeklyCompliance.Entry] {
    /// Newest week first, its intents in their order.
    var inWeeksDescending: [WeeklyCompliance.Entry] {
        enumerated().sorted { ($1.element.week, $0.offset) < ($0.element.week, $1.offset) }.map(\.element)
    }
}
