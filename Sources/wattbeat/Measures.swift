import Gateway
import Phrases
import Workouts

/// Lengths, speeds and heights on the pages whose words are English: numbers alone, and the names of their units, for tables have
/// those in their headings. Sentences in ten languages take theirs from the `Phrasebook`.
struct Measures {
    let system: Units.System

    init(_ system: Units.System) { self.system = system }

    /// As this person's settings say.
    static let own = Measures(WorkoutNaming.own.units)

    // MARK: Lengths

    /// A kilometre or a mile, in metres.
    private var long: Double { system == .metric ? 1000 : Units.metresPerMile }

    var distanceName: String { system == .metric ? "km" : "mi" }

    /// `9.32`, of `distanceName`.
    func distanceNumber(_ metres: Double) -> String { Fixed.text(metres / long, decimals: 2) }

    /// `9.32 km`.
    func distance(_ metres: Double) -> String { "\(distanceNumber(metres)) \(distanceName)" }

    /// What is short of a whole one: `322 m`, `0.79 mi`.
    func part(_ metres: Double) -> String {
        system == .metric ? "\(Fixed.text(metres, decimals: 0)) m" : distance(metres)
    }

    /// What splits are called together.
    var splitsName: PageWord { system == .metric ? .kilometres : .miles }

    func splits(of workout: Workout) -> [Split] { system == .metric ? workout.kilometreSplits : workout.mileSplits }

    // MARK: Speeds

    /// - Parameter isPaced: told as time for a kilometre or a mile.
    func speedName(_ isPaced: Bool) -> String {
        isPaced ? "/\(distanceName)" : system == .metric ? "km/h" : "mph"
    }

    /// `31.2`, or `5:33` where it is a pace.
    func speedNumber(_ metresPerSecond: Double, _ isPaced: Bool) -> String {
        isPaced ? ClockText.pace(metresPerSecond, over: long) : Fixed.text(metresPerSecond * 3600 / long, decimals: 1)
    }

    /// `31.2 km/h`.
    func speed(_ metresPerSecond: Double, _ isPaced: Bool) -> String {
        "\(speedNumber(metresPerSecond, isPaced)) \(speedName(isPaced))"
    }

    // MARK: Heights

    var heightName: String { system == .metric ? "m" : "ft" }

    /// `137`, of `heightName`.
    func heightNumber(_ metres: Double) -> String {
        Fixed.text(system == .metric ? metres : metres / Units.metresPerFoot, decimals: 0)
    }

    /// `137 m`.
    func height(_ metres: Double) -> String { "\(heightNumber(metres)) \(heightName)" }
}

extension String {
    /// A figure with the sign that is as wide as a plus, as where figures are compared elsewhere.
    var withMinus: String { hasPrefix("-") ? "−" + dropFirst() : self }
}
