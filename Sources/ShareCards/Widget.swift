public import Phrases
public import Statistics

/// A period on a display that hangs on a wall or stands on a desk: small 400 × 300 with one metric, medium 800 × 480 with three, large
/// 1200 × 825 with five (core §9). Fewer metrics than there is room for leave it empty.
public struct Widget: Sendable {
    private let layout: WidgetLayout
    private let words: Phrasebook
    private let look: Look

    /// - Parameters:
    ///   - summary: of the request's query.
    ///   - rules: name the days of its bars.
    public init(
        _ summary: PeriodSummary, _ request: SummaryRequest, rules: CalendarRules, words: Phrasebook, look: Look = .light
    ) {
        layout = WidgetLayout(summary: summary, request: request, rules: rules)
        (self.words, self.look) = (words, look)
    }

    /// - Parameter scale: pixels for each of its own, 1...4: for displays of fine pixels.
    public func png(scale: Int = 1) throws(DrawingError) -> Picture {
        try drawing().png(scale: scale, look: look, fonts: fonts)
    }

    /// Shapes alone, its letters among them: no font is needed to show it.
    public func svg() throws(DrawingError) -> Picture { try drawing().svg(fonts: fonts) }

    private var fonts: FontFamilies { FontFamilies(words.language) }

    private func drawing() throws(DrawingError) -> Drawing {
        layout.drawing(try Canvas(isMonochrome: look == .monochrome, fonts: fonts), Palette(look), words)
    }
}
