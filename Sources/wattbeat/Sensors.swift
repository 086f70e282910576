import Dialogues
import Gateway
import JSONText

/// `wattbeat sensors`: alone it lists them.
enum Sensors: Command {
    static let name = "sensors"
    static let summary = "list, find, pair and calibrate sensors"
    static let operands = Operands.none
    static let options = SensorsList.options
    static let subcommands: [any Command.Type] = [
        SensorsList.self, SensorsScan.self, SensorsPair.self, SensorsForget.self, SensorsIgnore.self, SensorsRename.self,
        SensorsPriority.self, SensorsInfo.self, SensorsCalibrate.self,
    ]
    static let discussion = """
        They ask the gateway that runs; where none does, they change the settings file, and look around themselves. SENSOR is an
        identity (ble:C0:11:22:33:44:01, ant:120:12345), a name, or the beginning of either.

        Sensors of a kind of which none is paired serve too: the strongest. Once one is paired, others of its kind are
        offered and not used. A sensor that is never to be offered is ignored: wattbeat sensors ignore ant:120:77
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        try await SensorsList.run(arguments, output)
    }
}

/// `wattbeat sensors list`.
enum SensorsList: Command {
    private static let json = Flag("json", "print them as JSON (docs/control.md, `sensors`)")

    static let name = "sensors list"
    static let summary = "show what is paired and what was heard"
    static let operands = Operands.none
    static let options: [any CommandOption] = [json] + SensorAccessOptions.all
    static let discussion = """
        paired: it serves whenever it is there. chosen: it serves as the strongest of its kind, of which none is paired.
        offered: it was heard, and is not used. A gateway that runs knows signals; the settings file knows only what is paired.
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let access = try SensorAccessOptions.access(arguments)
        try show(try await access.sensors(), access, arguments[json], output)
    }

    /// - Parameter isJSON: for programs, else for people.
    static func show(
        _ status: GatewayStatus, _ access: any SensorAccess, _ isJSON: Bool, _ output: Output
    ) throws(CommandError) {
        if isJSON {
            guard case .object(let object) = status.json else { return }
            return try output.verbatim((object["sensors"] ?? []).text(.indented))
        }
        if status.isDemo { try output.line(output.terminal.paint(StatusText.demoSentence, .magenta)) }
        let table = SensorTable(sensors: status.sensors, terminal: output.terminal, isLive: access.isLive)
        if !status.sensors.isEmpty { for line in table.lines { try output.line(line) } }
        if access.isLive {
            if status.sensors.allSatisfy({ $0.secondsSinceHeard == nil || $0.kinds == [.receiver] }) {
                try output.line(RadioWords.trouble(status) ?? "nothing is heard: " + SensorLookup.Problem.advice)
            }
        } else {
            try output.line(
                (status.sensors.isEmpty ? "nothing is paired; " : "")
                    + "no gateway is running: wattbeat sensors scan looks around")
        }
    }
}

/// `wattbeat sensors scan`.
enum SensorsScan: Command {
    private static let json = Flag("json", "print them as JSON (docs/control.md, `sensors`)")
    private static let seconds = Option.integer("seconds", "N", ControlRequest.scanSeconds, "how long to look; 15 without it")

    static let name = "sensors scan"
    static let summary = "look around for sensors"
    static let operands = Operands.none
    static let options: [any CommandOption] = [seconds, json] + SensorAccessOptions.all
    static let discussion = """
        A sensor sleeps until it is used: wear the strap and wet its electrodes, spin the cranks, turn the wheel. One that is
        connected to another device is not heard over Bluetooth.

        examples:
          wattbeat sensors scan --seconds 30
        """

    static let standard = 15

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let access = try SensorAccessOptions.access(arguments)
        let status = try await scan(access, seconds: arguments[seconds] ?? standard, output)
        try SensorsList.show(status, access, arguments[json], output)
    }

    static func scan(_ access: any SensorAccess, seconds: Int, _ output: Output) async throws(CommandError) -> GatewayStatus {
        if output.terminal.isInteractive || !access.isLive { Output.show("looking around for \(seconds) s …\n") }
        _ = try await access.ask(.scan(seconds: seconds), within: seconds + 10)
        return try await access.sensors()
    }
}
