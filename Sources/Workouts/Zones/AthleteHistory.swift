/// What was known of an athlete from when on: thresholds, body, and zones that somebody set, for all sports or for one.
///
/// A later figure never rewrites an earlier workout: each is computed with what was in force when it began, frozen into it.
public struct AthleteHistory: Equatable, Sendable {
    /// By date; of one date in the order in which they were recorded.
    public private(set) var entries: [Entry] = []

    public struct Entry: Equatable, Sendable {
        public var fact: Fact
        /// In force from this very moment on, until another of the same kind.
        public var validFrom: Timestamp
    }

    /// `nil` takes back what was set before.
    public enum Fact: Equatable, Sendable {
        case figure(Figure, Double?)
        case ageYears(Int?)
        case sex(WorkoutSettings.Sex?)
        /// Zones that the athlete edited; of `nil` activity for all that have none of their own.
        case zones(Quantity, ActivityType?, ZoneConfiguration?)
    }

    /// In the unit of the setting of the same name.
    public enum Figure: String, CaseIterable, Sendable {
        case functionalThresholdPower, lactateThresholdHeartRate, maximumHeartRate, restingHeartRate, criticalPower, wPrimeJoules
        case weightKilograms
    }

    public init() {}

    /// Keeps a fact. Zones take the date as the one from which they are valid.
    ///
    /// - Throws: `ZoneError.incompatibleConfigurations`, for zones of another quantity.
    public mutating func record(_ fact: Fact, from validFrom: Timestamp) throws(ZoneError) {
        var fact = fact
        if case .zones(let quantity, let activity, let configuration?) = fact {
            guard configuration.quantity == quantity else { throw .incompatibleConfigurations }
            fact = .zones(quantity, activity, configuration.valid(from: validFrom))
        }
        let place = entries.partitioningIndex { $0.validFrom > validFrom }
        entries.insert(Entry(fact: fact, validFrom: validFrom), at: place)
    }

    /// What a workout that begins at a moment is computed with: its figures, and for each quantity the zones that the athlete set,
    /// else those that follow from the figures (core §2).
    public func settings(at moment: Timestamp) -> WorkoutSettings {
        var settings = WorkoutSettings()
        var dates: [String: Timestamp] = [:]
        for entry in entries[..<entries.partitioningIndex { $0.validFrom > moment }] {
            settings.take(entry.fact)
            if let input = entry.fact.zoneInput { dates[input] = entry.validFrom }
        }
        settings.addSystemZones()
        settings.dateSystemZones(by: dates)
        return settings
    }

    /// The preferred zones of a quantity for an activity at a moment; `nil`: none, and the workout goes on without.
    public func zones(of quantity: Quantity, for activity: ActivityType, at moment: Timestamp) -> ZoneConfiguration? {
        settings(at: moment).zones(for: activity)[quantity]
    }
}

extension WorkoutSettings {
    fileprivate mutating func take(_ fact: AthleteHistory.Fact) {
        switch fact {
        case .figure(let figure, let value): self[keyPath: figure.setting] = value
        case .ageYears(let years): ageYears = years
        case .sex(let sex): self.sex = sex
        case .zones(let quantity, nil, let configuration): zones[quantity] = configuration
        case .zones(let quantity, let activity?, let configuration):
            zonesByActivity[activity, default: [:]][quantity] = configuration
            if zonesByActivity[activity]?.isEmpty ?? false { zonesByActivity[activity] = nil }
        }
    }
}

extension WorkoutSettings {
    /// Zones that follow from figures are valid from when the last of these was.
    fileprivate mutating func dateSystemZones(by dates: [String: Timestamp]) {
        func dated(_ configuration: ZoneConfiguration) -> ZoneConfiguration {
            guard configuration.source == .system else { return configuration }
            let isByAge = configuration.estimatedInputs.contains("hrmax")
            let used = Array(configuration.inputs.keys) + (isByAge ? ["age"] : [])
            return configuration.valid(from: used.compactMap { dates[$0] }.max())
        }
        zones = zones.mapValues(dated)
        zonesByActivity = zonesByActivity.mapValues { $0.mapValues(dated) }
    }
}

extension AthleteHistory.Fact {
    /// By the names of `ZoneConfiguration.inputs`; age stands in for the highest heart rate.
    fileprivate var zoneInput: String? {
        switch self {
        case .figure(.functionalThresholdPower, _): "ftp"
        case .figure(.lactateThresholdHeartRate, _): "lthr"
        case .figure(.maximumHeartRate, _): "hrmax"
        case .figure(.restingHeartRate, _): "rest"
        case .ageYears: "age"
        case .figure, .sex, .zones: nil
        }
    }
}

extension AthleteHistory.Figure {
    fileprivate var setting: WritableKeyPath<WorkoutSettings, Double?> {
        switch self {
        case .functionalThresholdPower: \.functionalThresholdPower
        case .lactateThresholdHeartRate: \.lactateThresholdHeartRate
        case .maximumHeartRate: \.maximumHeartRate
        case .restingHeartRate: \.restingHeartRate
        case .criticalPower: \.criticalPower
        case .wPrimeJoules: \.wPrimeJoules
        case .weightKilograms: \.weightKilograms
        }
    }
}
