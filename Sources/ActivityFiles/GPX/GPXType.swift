import Workouts

extension ActivityType {
    /// As services name it in a track's `type`.
    var gpxType: String {
        switch self {
        case .cycling: "cycling"
        case .indoorCycling: "indoor_cycling"
        case .running: "running"
        case .treadmillRunning: "treadmill_running"
        case .trailRunning: "trail_running"
        case .walking: "walking"
        case .hiking: "hiking"
        case .rowing: "rowing"
        case .indoorRowing: "indoor_rowing"
        case .swimming: "swimming"
        case .crossCountrySkiing: "cross_country_skiing"
        case .alpineSkiing: "alpine_skiing"
        case .strength: "strength_training"
        case .flexibility: "flexibility"
        case .transition: "transition"
        case .other: "other"
        }
    }

    /// What a track's `type` comes to, capitals and what joins words left aside; `nil` for nothing.
    init?(gpxType text: String) {
        let word = text.lowercased().filter { $0.isLetter || $0.isNumber }
        guard !word.isEmpty else { return nil }
        // The numbers are Strava's.
        switch word {
        case "cycling", "biking", "bike", "ride", "roadbiking", "roadcycling", "mountainbiking", "mountainbikeride",
            "gravelcycling",
            "gravelride", "cyclocross", "ebikeride", "ebikefitness", "1":
            self = .cycling
        case "indoorcycling", "virtualride", "spinning": self = .indoorCycling
        case "running", "run", "streetrunning", "trackrunning", "9": self = .running
        case "treadmillrunning", "indoorrunning", "virtualrun": self = .treadmillRunning
        case "trailrunning", "trailrun": self = .trailRunning
        case "walking", "walk", "casualwalking", "speedwalking", "10": self = .walking
        case "hiking", "hike", "trekking", "4": self = .hiking
        case "rowing": self = .rowing
        case "indoorrowing", "virtualrow": self = .indoorRowing
        case "swimming", "swim", "lapswimming", "openwaterswimming": self = .swimming
        case "crosscountryskiing", "nordicski", "skatingskiing": self = .crossCountrySkiing
        case "alpineskiing", "alpineski", "resortskiing": self = .alpineSkiing
        case "strengthtraining", "strength", "weighttraining": self = .strength
        case "flexibility", "yoga", "stretching": self = .flexibility
        case "transition": self = .transition
        default: self = .other
        }
    }
}
