public import JSONText
import Workouts

extension WorkoutOutcome {
    /// The `workout` of a reply, and the `lastWorkout` of a status.
    public var json: JSONValue {
        [
            "activity": .string(activity.rawValue), "title": .string(title), "isDemo": .bool(isDemo),
            "startMicroseconds": .integer(start?.microseconds), "utcOffsetSeconds": .integer(utcOffsetSeconds),
            "elapsedSeconds": .seconds(elapsed.microseconds), "timerSeconds": .seconds(timer.microseconds),
            "distanceMetres": .measured(distanceMetres), "ascentMetres": .measured(ascentMetres),
            "averageHeartRate": .measured(averageBeatsPerMinute), "maximumHeartRate": .measured(maximumBeatsPerMinute),
            "averagePower": .measured(averagePowerWatts), "normalizedPower": .measured(normalizedPowerWatts),
            "trainingStressScore": .measured(trainingStressScore), "averageCadence": .measured(averageRevolutionsPerMinute),
            "files": .array(files.map { .string($0) }),
        ]
    }

    init(_ fields: ControlFields) throws(ControlError) {
        self.init(
            activity: try fields.choice("activity", ActivityType.self),
            elapsed: TimeSpan(microseconds: try fields.microseconds("elapsedSeconds")),
            timer: TimeSpan(microseconds: try fields.microseconds("timerSeconds")))
        title = try fields.stringIfThere("title")
        isDemo = try fields.bool("isDemo")
        let widest = 1 << 53  // what every reader of JSON takes exactly
        start = try fields.integerIfThere("startMicroseconds", in: -widest...widest).map { Timestamp(microseconds: Int64($0)) }
        utcOffsetSeconds = try fields.integerIfThere("utcOffsetSeconds", in: -86_400...86_400)
        distanceMetres = try fields.doubleIfThere("distanceMetres")
        ascentMetres = try fields.doubleIfThere("ascentMetres")
        averageBeatsPerMinute = try fields.doubleIfThere("averageHeartRate")
        maximumBeatsPerMinute = try fields.doubleIfThere("maximumHeartRate")
        averagePowerWatts = try fields.doubleIfThere("averagePower")
        normalizedPowerWatts = try fields.doubleIfThere("normalizedPower")
        trainingStressScore = try fields.doubleIfThere("trainingStressScore")
        averageRevolutionsPerMinute = try fields.doubleIfThere("averageCadence")
        files = try fields.strings("files")
    }
}

extension JSONValue {
    /// Seconds, exact to the microsecond.
    static func seconds(_ microseconds: Int64?) -> JSONValue { .number(microseconds.map { Double($0) / 1e6 }, decimals: 6) }

    /// A measured or computed quantity, with as many decimals as mean anything.
    static func measured(_ value: Double?) -> JSONValue { .number(value, decimals: 3) }
}
