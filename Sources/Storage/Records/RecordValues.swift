import JSONText
import Workouts

extension Double: RecordValue {
    /// The shortest decimal from which the very number comes back; what is not finite as text, since JSON has no word for it.
    func write(to bytes: inout [UInt8]) {
        if isFinite { return bytes.append(contentsOf: "\(self)".utf8) }
        bytes.append(contentsOf: "\"\(self)\"".utf8)
    }

    init?(reading json: PlacedJSON) {
        if let number = json.double {
            self = number
        } else if let text = json.string, let number = Double(text), !number.isFinite {
            self = number
        } else {
            return nil
        }
    }
}

extension Int64: RecordValue {
    func write(to bytes: inout [UInt8]) { Decimals.append(self, to: &bytes) }
    init?(reading json: PlacedJSON) {
        guard let value = json.integer else { return nil }
        self = value
    }
}

extension Int: RecordValue {
    func write(to bytes: inout [UInt8]) { Decimals.append(Int64(self), to: &bytes) }
    init?(reading json: PlacedJSON) {
        guard let value = json.integer.flatMap(Int.init(exactly:)) else { return nil }
        self = value
    }
}

extension Bool: RecordValue {
    func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: (self ? "true" : "false").utf8) }
    init?(reading json: PlacedJSON) {
        guard let value = json.bool else { return nil }
        self = value
    }
}

extension String: RecordValue {
    func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: JSONValue.string(self).utf8()) }
    init?(reading json: PlacedJSON) {
        guard let value = json.string else { return nil }
        self = value
    }
}

/// A moment or a length of time, in whole microseconds.
protocol MicrosecondValue: RecordValue {
    var microseconds: Int64 { get }
    init(microseconds: Int64)
}

extension MicrosecondValue {
    func write(to bytes: inout [UInt8]) { Decimals.append(microseconds, to: &bytes) }
    init?(reading json: PlacedJSON) {
        guard let value = json.integer else { return nil }
        self.init(microseconds: value)
    }
}

extension TimeSpan: MicrosecondValue {
    /// The distance of two plausible offsets.
    var isPlausible: Bool { microseconds.magnitude <= 1 << 51 }

    init?(plausible microseconds: Int64) {
        self.init(microseconds: microseconds)
        guard isPlausible else { return nil }
    }
}

extension Offset: MicrosecondValue {}

extension Timestamp: MicrosecondValue {
    /// Whether sums with plausible offsets, and the distance of two, are safe.
    var isPlausible: Bool { microseconds.magnitude <= 1 << 61 }
}

/// A case by its name.
protocol NamedValue: RecordValue, RawRepresentable<String> {}

extension NamedValue {
    func write(to bytes: inout [UInt8]) { rawValue.write(to: &bytes) }
    init?(reading json: PlacedJSON) {
        guard let text = json.string else { return nil }
        self.init(rawValue: text)
    }
}

extension Quantity: NamedValue {}
extension ActivityType: NamedValue {}
extension LapTrigger: NamedValue {}
extension MarkerKind: NamedValue {}
extension Altimeter: NamedValue {}
extension MetricGap: NamedValue {}
extension ActiveEnergy.Method: NamedValue {}
extension Decoupling.Basis: NamedValue {}
extension SampleSource.DistanceOrigin: NamedValue {}
extension SampleSource.Kind: NamedValue {}
extension SampleSource.BatteryStatus: NamedValue {}
extension WorkoutSettings.Sex: NamedValue {}
extension WallClock.Source: NamedValue {}
extension ZoneConfiguration.Source: NamedValue {}
extension PlanStep.Kind: NamedValue {}
extension MoodCheckIn.Kind: NamedValue {}
extension MoodCheckIn.Label: NamedValue {}
extension MoodCheckIn.Association: NamedValue {}

/// Left out when there is none.
extension Optional: RecordValue where Wrapped: RecordValue {
    var isOmitted: Bool { self == nil }
    func write(to bytes: inout [UInt8]) {
        if let self { self.write(to: &bytes) } else { bytes.append(contentsOf: "null".utf8) }
    }
    init?(reading json: PlacedJSON) {
        guard !json.isNull else {
            self = .none
            return
        }
        guard let value = Wrapped(reading: json) else { return nil }
        self = value
    }
}

extension Array: RecordValue where Element: RecordValue {
    var isOmitted: Bool { isEmpty }
    func write(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            element.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
    init?(reading json: PlacedJSON) {
        guard let elements = json.elements else { return nil }
        self.init()
        reserveCapacity(elements.count)
        for element in elements {
            guard let value = Element(reading: element) else { return nil }
            append(value)
        }
    }
}

/// What may stand for a name in an object.
protocol RecordKey: Hashable {
    var rawValue: String { get }
    init?(rawValue: String)
}

extension Quantity: RecordKey {}
extension ActivityType: RecordKey {}

/// A name that is a text and nothing else.
struct TextKey: RecordKey {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
}

/// In the order of the names, so that the same is the same text.
extension Dictionary: RecordValue where Key: RecordKey, Value: RecordValue {
    var isOmitted: Bool { isEmpty }
    func write(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, (key, value)) in sorted(by: { $0.key.rawValue < $1.key.rawValue }).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            key.rawValue.write(to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            value.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
    init?(reading json: PlacedJSON) {
        guard let members = json.members else { return nil }
        self.init()
        for member in members {
            guard let key = Key(rawValue: member.name), let value = Value(reading: member.value) else { return nil }
            self[key] = value
        }
    }
}

/// Its value, or the reason why there is none; left out when nobody measured it.
extension Metric: RecordValue where Value: RecordValue {
    var isOmitted: Bool { reason == .noData }
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .value(let value): value.write(to: &bytes)
        case .unavailable(let reason):
            bytes.append(contentsOf: "{\"unavailable\":".utf8)
            reason.write(to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
    }
    init?(reading json: PlacedJSON) {
        if let reason = json["unavailable"] {
            guard let gap = MetricGap(reading: reason) else { return nil }
            self = .unavailable(gap)
        } else {
            guard let value = Value(reading: json) else { return nil }
            self = .value(value)
        }
    }
}
