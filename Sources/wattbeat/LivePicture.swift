import Gateway
import JSONText
import Workouts

/// One picture of a running workout: clock, values with zone and bar, time in zones, sensors.
struct LivePicture {
    let live: LiveFigures
    let sensors: SensorRows
    let terminal: Terminal
    let measures: Measures

    init(live: LiveFigures, sources: [SampleSource], terminal: Terminal, measures: Measures) {
        self.live = live
        sensors = SensorRows(
            sources: sources, sensors: live.sensors, now: live.now, activity: live.activity, terminal: terminal,
            measures: measures)
        self.terminal = terminal
        self.measures = measures
    }

    /// - Parameter sensors: with names that a person gave.
    init(live: LiveFigures, sensors: SensorRows, terminal: Terminal, measures: Measures) {
        self.live = live
        self.sensors = sensors
        self.terminal = terminal
        self.measures = measures
    }

    var lines: [String] {
        clock + coaching + [Quantity.heartRate, .power].flatMap(rows) + fitted(LiveLine.small(live, measures), "   ")
            + sensors.lines
    }

    private var clock: [String] {
        var parts = [terminal.bold(ClockText.span(live.timer)), live.activity.words]
        if live.lap.index > 0 { parts.append("lap \(live.lap.index + 1) \(ClockText.span(live.lap.timer))") }
        if live.elapsed.seconds - live.timer.seconds >= 1 {
            parts.append(terminal.dim("elapsed \(ClockText.span(live.elapsed))"))
        }
        switch live.state {
        case .paused: parts.append(terminal.paint("paused", .yellow))
        case .autoPaused: parts.append(terminal.paint("paused: standing still", .yellow))
        case .running, .notStarted, .ended: break
        }
        return fitted(parts, "  ")
    }

    /// The step under way, and what the coach said last.
    private var coaching: [String] {
        guard let coaching = live.coaching else { return [] }
        let cue =
            CoachWords.cue(coaching, at: live.now, live.timeInZones(of: .heartRate)?.configuration).map { [terminal.bold($0)] }
            ?? []
        return fitted(CoachWords.parts(coaching), "  ", indent: 2) + cue
    }

    /// As many lines as it takes, no part of them cut; a screen has one column less than the terminal.
    private func fitted(_ parts: [String], _ separator: String, indent: Int = 0) -> [String] {
        let blank = String(repeating: " ", count: indent)
        return parts.reduce(into: [String]()) { lines, part in
            if let last = lines.last, (last + separator + part).columns < terminal.columns {
                lines[lines.count - 1] = last + separator + part
            } else {
                lines.append(blank + part)
            }
        }
    }

    /// The value with its zone and a bar in the zone's colour; below it the time in each zone.
    private func rows(_ quantity: Quantity) -> [String] {
        let news = live.news(of: quantity)
        guard news != .none else { return [] }
        let value =
            terminal.bold(LiveLine.text(news).leftPadded(to: 5)) + " " + (quantity == .heartRate ? "bpm" : "W").padded(to: 3)
        guard let times = live.timeInZones(of: quantity) else { return [value] }
        let zone = live.zone(of: quantity)
        var row =
            value + "  " + (zone.map { terminal.zone($0.index, "zone \(times.configuration.label(of: $0.index))") } ?? "      ")
        if let zone, let number = news.value, let highest = times.configuration.boundaries.last {
            // The last zone is open; a sixth more than where it begins is enough for most.
            let width = max(8, min(36, terminal.columns - 22))
            row += "  " + terminal.zone(zone.index, terminal.bar(number / (highest * 7 / 6), width: width))
        }
        return [row] + fitted(totals(times, current: zone), "  ", indent: terminal.columns < 60 ? 2 : 11)
    }

    private func totals(_ times: ZoneGroup, current: Zone?) -> [String] {
        times.zoneDurations.enumerated().map { index, span in
            let text = "\(times.configuration.label(of: index)) \(ClockText.span(span))"
            return index == current?.index ? terminal.bold(text) : terminal.dim(text)
        }
    }
}

/// A running workout in one plain line.
enum LiveLine {
    /// `2:10  142 bpm zone 3  213 W zone 4  88 rpm  31.2 km/h  1.13 km`.
    static func text(_ live: LiveFigures, _ measures: Measures) -> String {
        var parts = [ClockText.span(live.timer)]
        for (quantity, unit) in [(Quantity.heartRate, "bpm"), (.power, "W")] where live.news(of: quantity) != .none {
            let configuration = live.timeInZones(of: quantity)?.configuration
            let zone = live.zone(of: quantity).flatMap { configuration?.label(of: $0.index) }.map { " zone \($0)" } ?? ""
            parts.append("\(text(live.news(of: quantity))) \(unit)\(zone)")
        }
        parts += small(live, measures)
        if let coaching = live.coaching { parts += CoachWords.parts(coaching).prefix(2) }
        if live.state == .paused || live.state == .autoPaused { parts.append("paused") }
        return parts.joined(separator: "  ")
    }

    /// No news yet is a dash, a value that ran out is told as lost: neither is ever shown as 0.
    static func text(_ news: LiveFigures.News) -> String {
        switch news {
        case .none: "–"
        case .current(let value, _): Decimals.text(value, decimals: 0)
        case .lost: "lost"
        }
    }

    /// What has no zones here.
    static func small(_ live: LiveFigures, _ measures: Measures) -> [String] {
        var parts = [Quantity.cadence, .stepRate, .speed].compactMap { quantity in
            live.value(of: quantity).flatMap { short(quantity, $0, live.activity, measures) }
        }
        if let distance = live.distance { parts.append(measures.distance(distance.metres)) }
        return parts
    }

    /// `nil` for what nobody looks at while riding.
    static func short(
        _ quantity: Quantity, _ value: Double, _ activity: ActivityType, _ measures: Measures
    ) -> String? {
        switch quantity {
        case .heartRate: "\(Decimals.text(value, decimals: 0)) bpm"
        case .power: "\(Decimals.text(value, decimals: 0)) W"
        case .cadence: "\(Decimals.text(value, decimals: 0)) rpm"
        case .stepRate: "\(Decimals.text(value, decimals: 0)) steps/min"
        case .speed: measures.speed(value, activity.isOnFoot)
        default: nil
        }
    }
}
