/// What a period is summed up by.
public enum HistoryMetric: String, CaseIterable, Hashable, Sendable {
    case steps
    /// Metres.
    case distance
    /// Metres; of all data the larger of floors × 3 m and the workouts' ascent, decided for each local day, so that buckets add up
    /// and every view of a day says the same.
    case elevationGain
    /// Seconds of timer time.
    case exerciseDuration
    case activityCount
    /// Kilocalories.
    case energy
    /// Kilojoules.
    case work
    /// TRIMP.
    case trainingImpulse
    /// TSS; comparable only while the functional threshold power is the same.
    case trainingStressScore
    /// Beats per minute, time-weighted.
    case averageHeartRate
    /// Beats per minute.
    case maximumHeartRate

    /// The unit as text.
    public var unit: String {
        switch self {
        case .steps: "steps"
        case .distance, .elevationGain: "m"
        case .exerciseDuration: "s"
        case .activityCount: "activities"
        case .energy: "kcal"
        case .work: "kJ"
        case .trainingImpulse: "TRIMP"
        case .trainingStressScore: "TSS"
        case .averageHeartRate, .maximumHeartRate: "bpm"
        }
    }

    /// Whether buckets add up to the period.
    public var isAdditive: Bool { self != .averageHeartRate && self != .maximumHeartRate }
}

/// Of which part of somebody's data a figure speaks.
public enum HistoryScope: String, CaseIterable, Hashable, Sendable {
    case allData
    /// What lies within the union of the workouts.
    case activities
}

/// What samples a history is made of.
public enum HistoryQuantity: String, CaseIterable, Hashable, Sendable {
    case steps
    /// Metres.
    case distance
    /// Kilocalories.
    case energy
    /// Floors climbed, which come by import only.
    case floors
    /// Beats per minute; discrete, the others are cumulative.
    case heartRate
}
