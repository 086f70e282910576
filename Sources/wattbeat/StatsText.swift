import Phrases
import Statistics
import Workouts

/// A period as a rider reads it in a terminal.
struct StatsText {
    let report: StatsReport
    let style: Terminal
    let words: StatsWords

    init(_ report: StatsReport, style: Terminal, book: Phrasebook) {
        self.report = report
        self.style = style
        words = StatsWords(book: book, rules: report.rules)
    }

    var book: Phrasebook { words.book }
    var plan: HistoryPlan { report.plan }

    var lines: [String] {
        [heading + comparedWith, tiles, chart, zones, load, compliance, badges, goals].flatMap { part in
            part.isEmpty ? [] : part + [""]
        }.dropLast()
    }

    // MARK: What it is

    private var heading: [String] {
        let name = NamedPeriod(plan.period.kind, back: plan.query.periodsBack).map(book.name)
        let scope = book.text(report.request.scope == .allData ? Notice.allData : .activitiesOnly)
        return [
            (report.summary.isDemo ? style.bold("DEMO ") : "") + style.bold(name ?? words.range(plan.period))
                + (name == nil ? "" : "  " + words.range(plan.period)) + style.dim("  \(scope)")
        ]
    }

    private var comparedWith: [String] {
        var line = report.isUnderWay && plan.period.days != nil ? "so far, until \(words.moment(report.now))" : ""
        if plan.now < plan.period.range.start { line = "still ahead" }
        let beside =
            plan.comparison.map { comparison in
                "beside \(words.range(comparison.period))"
                    + (comparison.cut < comparison.period.range.end ? ", until \(words.moment(comparison.cut))" : "")
            } ?? "not compared"
        line += (line.isEmpty ? "" : "; ") + beside
        return line.bound.wrapped(to: style.columns, indent: 2).map(style.dim)
    }

    // MARK: Tiles

    private var tiles: [String] {
        let unit = report.unit.rawValue
        // A sentence where there is room for it, else the percents alone.
        let sentences = style.columns >= 110
        var table = TextTable(.left, .right, .right, .right, .left, sentences ? .left : .right)
        let titles = ["", "total", "per \(unit)", "best \(unit)", "", sentences ? "" : "trend"].map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3], titles[4], titles[5])
        var missing: [MetricGap: [String]] = [:]
        for (_, metric) in StatsOptions.metricWords {
            let figures = report.figures(metric)
            guard let total = figures.total.value else {
                missing[report.gap(metric), default: []].append(words.name(metric))
                continue
            }
            let best = figures.best.flatMap { $0.value > 0 && plan.buckets.count > 1 ? $0 : nil }
            table.add(
                words.name(metric), style.bold(words.text(total, metric)),
                figures.averagePerBucket.value.map { words.average($0, metric) } ?? "",
                best.map { words.text($0.value, metric) } ?? "",
                best.map { style.dim(words.bucket(plan.buckets[$0.index], report.unit)) } ?? "",
                sentences ? sentence(figures) : words.trend(figures.change))
        }
        // Those without a figure together, by what they lack.
        return table.lines(indent: 0) + basis
            + MetricGap.allCases.flatMap { gap -> [String] in
                guard let names = missing[gap] else { return [] }
                return "\(StatsWords.dash) \(names.joined(separator: ", ").bound): \(book.text(gap))"
                    .wrapped(to: style.columns, indent: 2).map(style.dim)
            }
    }

    /// What the sums rest on: of which workouts they lack, and by which FTP TSS was reckoned.
    private var basis: [String] {
        func partial(_ basis: StatsBasis, _ total: (MetricFigures) -> Double?) -> String {
            StatsBasis.metrics.compactMap { metric in
                guard total(report.figures(metric)) != nil, let without = basis.without[metric], without > 0 else { return nil }
                return "\(metric.sign) \(without) of \(basis.workouts[metric] ?? without)"
            }.joined(separator: ", ")
        }
        var notes: [String] = []
        let own = partial(report.basis) { $0.total.value }
        if !own.isEmpty { notes.append("Too low by workouts that have no figure: \(own).") }
        let compared = partial(report.comparisonBasis) { $0.comparisonTotal.value }
        if !compared.isEmpty { notes.append("What it is compared with lacks: \(compared).") }
        notes += thresholds
        return notes.flatMap { "  \($0)".wrapped(to: style.columns, indent: 2).map(style.dim) }
    }

    /// "TSS at FTP 250 W; compared with TSS at FTP 240 W.": scores of different thresholds are never told without them (core §5).
    private var thresholds: [String] {
        let own = words.thresholds(report.basis.thresholdPowersWatts)
        let compared = words.thresholds(report.comparisonBasis.thresholdPowersWatts)
        let parts = [own.map { "TSS at FTP \($0)" }, compared.map { "compared with TSS at FTP \($0)" }].compactMap { $0 }
        guard !parts.isEmpty else { return [] }
        let all = report.basis.thresholdPowersWatts + report.comparisonBasis.thresholdPowersWatts
        let differs = Set(all.map(\.watts)).count > 1
        return [parts.joined(separator: "; ") + (differs ? ": TSS of different FTPs are different things." : ".")]
    }

    /// "12% more than by this time last week".
    func sentence(_ figures: MetricFigures) -> String {
        guard let total = figures.total.value, let previous = figures.comparisonTotal.value else { return "" }
        let baseline = ComparedPeriod(plan.period.kind, with: plan.query.baseline, isUnderWay: report.isUnderWay)
        return book.comparison(total, with: previous, baseline)
    }

    // MARK: Days and goals

    private var badges: [String] {
        guard !report.badges.isEmpty else { return [] }
        let counts = DayBadge.allCases.reversed().map { badge in (badge, report.badges.count { $0.badge == badge }) }
        return [
            style.bold("Day badges") + "  "
                + counts.filter { $0.1 > 0 }.map { "\(book.name(of: $0.0)) ×\($0.1)" }.joined(separator: ", ")
        ]
    }

    private var goals: [String] {
        guard !report.goals.isEmpty else { return [] }
        var table = TextTable(.left, .left, .left, .left)
        for goal in report.goals {
            let (metric, progress) = (goal.metric, goal.progress)
            let target = words.named(progress.target, metric)
            let streak = progress.streak
            func inARow(_ count: Int) -> String {
                style.dim(goal.asked.span == .day ? book.streak(days: count) : book.streak(weeks: count))
            }
            let state =
                progress.isReached
                ? style.paint(book.text(Notice.goalReached), .green)
                : progress.amount.value == nil
                    ? style.dim(progress.amount.reason.map(book.text) ?? "")
                    : book.remaining(words.text(progress.remaining, metric))
            table.add(
                words.name(goal) + "  " + style.dim(book.name(of: goal.asked.span == .day ? .today : .thisWeek)),
                style.bar(progress.ringFraction, width: 12),
                book.progress(progress.amount.value.map { words.text($0, metric) } ?? StatsWords.dash, of: target), state)
            if let thresholds = words.thresholds(goal.thresholdPowersWatts.map { ($0, 1) }) {
                table.add(style.dim("  at FTP"), "", style.dim(thresholds))
            }
            if streak.current > 0 { table.add(style.dim("  \(book.text(Notice.streak))"), "", inARow(streak.current)) }
            if streak.longest > streak.current { table.add(style.dim("  longest"), "", inARow(streak.longest)) }
        }
        return [style.bold("Goals")] + table.lines()
    }
}
