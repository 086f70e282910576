import Phrases
import Statistics
import Workouts

/// A metric of a period as it is shown.
struct SummaryFigure: Equatable, Sendable {
    var name: String
    var shortName: String
    /// A dash where there is none.
    var value: String
    /// Why there is none.
    var gap: String?
    /// "12% more than by this time last week"; empty where nothing is compared.
    var sentence: String
    /// "+12%"; empty where nothing is compared.
    var trend: String
    /// Whether there is more than there was, less, or neither.
    var direction: Int

    static let dash = "–"

    init(_ figures: MetricFigures, of plan: HistoryPlan, _ words: Phrasebook) {
        let metric = figures.metric
        name = words.name(of: Figure(metric))
        shortName = words.shortName(of: Figure(metric))
        value = figures.total.value.map { words.text($0, metric) } ?? Self.dash
        gap = figures.total.reason.map { words.text($0) }
        // Its last moment, which people mean by a day, is its end.
        let isUnderWay = plan.now < plan.period.range.end - TimeSpan(microseconds: 1)
        let baseline = ComparedPeriod(plan.period.kind, with: plan.query.baseline, isUnderWay: isUnderWay)
        if let total = figures.total.value, let before = figures.comparisonTotal.value {
            sentence = words.comparison(total, with: before, baseline)
        } else {
            sentence = ""
        }
        trend = figures.change == .unavailable ? "" : words.trend(figures.change)
        direction =
            switch figures.change {
            case .unavailable: 0
            case .new: 1
            case .ratio(let ratio): (ratio * 100).rounded() > 0 ? 1 : (ratio * 100).rounded() < 0 ? -1 : 0
            }
    }
}

extension Sheet {
    /// Names short where one of the long ones has no room, so that all are of a kind.
    func names(of figures: [SummaryFigure], _ font: Font, width: Double) -> [String] {
        let long = figures.map(\.name)
        return long.allSatisfy { measure.width(of: $0, in: font) <= width } ? long : figures.map(\.shortName)
    }

    /// What a figure is called, above it; below it how it moved.
    mutating func putTile(_ figure: SummaryFigure, name: String, in box: Box, size: Double) {
        let label = measure.fit(name, Font(.medium, (size * 0.5).rounded()), width: box.width)
        put(label, x: box.x, top: box.y, palette.muted)
        let baseline = box.y + size * 0.62 + size * 0.95
        let value = FigureText(figure.value, size: size, width: box.width, measure)
        put(value, x: box.x, baseline: baseline)
        putTrend(figure, x: box.x, baseline: baseline + size * 0.68, size: (size * 0.48).rounded(), width: box.width)
    }

    /// "▲ +12%".
    mutating func putTrend(_ figure: SummaryFigure, x: Double, baseline: Double, size: Double, width: Double) {
        guard !figure.trend.isEmpty else { return }
        let paint = figure.direction > 0 ? palette.accent : palette.muted
        var left = x
        if figure.direction != 0 {
            putTriangle(pointsUp: figure.direction > 0, x: x, baseline: baseline, size: size, paint)
            left += size * 1.05
        }
        let text = measure.fit(figure.trend, Font(.semibold, size), width: width - (left - x))
        put(text, x: left, baseline: baseline, paint)
    }

    mutating func putTriangle(pointsUp: Bool, x: Double, baseline: Double, size: Double, _ paint: Paint) {
        let (wide, tall) = (size * 0.76, size * 0.62)
        let (flat, tip) =
            pointsUp
            ? (baseline - size * 0.05, baseline - size * 0.05 - tall) : (baseline - size * 0.05 - tall, baseline - size * 0.05)
        put(.area([Point(x: x, y: flat), Point(x: x + wide, y: flat), Point(x: x + wide / 2, y: tip)], paint))
    }
}
