/// Says how much room text takes. A layout asks it and nothing else of the library that paints.
protocol TextMeasure {
    /// Pixels that one line moves on by.
    func width(of text: String, in font: Font) -> Double
    /// The text in lines no wider than `width`, broken where its language breaks lines.
    ///
    /// - Parameter breaksWords: whether a word may be broken; else one may stick out.
    func lines(of text: String, in font: Font, width: Double, breaksWords: Bool) -> [String]
}

/// A text that fits where it is to stand: never cut, it grows smaller or goes on in a further line.
struct FittedText: Equatable, Sendable {
    var lines: [String]
    var font: Font
    /// Of each line.
    var widths: [Double]

    /// From one line to the next.
    var lineHeight: Double { (font.size * Self.lineSpacing).rounded(.up) }
    var height: Double { lineHeight * Double(lines.count) }
    var width: Double { widths.max() ?? 0 }

    static let lineSpacing = 1.16
    /// Of an em: from a line's upper edge to where its letters stand.
    static let ascent = 0.9
}

extension TextMeasure {
    /// One line, as large as asked or as small as it must be.
    func fit(_ text: String, _ font: Font, width: Double) -> FittedText {
        let text = text.forDrawing
        var font = font
        var taken = self.width(of: text, in: font)
        // Widths do not grow quite as sizes do.
        while taken > width, font.size > 1 {
            font.size = max(1, min(font.size - 0.5, (font.size * width / taken * 2).rounded(.down) / 2))
            taken = self.width(of: text, in: font)
        }
        return FittedText(lines: [text], font: font, widths: [taken])
    }

    /// At most so many lines: as large as asked, down to `least` with whole words, below it as small as it must be.
    func fit(_ text: String, _ font: Font, width: Double, lines most: Int, least: Double) -> FittedText {
        let text = text.forDrawing
        var font = font
        while true {
            let isSmallest = font.size <= 1
            let breaksWords = font.size < least
            let lines = self.lines(of: text, in: font, width: width, breaksWords: breaksWords)
            let widths = lines.map { self.width(of: $0, in: font) }
            if isSmallest || (lines.count <= most && widths.allSatisfy { $0 <= width }) {
                return FittedText(lines: lines, font: font, widths: widths)
            }
            font.size = max(1, font.size - max(1, (font.size / 20).rounded(.down)))
        }
    }
}

extension String {
    /// As one line of visible characters, and no longer than anybody reads: what is beyond 200 characters is told by an ellipsis.
    var forDrawing: String {
        var text = ""
        var count = 0
        for character in self {
            let isSpace = character.isNewline || character == "\t"
            let isHidden = character.unicodeScalars.contains { $0.properties.generalCategory == .control } && !isSpace
            if isHidden || (isSpace && text.last == " ") { continue }
            if count == 200 { return text + "…" }
            text.append(isSpace ? " " : character)
            count += 1
        }
        return text
    }
}
