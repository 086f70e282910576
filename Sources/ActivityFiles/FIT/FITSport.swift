import Workouts

extension ActivityType {
    /// FIT's sport and sub-sport numbers.
    var fitSport: (sport: Int64, subSport: Int64) {
        switch self {
        case .cycling: (2, 0)
        case .indoorCycling: (2, 6)
        case .running: (1, 0)
        case .treadmillRunning: (1, 1)
        case .trailRunning: (1, 3)
        case .walking: (11, 0)
        case .hiking: (17, 0)
        case .rowing: (15, 0)
        case .indoorRowing: (15, 14)
        case .swimming: (5, 0)
        case .crossCountrySkiing: (12, 0)
        case .alpineSkiing: (13, 0)
        case .strength: (10, 20)
        case .flexibility: (10, 19)
        case .transition: (3, 0)
        case .other: (0, 0)
        }
    }

    /// Whether cadence means strides: FIT then counts both steps of a stride as one.
    var countsStrides: Bool {
        switch self {
        case .running, .treadmillRunning, .trailRunning, .walking, .hiking, .transition: true
        case .cycling, .indoorCycling, .rowing, .indoorRowing, .swimming, .crossCountrySkiing, .alpineSkiing, .strength,
            .flexibility, .other:
            false
        }
    }
}
