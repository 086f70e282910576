import Ingest
import JSONText
import Statistics
import Workouts

extension ControlRequest {
    /// One line for the control socket, without its end.
    public func encoded() -> [UInt8] {
        var object: JSONObject = ["request": .string(name)]
        switch self {
        case .start(let activity, let template, let plan):
            if let activity { object.append("activity", .string(activity)) }
            if let template { object.append("template", .string(template)) }
            if let plan { object.append("plan", PlanText.json(plan)) }
        case .scan(let seconds): object.append("seconds", .integer(seconds))
        case .pair(let sensor, let name):
            object.append("sensor", .string(sensor))
            if let name { object.append("name", .string(name)) }
        case .forget(let sensor), .ignore(let sensor), .calibrate(let sensor): object.append("sensor", .string(sensor))
        case .rename(let sensor, let name):
            object.append("sensor", .string(sensor))
            object.append("name", .string(name))
        case .priority(let sensor, let quantity, let rank):
            object.append("sensor", .string(sensor))
            object.append("quantity", .string(quantity))
            object.append("rank", .integer(rank))
        case .set(let key, let value, let from):
            object.append("key", .string(key))
            object.append("value", .string(value))
            if let from { object.append("from", .string(from.description)) }
        case .pause, .resume, .lap, .stop, .status, .watch, .sensors, .settings: break
        }
        return JSONValue.object(object).utf8()
    }

    /// Reads one line of the control socket.
    ///
    /// - Throws: what is wrong first; a key too many is wrong too.
    public init(decoding line: [UInt8]) throws(ControlError) {
        let fields = try ControlFields(line: line)
        let name = try fields.string("request")
        guard let keys = Self.keys[name] else { throw .unknownRequest(name) }
        if let other = fields.names.first(where: { $0 != "request" && !keys.contains($0) }) { throw .unknownKey(other) }
        switch name {
        case "start":
            let words = ActivityType.allCases.map(\.rawValue).joined(separator: ", ")
            self = .start(
                activity: try fields.choiceIfThere("activity", ActivityType.self, "one of \(words)")?.rawValue,
                template: try fields.stringIfThere("template"), plan: try fields.planIfThere("plan"))
        case "pause": self = .pause
        case "resume": self = .resume
        case "lap": self = .lap
        case "stop": self = .stop
        case "status": self = .status
        case "watch": self = .watch
        case "scan": self = .scan(seconds: try fields.integer("seconds", in: Self.scanSeconds))
        case "sensors": self = .sensors
        case "pair": self = .pair(sensor: try fields.string("sensor"), name: try fields.stringIfThere("name"))
        case "forget": self = .forget(sensor: try fields.string("sensor"))
        case "ignore": self = .ignore(sensor: try fields.string("sensor"))
        case "rename": self = .rename(sensor: try fields.string("sensor"), name: try fields.string("name"))
        case "priority":
            self = .priority(
                sensor: try fields.string("sensor"), quantity: try fields.choice("quantity", Quantity.self).rawValue,
                rank: try fields.integer("rank", in: Self.ranks))
        case "calibrate": self = .calibrate(sensor: try fields.string("sensor"))
        case "settings": self = .settings
        default:
            self = .set(
                key: try fields.string("key"), value: try fields.stringIfThere("value"), from: try fields.dayIfThere("from"))
        }
    }

    /// How long one may ask the gateway to look around.
    public static let scanSeconds = 1...600
    public static let ranks = GatewaySettings.ranks

    /// The keys of each request beside `request`.
    static let keys: [String: [String]] = [
        "start": ["activity", "template", "plan"], "pause": [], "resume": [], "lap": [], "stop": [], "status": [], "watch": [],
        "scan": ["seconds"], "sensors": [], "pair": ["sensor", "name"], "forget": ["sensor"], "ignore": ["sensor"],
        "rename": ["sensor", "name"],
        "priority": ["sensor", "quantity", "rank"], "calibrate": ["sensor"], "settings": [], "set": ["key", "value", "from"],
    ]

    private var name: String {
        switch self {
        case .start: "start"
        case .pause: "pause"
        case .resume: "resume"
        case .lap: "lap"
        case .stop: "stop"
        case .status: "status"
        case .watch: "watch"
        case .scan: "scan"
        case .sensors: "sensors"
        case .pair: "pair"
        case .forget: "forget"
        case .ignore: "ignore"
        case .rename: "rename"
        case .priority: "priority"
        case .calibrate: "calibrate"
        case .settings: "settings"
        case .set: "set"
        }
    }
}
