/// A published way to derive boundaries from what is known of a person (core §3). A zone starts at its published lower limit.
public enum ZoneModel: Equatable, Sendable {
    case percentHRmax5(maximumBeatsPerMinute: Double)
    /// Heart-rate reserve.
    case karvonen5(maximumBeatsPerMinute: Double, restingBeatsPerMinute: Double)
    /// By lactate threshold heart rate on the bike: 1, 2, 3, 4, 5a, 5b, 5c.
    case friel7Bike(thresholdBeatsPerMinute: Double)
    /// The same for running.
    case friel7Run(thresholdBeatsPerMinute: Double)
    /// By functional threshold power.
    case coggan7(thresholdWatts: Double)
    case seiler3(thresholdWatts: Double)
    /// By power at the two lactate thresholds.
    case seiler3Measured(firstWatts: Double, secondWatts: Double)

    public var name: String {
        switch self {
        case .percentHRmax5: "percentHRmax5"
        case .karvonen5: "karvonen5"
        case .friel7Bike, .friel7Run: "friel7"
        case .coggan7: "coggan7"
        case .seiler3, .seiler3Measured: "seiler3"
        }
    }

    public var quantity: Quantity {
        switch self {
        case .percentHRmax5, .karvonen5, .friel7Bike, .friel7Run: .heartRate
        case .coggan7, .seiler3, .seiler3Measured: .power
        }
    }

    /// By the names that `ZoneConfiguration.inputs` uses.
    public var inputs: [String: Double] {
        switch self {
        case .percentHRmax5(let maximum): ["hrmax": maximum]
        case .karvonen5(let maximum, let rest): ["hrmax": maximum, "rest": rest]
        case .friel7Bike(let threshold), .friel7Run(let threshold): ["lthr": threshold]
        case .coggan7(let threshold), .seiler3(let threshold): ["ftp": threshold]
        case .seiler3Measured(let first, let second): ["lt1": first, "lt2": second]
        }
    }

    /// Unrounded, in the quantity's unit.
    public var boundaries: [Double] {
        // Whole percents, divided last, so that 165 × 81 % is the double nearest to 133.65.
        func percents(_ percents: [Double], of whole: Double) -> [Double] { percents.map { whole * $0 / 100 } }
        return switch self {
        case .percentHRmax5(let maximum): percents([60, 70, 80, 90], of: maximum)
        case .karvonen5(let maximum, let rest): percents([60, 70, 80, 90], of: maximum - rest).map { rest + $0 }
        case .friel7Bike(let threshold): percents([81, 90, 94, 100, 103, 106], of: threshold)
        case .friel7Run(let threshold): percents([85, 90, 95, 100, 103, 106], of: threshold)
        case .coggan7(let threshold): percents([55, 75, 90, 105, 120, 150], of: threshold)
        case .seiler3(let threshold): percents([80, 100], of: threshold)
        case .seiler3Measured(let first, let second): [first, second]
        }
    }

    /// - Throws: `ZoneError`, when the inputs make no zones (a threshold of 0, a maximum below the resting rate).
    public func configuration(
        source: ZoneConfiguration.Source = .app, estimatedInputs: [String] = [], validFrom: Timestamp? = nil
    ) throws(ZoneError) -> ZoneConfiguration {
        try ZoneConfiguration(
            quantity, boundaries: boundaries, source: source, modelName: name, inputs: inputs,
            estimatedInputs: estimatedInputs, validFrom: validFrom)
    }
}
