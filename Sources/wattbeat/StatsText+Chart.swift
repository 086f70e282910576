import Gateway
import Phrases
import Statistics
import Workouts

/// The bars: one row a bucket, with the running total beside the comparison's.
extension StatsText {
    var chart: [String] {
        let charted: [Charted]
        switch report.request.metric {
        case .zone(let label, let quantity)?: charted = zoneCharts(label, quantity.quantity)
        case .metric?, nil: charted = [metricChart]
        }
        return Array(charted.map(lines).joined(separator: [""]))
    }

    /// What bars are drawn of.
    private struct Charted {
        var title: String
        /// One for each bucket; `nil` where there is nothing, or not yet.
        var values: [Double?]
        /// `nil`: there is none, and the title says why.
        var total: Double?
        var sums: [Double?] = []
        var comparedSums: [Double?] = []
        var hasComparison = false
        var text: (Double) -> String
    }

    private var metricChart: Charted {
        let metric = report.charted
        let figures = report.figures(metric)
        let sentence = sentence(figures)
        var title = style.bold(words.name(metric)) + (report.thresholds(of: metric, words).map { style.dim("  FTP \($0)") } ?? "")
        if !sentence.isEmpty { title += "  " + sentence }
        if figures.total.value == nil { title += style.dim("  " + book.text(report.gap(metric))) }
        return Charted(
            title: title, values: figures.buckets, total: figures.total.value,
            sums: metric.isAdditive ? figures.cumulative : [],
            comparedSums: metric.isAdditive ? figures.comparisonCumulative : [],
            hasComparison: figures.comparisonTotal.value != nil, text: { words.text($0, metric) })
    }

    /// One for each configuration that has such a zone, since time in zones of different limits is never added (core §5).
    private func zoneCharts(_ label: String, _ quantity: Quantity) -> [Charted] {
        let parts = report.zones.first { $0.quantity == quantity }?.parts ?? []
        let charts = parts.compactMap { part -> Charted? in
            guard let index = part.configuration.zones.first(where: { part.configuration.label(of: $0.index) == label })?.index
            else { return nil }
            let sports = parts.count > 1 ? "  " + part.activities.map(book.name).joined(separator: ", ") : ""
            return Charted(
                title: style.bold(
                    book.zone(index: index, of: part.configuration) + ", "
                        + book.exactRange(index, of: part.configuration)) + style.dim("  \(book.name(of: quantity))\(sports)"),
                values: zip(plan.buckets, part.buckets).map { bucket, group in
                    bucket.start <= report.now ? group.zoneDurations[index].seconds : nil
                }, total: part.total.zoneDurations[index].seconds, text: { words.text($0, .exerciseDuration) })
        }
        let none = Charted(
            title: style.bold(book.name(of: Figure.timeInZones)) + "  \(StatsWords.dash)  "
                + style.dim(book.text(MetricGap.noData)), values: [], total: nil, text: { "\($0)" })
        return charts.isEmpty ? [none] : charts
    }

    private func lines(_ charted: Charted) -> [String] {
        let title = charted.title
        guard charted.total != nil else { return title.wrapped(to: max(20, style.columns), indent: 2) }
        let rows = plan.buckets.indices.filter { !plan.buckets[$0].isEmpty }.map { row($0, charted) }
        let isRunning = rows.contains { !$0.running.isEmpty }
        let titles = Row(
            label: book.name(of: report.unit), fraction: nil, value: "", running: isRunning ? book.text(TableWord.running) : "",
            compared: isRunning && charted.hasComparison ? comparisonTitle : "")
        let all = [titles] + rows
        func width(_ text: KeyPath<Row, String>) -> Int { all.map { $0[keyPath: text].columns }.max() ?? 0 }
        let widths = (
            label: width(\.label), value: width(\.value), running: width(\.running), compared: width(\.compared)
        )
        let columns = [widths.value, widths.running, widths.compared].filter { $0 > 0 }
        let taken = 2 + widths.label + 2 + columns.reduce(0) { $0 + $1 + 2 }
        let bar = min(max(6, style.columns - 1 - taken), 100)
        return title.wrapped(to: max(20, style.columns), indent: 2)
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

    private func row(_ index: Int, _ charted: Charted) -> Row {
        let bucket = plan.buckets[index]
        let hasBegun = bucket.start <= report.now
        let value = charted.values.indices.contains(index) ? charted.values[index] : nil
        let most = charted.values.compactMap(\.self).max() ?? 0
        func text(_ sums: [Double?]) -> String {
            guard sums.indices.contains(index) else { return "" }
            return sums[index].map(charted.text) ?? StatsWords.dash
        }
        return Row(
            label: words.bucket(bucket, report.unit), fraction: value.flatMap { most > 0 && $0 > 0 ? $0 / most : nil },
            // What is yet to come is nothing, neither 0 nor missing.
            value: value.map(charted.text) ?? (hasBegun ? StatsWords.dash : ""),
            running: text(charted.sums), compared: charted.hasComparison ? text(charted.comparedSums) : "",
            isNow: bucket.contains(report.now))
    }

    private var comparisonTitle: String {
        switch plan.query.baseline {
        case .previous:
            NamedPeriod(plan.period.kind, back: plan.query.periodsBack + 1).flatMap { $0 == .custom ? nil : book.name(of: $0) }
                ?? comparedTitle
        case .sameLastYear: comparedTitle
        }
    }
}

extension StatsReport {
    /// By which the figures that a chart shows were reckoned: of TSS alone.
    fileprivate func thresholds(of metric: HistoryMetric, _ words: StatsWords) -> String? {
        metric == .trainingStressScore ? words.thresholds(basis.thresholdPowersWatts) : nil
    }
}
