import Phrases
import Statistics
import Workouts

/// The bars: one row a bucket, with the running total beside the comparison's.
extension StatsText {
    var chart: [String] {
        let metric = report.charted
        let figures = report.figures(metric)
        let rows = plan.buckets.indices.filter { !plan.buckets[$0].isEmpty }.map { row($0, figures) }
        var title = style.bold(words.name(metric)) + (report.thresholds(of: metric, words).map { style.dim("  FTP \($0)") } ?? "")
        let sentence = sentence(figures)
        if !sentence.isEmpty { title += "  " + sentence }
        guard figures.total.value != nil else {
            return [title + style.dim("  " + book.text(report.gap(metric)))]
        }
        let isRunning = metric.isAdditive && rows.contains { !$0.running.isEmpty }
        let titles = Row(
            label: report.unit.rawValue, fraction: nil, value: "", running: isRunning ? "running" : "",
            compared: isRunning && figures.comparisonTotal.value != nil ? comparisonTitle : "")
        let all = [titles] + rows
        func width(_ text: KeyPath<Row, String>) -> Int { all.map { $0[keyPath: text].columns }.max() ?? 0 }
        let widths = (
            label: width(\.label), value: width(\.value), running: width(\.running), compared: width(\.compared)
        )
        let columns = [widths.value, widths.running, widths.compared].filter { $0 > 0 }
        let taken = 2 + widths.label + 2 + columns.reduce(0) { $0 + $1 + 2 }
        let bar = min(max(6, style.columns - 1 - taken), 100)
        return [title.cut(to: max(20, style.columns))]
            + all.enumerated().map { index, row in
                let mark = row.isNow ? (style.hasUnicode ? "▸ " : "> ") : "  "
                let label = row.label.padded(to: widths.label)
                var line = mark + (index == 0 ? style.dim(label) : row.isNow ? style.bold(label) : label) + "  "
                line += row.fraction.map { style.paint(style.bar($0, width: bar), .cyan) } ?? String(repeating: " ", count: bar)
                for (text, width) in [(row.value, widths.value), (row.running, widths.running), (row.compared, widths.compared)]
                where width > 0 {
                    let cell = text.leftPadded(to: width)
                    line += "  " + (index == 0 || text != row.value ? style.dim(cell) : cell)
                }
                return line.withoutTrailingSpaces
            }.filter { !$0.isEmpty }
    }

    private struct Row {
        var label: String
        /// Of the longest bar; `nil` where there is nothing to draw.
        var fraction: Double?
        var value: String
        var running: String
        var compared: String
        var isNow = false
    }

    private func row(_ index: Int, _ figures: MetricFigures) -> Row {
        let bucket = plan.buckets[index]
        let hasBegun = bucket.start <= report.now
        let value = figures.buckets[index]
        let most = figures.best?.value ?? 0
        func text(_ sums: [Double?]) -> String {
            guard sums.indices.contains(index) else { return "" }
            return sums[index].map { words.text($0, figures.metric) } ?? StatsWords.dash
        }
        return Row(
            label: words.bucket(bucket, report.unit), fraction: value.flatMap { most > 0 && $0 > 0 ? $0 / most : nil },
            // What is yet to come is nothing, neither 0 nor missing.
            value: value.map { words.text($0, figures.metric) } ?? (hasBegun ? StatsWords.dash : ""),
            running: text(figures.cumulative),
            compared: figures.comparisonTotal.value == nil ? "" : text(figures.comparisonCumulative),
            isNow: bucket.contains(report.now))
    }

    private var comparisonTitle: String {
        switch plan.query.baseline {
        case .previous:
            NamedPeriod(plan.period.kind, back: plan.query.periodsBack + 1).flatMap { $0 == .custom ? nil : book.name(of: $0) }
                ?? "before"
        case .sameLastYear: "a year before"
        }
    }
}

extension StatsReport {
    /// By which the figures that a chart shows were reckoned: of TSS alone.
    fileprivate func thresholds(of metric: HistoryMetric, _ words: StatsWords) -> String? {
        metric == .trainingStressScore ? words.thresholds(basis.thresholdPowersWatts) : nil
    }
}

extension String {
    fileprivate var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}
