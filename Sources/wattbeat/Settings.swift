import Gateway
import JSONText
import Statistics
import Transports

/// `wattbeat settings`: alone it shows them.
enum Settings: Command {
    static let name = "settings"
    static let summary = "show, change and check the settings"
    static let operands = Operands.none
    static let options = SettingsShow.options
    static let subcommands: [any Command.Type] = [
        SettingsShow.self, SettingsGet.self, SettingsSet.self, SettingsUnset.self, SettingsCheck.self, SettingsPath.self,
    ]
    static let discussion = """
        They ask the gateway that runs; where none does, they use the settings file. docs/settings.md explains every key.

        examples:
          wattbeat settings set ftp 250
          wattbeat settings set zones.power coggan7
          wattbeat settings set ftp 260 --from 2026-03-01
          wattbeat settings set gps /dev/ttyUSB0@9600
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        try await SettingsShow.run(arguments, output)
    }

    /// From which day on a value counts.
    static let from = Option<CalendarDay>(
        "from", "DATE", "of a rider's figure or zones: from this day on, above what has no date",
        expecting: "a date such as 2026-03-01"
    ) { CalendarDay($0) }

    /// As the captures know it where the clock does not: a service has them beside its settings.
    static func today(_ document: SettingsDocument, _ arguments: Arguments) throws(CommandError) -> CalendarDay {
        let time = SystemClock().read()
        guard !time.isSynchronised, !document.settings.dated.isEmpty else { return time.localDay }
        let beside = Folder.parent(of: try SensorAccessOptions.file(arguments)).map { $0 + "/captures" }
        let own = GatewayPlaces(environment: Environment.all).captures
        let folder = document.settings.captureFolder ?? beside.flatMap { FileIdentity(path: $0) == nil ? nil : $0 } ?? own
        return document.settings.today(time, captures: folder)
    }

    /// What is set.
    static func document(_ arguments: Arguments) async throws(CommandError) -> SettingsDocument {
        guard case .text(let text)? = try await SensorAccessOptions.access(arguments).ask(.settings) else {
            throw CommandError(.inputOutput, "no settings were told")
        }
        do throws(SettingsError) {
            return try SettingsDocument(reading: Array(text.utf8), path: "the gateway's settings")
        } catch {
            throw CommandError(error)
        }
    }

    static func key(_ name: String, see command: any Command.Type) throws(CommandError) -> SettingsKey {
        if let key = SettingsKey(named: name) { return key }
        let hint = Nearest.hint(for: name, among: SettingsKey.all.map(\.name) + SettingsKey.all.map(\.word))
        throw .usage("there is no setting \(quoted(name))\(hint)", see: command)
    }

    /// A value as it is typed: texts without quotes, lists of texts and numbers with commas.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "not set"
        case .string(let text): shown(text)
        case .array(let values) where !values.contains { if case .object = $0 { true } else { false } }:
            values.map(text).joined(separator: ",")
        default: value.text()
        }
    }
}

extension SettingsKey {
    /// The last part of its name.
    fileprivate var word: String { String(name.split(separator: ".").last ?? "") }
}

/// `wattbeat settings show`.
enum SettingsShow: Command {
    private static let json = Flag("json", "print what is set as JSON, as in the file")

    static let name = "settings show"
    static let summary = "show what is in force"
    static let operands = Operands.none
    static let options: [any CommandOption] = [json] + SensorAccessOptions.all
    static let discussion =
        """
        What counts today, since when, and later dates. Defaults are marked; what has none and is not set is left out.
        Sensors are shown by wattbeat sensors.
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let document = try await Settings.document(arguments)
        if arguments[json] { return try output.write(document.utf8) }
        var table = TextTable(.left, .left, .left)
        var keys = SettingsKey.all
        // Zones of one activity have keys of their own.
        for name in document.zoneNames {
            if let key = SettingsKey(named: "zones.\(name)"), !keys.contains(key) { keys.append(key) }
        }
        let today = try Settings.today(document, arguments)
        for key in keys where ![.sensors, .templates, .dated].contains(key.form) {
            let later = document.dated(key).filter { today < $0.from }.map { "from \($0.from) on \(Settings.text($0.value))" }
            if let (value, since) = document.value(of: key, on: today) {
                let dates = (since.map { ["since \($0)"] } ?? []) + later
                table.add(key.name, Settings.text(value), dates.isEmpty ? "" : output.terminal.dim(dates.joined(separator: "; ")))
            } else if let standard = key.standard {
                let text = standard == [] ? "–" : Settings.text(standard)
                table.add(key.name, text, output.terminal.dim("(default)"))
            } else if !later.isEmpty {
                table.add(key.name, "–", output.terminal.dim(later.joined(separator: "; ")))
            }
        }
        for line in table.lines(indent: 0) { try output.line(line) }
    }
}

