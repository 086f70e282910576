import Gateway
import Workouts

/// `wattbeat sensors pair SENSOR [NAME]`.
enum SensorsPair: Command {
    static let name = "sensors pair"
    static let summary = "use this sensor from now on"
    static let operands = Operands("SENSOR [NAME]", 1...2)
    static let options = SensorAccessOptions.all
    static let discussion = """
        Others of its kind are then offered and not used. NAME is what you call it; without it the sensor's own. A sensor that
        is not known yet is looked for, unless its whole identity is given.

        examples:
          wattbeat sensors pair ble:C0:11:22:33:44:01 'My strap'
          wattbeat sensors pair 12345
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let access = try SensorAccessOptions.access(arguments)
        let text = arguments.operands[0]
        let sensor = try await SensorNaming.identity(text, access, output, looksAround: true)
        try await access.change(.pair(sensor: sensor, name: arguments.operands.dropFirst().first), output)
    }
}

/// `wattbeat sensors forget SENSOR`.
enum SensorsForget: Command {
    static let name = "sensors forget"
    static let summary = "undo a pairing"
    static let operands = Operands("SENSOR", 1...1)
    static let options = SensorAccessOptions.all
    static let discussion = "One that is ignored is not ignored any more, either."

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        try await SensorAccessOptions.access(arguments).change(.forget(sensor: arguments.operands[0]), output)
    }
}

/// `wattbeat sensors ignore SENSOR`.
enum SensorsIgnore: Command {
    static let name = "sensors ignore"
    static let summary = "never use or offer this sensor"
    static let operands = Operands("SENSOR", 1...1)
    static let options = SensorAccessOptions.all
    static let discussion = "A neighbour's, say. `wattbeat sensors forget` or `pair` with its whole identity undoes it."

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        try await SensorAccessOptions.access(arguments).change(.ignore(sensor: arguments.operands[0]), output)
    }
}

/// `wattbeat sensors rename SENSOR NAME`.
enum SensorsRename: Command {
    static let name = "sensors rename"
    static let summary = "call a paired sensor by another name"
    static let operands = Operands("SENSOR NAME", 2...2)
    static let options = SensorAccessOptions.all
    static let discussion = "Captures and files hold the identity, so nothing else changes."

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let request = ControlRequest.rename(sensor: arguments.operands[0], name: arguments.operands[1])
        try await SensorAccessOptions.access(arguments).change(request, output)
    }
}

/// `wattbeat sensors priority SENSOR QUANTITY RANK`.
enum SensorsPriority: Command {
    static let name = "sensors priority"
    static let summary = "say which of two sensors counts"
    static let operands = Operands("SENSOR QUANTITY RANK", 3...3)
    static let options = SensorAccessOptions.all
    static let discussion = """
        The lowest rank counts, 0 to 99; the next steps in when it falls silent. QUANTITY is one of
        \(Quantity.allCases.map(\.rawValue).joined(separator: ", ")).
        Without ranks a sensor of its own kind counts before what others send along, and a power meter before a trainer.

        examples:
          wattbeat sensors priority Crank power 0
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let words = arguments.operands
        guard Quantity(rawValue: words[1]) != nil else {
            let hint = Nearest.hint(for: words[1], among: Quantity.allCases.map(\.rawValue))
            throw .usage("there is no quantity \(quoted(words[1]))\(hint)", see: self)
        }
        guard let rank = Int(words[2]), GatewaySettings.ranks.contains(rank) else {
            throw .usage("\(quoted(words[2])): must be a whole number from 0 to 99", see: self)
        }
        let request = ControlRequest.priority(sensor: words[0], quantity: words[1], rank: rank)
        try await SensorAccessOptions.access(arguments).change(request, output)
    }
}

/// Which sensor a person means.
enum SensorNaming {
    /// - Parameter looksAround: whether one that is not known is looked for, where no gateway has done that already.
    static func identity(
        _ text: String, _ access: any SensorAccess, _ output: Output, looksAround: Bool = false
    ) async throws(CommandError) -> String {
        let known = try await access.sensors().sensors
        do throws(SensorLookup.Problem) { return try SensorLookup.identity(of: text, among: known) } catch {
            guard case .unknown = error, looksAround else { throw CommandError(.refused, error.sentence) }
        }
        let status = try await SensorsScan.scan(access, seconds: SensorsScan.standard, output)
        do throws(SensorLookup.Problem) { return try SensorLookup.identity(of: text, among: status.sensors) } catch {
            throw CommandError(.refused, sentence(error, status))
        }
    }

    /// Where no radio listened, a sensor is not to blame.
    static func sentence(_ problem: SensorLookup.Problem, _ status: GatewayStatus) -> String {
        guard case .unknown(let text) = problem, let trouble = RadioWords.trouble(status) else { return problem.sentence }
        return "no sensor \"\(text)\" is known: \(trouble)"
    }
}
