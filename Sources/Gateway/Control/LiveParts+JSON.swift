import JSONText
import Workouts

extension ZoneGroup {
    /// The `timeInZones` of a live value.
    var json: JSONValue {
        [
            "model": .string(configuration.modelName), "setBy": .string(configuration.source.rawValue),
            "boundaries": .array(configuration.boundaries.map { .number($0, decimals: 6) }),
            "seconds": .array(zoneDurations.map { .seconds($0.microseconds) }),
            "unattributedSeconds": .seconds(unattributed.microseconds), "maxHoldSeconds": .seconds(maxHold.microseconds),
        ]
    }

    init(_ fields: ControlFields, of quantity: Quantity) throws(ControlError) {
        let configuration = try ZoneConfiguration(fields, of: quantity)
        let spans = try fields.doubles("seconds").compactMap { seconds in
            seconds.magnitude <= 4e9 ? TimeSpan(seconds: seconds) : nil
        }
        guard spans.count == configuration.zoneCount else {
            throw .invalid(key: "seconds", expectation: "one number a zone")
        }
        self.init(
            configuration: configuration, zoneDurations: spans,
            unattributed: TimeSpan(microseconds: try fields.microseconds("unattributedSeconds")),
            maxHold: TimeSpan(microseconds: try fields.microseconds("maxHoldSeconds")))
    }
}

extension ZoneConfiguration {
    /// Of the members `model`, `setBy` and `boundaries`.
    init(_ fields: ControlFields, of quantity: Quantity) throws(ControlError) {
        let (boundaries, source) = (try fields.doubles("boundaries"), try fields.choice("setBy", Source.self))
        let model = try fields.string("model")
        do throws(ZoneError) {
            try self.init(quantity, boundaries: boundaries, source: source, modelName: model)
        } catch {
            throw .invalid(key: "boundaries", expectation: "a list of 2 to 8 rising numbers")
        }
    }
}

extension WorkoutSummary.Distance {
    /// The `distance` of live figures.
    var json: JSONValue {
        [
            "metres": .measured(metres), "origin": .string(origin.rawValue),
            "parts": .array(parts.map { ["origin": .string($0.origin.rawValue), "metres": .measured($0.metres)] }),
        ]
    }

    init(_ fields: ControlFields) throws(ControlError) {
        self.init(
            metres: try fields.double("metres"), origin: try fields.choice("origin", SampleSource.DistanceOrigin.self),
            parts: try fields.list("parts") { part throws(ControlError) in
                Part(
                    origin: try part.choice("origin", SampleSource.DistanceOrigin.self), metres: try part.double("metres"))
            })
    }
}

extension Location {
    /// The `location` of live figures.
    var json: JSONValue {
        [
            "offset": .seconds(offset.microseconds), "latitude": .number(latitude, decimals: 7),
            "longitude": .number(longitude, decimals: 7), "altitude": .measured(altitudeMetres),
            "speed": .measured(speedMetresPerSecond),
            "course": .measured(courseDegrees), "horizontalAccuracy": .measured(horizontalAccuracyMetres),
            "verticalAccuracy": .measured(verticalAccuracyMetres), "speedAccuracy": .measured(speedAccuracyMetresPerSecond),
            "courseAccuracy": .measured(courseAccuracyDegrees),
        ]
    }

    init(_ fields: ControlFields) throws(ControlError) {
        self.init(
            offset: Offset(microseconds: try fields.microseconds("offset")), latitude: try fields.double("latitude"),
            longitude: try fields.double("longitude"), altitudeMetres: try fields.doubleIfThere("altitude"),
            speedMetresPerSecond: try fields.doubleIfThere("speed"), courseDegrees: try fields.doubleIfThere("course"),
            horizontalAccuracyMetres: try fields.doubleIfThere("horizontalAccuracy"),
            verticalAccuracyMetres: try fields.doubleIfThere("verticalAccuracy"),
            speedAccuracyMetresPerSecond: try fields.doubleIfThere("speedAccuracy"),
            courseAccuracyDegrees: try fields.doubleIfThere("courseAccuracy"))
    }
}
