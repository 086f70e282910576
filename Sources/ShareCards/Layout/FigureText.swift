/// A figure in words, parted where its unit begins: "1 h 2 min" has four parts.
struct FigureText: Equatable, Sendable {
    var parts: [Part]
    /// Of each part.
    var widths: [Double]
    var font: Font
    var unitFont: Font

    struct Part: Equatable, Sendable {
        var text: String
        var isUnit: Bool
        /// What is free before it, as a share of the figure's size.
        var gap = 0.0
    }

    var width: Double { zip(parts, widths).reduce(0) { $0 + $1.0.gap * font.size + $1.1 } }

    /// - Parameters:
    ///   - share: the unit's size as a share of the figure's.
    ///   - most: what it must not be wider than.
    init(_ text: String, size: Double, unit share: Double = 0.5, width most: Double, _ measure: any TextMeasure) {
        parts = Self.parts(of: text.forDrawing)
        font = Self.font(size)
        (unitFont, widths) = Self.measured(parts, font, share, measure)
        while width > most, font.size > 2 {
            font = Self.font(max(2, min(font.size - 1, (font.size * most / width).rounded(.down))))
            (unitFont, widths) = Self.measured(parts, font, share, measure)
        }
    }

    private static func font(_ size: Double) -> Font { Font(.bold, size, size >= 60 ? .display : .text) }

    private static func measured(
        _ parts: [Part], _ font: Font, _ share: Double, _ measure: any TextMeasure
    ) -> (Font, [Double]) {
        let unit = Font(.semibold, max(1, (font.size * share).rounded()), font.face)
        return (unit, parts.map { measure.width(of: $0.text, in: $0.isUnit ? unit : font) })
    }

    /// Digits, what stands between them and the sign before them are the figure; the rest is its unit.
    static func parts(of text: String) -> [Part] {
        let characters = Array(text)
        var parts: [Part] = []
        var isAfterSpace = false
        for (index, character) in characters.enumerated() {
            let isFollowed = index + 1 < characters.count && isDigit(characters[index + 1])
            let isBetween = index > 0 && isDigit(characters[index - 1]) && isFollowed
            let isSign = "+-−±".contains(character) && isFollowed
            let isDash = characters.count == 1 && text == SummaryFigure.dash
            let isUnit = !(isDigit(character) || isBetween || isSign || isDash)
            let isEdge = parts.last.map { $0.isUnit != isUnit } ?? true
            // Spaces between a figure and its unit would be as small as the unit.
            if isUnit, character.isWhitespace, isEdge || isFollowed {
                isAfterSpace = true
                continue
            }
            if let last = parts.indices.last, parts[last].isUnit == isUnit {
                parts[last].text.append(character)
            } else {
                let gap = parts.isEmpty ? 0 : isAfterSpace ? 0.17 : 0.07
                parts.append(Part(text: String(character), isUnit: isUnit, gap: gap))
            }
            isAfterSpace = false
        }
        return parts
    }

    /// 千 is a number too, and here a unit's.
    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
