/// The last lines of a card: what recorded it, and what is left out of it.
struct CardFoot {
    /// Whether it was recorded here; else the name alone is told.
    var isRecorded: Bool
    var notes: [String]

    /// - Returns: the upper edge.
    func put(on sheet: inout Sheet, _ page: Box, margin: Double) -> Double {
        let font = Font(.medium, 25)
        let (left, width) = (margin, page.width - 2 * margin)
        let brand = sheet.measure.fit(isRecorded ? sheet.words.text(.recordedWith) : "wattbeat", font, width: width)
        let baseline = page.bottom - 60
        sheet.put(brand, x: left, baseline: baseline, sheet.palette.muted)
        guard !notes.isEmpty else { return baseline - 25 }
        let note = notes.joined(separator: " ")
        let beside = width - brand.width - 40
        if sheet.measure.width(of: note.forDrawing, in: font) <= beside {
            sheet.put(
                sheet.measure.fit(note, font, width: beside), x: left + width, baseline: baseline, sheet.palette.muted, .right)
            return baseline - 25
        }
        let text = sheet.measure.fit(note, font, width: width, lines: 2, least: 22)
        let top = baseline - 25 - 12 - text.height
        sheet.put(text, x: left, top: top, sheet.palette.muted)
        return top
    }
}

/// Pixels of a card (core §9).
enum CardSize {
    static let width = 1080
    static let height = 1350
}
