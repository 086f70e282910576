import JSONText
import Workouts

extension LiveFigures {
    /// The `live` of a status.
    var json: JSONValue {
        [
            "now": .seconds(now.microseconds), "state": .string(state.rawValue), "activity": .string(activity.rawValue),
            "activityIndex": .integer(activityIndex), "elapsedSeconds": .seconds(elapsed.microseconds),
            "timerSeconds": .seconds(timer.microseconds), "distance": distance?.json ?? .null, "steps": .measured(steps),
            "values": .array(values.map(\.json)), "lap": lap.json, "sensors": .array(sensors.map(\.json)),
            "location": location?.json ?? .null, "coaching": coaching?.json ?? .null,
        ]
    }

    init(_ fields: ControlFields) throws(ControlError) {
        var distance: WorkoutSummary.Distance?
        if let fields = try fields.fieldsIfThere("distance") { distance = try WorkoutSummary.Distance(fields) }
        var location: Location?
        if let fields = try fields.fieldsIfThere("location") { location = try Location(fields) }
        self.init(
            now: Offset(microseconds: try fields.microseconds("now")), state: try fields.choice("state", State.self),
            activity: try fields.choice("activity", ActivityType.self),
            activityIndex: try fields.integer("activityIndex", in: 0...Int.max),
            elapsed: TimeSpan(microseconds: try fields.microseconds("elapsedSeconds")),
            timer: TimeSpan(microseconds: try fields.microseconds("timerSeconds")), distance: distance,
            steps: try fields.doubleIfThere("steps"),
            values: try fields.list("values") { fields throws(ControlError) in try Value(fields) },
            lap: try LapFigures(try fields.fields("lap")),
            sensors: try fields.list("sensors") { fields throws(ControlError) in try Sensor(fields) }, location: location)
        if let fields = try fields.fieldsIfThere("coaching") { coaching = try Coaching(fields) }
    }
}

extension LiveFigures.News {
    /// Members of who has the news: a value with its source, the moment it was lost, or nothing.
    fileprivate func append(to object: inout JSONObject) {
        var (value, source, since): (Double?, UInt16?, Int64?)
        switch self {
        case .none: break
        case .current(let number, let from): (value, source) = (number, from.rawValue)
        case .lost(let moment): since = moment.microseconds
        }
        object.append("value", .measured(value))
        object.append("from", .integer(source))
        object.append("lostSince", .seconds(since))
    }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        if let value = try fields.doubleIfThere("value") {
            self = .current(value, from: try fields.sourceID("from"))
        } else {
            self = try fields.microsecondsIfThere("lostSince").map { .lost(since: Offset(microseconds: $0)) } ?? .none
        }
    }
}

extension LiveFigures.Value {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["quantity": .string(quantity.rawValue)]
        news.append(to: &object)
        object.append("zone", .integer(zone?.index))
        object.append("timeInZones", timeInZones?.json ?? .null)
        return .object(object)
    }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        let quantity = try fields.choice("quantity", Quantity.self)
        var group: ZoneGroup?
        if let fields = try fields.fieldsIfThere("timeInZones") { group = try ZoneGroup(fields, of: quantity) }
        var zone: Zone?
        if let zones = group?.configuration.zones {
            zone = try fields.integerIfThere("zone", in: 0...zones.count - 1).map { zones[$0] }
        }
        self.init(quantity: quantity, news: try LiveFigures.News(fields), zone: zone, timeInZones: group)
    }
}

extension LiveFigures.LapFigures {
    fileprivate var json: JSONValue {
        [
            "index": .integer(index), "start": .seconds(start.microseconds), "elapsedSeconds": .seconds(elapsed.microseconds),
            "timerSeconds": .seconds(timer.microseconds), "distanceMetres": .measured(distanceMetres),
        ]
    }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        self.init(
            index: try fields.integer("index", in: 0...Int(Int32.max)),
            start: Offset(microseconds: try fields.microseconds("start")),
            elapsed: TimeSpan(microseconds: try fields.microseconds("elapsedSeconds")),
            timer: TimeSpan(microseconds: try fields.microseconds("timerSeconds")),
            distanceMetres: try fields.doubleIfThere("distanceMetres"))
    }
}

extension LiveFigures.Sensor {
    /// One of the `sensors` of live figures, or of what a status tells as `idle`.
    var json: JSONValue {
        var object: JSONObject = ["source": .integer(source.rawValue), "quantity": .string(quantity.rawValue)]
        news.append(to: &object)
        object.append("lastHeard", .seconds(lastHeard.microseconds))
        return .object(object)
    }

    init(_ fields: ControlFields) throws(ControlError) {
        self.init(
            source: try fields.sourceID("source"), quantity: try fields.choice("quantity", Quantity.self),
            news: try LiveFigures.News(fields), lastHeard: Offset(microseconds: try fields.microseconds("lastHeard")))
    }
}
