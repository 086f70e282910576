public import Workouts

/// Settings as the engine uses them, read from the names and values of a capture's header or of a later `set` record.
public struct IngestSettings: Equatable, Sendable {
    public var workout = WorkoutSettings()
    /// What a workout is when the start command names none.
    public var activity: ActivityType?
    /// Metres a wheel rolls in one turn.
    public var wheelCircumferenceMetres = 2.105
    /// Whether standing still stops the timer.
    public var autoPause = false
    /// Sensors (by identity) whose running cadence counts strides instead of steps (ble-gatt §4.3).
    public var strideSensors: Set<String> = []
    /// What workouts follow.
    public var plan: PlanOutline?
    /// What workouts are called: the name of the template that they started from.
    public var template: String?

    /// What the model of the heart-rate zones makes of them for running, where it has a form of its own for that.
    private var runZones: ZoneConfiguration?

    public init() {}

    /// Takes over one setting.
    ///
    /// - Returns: `nil`, or why the value could not be used; the former value then stays. Names that are not known are kept by the
    ///   capture and mean nothing here.
    public mutating func apply(name: String, value: String) -> String? {
        switch name {
        case "activity":
            guard let type = ActivityType(rawValue: value) else { return "no such activity" }
            activity = type
        case "wheel-circumference":
            guard let metres = SettingText.number(value, in: 0.5...4) else { return "metres from 0.5 to 4 are expected" }
            wheelCircumferenceMetres = metres
        case "auto-pause":
            guard let isOn = SettingText.flag(value) else { return "on or off is expected" }
            autoPause = isOn
        case "strides":
            strideSensors.insert(value)
        case "template":
            guard value == "none" || GivenName.isOne(value) else { return "a text of 1 to 100 characters is expected" }
            template = value == "none" ? nil : value
        case "plan": return applyPlan(value)
        case "ftp": return set(\.functionalThresholdPowerWatts, value, in: 30...700, "watts")
        case "lthr": return set(\.lactateThresholdBeatsPerMinute, value, in: 60...230, "beats per minute")
        case "hr-max": return set(\.maximumBeatsPerMinute, value, in: 80...250, "beats per minute")
        case "hr-rest": return set(\.restingBeatsPerMinute, value, in: 25...120, "beats per minute")
        case "cp": return set(\.criticalPowerWatts, value, in: 30...700, "watts")
        case "w-prime": return set(\.wPrimeJoules, value, in: 1000...100_000, "joules")
        case "kcal-per-minute":
            return set(
                \.fallbackKilocaloriesPerMinute, value, in: WorkoutTemplate.plausibleKilocaloriesPerMinute,
                "kilocalories a minute")
        case "weight": return set(\.weightKilograms, value, in: 20...300, "kilograms")
        case "age":
            guard let years = SettingText.number(value, in: 5...120) else { return "years from 5 to 120 are expected" }
            workout.ageYears = Int(years)
        case "sex":
            guard let sex = WorkoutSettings.Sex(rawValue: value) else { return "male or female is expected" }
            workout.sex = sex
        default:
            guard name.hasPrefix("zones.") else { return nil }
            return applyZones(name: name, value: value)
        }
        return nil
    }

    private mutating func set(
        _ field: WritableKeyPath<WorkoutSettings, Double?>, _ value: String, in range: ClosedRange<Double>, _ unit: String
    ) -> String? {
        guard let number = SettingText.number(value, in: range) else {
            return "\(unit) from \(Int(range.lowerBound)) to \(Int(range.upperBound)) are expected"
        }
        workout[keyPath: field] = number
        return nil
    }

    private mutating func applyPlan(_ value: String) -> String? {
        guard value != "none" else {
            plan = nil
            return nil
        }
        switch PlanText.outline(value) {
        case .success(let outline): plan = outline
        case .failure(let problem): return problem.sentence
        }
        return nil
    }

    /// `zones.heart-rate`, `zones.power`, and `zones.power.cycling` for one activity: source, model, boundaries.
    private mutating func applyZones(name: String, value: String) -> String? {
        let path = name.split(separator: ".").map(String.init)
        guard path.count == 2 || path.count == 3, let quantity = Self.zoneQuantities[path[1]] else { return "no such quantity" }
        var activity: ActivityType?
        if path.count == 3 {
            activity = ActivityType(rawValue: path[2])
            if activity == nil { return "no such activity" }
        }
        guard value != "none" else {
            set(nil, running: nil, of: quantity, for: activity)
            return nil
        }
        let read = { [workout] (activity: ActivityType?) in
            ZoneSetting.configuration(from: value, quantity: quantity, settings: workout, activity: activity)
        }
        switch read(activity) {
        case .failure(let problem): return problem.sentence
        case .success(let configuration):
            set(configuration, running: try? read(.running).get(), of: quantity, for: activity)
            return nil
        }
    }

    /// Makes zones anew that a model made of figures, which may have changed since; those that were given by their limits stay.
    public mutating func remakeModelZones() {
        let (former, formerByActivity) = (workout.zones, workout.zonesByActivity)
        for (name, quantity) in Self.zoneQuantities.sorted(by: { $0.key < $1.key }) {
            if let model = former[quantity]?.modelOfFigures { _ = applyZones(name: "zones.\(name)", value: model) }
            for activity in ActivityType.allCases {
                guard let model = formerByActivity[activity]?[quantity]?.modelOfFigures else { continue }
                _ = applyZones(name: "zones.\(name).\(activity.rawValue)", value: model)
            }
        }
    }

    /// - Parameter running: the form for running of zones that are meant for every activity.
    private mutating func set(
        _ zones: ZoneConfiguration?, running: ZoneConfiguration?, of quantity: Quantity, for activity: ActivityType?
    ) {
        if let activity {
            // An activity without zones of its own is not listed.
            if zones == nil, workout.zonesByActivity[activity] == nil { return }
            return workout.zonesByActivity[activity, default: [:]][quantity] = zones
        }
        workout.zones[quantity] = zones
        if quantity == .heartRate { runZones = running == zones ? nil : running }
    }

    /// The names that mean something; `zones` goes on with a quantity and, if meant for one only, an activity.
    public static let names = [
        "activity", "age", "auto-pause", "cp", "ftp", "hr-max", "hr-rest", "kcal-per-minute", "lthr", "plan", "sex", "strides",
        "template", "w-prime", "weight", "wheel-circumference", "zones",
    ]

    /// What a workout that begins now is computed with: zones that nobody set follow from thresholds that somebody did.
    public var frozen: WorkoutSettings {
        var settings = workout
        settings.setRunZones(runZones)
        settings.addSystemZones()
        return settings
    }

    static let zoneQuantities: [String: Quantity] = [
        "heart-rate": .heartRate, "power": .power, "cadence": .cadence, "speed": .speed,
    ]
}

extension ZoneConfiguration {
    /// The model that somebody chose; `nil` for zones that were given by their limits, and for those that nobody set.
    fileprivate var modelOfFigures: String? {
        source != .system && !inputs.isEmpty && ZoneSetting.modelNames.contains(modelName) ? modelName : nil
    }
}

/// Values of settings as people write them.
enum SettingText {
    /// A decimal number with a dot, without exponent, in `range`.
    static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }),
            let value = Double(text), range.contains(value)
        else { return nil }
        return value
    }

    static func flag(_ text: String) -> Bool? {
        switch text {
        case "on", "yes", "true": true
        case "off", "no", "false": false
        default: nil
        }
    }
}
