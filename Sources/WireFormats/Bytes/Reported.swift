/// A field that a sensor may leave out, and for which the format has a "data not available" code: three different statements.
/// A field without such a code is a plain optional.
public enum Reported<Value> {
    /// These bytes carry no such field.
    case absent
    /// The field is there and says that the sensor has no value.
    case unavailable
    /// The field is there and holds this.
    case value(Value)

    /// The value, when there is one.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the field is there, with or without a value.
    public var isPresent: Bool {
        if case .absent = self { false } else { true }
    }

    /// The same statement about a converted value.
    public func map<Other>(_ convert: (Value) -> Other) -> Reported<Other> {
        switch self {
        case .absent: .absent
        case .unavailable: .unavailable
        case .value(let value): .value(convert(value))
        }
    }

    /// This statement, or `other` where this says nothing.
    public func or(_ other: Reported) -> Reported { isPresent ? self : other }
}

extension Reported where Value: Equatable {
    /// - Parameters:
    ///   - raw: the field as it stands, `nil` when it does not.
    ///   - code: what means "not available".
    init(_ raw: Value?, unavailable code: Value) {
        switch raw {
        case nil: self = .absent
        case code?: self = .unavailable
        case let raw?: self = .value(raw)
        }
    }
}

extension Reported: Equatable where Value: Equatable {}
extension Reported: Sendable where Value: Sendable {}
