import Gateway
import JSONText
import Phrases
import Storage
import Workouts

/// Stored workouts as a table and as JSON.
struct WorkoutListText {
    let listings: [WorkoutListing]
    let references: WorkoutReferences
    let naming: WorkoutNaming
    let terminal: Terminal

    private static let heads = ["#", "DATE", "WORKOUT", "TIME", "KM", "BPM", "W", "ID"]
    private static let titleColumn = 2
    private static let shortestTitle = 12

    var lines: [String] {
        let shorts = references.shortTexts()
        let numbers = references.numbers
        var rows = [Self.heads]
        for listing in listings {
            rows.append([
                numbers[listing.id].map { String($0) } ?? "–",
                listing.isDated ? ClockText.minute(listing.start, listing.utcOffsetSeconds) : "undated",
                title(of: listing), ClockText.span(listing.timer), Self.figure(listing.distanceMetres.map { $0 / 1000 }, 1),
                Self.figure(listing.averageBeatsPerMinute, 0), Self.figure(listing.averagePowerWatts, 0),
                shorts[listing.id] ?? listing.id.storeText,
            ])
        }
        let others = Self.heads.indices.filter { $0 != Self.titleColumn }.reduce(0) { sum, column in
            sum + (rows.map { $0[column].columns }.max() ?? 0) + 2
        }
        let width = max(terminal.columns - others, Self.shortestTitle)
        var table = TextTable(.right, .left, .left, .right, .right, .right, .right, .left)
        for (index, row) in rows.enumerated() {
            var row = row
            if row[Self.titleColumn].columns > width {
                let dots = terminal.hasUnicode ? "…" : "..."
                row[Self.titleColumn] = row[Self.titleColumn].cut(to: width - dots.columns) + dots
            }
            table.add(index == 0 ? row.map(terminal.dim) : row)
        }
        var notes: [String] = []
        if listings.contains(where: { $0.isDated && $0.utcOffsetSeconds == nil }) {
            notes.append("Z: in UTC, where nobody knows the workout's own time of day.")
        }
        if listings.contains(where: { !$0.isDated }) { notes.append("undated: the clock was not set.") }
        return table.lines(indent: 0) + notes.flatMap { $0.wrapped(to: terminal.columns, indent: 0) }.map(terminal.dim)
    }

    private static func figure(_ value: Double?, _ decimals: Int) -> String {
        value.map { Fixed.text($0, decimals: decimals) } ?? "–"
    }

    private func title(of listing: WorkoutListing) -> String {
        (listing.isDemo ? "DEMO " : "") + shown(naming.title(of: listing))
    }

    func json(of path: String, count: Int) -> JSONValue {
        let numbers = references.numbers
        return [
            "store": .string(path), "count": .integer(count),
            "workouts": .array(
                listings.map { listing in
                    var object = listing.json
                    object["title"] = .string(naming.title(of: listing))
                    object["number"] = .integer(numbers[listing.id])
                    return .object(object)
                }),
        ]
    }
}

extension WorkoutReferences {
    /// As the list counts them, from 1.
    var numbers: [WorkoutID: Int] {
        Dictionary(ids.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    }
}

extension WorkoutNaming {
    /// Its own name, or what it was and when; a place would need its route.
    func title(of listing: WorkoutListing) -> String {
        let time = listing.utcOffsetSeconds.map { offset in
            TimeOfDay(hour: CivilDate(listing.start, utcOffsetSeconds: offset).hour)
        }
        return listing.name ?? words.title(of: listing.type, time)
    }
}

extension ClockText {
    /// `2026-05-03 08:30`; in UTC, and said so, when nobody said the offset.
    static func minute(_ timestamp: Timestamp, _ utcOffsetSeconds: Int?) -> String {
        let local = timestamp.iso8601(utcOffsetSeconds: utcOffsetSeconds ?? 0)
        return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))" + (utcOffsetSeconds == nil ? "Z" : "")
    }
}

extension WorkoutListing {
    /// Stable keys (docs/store.md).
    fileprivate var json: JSONObject {
        func number(_ value: Double?, _ decimals: Int) -> JSONValue { value.map { .number($0, decimals: decimals) } ?? .null }
        func moment(_ moment: Timestamp) -> JSONValue {
            .string(utcOffsetSeconds.map { moment.iso8601(utcOffsetSeconds: $0) } ?? moment.iso8601)
        }
        var object = JSONObject()
        let texts: [(String, String?)] = [
            ("id", id.storeText), ("type", type.rawValue), ("name", name), ("note", note), ("timeZone", timeZone),
            ("origin", origin.kind.rawValue), ("originPath", origin.place), ("originFormat", origin.format),
        ]
        for (name, text) in texts { object.append(name, .string(text)) }
        object.append("version", .integer(version))
        object.append("isDemo", .bool(isDemo))
        object.append("start", moment(start))
        object.append("end", moment(end))
        let figures: [(String, Double?, Int)] = [
            ("timerSeconds", timer.seconds, 6), ("distanceMetres", distanceMetres, 3), ("steps", steps, 0),
            ("energyKilocalories", energyKilocalories, 1), ("ascentMetres", ascentMetres, 1),
            ("workKilojoules", workKilojoules, 3), ("trainingImpulse", trainingImpulse, 1),
            ("trainingStressScore", trainingStressScore, 1), ("averageHeartRateBPM", averageBeatsPerMinute, 1),
            ("maximumHeartRateBPM", maximumBeatsPerMinute, 0), ("averagePowerWatts", averagePowerWatts, 1),
            ("normalizedPowerWatts", normalizedPowerWatts, 1),
        ]
        for (name, value, decimals) in figures { object.append(name, number(value, decimals)) }
        return object
    }
}
