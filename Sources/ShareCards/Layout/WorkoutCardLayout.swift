import Phrases
import Statistics
import Workouts

/// A workout on 1080 × 1350: what it was, where it led or how it went, and its figures.
struct WorkoutCardLayout {
    let workout: Workout
    let form: ShareFigures.Form
    let route: Route?
    /// The settlement it was at; not told on a card without location.
    let place: String?

    private static let margin = 72.0

    /// The name that somebody gave it may name a place, and so may not stand on a card without location.
    func title(_ words: Phrasebook) -> String {
        if form == .locationFree { return words.title(of: workout) }
        return workout.name.flatMap { $0.forDrawing.allSatisfy(\.isWhitespace) ? nil : $0 }
            ?? words.title(of: workout, place: place)
    }

    func drawing(_ measure: any TextMeasure, _ palette: Palette, _ words: Phrasebook) -> Drawing {
        var sheet = Sheet(measure, palette, words)
        let share = ShareFigures(workout, form: form, route: route)
        let page = Box(x: 0, y: 0, width: Double(CardSize.width), height: Double(CardSize.height))
        let (left, width) = (Self.margin, page.width - 2 * Self.margin)
        let colour = palette.colour(of: share.type)
        let title = title(words)

        sheet.putEdge(page, colour)
        putHead(on: &sheet, share, colour)
        let heading = heading(title, measure, width: width)
        let top = sheet.put(heading, x: left, top: 140, palette.ink)
        let footTop = CardFoot(isRecorded: isRecorded, notes: notes(share, words)).put(on: &sheet, page, margin: Self.margin)
        var bottom = footTop - 30
        if let group = zoneGroup {
            let strip = Box(x: left, y: bottom - 100, width: width, height: 92)
            if sheet.put(group, in: strip) { bottom = strip.y - 30 }
        }
        // A route has the more room for it.
        let hasRoute = if case .lines = share.shape { true } else { false }
        bottom = putFigures(WorkoutFigures(share, words).all, rows: hasRoute ? 1 : 2, on: &sheet, bottom: bottom)
        putMiddle(on: &sheet, share, Box(x: left - 24, y: top + 30, width: width + 48, height: bottom - 30 - top - 30), colour)
        return sheet.finished(page, title: title)
    }

    /// One line that is a little smaller before two, and two before four that are smaller by far.
    private func heading(_ title: String, _ measure: any TextMeasure, width: Double) -> FittedText {
        let font = Font(.bold, 66, .display)
        let line = measure.fit(title, font, width: width)
        if line.font.size >= 54 { return line }
        let two = measure.fit(title, font, width: width, lines: 2, least: 46)
        return two.font.size >= 46 ? two : measure.fit(title, font.sized(44), width: width, lines: 4, least: 30)
    }

    private func putHead(on sheet: inout Sheet, _ share: ShareFigures, _ colour: Paint) {
        let (left, right) = (Self.margin, Double(CardSize.width) - Self.margin)
        let baseline = 112.0
        var end = right
        if share.isDemo { end -= sheet.putDemo(right: right, baseline: baseline, size: 30) + 24 }
        // A clock that was not set knows no date.
        if workout.clock.isTrusted {
            let start = share.localStart
            let day = CalendarDay(year: start.year, month: start.month, day: start.day)
            let date = sheet.measure.fit(sheet.words.datesWithYear(day...day), Font(.medium, 30), width: 440)
            sheet.put(date, x: end, baseline: baseline, sheet.palette.muted, .right)
            end -= date.width + 24
        }
        sheet.put(.box(Box(x: left, y: baseline - 22, width: 24, height: 24), radius: 12, colour))
        let sport = sheet.measure.fit(sheet.words.name(of: share.type), Font(.semibold, 30), width: end - left - 40)
        sheet.put(sport, x: left + 40, baseline: baseline, colour)
    }

    /// Files of other programs, and what is made up, were recorded by nobody here.
    private var isRecorded: Bool {
        workout.sources.contains { source in
            switch source.kind {
            case .ble, .antPlus, .gps, .barometer: true
            case .imported, .manual, .demo: false
            }
        }
    }

    /// What is left out, so that nobody takes what is shown for all.
    private func notes(_ share: ShareFigures, _ words: Phrasebook) -> [String] {
        switch (share.shape, form) {
        case (.lines, .route(let trimming)), (.trimmedAway, .route(let trimming)):
            trimming.radiusMetres > 0 ? [words.endsHidden(metres: trimming.radiusMetres)] : []
        case (.locationFree, _): workout.route.placeCount > 0 ? [words.text(.locationHidden)] : []
        default: []
        }
    }

    private var zoneGroup: ZoneGroup? {
        [Quantity.heartRate, .power].lazy.compactMap { workout.zoneGroups[$0] }.first { $0.covered > .zero }
    }

    /// Two figures large, the others in rows of four below.
    ///
    /// - Returns: the upper edge.
    private func putFigures(_ all: [WorkoutFigures.Shown], rows most: Int, on sheet: inout Sheet, bottom: Double) -> Double {
        let gap = 28.0
        let others = Array(all.dropFirst(2).prefix(4 * most))
        let rows = (others.count + 3) / 4
        let rowHeight = 108.0
        let top = bottom - Double(rows) * rowHeight
        putRow(others, columns: 4, size: 46, label: 24, rowHeight: rowHeight, top: top, gap: gap, on: &sheet)
        let heroHeight = 178.0
        putRow(
            Array(all.prefix(2)), columns: 2, size: 112, label: 28, rowHeight: heroHeight, top: top - heroHeight, gap: gap,
            on: &sheet)
        return top - heroHeight
    }

    /// Figures side by side, each under what it is called.
    private func putRow(
        _ figures: [WorkoutFigures.Shown], columns: Int, size: Double, label: Double, rowHeight: Double, top: Double,
        gap: Double, on sheet: inout Sheet
    ) {
        let (measure, palette, words) = (sheet.measure, sheet.palette, sheet.words)
        let width = Double(CardSize.width) - 2 * Self.margin
        let cell = (width - gap * Double(columns - 1)) / Double(columns)
        let font = Font(.medium, label)
        let long = figures.map { words.name(of: $0.figure) }
        let isLong = long.allSatisfy { measure.width(of: $0, in: font) <= cell }
        for (index, shown) in figures.enumerated() {
            let x = Self.margin + Double(index % columns) * (cell + gap)
            let y = top + Double(index / columns) * rowHeight
            let name = isLong ? long[index] : words.shortName(of: shown.figure)
            sheet.put(measure.fit(name, font, width: cell), x: x, baseline: y + label, palette.muted)
            let figure = FigureText(shown.text, size: size, unit: 0.46, width: cell, measure)
            sheet.put(figure, x: x, baseline: y + label + size * 0.98)
        }
    }

    private func putMiddle(on sheet: inout Sheet, _ share: ShareFigures, _ panel: Box, _ colour: Paint) {
        guard panel.height > 160 else { return }
        if case .lines(let lines, _) = share.shape {
            sheet.putPanel(panel)
            let shape = RouteDrawing(lines, in: panel.inset(by: 52))
            if !sheet.palette.isMonochrome { sheet.put(.lines(shape.lines, width: 24, dash: 0, colour.opacity(0.14))) }
            sheet.put(.lines(shape.lines, width: 9, dash: 0, colour))
        } else if let trace = Trace(workout) {
            sheet.putPanel(panel)
            sheet.put(trace, in: panel.inset(by: 40), colour)
        }
    }
}
