import Phrases

/// A drawing under way: what stands on it, and what it is laid out with.
struct Sheet {
    let measure: any TextMeasure
    let palette: Palette
    let words: Phrasebook
    private(set) var marks: [Mark] = []

    init(_ measure: any TextMeasure, _ palette: Palette, _ words: Phrasebook) {
        (self.measure, self.palette, self.words) = (measure, palette, words)
    }

    enum Side { case left, right, middle }

    mutating func put(_ mark: Mark) { marks.append(mark) }

    /// Lines of text, the first one's upper edge at `top`.
    ///
    /// - Parameter x: where their left or right ends, or their middles, are.
    /// - Returns: the lower edge.
    @discardableResult
    mutating func put(_ text: FittedText, x: Double, top: Double, _ paint: Paint, _ side: Side = .left) -> Double {
        for (index, (line, width)) in zip(text.lines, text.widths).enumerated() where !line.isEmpty {
            let baseline = top + Double(index) * text.lineHeight + text.font.size * FittedText.ascent
            put(line, width, text.font, x: x, baseline: baseline, paint, side)
        }
        return top + text.height
    }

    /// One line that stands at `baseline`, whatever size it came to.
    mutating func put(_ text: FittedText, x: Double, baseline: Double, _ paint: Paint, _ side: Side = .left) {
        guard let line = text.lines.first, let width = text.widths.first, !line.isEmpty else { return }
        put(line, width, text.font, x: x, baseline: baseline, paint, side)
    }

    private mutating func put(
        _ line: String, _ width: Double, _ font: Font, x: Double, baseline: Double, _ paint: Paint, _ side: Side
    ) {
        let left =
            switch side {
            case .left: x
            case .right: x - width
            case .middle: x - width / 2
            }
        put(.text(TextRun(text: line, font: font, origin: Point(x: left, y: baseline), width: width, paint: paint)))
    }

    /// A figure that stands at `baseline`, its unit smaller beside it.
    ///
    /// - Returns: how wide it became.
    @discardableResult
    mutating func put(_ figure: FigureText, x: Double, baseline: Double, _ side: Side = .left) -> Double {
        var left =
            switch side {
            case .left: x
            case .right: x - figure.width
            case .middle: x - figure.width / 2
            }
        for (part, width) in zip(figure.parts, figure.widths) {
            let font = part.isUnit ? figure.unitFont : figure.font
            left += part.gap * figure.font.size
            put(part.text, width, font, x: left, baseline: baseline, part.isUnit ? palette.muted : palette.ink, .left)
            left += width
        }
        return figure.width
    }

    // MARK: Marks of their own

    /// "DEMO" in a frame, on everything that was not recorded; the same in every language, as programs write it.
    ///
    /// - Returns: how wide it is.
    @discardableResult
    mutating func putDemo(right: Double, baseline: Double, size: Double) -> Double {
        let text = measure.fit(Self.demo, Font(.bold, size), width: .infinity)
        let box = Box(
            x: right - text.width - size, y: baseline - size * 1.12, width: text.width + size, height: size * 1.52)
        put(.box(box, radius: box.height / 2, palette.warnGround))
        put(.frame(box, radius: box.height / 2, width: max(2, size / 12), palette.warn))
        put(text, x: right - size / 2, baseline: baseline, palette.warn, .right)
        return box.width
    }

    static let demo = "DEMO"
}
