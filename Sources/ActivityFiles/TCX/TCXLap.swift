import Workouts

/// One `Lap`, as the file tells it.
struct TCXLap {
    /// Since 1970; `nil` when it does not say.
    var start: Offset?
    /// Indices of its tracks' first points.
    var tracks: [Int] = []
    /// Behind its last point.
    var end = 0
    var trigger = LapTrigger.manual
    var stated = StatedFigures()

    init(start: MomentText?) { self.start = start.map { Offset(microseconds: $0.moment.microseconds) } }

    /// As in FIT, what 32 bits of milliseconds can hold, 49 days.
    private static let longestTimer = 4_294_967.295

    mutating func take(_ name: String, in parent: String, of grandparent: String, _ text: [UInt8], isOnFoot: Bool) {
        func number() -> Double? { NumberText.number(text).flatMap { $0 >= 0 ? $0 : nil } }
        switch (parent, name) {
        case ("Lap", "TotalTimeSeconds"), ("Transition", "TotalTimeSeconds"):
            stated.timer = number().flatMap { $0 <= Self.longestTimer ? TimeSpan(seconds: $0) : nil }
        case ("Lap", "DistanceMeters"): stated.distanceMetres = number()
        case ("Lap", "MaximumSpeed"): stated.maximumSpeedMetresPerSecond = number()
        // Required, so that programs that do not know write 0.
        case ("Lap", "Calories"), ("Transition", "Calories"): stated.energyKilocalories = number().flatMap { $0 > 0 ? $0 : nil }
        case ("AverageHeartRateBpm", "Value"): stated.averageBeatsPerMinute = number()
        case ("MaximumHeartRateBpm", "Value"): stated.maximumBeatsPerMinute = number()
        case ("Lap", "Cadence"): stated.averageCadencePerMinute = number().map { isOnFoot ? $0 * 2 : $0 }
        case ("Lap", "TriggerMethod"): trigger = LapTrigger(tcx: String(decoding: text, as: UTF8.self))
        case ("LX", "AvgSpeed"): stated.averageSpeedMetresPerSecond = number()
        case ("LX", "MaxBikeCadence"): stated.maximumCadencePerMinute = number()
        case ("LX", "AvgRunCadence"): stated.averageCadencePerMinute = number().map { $0 * 2 }
        case ("LX", "MaxRunCadence"): stated.maximumCadencePerMinute = number().map { $0 * 2 }
        // Some write the turns of a crank there.
        case ("LX", "Steps"): stated.steps = isOnFoot ? number() : nil
        case ("LX", "AvgWatts"): stated.averagePowerWatts = number()
        case ("LX", "MaxWatts"): stated.maximumPowerWatts = number()
        default: break
        }
    }
}

extension LapTrigger {
    fileprivate init(tcx text: String) {
        switch text {
        case "Distance": self = .distance
        case "Time": self = .time
        default: self = .manual
        }
    }

    /// What ended a lap, in the schema's words; it has none for the end of all.
    var tcxMethod: StaticString {
        switch self {
        case .manual, .sessionEnd, .activityChange: "Manual"
        case .time: "Time"
        case .distance: "Distance"
        }
    }
}
