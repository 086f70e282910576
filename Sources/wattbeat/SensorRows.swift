import Gateway
import Workouts

/// What each sensor says now, whether or not it is the one that counts: one row a source.
struct SensorRows {
    let sources: [SampleSource]
    let sensors: [LiveFigures.Sensor]
    /// Names that a person gave, by identity.
    var names: [String: String] = [:]
    /// Whom the rider has paired and who has not measured anything yet, with how it stands with it.
    var waiting: [(name: String, words: String)] = []
    /// Identities of sensors whose links are gone: the last value stands for some seconds more.
    var unlinked: Set<String> = []
    /// Identities of receivers that speak and do not know where they are.
    var fixless: Set<String> = []
    var showsBatteries = false
    /// The engine's latest moment; `nil` where nobody knows it.
    let now: Offset?
    let activity: ActivityType
    let terminal: Terminal
    let measures: Measures

    var lines: [String] {
        sources.map { "  " + name(of: $0).padded(to: nameWidth) + "  " + values(of: $0) + battery(of: $0) }
            + waiting.map { "  " + $0.name.padded(to: nameWidth) + "  " + terminal.paint($0.words, .yellow) }
    }

    private func battery(of source: SampleSource) -> String {
        guard showsBatteries, let text = source.batteryPercent.map({ "\($0) %" }) ?? source.batteryStatus?.rawValue else {
            return ""
        }
        return terminal.dim("  battery \(text)")
    }

    private func values(of source: SampleSource) -> String {
        let own = sensors.filter { $0.source == source.id }
        let values = own.compactMap { sensor in
            sensor.news.value.flatMap { value in LiveLine.short(sensor.quantity, value, activity, measures) }
        }
        if !values.isEmpty {
            let isLinked = !unlinked.contains(source.identity)
            return values.joined(separator: ", ") + (isLinked ? "" : terminal.paint("  link lost", .yellow))
        }
        if fixless.contains(source.identity) { return terminal.paint(GatewayStatus.noFix, .yellow) }
        guard let lastHeard = own.map(\.lastHeard).max() else { return terminal.dim("–") }
        guard let now else { return terminal.paint("silent", .yellow) }
        return terminal.paint("silent for \(ClockText.span(max(now - lastHeard, .zero)))", .yellow)
    }

    private func name(of source: SampleSource) -> String {
        (names[source.identity] ?? source.name).map(shown) ?? source.kind.words
    }

    private var nameWidth: Int { (sources.map { name(of: $0).columns } + waiting.map(\.name.columns)).max() ?? 0 }
}

extension GatewayStatus {
    /// The rows of what is heard, in a workout or before it.
    func rows(_ terminal: Terminal, _ measures: Measures, showsBatteries: Bool = false) -> SensorRows {
        let named = sensors.compactMap { known in known.name.map { (known.sensor, $0) } }
        let heard = Set(sources.map(\.identity))
        let waiting = sensors.filter { $0.isPaired && !heard.contains($0.sensor) }.map { (shown($0.name ?? $0.sensor), $0.words) }
        let unlinked = isDemo ? [] : sensors.filter { ($0.isPaired || $0.isChosen) && !$0.isLinked }.map(\.sensor)
        return SensorRows(
            sources: sources, sensors: live?.sensors ?? idle, names: Dictionary(named) { first, _ in first }, waiting: waiting,
            unlinked: Set(unlinked), fixless: receiversWithoutFix, showsBatteries: showsBatteries, now: live?.now,
            activity: live?.activity ?? .cycling, terminal: terminal, measures: measures)
    }
}

extension GatewayStatus.KnownSensor {
    /// How it stands with one that has not measured anything yet.
    fileprivate var words: String {
        if isLinked { return "linked, and has told nothing yet" }
        return secondsSinceHeard == nil ? "not heard yet" : "heard, not linked yet"
    }
}
