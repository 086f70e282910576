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
        /// Whether somebody said that it is so since then. What a command line says is of no day: zones of it bear no date.
        public var isDated = true
    }

    /// The date of what nobody dated: in force until something else is. Zones then bear no date.
    public static let always = Timestamp(microseconds: .min)

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

    /// Keeps a fact. Zones take the date as the one from which they are valid, unless it is no date but only the place of the fact.
    ///
    /// - Throws: `ZoneError.incompatibleConfigurations`, for zones of another quantity.
    public mutating func record(_ fact: Fact, from validFrom: Timestamp, isDated: Bool = true) throws(ZoneError) {
        let isDated = isDated && validFrom != Self.always
        var fact = fact
        if case .zones(let quantity, let activity, let configuration?) = fact {
            guard configuration.quantity == quantity else { throw .incompatibleConfigurations }
            fact = .zones(quantity, activity, configuration.valid(from: isDated ? validFrom : nil))
        }
        let place = entries.partitioningIndex { $0.validFrom > validFrom }
        entries.insert(Entry(fact: fact, validFrom: validFrom, isDated: isDated || validFrom == Self.always), at: place)
    }

    /// What a workout that begins at a moment is computed with: its figures, and for each quantity the zones that the athlete set,
    /// else those that follow from the figures (core §2).
    public func settings(at moment: Timestamp) -> WorkoutSettings {
        var settings = recorded(at: moment)
        var last: [String: Entry] = [:]
        for entry in inForce(at: moment) {
            if let input = entry.fact.zoneInput { last[input] = entry }
        }
        settings.addSystemZones()
        settings.dateSystemZones(by: last)
        return settings
    }

    /// What was recorded, without the zones that follow from it.
    func recorded(at moment: Timestamp) -> WorkoutSettings {
        inForce(at: moment).reduce(into: WorkoutSettings()) { $0.take($1.fact) }
    }

    private func inForce(at moment: Timestamp) -> ArraySlice<Entry> {
        entries[..<entries.partitioningIndex { $0.validFrom > moment }]
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
    /// Zones that follow from figures are valid from when the last of these was; of no day where one of them is.
    fileprivate mutating func dateSystemZones(by entries: [String: AthleteHistory.Entry]) {
        func dated(_ configuration: ZoneConfiguration) -> ZoneConfiguration {
            guard configuration.source == .system else { return configuration }
            let isByAge = configuration.estimatedInputs.contains("hrmax")
            let used = Array(configuration.inputs.keys) + (isByAge ? ["age"] : [])
            let made = used.compactMap { entries[$0] }
            guard made.allSatisfy(\.isDated) else { return configuration.valid(from: nil) }
            return configuration.valid(from: made.map(\.validFrom).filter { $0 != AthleteHistory.always }.max())
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
    var setting: WritableKeyPath<WorkoutSettings, Double?> {
        switch self {
        case .functionalThresholdPower: \.functionalThresholdPowerWatts
        case .lactateThresholdHeartRate: \.lactateThresholdBeatsPerMinute
        case .maximumHeartRate: \.maximumBeatsPerMinute
        case .restingHeartRate: \.restingBeatsPerMinute
        case .criticalPower: \.criticalPowerWatts
        case .wPrimeJoules: \.wPrimeJoules
        case .weightKilograms: \.weightKilograms
        }
    }
}
