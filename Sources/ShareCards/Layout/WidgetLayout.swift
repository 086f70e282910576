import Phrases
import Statistics

/// One, three or five metrics of a period on a small display.
struct WidgetLayout {
    let summary: PeriodSummary
    let request: SummaryRequest
    let rules: CalendarRules

    /// Pixels: of panels of 4.2, 7.5 and 9.7 inches.
    static func size(_ size: SummaryRequest.Size) -> (width: Int, height: Int) {
        switch size {
        case .small: (400, 300)
        case .medium: (800, 480)
        case .large: (1200, 825)
        }
    }

    func drawing(_ measure: any TextMeasure, _ palette: Palette, _ words: Phrasebook) -> Drawing {
        var sheet = Sheet(measure, palette, words)
        let labels = BucketLabels(plan: summary.plan, rules: rules, words: words)
        let size = Self.size(request.size)
        let page = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let all = summary.figures(for: request)
        let figures = all.map { SummaryFigure($0, of: summary.plan, words) }
        let margin: Double
        let headSize: Double
        switch request.size {
        case .small: (margin, headSize) = (22, 22)
        case .medium: (margin, headSize) = (36, 30)
        case .large: (margin, headSize) = (52, 42)
        }
        let inner = page.inset(by: margin)
        let top = putHead(on: &sheet, labels, in: inner, size: headSize)
        let body = Box(x: inner.x, y: top, width: inner.width, height: inner.bottom - top)
        if let first = all.first, let hero = figures.first {
            let others = Array(figures.dropFirst())
            switch request.size {
            case .small: putSmall(on: &sheet, first, hero, in: body)
            case .medium: putMedium(on: &sheet, first, hero, others, labels, in: body)
            case .large: putLarge(on: &sheet, first, hero, others, labels, in: body)
            }
        }
        return sheet.finished(page, title: labels.periodName ?? labels.dates)
    }

    /// The period and, where there is room, its dates and of which data it speaks.
    private func putHead(on sheet: inout Sheet, _ labels: BucketLabels, in box: Box, size: Double) -> Double {
        let (measure, palette) = (sheet.measure, sheet.palette)
        let baseline = box.y + size * 0.9
        var right = box.right
        if summary.isDemo { right -= sheet.putDemo(right: right, baseline: baseline, size: (size * 0.6).rounded()) + size * 0.5 }
        let name = measure.fit(labels.periodName ?? labels.dates, Font(.bold, size, .display), width: right - box.x)
        sheet.put(name, x: box.x, baseline: baseline, palette.ink)
        guard request.size != .small else { return box.y + size * 1.5 }
        var details = labels.periodName == nil ? [] : [labels.dates]
        details.append(sheet.words.text(request.scope == .allData ? Notice.allData : .activitiesOnly))
        let font = Font(.medium, (size * 0.62).rounded())
        let text = measure.fit(details.joined(separator: " · "), font, width: box.width)
        if text.font == font, name.width + size + text.width <= right - box.x {
            sheet.put(text, x: right, baseline: baseline, palette.muted, .right)
            return box.y + size * 1.7
        }
        sheet.put(text, x: box.x, baseline: baseline + size * 0.95, palette.muted)
        return box.y + size * 2.5
    }

    private func putSmall(on sheet: inout Sheet, _ first: MetricFigures, _ hero: SummaryFigure, in box: Box) {
        let bottom = sheet.putHero(hero, in: box, size: 66, sentences: 2)
        let chart = Box(x: box.x, y: bottom + 12, width: box.width, height: box.bottom - bottom - 12)
        guard chart.height > 24 else { return }
        let bars = Bars(values: first.buckets, average: first.averagePerBucket.value, best: first.positiveBest?.index)
        sheet.put(bars, in: chart, labels: 0, sheet.palette.accent)
    }

    private func putMedium(
        on sheet: inout Sheet, _ first: MetricFigures, _ hero: SummaryFigure, _ others: [SummaryFigure], _ labels: BucketLabels,
        in box: Box
    ) {
        let gap = 32.0
        let heroWidth = others.isEmpty ? box.width : (box.width - gap) * 0.5
        let bottom = sheet.putHero(
            hero, in: Box(x: box.x, y: box.y, width: heroWidth, height: box.height), size: 84, sentences: 2)
        let left = box.x + heroWidth + gap
        let width = (box.right - left - gap) / 2
        let names = sheet.names(of: others, Font(.medium, 20), width: width)
        for (index, figure) in others.enumerated() {
            let tile = Box(x: left + Double(index) * (width + gap), y: box.y + 2, width: width, height: 110)
            sheet.putTile(figure, name: names[index], in: tile, size: 40)
        }
        let chart = Box(x: box.x, y: max(bottom, box.y + 150) + 18, width: box.width, height: 0)
        sheet.put(
            Bars(
                values: first.buckets, labels: labels.all, average: first.averagePerBucket.value, best: first.positiveBest?.index),
            in: Box(x: chart.x, y: chart.y, width: chart.width, height: box.bottom - chart.y), labels: 18, sheet.palette.accent)
    }

    private func putLarge(
        on sheet: inout Sheet, _ first: MetricFigures, _ hero: SummaryFigure, _ others: [SummaryFigure], _ labels: BucketLabels,
        in box: Box
    ) {
        let gap = 40.0
        let heroWidth = others.isEmpty ? box.width : (box.width - gap) * 0.46
        let bottom = sheet.putHero(
            hero, in: Box(x: box.x, y: box.y, width: heroWidth, height: box.height), size: 118, sentences: 2)
        let left = box.x + heroWidth + gap
        let width = (box.right - left - gap) / 2
        let height = 142.0
        let names = sheet.names(of: others, Font(.medium, 24), width: width)
        for (index, figure) in others.enumerated() {
            let tile = Box(
                x: left + Double(index % 2) * (width + gap), y: box.y + 6 + Double(index / 2) * height, width: width,
                height: height)
            sheet.putTile(figure, name: names[index], in: tile, size: 48)
        }
        let top = max(bottom, box.y + 6 + height * Double((others.count + 1) / 2)) + 24
        let chart = Box(x: box.x, y: top, width: box.width, height: box.bottom - top)
        sheet.putChart(first, labels, in: chart, size: 24)
    }
}

extension MetricFigures {
    /// The best bucket, where there is anything in it and another beside it.
    var positiveBest: BestBucket? { best.flatMap { $0.value > 0 && buckets.count > 1 ? $0 : nil } }
}