/// `wattbeat settings get KEY`.
enum SettingsGet: Command {
    static let name = "settings get"
    static let summary = "print one value"
    static let operands = Operands("KEY", 1...1)
    static let options = SensorAccessOptions.all
    static let discussion =
        "What counts today: the default where it is not set; where there is no default either, the exit status is 1."

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let key = try Settings.key(arguments.operands[0], see: self)
        let document = try await Settings.document(arguments)
        let today = try Settings.today(document, arguments)
        guard let value = document.value(of: key, on: today)?.value ?? key.standard else {
            throw CommandError(.refused, "\(key.name) is not set")
        }
        try output.verbatim(Settings.text(value))
    }
}

/// `wattbeat settings set KEY VALUE`.
enum SettingsSet: Command {
    static let name = "settings set"
    static let summary = "set one value"
    static let operands = Operands("KEY VALUE", 2...2)
    static let options: [any CommandOption] = [Settings.from] + SensorAccessOptions.all
    static let discussion = """
        Lists are written with commas. A value that cannot be used is told, and changes nothing.
        A rider's figures and zones may have a date: what was ridden before keeps what counted then.
        With a date the value none takes a figure back.

        examples:
          wattbeat settings set hr-max 190
          wattbeat settings set zones.heart-rate 114,133,152,171
          wattbeat settings set ftp 260 --from 2026-03-01
          wattbeat settings set auto-pause on
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let key = try Settings.key(arguments.operands[0], see: self)
        let request = ControlRequest.set(key: key.name, value: arguments.operands[1], from: arguments[Settings.from])
        try await SensorAccessOptions.access(arguments).change(request, output)
    }
}

/// `wattbeat settings unset KEY`.
enum SettingsUnset: Command {
    static let name = "settings unset"
    static let summary = "take one value out: its default counts"
    static let operands = Operands("KEY", 1...1)
    static let options: [any CommandOption] = [Settings.from] + SensorAccessOptions.all
    static let discussion = "A workout that runs keeps the value; the next one begins without it."

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let key = try Settings.key(arguments.operands[0], see: self)
        try await SensorAccessOptions.access(arguments).change(
            .set(key: key.name, value: nil, from: arguments[Settings.from]), output)
    }
}

/// `wattbeat settings check [FILE]`.
enum SettingsCheck: Command {
    static let name = "settings check"
    static let summary = "tell every mistake in the file, by line and key"
    static let operands = Operands("[FILE]", 0...1)
    static let options = SensorAccessOptions.all
    static let discussion = """
        The exit status is 78 when there is one. Without FILE it is the file of the gateway that runs, or else your own; it is
        read here, so a gateway that would not start with it need not.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let path = if let named = arguments.operands.first { named } else { try SensorAccessOptions.file(arguments) }
        do throws(SettingsError) {
            let document = try SettingsFile(path: path).read()
            let isEmpty = document.object.members.isEmpty
            try? output.line("\(shown(path)): " + (isEmpty ? "nothing is set, every default counts" : "no mistakes"))
        } catch {
            throw CommandError(error)
        }
    }
}

/// `wattbeat settings path`.
enum SettingsPath: Command {
    static let name = "settings path"
    static let summary = "print where the file is, or would be"
    static let operands = Operands.none
    static let options = SensorAccessOptions.all
    static let discussion = "Of the gateway that runs; where none does, your own. A service has its own, in /var/lib/wattbeat."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        try output.verbatim(SensorAccessOptions.file(arguments))
    }
}
