/// Zones of one quantity: n boundaries make n + 1 zones, the first without a lower and the last without an upper bound.
///
/// Equality is quantity and boundaries; where they came from is left out (core §2).
public struct ZoneConfiguration: Sendable {
    public let quantity: Quantity
    /// Upper limits of every zone but the last, strictly increasing, 2...8 of them, in the quantity's unit.
    public let boundaries: [Double]
    public let source: Source
    /// `karvonen5`, `coggan7`, … or `custom`.
    public let modelName: String
    /// What the boundaries were computed from: `ftp`, `lthr`, `hrmax`, `rest`.
    public let inputs: [String: Double]
    /// Those of `inputs` that nobody measured, in order of name.
    public let estimatedInputs: [String]
    public private(set) var validFrom: Timestamp?

    public enum Source: String, Sendable { case system, user, app }

    /// - Parameter boundaries: each in any unit of the quantity; kept in the quantity's own.
    /// - Throws: the first of `ZoneError` that applies, in the order in which they are declared (core §3).
    public init(
        _ quantity: Quantity, boundaries: [ZoneBoundary], source: Source = .user, modelName: String = "custom",
        inputs: [String: Double] = [:], estimatedInputs: [String] = [], validFrom: Timestamp? = nil
    ) throws(ZoneError) {
        guard boundaries.count >= 2 else { throw .tooFewZones(boundaries: boundaries.count) }
        guard boundaries.count <= 8 else { throw .tooManyZones(boundaries: boundaries.count) }
        let values = boundaries.map { $0.value * ($0.unit.factor(to: quantity) ?? 1) }
        if let index = values.firstIndex(where: { !($0.isFinite && $0 > 0) }) { throw .invalidBoundary(index: index) }
        if let index = values.indices.dropFirst().first(where: { values[$0] <= values[$0 - 1] }) {
            throw .notStrictlyIncreasing(index: index)
        }
        if let index = boundaries.firstIndex(where: { $0.unit.factor(to: quantity) == nil }) {
            throw .incompatibleUnit(index: index, unit: boundaries[index].unit, quantity: quantity)
        }
        self.quantity = quantity
        self.boundaries = values
        self.source = source
        self.modelName = modelName
        self.inputs = inputs
        self.estimatedInputs = estimatedInputs.sorted()
        self.validFrom = validFrom
    }

    /// - Parameter boundaries: in the quantity's unit.
    public init(
        _ quantity: Quantity, boundaries: [Double], source: Source = .user, modelName: String = "custom",
        inputs: [String: Double] = [:], estimatedInputs: [String] = [], validFrom: Timestamp? = nil
    ) throws(ZoneError) {
        try self.init(
            quantity, boundaries: boundaries.map { ZoneBoundary($0, .native) }, source: source, modelName: modelName,
            inputs: inputs, estimatedInputs: estimatedInputs, validFrom: validFrom)
    }

    /// The same, said to be in force from another moment on.
    public func valid(from moment: Timestamp?) -> ZoneConfiguration {
        var dated = self
        dated.validFrom = moment
        return dated
    }

    public var zoneCount: Int { boundaries.count + 1 }

    /// From 0. A value on a boundary belongs to the higher zone; values are compared unrounded.
    public func zoneIndex(of value: Double) -> Int {
        var index = 0
        while index < boundaries.count, value >= boundaries[index] { index += 1 }
        return index
    }

    /// The zone that holds a value.
    public func zone(of value: Double) -> Zone { zone(at: zoneIndex(of: value)) }

    /// All, lowest first.
    public var zones: [Zone] { (0..<zoneCount).map(zone(at:)) }

    /// - Parameter index: in `0..<zoneCount`.
    func zone(at index: Int) -> Zone {
        Zone(
            index: index, minimum: index > 0 ? boundaries[index - 1] : nil,
            maximum: index < boundaries.count ? boundaries[index] : nil)
    }
}

extension ZoneConfiguration: Equatable {
    public static func == (a: ZoneConfiguration, b: ZoneConfiguration) -> Bool {
        a.quantity == b.quantity && a.boundaries == b.boundaries
    }
}

/// One zone: `minimum <= value < maximum`. Not `Comparable`, since numbers of two configurations say nothing together.
public struct Zone: Equatable, Sendable {
    /// From 0; people are shown one more.
    public let index: Int
    /// `nil` for the first zone.
    public let minimum: Double?
    /// `nil` for the last zone.
    public let maximum: Double?
}

/// An upper limit of a zone as somebody gave it.
public struct ZoneBoundary: Equatable, Sendable {
    public var value: Double
    public var unit: Unit
    public init(_ value: Double, _ unit: Unit) { self.value = value; self.unit = unit }

    public enum Unit: String, Sendable {
        /// The unit in which the quantity is kept.
        case native
        case beatsPerMinute, hertz, watts, kilowatts, perMinute, metresPerSecond, kilometresPerHour

        /// What a value is multiplied by to be in the quantity's unit; `nil` when it measures something else.
        func factor(to quantity: Quantity) -> Double? {
            switch (self, quantity) {
            case (.native, _): 1
            case (.beatsPerMinute, .heartRate), (.perMinute, .heartRate), (.watts, .power), (.metresPerSecond, .speed): 1
            case (.perMinute, .cadence), (.perMinute, .stepRate): 1
            case (.hertz, .heartRate), (.hertz, .cadence), (.hertz, .stepRate): 60
            case (.kilowatts, .power): 1000
            case (.kilometresPerHour, .speed): 1 / 3.6
            default: nil
            }
        }
    }
}
