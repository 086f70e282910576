import Dialogues
import Gateway
import Workouts

/// Sensors as a table: who it is, what it is for, how near, whether it serves.
struct SensorTable {
    let sensors: [GatewayStatus.KnownSensor]
    let terminal: Terminal
    /// Whether signals and times of hearing mean anything.
    let isLive: Bool

    var lines: [String] {
        var table = TextTable(.left, .left, .left, .right, .left, .left, .left)
        let head = ["SENSOR", "NAME", "KIND", "SIGNAL", "BATTERY", "STATE", "HEARD"].map(terminal.dim)
        table.add(head[0], head[1], head[2], head[3], head[4], head[5], isLive ? head[6] : "")
        for sensor in sensors {
            table.add(
                shown(sensor.sensor), sensor.name.map(shown) ?? "–", kinds(sensor), signal(sensor), battery(sensor),
                state(sensor),
                isLive ? heard(sensor) : "")
        }
        return table.lines(indent: 0)
    }

    private func kinds(_ sensor: GatewayStatus.KnownSensor) -> String {
        sensor.kinds.isEmpty ? "–" : sensor.kinds.sorted().map(\.words).joined(separator: ", ")
    }

    /// Four bars at an arm's length, none at the edge.
    private func signal(_ sensor: GatewayStatus.KnownSensor) -> String {
        guard isLive, let signal = sensor.signalDBm else { return "–" }
        let count = Self.steps.count { signal >= $0 }
        let bars = terminal.hasUnicode ? "▂▄▆█" : "||||"
        let blank = terminal.hasUnicode ? "▁" : "."
        return terminal.paint(String(bars.prefix(count)), count > 1 ? .green : .yellow)
            + terminal.dim(String(repeating: blank, count: 4 - count)) + " \(signal) dBm"
    }

    private static let steps = [-90, -80, -70, -60]
    private static let lowBattery = 15

    private func battery(_ sensor: GatewayStatus.KnownSensor) -> String {
        guard let percent = sensor.batteryPercent else { return "–" }
        return percent <= Self.lowBattery ? terminal.paint("\(percent) %", .red) : "\(percent) %"
    }

    private func state(_ sensor: GatewayStatus.KnownSensor) -> String {
        // A receiver is neither: it serves as long as it is there.
        if sensor.kinds == [.receiver], !sensor.isPaired {
            return sensor.isLinked ? terminal.paint("in use", .green) : terminal.dim("not there")
        }
        let words = sensor.isPaired ? "paired" : sensor.isChosen ? "chosen" : "offered"
        guard sensor.isPaired || sensor.isChosen else { return terminal.dim(words) }
        return sensor.isLinked ? terminal.paint(words + ", linked", .green) : words
    }

    private func heard(_ sensor: GatewayStatus.KnownSensor) -> String {
        guard let seconds = sensor.secondsSinceHeard else { return terminal.dim("not yet") }
        switch seconds {
        case ..<5: return "now"
        case ..<120: return "\(Int(seconds)) s ago"
        case ..<86_400: return "\(Int(seconds / 60)) min ago"
        default: return "long ago"
        }
    }
}

extension GatewayStatus {
    /// Puts what sources have told of themselves to the sensors that they are.
    mutating func learn() {
        for source in sources {
            guard let index = sensors.firstIndex(where: { $0.sensor == source.identity }) else { continue }
            sensors[index].name = sensors[index].name ?? source.name
            sensors[index].batteryPercent = source.batteryPercent ?? sensors[index].batteryPercent
            let told = [
                ("manufacturer", source.manufacturer), ("model", source.model), ("serial", source.serialNumber),
                ("firmware", source.firmware),
            ]
            for case (let name, let value?) in told where !sensors[index].facts.contains(where: { $0.name == name }) {
                sensors[index].facts.append((name, value))
            }
        }
    }
}
