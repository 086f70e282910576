import Dialogues
public import JSONText
import Transports
import Workouts

extension GatewayStatus {
    /// The `status` of a reply (docs/control.md).
    public var json: JSONValue {
        [
            "isDemo": .bool(isDemo), "settingsFile": .string(settingsFile), "capture": capture.json,
            "store": store.json, "live": live?.json ?? .null,
            "idle": .array(idle.map(\.json)),
            "lastWorkout": lastWorkout?.json ?? .null, "sources": .array(sources.map(\.json)),
            "sensors": .array(sensors.map(\.json)), "devices": .array(devices.map(\.json)),
            "notes": .array(notes.map { .string($0) }), "rejected": .integer(rejected), "dropped": .integer(dropped),
            "losses": .array(losses.map(\.json)),
        ]
    }

    init(_ fields: ControlFields) throws(ControlError) {
        self.init()
        isDemo = try fields.bool("isDemo")
        settingsFile = try fields.stringIfThere("settingsFile")
        capture = try CaptureState(try fields.fields("capture"))
        // A gateway that runs on through an update may be too old to tell it.
        if let told = try fields.fieldsIfThere("store") { store = try StoreState(told) }
        if let figures = try fields.fieldsIfThere("live") { live = try LiveFigures(figures) }
        if let outcome = try fields.fieldsIfThere("lastWorkout") { lastWorkout = try WorkoutOutcome(outcome) }
        idle = try fields.list("idle") { fields throws(ControlError) in try LiveFigures.Sensor(fields) }
        sources = try fields.list("sources") { fields throws(ControlError) in try SampleSource(fields) }
        sensors = try fields.list("sensors") { fields throws(ControlError) in try KnownSensor(fields) }
        devices = try fields.list("devices") { fields throws(ControlError) in try DeviceStatus(fields) }
        notes = try fields.strings("notes")
        rejected = try fields.integer("rejected", in: 0...Int.max)
        dropped = try fields.integer("dropped", in: 0...Int.max)
        // The same of these.
        if fields.names.contains("losses") {
            losses = try fields.list("losses") { fields throws(ControlError) in try Loss(fields) }
        }
    }
}

extension GatewayStatus.Loss {
    fileprivate var json: JSONValue { ["from": .string(from), "reason": .string(reason), "count": .integer(count)] }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        self.init(
            from: try fields.string("from"), reason: try fields.string("reason"),
            count: try fields.integer("count", in: 0...Int.max))
    }
}

extension GatewayStatus.CaptureState {
    fileprivate var json: JSONValue {
        switch self {
        case .off: ["state": "off"]
        case .writing(let path): ["state": "writing", "path": .string(path)]
        case .suspended(let path, let sentence, let lost):
            [
                "state": "suspended", "path": .string(path), "sentence": .string(sentence), "lostRecords": .integer(lost),
            ]
        }
    }

    private enum Word: String { case off, writing, suspended }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        switch try fields.choice("state", Word.self) {
        case .off: self = .off
        case .writing: self = .writing(path: try fields.string("path"))
        case .suspended:
            self = .suspended(
                path: try fields.string("path"), sentence: try fields.string("sentence"),
                lostRecords: try fields.integer("lostRecords", in: 0...Int.max))
        }
    }
}

extension GatewayStatus.KnownSensor {
    fileprivate var json: JSONValue {
        [
            "sensor": .string(sensor), "name": .string(name),
            "kinds": .array(kinds.sorted().map { .string($0.rawValue) }),
            "isPaired": .bool(isPaired), "isChosen": .bool(isChosen), "isLinked": .bool(isLinked), "signal": .integer(signalDBm),
            "batteryPercent": .integer(batteryPercent), "secondsSinceHeard": .measured(secondsSinceHeard),
            "facts": .array(facts.map { ["name": .string($0.name), "value": .string($0.value)] }),
        ]
    }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        // A kind of a younger gateway is passed over.
        let kinds = Set(try fields.strings("kinds").compactMap(SensorKind.init(rawValue:)))
        self.init(
            sensor: try fields.string("sensor"), name: try fields.stringIfThere("name"), kinds: kinds,
            isPaired: try fields.bool("isPaired"))
        isChosen = try fields.bool("isChosen")
        isLinked = try fields.bool("isLinked")
        signalDBm = try fields.integerIfThere("signal", in: -1000...1000)
        batteryPercent = try fields.integerIfThere("batteryPercent", in: 0...255)
        secondsSinceHeard = try fields.doubleIfThere("secondsSinceHeard")
        facts = try fields.list("facts") { fact throws(ControlError) in
            (name: try fact.string("name"), value: try fact.string("value"))
        }
    }
}

extension DeviceStatus {
    fileprivate var json: JSONValue {
        [
            "device": .string(device), "name": .string(name), "state": .string(state.rawValue), "sentence": .string(sentence),
        ]
    }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        self.init(
            device: try fields.string("device"), name: try fields.stringIfThere("name"),
            state: try fields.choice("state", State.self), sentence: try fields.stringIfThere("sentence"))
    }
}
