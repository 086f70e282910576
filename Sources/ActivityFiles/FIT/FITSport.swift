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

    /// What a file's numbers come to; the many sports that this program does not tell apart are `other`.
    init(fitSport sport: Int64?, subSport: Int64?) {
        switch (sport, subSport) {
        // On machines first: a sub-sport says more than "fitness equipment".
        case (1, 1), (1, 45), (4, 1): self = .treadmillRunning
        case (2, 5), (2, 6), (2, 58), (4, 6), (4, 5): self = .indoorCycling
        case (_, 14): self = .indoorRowing
        case (1, 3), (1, 67): self = .trailRunning
        case (1, _): self = .running
        case (2, _), (21, _): self = .cycling
        case (3, _): self = .transition
        case (5, _): self = .swimming
        case (10, 19), (10, 43), (10, 44), (4, 43), (4, 44): self = .flexibility
        case (10, 20), (4, 20): self = .strength
        case (11, _): self = .walking
        case (12, _): self = .crossCountrySkiing
        case (13, _): self = .alpineSkiing
        case (15, _): self = .rowing
        case (17, _): self = .hiking
        default: self = .other
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
