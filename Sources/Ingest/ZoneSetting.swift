public import Workouts

/// Zones as a setting states them: a model's name (`karvonen5`), boundaries (`114,133,152,171`), or both with where they came
/// from, as a capture freezes them (`user karvonen5 134,148,162,176`).
public enum ZoneSetting {
    /// Why a text states no zones.
    public enum Problem: Error, Equatable, Sendable {
        case noBoundaries
        case unknownModel(String)
        /// A model whose zones are of another quantity.
        case otherQuantity(String, Quantity)
        /// A model whose inputs are not set: the names of the settings that are missing.
        case missing([String])
        case zones(ZoneError)

        /// For a person.
        public var sentence: String {
            switch self {
            case .noBoundaries: "a model or at least two boundaries, such as 114,133,152,171, are expected"
            case .unknownModel(let name):
                "there is no zone model \(name); there are \(ZoneSetting.modelNames.joined(separator: ", "))"
            case .otherQuantity(let name, let quantity): "\(name) makes zones of \(quantity == .power ? "power" : "heart rate")"
            case .missing(let names): "this model needs \(names.joined(separator: " and "))"
            case .zones(.tooFewZones): "at least two boundaries are needed: three zones"
            case .zones(.tooManyZones): "at most eight boundaries can be used: nine zones"
            case .zones(.invalidBoundary(let index)): "boundary \(index + 1) is not a number from 0.001 to 100000"
            case .zones(.notStrictlyIncreasing(let index)): "boundary \(index + 1) is not above the one before"
            case .zones(.incompatibleUnit), .zones(.incompatibleConfigurations), .zones(.collectionAlreadyStarted):
                "these zones do not fit the quantity"
            }
        }
    }

    /// What a model makes zones of; `nil` for what is no model's name.
    public static func quantity(ofModel name: String) -> Quantity? {
        switch name {
        case "percentHRmax5", "karvonen5", "friel7": .heartRate
        case "coggan7", "seiler3": .power
        default: nil
        }
    }

    public static let modelNames = ["percentHRmax5", "karvonen5", "friel7", "coggan7", "seiler3"]

    /// - Parameters:
    ///   - settings: where a model's inputs come from.
    ///   - activity: which of a model's forms is meant, where it has one for running.
    public static func configuration(
        from text: String, quantity: Quantity, settings: WorkoutSettings, activity: ActivityType?
    ) -> Result<ZoneConfiguration, Problem> {
        let words = text.split(separator: " ").map(String.init)
        do throws(Problem) {
            switch words.count {
            case 1 where modelNames.contains(words[0]):
                return .success(try made(words[0], quantity, settings, isRunning: activity?.isRun ?? false))
            case 1: return .success(try frozen(words[0], quantity, .user, "custom"))
            case 3:
                guard let source = ZoneConfiguration.Source(rawValue: words[0]) else { throw .noBoundaries }
                return .success(try frozen(words[2], quantity, source, words[1]))
            default: throw .noBoundaries
            }
        } catch {
            return .failure(error)
        }
    }

    /// The text that gives the same configuration again.
    public static func text(of configuration: ZoneConfiguration) -> String {
        // Swift's shortest form of a Double reads back as the same Double; within the range that is read it has no exponent.
        let boundaries = configuration.boundaries.map { boundary in
            let text = "\(boundary)"
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        return "\(configuration.source.rawValue) \(configuration.modelName) \(boundaries.joined(separator: ","))"
    }

    private static func frozen(
        _ list: String, _ quantity: Quantity, _ source: ZoneConfiguration.Source, _ model: String
    ) throws(Problem) -> ZoneConfiguration {
        var boundaries: [Double] = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = SettingText.number(String(word), in: 0.001...100_000) else {
                let isModel = boundaries.isEmpty && word.first.map { !$0.isNumber } ?? false
                throw isModel ? .unknownModel(list) : .zones(.invalidBoundary(index: boundaries.count))
            }
            boundaries.append(value)
        }
        do throws(ZoneError) {
            return try ZoneConfiguration(quantity, boundaries: boundaries, source: source, modelName: model)
        } catch {
            throw .zones(error)
        }
    }

    private static func made(
        _ name: String, _ quantity: Quantity, _ settings: WorkoutSettings, isRunning: Bool
    ) throws(Problem) -> ZoneConfiguration {
        if let own = Self.quantity(ofModel: name), own != quantity { throw .otherQuantity(name, own) }
        let model: ZoneModel
        switch name {
        case "percentHRmax5": model = .percentHRmax5(maximumBeatsPerMinute: try need(settings.maximumBeatsPerMinute, "hr-max"))
        case "karvonen5":
            let (maximum, rest) = (settings.maximumBeatsPerMinute, settings.restingBeatsPerMinute)
            guard let maximum, let rest else {
                throw .missing([maximum == nil ? "hr-max" : nil, rest == nil ? "hr-rest" : nil].compactMap { $0 })
            }
            model = .karvonen5(maximumBeatsPerMinute: maximum, restingBeatsPerMinute: rest)
        case "friel7":
            let threshold = try need(settings.lactateThresholdBeatsPerMinute, "lthr")
            model = isRunning ? .friel7Run(thresholdBeatsPerMinute: threshold) : .friel7Bike(thresholdBeatsPerMinute: threshold)
        case "coggan7": model = .coggan7(thresholdWatts: try need(settings.functionalThresholdPowerWatts, "ftp"))
        default: model = .seiler3(thresholdWatts: try need(settings.functionalThresholdPowerWatts, "ftp"))
        }
        do throws(ZoneError) {
            return try model.configuration(source: .user)
        } catch {
            throw .zones(error)
        }
    }

    private static func need(_ value: Double?, _ name: String) throws(Problem) -> Double {
        guard let value else { throw .missing([name]) }
        return value
    }
}
