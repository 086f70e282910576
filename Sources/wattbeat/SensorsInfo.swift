import Gateway

/// `wattbeat sensors info SENSOR`.
enum SensorsInfo: Command {
    static let name = "sensors info"
    static let summary = "tell what is known of a sensor"
    static let operands = Operands("SENSOR", 1...1)
    static let options = SensorAccessOptions.all
    static let discussion = "Manufacturer, model and firmware are known once it was linked or has told them."

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let access = try SensorAccessOptions.access(arguments)
        let sensor = try await SensorNaming.identity(arguments.operands[0], access, output, looksAround: true)
        var status = try await access.sensors()
        if find(sensor, status)?.secondsSinceHeard == nil, !access.isLive {
            status = try await SensorsScan.scan(access, seconds: SensorsScan.standard, output)
        }
        guard let known = find(sensor, status) else {
            throw CommandError(.refused, SensorNaming.sentence(.unknown(sensor), status))
        }
        if status.isDemo { try output.line(output.terminal.paint(StatusText.demoSentence, .magenta)) }
        let table = SensorTable(sensors: [known], terminal: output.terminal, isLive: access.isLive)
        for line in table.lines { try output.line(line) }
        var facts = TextTable(.left, .left)
        for fact in known.facts { facts.add(shown(fact.name), shown(fact.value)) }
        for line in facts.lines() { try output.line(line) }
        if known.secondsSinceHeard == nil {
            try output.line("it is not heard: " + (RadioWords.trouble(status) ?? SensorLookup.Problem.advice))
        }
    }

    private static func find(_ sensor: String, _ status: GatewayStatus) -> GatewayStatus.KnownSensor? {
        status.sensors.first { $0.sensor == sensor }
    }
}

/// `wattbeat sensors calibrate SENSOR`.
enum SensorsCalibrate: Command {
    static let name = "sensors calibrate"
    static let summary = "set a power meter's zero"
    static let operands = Operands("SENSOR", 1...1)
    static let options = SensorAccessOptions.all
    static let discussion = """
        Unclip both feet, put the crank arms where the meter's maker says (most: vertical, the meter's side down), and keep them
        still. The meter is awake when the cranks were turned a moment ago. Its answer is printed. It must be paired.

        examples:
          wattbeat sensors calibrate Crank
        """

    /// A meter's own time limit is below 10 s; before that it may have to be found.
    private static let patience = 30

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let access = try SensorAccessOptions.access(arguments)
        let sensor = try await SensorNaming.identity(arguments.operands[0], access, output)
        let known = try await access.sensors().sensors.first { $0.sensor == sensor }
        guard let known, known.isPaired || known.isChosen else {
            throw CommandError(.refused, "\(sensor) is not paired; pair it first: wattbeat sensors pair \(sensor)")
        }
        if output.terminal.isInteractive { Output.show("keep the cranks still …\n") }
        guard case .text(let text)? = try await access.ask(.calibrate(sensor: sensor), within: patience) else { return }
        try output.line(shown(text))
    }
}
