public import JSONText

internal import Ingest
internal import Phrases
internal import Workouts

/// A key of the settings file: what it is called, what stands for it while it is not set, how a person's text becomes its value.
public struct SettingsKey: Equatable, Sendable {
    /// From the file's top, with dots: `rider.ftp`. In `zones.…` the rest is a quantity, and for one activity that too: `zones.power.running`.
    public let name: String
    public let form: Form
    /// What counts without it; `nil`: nothing does.
    public let standard: JSONValue?

    /// What a value looks like in the file.
    public enum Form: Equatable, Sendable {
        case number, flag, text
        /// Numbers stand for themselves, a list for boundaries, a word for a model.
        case zones
        case texts
        /// Objects, edited by commands of their own.
        case sensors
        /// Objects, written by hand.
        case templates
        /// Objects, edited by giving a key and a date.
        case dated
    }

    init(_ name: String, _ form: Form, _ standard: JSONValue? = nil) {
        self.name = name
        self.form = form
        self.standard = standard
    }

    /// In the order in which a new file has them and docs/settings.md tells of them; of zones the quantities alone.
    public static let all: [SettingsKey] =
        rider.map { SettingsKey("rider.\($0.name)", $0.form) } + zones.map { SettingsKey("zones.\($0)", .zones) } + [
            SettingsKey("dated", .dated, []),
            SettingsKey("activity", .text, .string(unset.activity)),
            SettingsKey("wheel-circumference", .number, .number(2.105, decimals: 3)),
            SettingsKey("auto-pause", .flag, false),
            SettingsKey("language", .text, .string(unset.language.rawValue)),
            SettingsKey("units", .text, .string(unset.units.rawValue)),
            SettingsKey("sensors", .sensors, []),
            SettingsKey("ignored", .texts, []),
            SettingsKey("templates", .templates, []),
            SettingsKey("bluetooth", .text, .string(unset.bluetooth.rawValue)),
            SettingsKey("adapter", .text),
            SettingsKey("ant", .text, .string(unset.ant.rawValue)),
            SettingsKey("ant-network-key", .text),
            SettingsKey("gps", .texts, .array(unset.receivers.map { .string($0.text) })),
            SettingsKey("start", .text, .string(unset.start.rawValue)),
            SettingsKey("sync-seconds", .number, .number(unset.syncSeconds, decimals: 3)),
            SettingsKey("resume-minutes", .number, .integer(unset.resumeMinutes)),
            SettingsKey("idle-days", .number, .integer(unset.idleDays)),
            SettingsKey("capture-days", .number, .integer(unset.captureDays)),
            SettingsKey("capture-folder", .text),
            SettingsKey("workout-folder", .text),
        ]

    /// What counts while nothing is set.
    private static let unset = GatewaySettings()

    static let rider: [(name: String, form: Form)] = [
        ("ftp", .number), ("lthr", .number), ("hr-max", .number), ("hr-rest", .number), ("cp", .number), ("w-prime", .number),
        ("weight", .number), ("age", .number), ("sex", .text),
    ]
    static let zones = ["heart-rate", "power", "cadence", "speed"]
    /// Of one object of `templates`.
    static let template = ["name", "activity", "plan", "kcal-per-minute"]
    /// Of one object of `dated`.
    static let dated = ["from", "rider", "zones"]
    /// Of one object of `sensors`.
    static let sensor = ["sensor", "name", "kinds", "priority", "strides"]

    /// The key that a person means: by its whole name or, of the rider's, by its last part.
    public init?(named name: String) {
        if let key = Self.all.first(where: { $0.name == name || $0.name == "rider.\(name)" }) {
            self = key
        } else {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, parts[0] == "zones", Self.zones.contains(parts[1]), ActivityType(rawValue: parts[2]) != nil
            else {
                return nil
            }
            self.init(name, .zones)
        }
    }

    /// Whether it may be set from a day on.
    public var hasDates: Bool { path.count == 2 }

    /// The names of the objects in the file that lead to the value.
    var path: [String] {
        guard let dot = name.firstIndex(of: ".") else { return [name] }
        return [String(name[..<dot]), String(name[name.index(after: dot)...])]
    }

    /// A person's text as the file's value; what does not fit stays a text, for the reader to say what is wrong with it.
    ///
    /// Lists and texts in quotes may also be typed as they stand in the file.
    func value(of text: String) -> JSONValue {
        if let first = text.first, first == "[" || first == "\"", let value = (try? JSONReader.read(text))?.value { return value }
        switch form {
        case .number: return Self.number(text) ?? .string(text)
        case .flag:
            switch text {
            case "on", "yes", "true": return true
            case "off", "no", "false": return false
            default: return .string(text)
            }
        case .text, .sensors, .templates, .dated: return .string(text)
        case .zones:
            let limits = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.number(String($0)) }
            return limits.count > 1 && limits.allSatisfy { $0 != nil } ? .array(limits.compactMap(\.self)) : .string(text)
        case .texts: return .array(text.split(whereSeparator: { $0 == "," || $0 == " " }).map { .string(String($0)) })
        }
    }

    private static func number(_ text: String) -> JSONValue? {
        guard case .number? = (try? JSONReader.read(text))?.content else { return nil }
        return (try? JSONReader.read(text))?.value
    }
}
