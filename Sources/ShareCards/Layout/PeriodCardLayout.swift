import Phrases
import Statistics

/// A period on 1080 × 1350: its name, the first metric large with its bars, the others as tiles.
struct PeriodCardLayout {
    let summary: PeriodSummary
    let scope: HistoryScope
    /// The most wanted first; those without a figure are left out behind the first one.
    let metrics: [HistoryMetric]
    let rules: CalendarRules

    private static let margin = 72.0
    private static let mostTiles = 6

    func drawing(_ measure: any TextMeasure, _ palette: Palette, _ words: Phrasebook) -> Drawing {
        var sheet = Sheet(measure, palette, words)
        let labels = BucketLabels(plan: summary.plan, rules: rules, words: words)
        let page = Box(x: 0, y: 0, width: Double(CardSize.width), height: Double(CardSize.height))
        let left = Self.margin
        let width = page.width - 2 * Self.margin
        let title = labels.periodName ?? labels.dates

        sheet.putEdge(page, palette.accent)
        // What it is.
        var demoWidth = 0.0
        if summary.isDemo { demoWidth = sheet.putDemo(right: left + width, baseline: 112, size: 30) + 24 }
        let scopeName = words.text(scope == .allData ? Notice.allData : .activitiesOnly)
        sheet.put(
            measure.fit(scopeName, Font(.medium, 30), width: width - demoWidth), x: left, baseline: 112, palette.muted)
        let heading = measure.fit(title, Font(.bold, 76, .display), width: width, lines: 2, least: 52)
        var top = sheet.put(heading, x: left, top: 140, palette.ink)
        if labels.periodName != nil {
            top = sheet.put(measure.fit(labels.dates, Font(.medium, 34), width: width), x: left, top: top + 4, palette.muted)
        }

        // The others, from the bottom up.
        let footTop = CardFoot(isRecorded: false, notes: []).put(on: &sheet, page, margin: Self.margin)
        let all = metrics.map { summary.figures(of: $0, in: scope) }
        let others = all.dropFirst().filter { $0.total.value != nil }.prefix(Self.mostTiles)
            .map { SummaryFigure($0, of: summary.plan, words) }
        let columns = others.count == 4 || others.count == 2 ? 2 : 3
        let rows = (others.count + columns - 1) / columns
        let tileHeight = 140.0
        let tilesTop = footTop - 26 - Double(rows) * tileHeight
        let gap = 32.0
        let tileWidth = (width - gap * Double(columns - 1)) / Double(columns)
        let names = sheet.names(of: others, Font(.medium, 25), width: tileWidth)
        for (index, figure) in others.enumerated() {
            let box = Box(
                x: left + Double(index % columns) * (tileWidth + gap), y: tilesTop + Double(index / columns) * tileHeight,
                width: tileWidth, height: tileHeight)
            sheet.putTile(figure, name: names[index], in: box, size: 50)
        }

        // The first one, and its bars in what room is left.
        guard let first = all.first else { return sheet.finished(page, title: title) }
        let panel = Box(
            x: left - 24, y: top + 36, width: width + 48, height: (rows > 0 ? tilesTop - 36 : footTop - 36) - top - 36)
        sheet.putPanel(panel)
        let inner = panel.inset(by: 36)
        let figure = SummaryFigure(first, of: summary.plan, words)
        let bottom = sheet.putHero(figure, in: inner, size: 120, sentences: 2)
        let chart = Box(x: inner.x, y: bottom + 24, width: inner.width, height: inner.bottom - bottom - 24)
        sheet.putChart(first, labels, in: chart, size: 26)
        return sheet.finished(page, title: title)
    }
}

extension Sheet {
    func finished(_ page: Box, title: String) -> Drawing {
        Drawing(width: Int(page.width), height: Int(page.height), ground: palette.ground, marks: marks, title: title)
    }

    /// A band along the upper edge of a card.
    mutating func putEdge(_ page: Box, _ colour: Paint) {
        put(.box(Box(x: page.x, y: page.y, width: page.width, height: 14), radius: 0, colour))
    }

    mutating func putPanel(_ box: Box) {
        put(.box(box, radius: 36, palette.surface))
        if palette.isMonochrome { put(.frame(box, radius: 36, width: 2, palette.line)) }
    }

    /// A figure as large as there is room for, what it is above it and how it compares below.
    ///
    /// - Returns: the lower edge.
    mutating func putHero(_ figure: SummaryFigure, in box: Box, size: Double, sentences: Int) -> Double {
        let labelSize = (size * 0.26).rounded()
        put(measure.fit(figure.name, Font(.medium, labelSize), width: box.width), x: box.x, top: box.y, palette.muted)
        let value = FigureText(figure.value, size: size, unit: 0.42, width: box.width, measure)
        let baseline = box.y + labelSize * 1.25 + size * 0.92
        put(value, x: box.x, baseline: baseline)
        let sentence = figure.gap ?? figure.sentence
        guard !sentence.isEmpty else { return baseline + size * 0.1 }
        let paint = figure.direction > 0 ? palette.accent : palette.muted
        let hasMoved = figure.gap == nil && figure.direction != 0
        let indent = hasMoved ? labelSize * 1.05 : 0
        let text = measure.fit(
            sentence.capitalised, Font(.semibold, labelSize), width: box.width - indent, lines: sentences, least: labelSize * 0.8)
        let top = baseline + size * 0.2
        if hasMoved {
            putTriangle(
                pointsUp: figure.direction > 0, x: box.x, baseline: top + text.font.size * FittedText.ascent,
                size: text.font.size, paint)
        }
        return put(text, x: box.x + indent, top: top, paint)
    }

    /// Bars under the best bucket and the average in words.
    mutating func putChart(_ figures: MetricFigures, _ labels: BucketLabels, in box: Box, size: Double) {
        let metric = figures.metric
        let best = figures.positiveBest
        let average = figures.averagePerBucket.value
        var top = box.y
        let font = Font(.medium, size)
        let half = (box.width - size) / 2
        if let best, labels.plan.buckets.indices.contains(best.index) {
            let text =
                "\(words.text(TableWord.best).capitalised) \(words.text(best.value, metric)) · \(labels.name(of: labels.plan.buckets[best.index]))"
            put(measure.fit(text, font, width: average == nil ? box.width : half), x: box.x, baseline: top + size, palette.muted)
        }
        if let average {
            let text = "\(words.text(TableWord.average).capitalised) \(words.average(average, metric))"
            let fitted = measure.fit(text, font, width: half - size * 1.6)
            put(fitted, x: box.right, baseline: top + size, palette.muted, .right)
            // What the dashed line is.
            let y = top + size * 0.65
            let start = box.right - fitted.width - size * 1.7
            put(
                .lines(
                    [[Point(x: start, y: y), Point(x: start + size * 1.3, y: y)]], width: 2, dash: max(5, size / 3), palette.ink))
        }
        if best != nil || average != nil { top += size * 1.8 }
        let bars = Bars(values: figures.buckets, labels: labels.all, average: average, best: best?.index)
        put(bars, in: Box(x: box.x, y: top, width: box.width, height: box.bottom - top), labels: size, palette.accent)
    }
}

extension String {
    /// Its first letter large.
    var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
