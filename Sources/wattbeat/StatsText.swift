import Gateway
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
        [heading + comparedWith, tiles, chart, zones, load, mood, compliance, badges, goals].flatMap { part in
            part.isEmpty ? [] : part + [""]
        }.dropLast().map(\.withPlainSpaces)
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
        var line =
            report.isUnderWay && plan.period.days != nil
            ? "\(book.text(TableWord.soFar)), \(book.until(words.moment(report.now)))" : ""
        if plan.now < plan.period.range.start { line = book.text(TableWord.stillAhead) }
        let beside =
            plan.comparison.map { comparison in
                book.beside(words.range(comparison.period))
                    + (report.isCut
                        ? ", " + book.until(words.moment(comparison.cut)) : "")
            } ?? book.text(TableWord.notCompared)
        line += (line.isEmpty ? "" : "; ") + beside
        return line.bound.wrapped(to: style.columns, indent: 2).map(style.dim)
    }

    // MARK: Tiles

    private var tiles: [String] {
        let unit = book.name(of: report.unit)
        // A sentence where there is room for it, else the percents alone.
        let sentences = style.columns >= 110
        var table = TextTable(.left, .right, .right, .right, .left, sentences ? .left : .right)
        let titles = [
            "", book.text(TableWord.total), "\(book.text(TableWord.average))/\(unit)", book.text(TableWord.best), "",
            sentences ? "" : book.text(TableWord.trend),
        ].map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3], titles[4], titles[5])
        var missing: [MetricGap: [String]] = [:]
        for (_, metric) in HistoryMetric.words {
            let figures = report.figures(metric)
            guard let total = figures.total.value else {
                missing[report.gap(metric), default: []].append(words.name(metric))
                continue
            }
            // What counts in the hour of a workout's start says nothing of that hour.
            let isOfBuckets = plan.buckets.count > 1 && (report.unit != .hour || !metric.isOfWholeWorkouts)
            let best = figures.best.flatMap { $0.value > 0 && isOfBuckets ? $0 : nil }
            table.add(
                words.name(metric), style.bold(words.text(total, metric)),
                figures.averagePerBucket.value.map { words.average($0, metric) } ?? "",
                best.map { words.text($0.value, metric) } ?? "",
                best.map { style.dim(words.bucket(plan.buckets[$0.index], report.unit)) } ?? "",
                sentences ? sentence(figures) : words.trend(figures.change))
        }
        // Those without a figure together, by what they lack.
        let isEmpty = missing.values.reduce(0) { $0 + $1.count } == HistoryMetric.words.count
        return (isEmpty ? [] : table.lines(indent: 0)) + basis
            + MetricGap.allCases.flatMap { gap -> [String] in
                guard let names = missing[gap] else { return [] }
                let advice = gap == .noThreshold ? "  (wattbeat settings --help)" : ""
                return "\(StatsWords.dash) \(names.joined(separator: ", ").bound): \(book.text(gap))\(advice)"
                    .wrapped(to: style.columns, indent: 2).map(style.dim)
            }
    }

    /// What the sums rest on: of which workouts they lack, and by which FTP TSS was reckoned.
    private var basis: [String] {
        func partial(_ basis: StatsBasis, _ total: (MetricFigures) -> Double?) -> String {
            StatsBasis.metrics.compactMap { metric in
                guard total(report.figures(metric)) != nil, let without = basis.without[metric], without > 0 else { return nil }
                return "\(book.shortName(of: Figure(metric))) \(without)/\(basis.workouts[metric] ?? without)"
            }.joined(separator: ", ")
        }
        var notes: [String] = []
        let own = partial(report.basis) { $0.total.value }
        if !own.isEmpty { notes.append(book.lacking(own)) }
        let compared = partial(report.comparisonBasis) { $0.comparisonTotal.value }
        if !compared.isEmpty { notes.append(book.comparedLacking(compared)) }
        notes += thresholds
        return notes.flatMap { "  \($0)".wrapped(to: style.columns, indent: 2).map(style.dim) }
    }

    /// "TSS: FTP 250 W; FTP 240 W.": scores of different thresholds are never told without them (core §5).
    private var thresholds: [String] {
        let own = words.thresholds(report.basis.thresholdPowersWatts)
        let compared = words.thresholds(report.comparisonBasis.thresholdPowersWatts)
        let parts = [own.map { "FTP \($0)" }, compared.map { "\(comparedTitle): FTP \($0)" }].compactMap { $0 }
        // What there is nothing beside is not compared.
        guard own != nil, !parts.isEmpty else { return [] }
        let all = report.basis.thresholdPowersWatts + report.comparisonBasis.thresholdPowersWatts
        let differs = Set(all.map(\.watts)).count > 1
        return [
            "\(book.shortName(of: Figure.trainingStressScore)): \(parts.joined(separator: "; ")).\(differs ? " " + book.text(TableNote.thresholdsDiffer) : "")"
        ]
    }

    /// "before", "a year before".
    var comparedTitle: String {
        book.text(plan.query.baseline == .previous ? TableWord.before : TableWord.yearBefore)
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
            style.bold(book.text(TableWord.dayBadges)) + "  "
                + counts.filter { $0.1 > 0 }.map { "\(book.name(of: $0.0)) ×\($0.1)" }.joined(separator: ", ")
        ]
    }

    private var goals: [String] {
        guard !report.goals.isEmpty else { return [] }
        var table = TextTable(.left, .left, .left, .left)
        var gaps: [String] = []
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
                    ? "" : book.remaining(words.text(progress.remaining, metric))
            table.add(
                words.name(goal) + "  " + style.dim(book.name(of: goal.asked.span == .day ? .today : .thisWeek)),
                style.bar(progress.ringFraction, width: 12),
                book.progress(progress.amount.value.map { words.text($0, metric) } ?? StatsWords.dash, of: target), state)
            // A sentence has no room in the table.
            if let reason = progress.amount.reason, !progress.isReached {
                gaps += "  \(words.name(goal)): \(book.text(reason))".wrapped(to: style.columns, indent: 2).map(style.dim)
            }
            if let thresholds = words.thresholds(goal.thresholdPowersWatts.map { ($0, 1) }) {
                table.add(style.dim("  FTP"), "", style.dim(thresholds))
            }
            if streak.current > 0 { table.add(style.dim("  \(book.text(Notice.streak))"), "", inARow(streak.current)) }
            if streak.longest > streak.current {
                table.add(style.dim("  " + book.text(TableWord.longest)), "", inARow(streak.longest))
            }
        }
        return [style.bold(book.text(TableWord.goals))] + table.lines() + gaps
    }
}
