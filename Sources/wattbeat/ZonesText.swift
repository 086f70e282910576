import Gateway
import JSONText
import Phrases
import Statistics
import Workouts

/// Zones in force as a person reads them.
struct ZonesText {
    let session: ArchiveSession
    let terminal: Terminal

    /// - Parameter lacking: quantities of which to say what to set where they have no zones.
    func inForce(_ rows: [ZonesInForce], lacking: [ZoneQuantity]) -> [String] {
        var lines = rows.flatMap { row in [title(row)] + origin(row.configuration, indent: 2) + zones(row.configuration) + [""] }
        for quantity in lacking where !rows.contains(where: { $0.quantity == quantity }) {
            lines += [terminal.bold(name(quantity, nil)), "  none: \(quantity.advice)", ""]
        }
        return lines
    }

    func history(_ changes: [ZoneChange]) -> [String] {
        guard !changes.isEmpty else { return ["no zones were ever in force: \(ZoneQuantity.heartRate.advice)"] }
        return changes.flatMap { change -> [String] in
            let began = change.began.flatMap { row in
                ["  \(name(row.quantity, row.activities))  \(limits(row.configuration))"] + origin(row.configuration, indent: 4)
            }
            let ended = change.ended.map {
                "  \(name($0.quantity, $0.activities))  \(session.naming.words.text(PageWord.noneAnyMore))"
            }
            return [
                terminal.bold(
                    change.from.map { from(day($0)) }
                        ?? session.naming.words.text(change.isOfCommandLine ? PageWord.byCommandLine : .everSince))
            ] + began + ended + [""]
        }
    }

    private func limits(_ configuration: ZoneConfiguration) -> String {
        guard configuration.quantity != .speed else {
            return configuration.boundaries.map(session.naming.words.speed).joined(separator: ", ")
        }
        let numbers = configuration.boundaries.map { Decimals.text($0, decimals: 1) }
        return numbers.joined(separator: ", ") + " " + configuration.quantity.unit
    }

    private func from(_ day: CalendarDay) -> String {
        day <= session.calendar.day(containing: session.now)
            ? session.naming.words.since("\(day)") : session.naming.words.fromOn("\(day)")
    }

    private func day(_ moment: Timestamp) -> CalendarDay { session.calendar.day(containing: moment) }

    private func title(_ row: ZonesInForce) -> String { terminal.bold(name(row.quantity, row.activities)) }

    /// Model, maker, figures, and since when, as many lines as it takes.
    func origin(_ configuration: ZoneConfiguration, indent: Int) -> [String] {
        let since = configuration.validFrom.map { ", " + from(day($0)) } ?? ""
        let blank = String(repeating: " ", count: indent)
        return (blank + "\(ZoneWords.origin(configuration, session.naming.words))" + since)
            .wrapped(to: terminal.columns, indent: indent).map(terminal.dim)
    }

    /// "Heart rate, Running, Treadmill running"; of a quantity alone: of every sport without its own.
    func name(_ quantity: ZoneQuantity, _ activities: [ActivityType]?) -> String {
        ([session.naming.words.name(of: quantity.quantity)] + (activities ?? []).map(session.naming.words.name))
            .joined(separator: ", ")
    }

    /// Lowest first, as coaches list them.
    private func zones(_ configuration: ZoneConfiguration) -> [String] {
        var table = TextTable(.right, .left, .left)
        for index in 0..<configuration.zoneCount {
            table.add(
                terminal.zone(index, configuration.label(of: index)),
                session.naming.words.exactRange(index, of: configuration),
                session.naming.words.name(ofZone: index, of: configuration) ?? "")
        }
        return table.lines()
    }
}

extension ZoneQuantity {
    /// What to type where there are no zones.
    var advice: String {
        switch self {
        case .heartRate: "set what they follow from, such as wattbeat settings set lthr 165, or hr-max, or age"
        case .power: "set what they follow from: wattbeat settings set ftp 250"
        case .cadence: "set them: wattbeat settings set zones.cadence 70,85,100"
        case .speed: "set them, in m/s: wattbeat settings set zones.speed 5,7,9"
        }
    }
}
