import Dialogues
import Gateway
import Transports
import Workouts

/// How it stands with the gateway, for a person.
struct StatusText {
    let status: GatewayStatus
    let terminal: Terminal
    var measures = Measures.own

    var lines: [String] {
        demo + workout + section("Sensors", status.rows(terminal, measures, showsBatteries: true).lines)
            + section("Offered", offers)
            + section("Devices", devices)
            + section("Capture", capture) + section("Store", store) + section("Notes", status.notes.map { "  " + shown($0) })
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", terminal.bold(title)] + lines
    }

    private var demo: [String] { status.isDemo ? [terminal.paint(Self.demoSentence, .magenta), ""] : [] }

    static let demoSentence = "DEMO: a recorded ride is played, nobody is riding"

    private var workout: [String] {
        if let live = status.live { return [terminal.bold(live.activity.words) + "  " + LiveLine.text(live, measures)] }
        let ready = ["no workout is running: `wattbeat start` begins one"]
        guard let last = status.lastWorkout else { return ready }
        return ready + ["", terminal.dim("The last one:")]
            + OutcomeText(outcome: last, terminal: terminal, measures: measures).lines
    }

    /// Sensors that are heard and not used.
    private var offers: [String] {
        let offered = status.sensors.filter { !$0.isPaired && !$0.isChosen && !$0.isLinked && $0.kinds != [.receiver] }
        var table = TextTable(.left, .left, .left)
        for sensor in offered.prefix(Self.mostOffers) {
            table.add(
                sensor.name.map(shown) ?? "–", shown(sensor.sensor),
                terminal.dim(sensor.kinds.sorted().map(\.words).joined(separator: ", ")))
        }
        let more = offered.count - Self.mostOffers
        return table.lines() + (more > 0 ? ["  and \(more) more: wattbeat sensors list"] : [])
    }

    private static let mostOffers = 10
    private static let mostLosses = 8

    private var devices: [String] {
        let hasRadio = status.isDemo || status.devices.contains(where: RadioWords.isRadio)
        return (hasRadio ? [] : ["  " + terminal.paint(RadioWords.none, .yellow)])
            + status.devices.map { device in
                let name = device.name.map { "\(shown($0)) " } ?? ""
                let state = terminal.paint(device.state.rawValue, device.state.style)
                return "  \(name)\(terminal.dim(shown(device.device)))  \(state)"
                    + (device.sentence.map { ": \(shown($0))" } ?? "")
            }
    }

    private var store: [String] {
        switch status.store {
        case .off: []
        case .current(let path): ["  " + shown(path)]
        case .storing(let path, _, total: 0): ["  " + shown(path), "  looking which recordings are missing"]
        case .storing(let path, let captures, let total):
            ["  " + shown(path), "  storing \(total - captures) of \(total) earlier recordings"]
        case .waiting(let path, let captures, _, let sentence):
            [
                "  " + shown(path),
                "  " + terminal.paint("not stored: \(shown(sentence))", .yellow)
                    + (captures > 0 ? "; \(Count.text(captures, "recording waits", "recordings wait"))" : ""),
            ]
        }
    }

    private var capture: [String] {
        var lines: [String] =
            switch status.capture {
            case .off: ["  " + terminal.paint("nothing is written", .yellow)]
            case .writing(let path): ["  " + shown(path)]
            case .suspended(let path, let sentence, let lost):
                [
                    "  " + shown(path),
                    "  " + terminal.paint(shown(sentence), .red)
                        + (lost > 0 ? ", \(lost) records are lost" : ""),
                ]
            }
        let counts = [(status.rejected, "unreadable"), (status.dropped, "dropped")].filter { $0.0 > 0 }
        if !counts.isEmpty { lines.append("  " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")) }
        for loss in status.losses.prefix(Self.mostLosses) {
            lines.append("    \(terminal.dim(shown(loss.from)))  \(loss.count) \(shown(loss.reason))")
        }
        return lines
    }
}

extension DeviceStatus.State {
    /// Green where it works, red where a person must do something.
    var style: Terminal.Style {
        switch self {
        case .open: .green
        case .fault: .red
        case .lost: .yellow
        case .searching, .connecting, .removed: .dim
        }
    }
}
