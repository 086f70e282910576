import Phrases

/// Figures by bucket as bars, with their average as a line.
struct Bars: Equatable, Sendable {
    /// One for each bucket; `nil` where there is nothing, or not yet.
    var values: [Double?]
    /// Under bars, by their index.
    var labels: [Label] = []
    var average: Double?
    /// The best bucket's index, which is drawn in full colour.
    var best: Int?

    struct Label: Equatable, Sendable {
        var index: Int
        var text: String
    }
}

extension Sheet {
    /// - Parameter size: of the labels; 0 for none.
    mutating func put(_ bars: Bars, in box: Box, labels size: Double, _ colour: Paint) {
        guard !bars.values.isEmpty, box.width > 0 else { return }
        let foot = size > 0 && !bars.labels.isEmpty ? (size * 1.7).rounded() : 0
        let ground = box.bottom - foot
        let height = ground - box.y
        let slot = box.width / Double(bars.values.count)
        let width = max(1, min(slot * 0.68, 84))
        let most = max(bars.values.compactMap(\.self).max() ?? 0, bars.average ?? 0)
        let hair = palette.isMonochrome ? 2 : 1.5

        for (index, value) in bars.values.enumerated() {
            guard let value, value.isFinite, most > 0 else { continue }
            let left = box.x + slot * (Double(index) + 0.5) - width / 2
            // A bucket with nothing has a foot, one that is not known has none.
            let tall = max(3, height * min(max(value, 0) / most, 1))
            let bar = Box(x: left, y: ground - tall, width: width, height: tall)
            let radius = min(width * 0.22, 10, tall / 2)
            let isBest = bars.best == index
            if palette.isMonochrome && !isBest && width > 8 {
                put(.frame(bar, radius: 0, width: 2, colour))
            } else if palette.isMonochrome {
                put(.box(bar, radius: 0, colour))
            } else {
                put(.box(bar, radius: radius, isBest || bars.best == nil ? colour : colour.opacity(0.55)))
            }
        }
        put(.lines([[Point(x: box.x, y: ground), Point(x: box.right, y: ground)]], width: hair, dash: 0, palette.line))
        if let average = bars.average, average > 0, average.isFinite, most > 0 {
            let y = ground - height * average / most
            put(
                .lines(
                    [[Point(x: box.x, y: y), Point(x: box.right, y: y)]], width: hair + 0.5, dash: max(5, size / 3), palette.ink))
        }
        if foot > 0 { putLabels(bars.labels, slot: slot, in: box, size: size) }
    }

    /// As many as there is room for, one in so many.
    private mutating func putLabels(_ labels: [Bars.Label], slot: Double, in box: Box, size: Double) {
        let font = Font(.medium, size)
        let measured = labels.map { label in
            let text = measure.fit(label.text, font, width: box.width)
            // In the middle under its bar, but not beyond the bars' ends.
            let middle = box.x + slot * (Double(label.index) + 0.5)
            return (text: text, left: min(max(middle - text.width / 2, box.x), box.right - text.width))
        }
        let step = (1...max(1, labels.count)).first { step in
            let kept = stride(from: 0, to: measured.count, by: step).map { measured[$0] }
            return zip(kept, kept.dropFirst()).allSatisfy { $0.left + $0.text.width + size / 2 <= $1.left }
        }
        for index in stride(from: 0, to: measured.count, by: step ?? labels.count) {
            put(measured[index].text, x: measured[index].left, baseline: box.bottom - size * 0.2, palette.muted)
        }
    }
}
