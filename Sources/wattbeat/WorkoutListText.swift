import Gateway
import JSONText
import Phrases
import Storage
import Workouts

/// Stored workouts as a table and as JSON.
struct WorkoutListText {
    let page: ListedWorkouts
    let references: WorkoutReferences
    let naming: WorkoutNaming
    let terminal: Terminal

    private var heads: [String] {
        let words: [PageWord] = [.date, .workout, .time]
        return (["#"] + words.map(naming.words.text) + ["KM", "BPM", "W", "ID"]).map { $0.uppercased() }
    }
    private static let titleColumn = 2
    private static let shortestTitle = 12

    var lines: [String] {
        let shorts = references.shortTexts()
        var rows = [heads]
        for listing in page.listings {
            rows.append([
                page.numbers[listing.id].map { String($0) } ?? "–",
                listing.isDated
                    ? ClockText.minute(listing.start, listing.utcOffsetSeconds) : naming.words.text(TableWord.undated),
                title(of: listing), ClockText.span(listing.timer), Self.figure(listing.distanceMetres.map { $0 / 1000 }, 1),
                Self.figure(listing.averageBeatsPerMinute, 0), Self.figure(listing.averagePowerWatts, 0),
                shorts[listing.id] ?? listing.id.storeText,
            ])
        }
        let others = heads.indices.filter { $0 != Self.titleColumn }.reduce(0) { sum, column in
            sum + (rows.map { $0[column].columns }.max() ?? 0) + 2
        }
        let width = terminal.columns - others
        var table = TextTable(.right, .left, .left, .right, .right, .right, .right, .left)
        for (index, row) in rows.enumerated() {
            var row = row
            // Where there is hardly any room, the row is broken instead.
            if width >= Self.shortestTitle { row[Self.titleColumn] = shortened(row[Self.titleColumn], to: width) }
            table.add(index == 0 ? row.map(terminal.dim) : row)
        }
        var notes: [String] = []
        if page.listings.contains(where: { $0.isDated && $0.utcOffsetSeconds == nil }) {
            notes.append(naming.words.text(PageNote.utc))
        }
        if page.listings.contains(where: { !$0.isDated }) { notes.append(naming.words.text(PageNote.undated)) }
        return table.lines(indent: 0) + notes.flatMap { $0.wrapped(to: terminal.columns, indent: 0) }.map(terminal.dim)
    }

    /// Without the words that find no room; a word that finds none is cut.
    private func shortened(_ title: String, to width: Int) -> String {
        guard title.columns > width else { return title }
        let dots = terminal.hasUnicode ? "…" : "..."
        let room = title.cut(to: width - dots.columns + 1)
        return (room.lastIndex(of: " ").map { String(room[..<$0]) } ?? title.cut(to: width - dots.columns)) + dots
    }

    private static func figure(_ value: Double?, _ decimals: Int) -> String {
        value.map { Fixed.text($0, decimals: decimals) } ?? "–"
    }

    private func title(of listing: WorkoutListing) -> String {
        (listing.isDemo ? "DEMO " : "") + shown(page.title(of: listing, naming.words))
    }
}

extension ClockText {
    /// `2026-05-03 08:30`; in UTC, and said so, when nobody said the offset.
    static func minute(_ timestamp: Timestamp, _ utcOffsetSeconds: Int?) -> String {
        let local = timestamp.iso8601(utcOffsetSeconds: utcOffsetSeconds ?? 0)
        return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))" + (utcOffsetSeconds == nil ? "Z" : "")
    }
}
