/// How a sensor answers a procedure written to a control point; the numbers are the same in every service here.
public struct ControlPointResult: Hashable, RawRepresentable, Sendable {
    /// The assigned number.
    public var rawValue: UInt8

    /// - Parameter rawValue: any; 1...5 have names.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The procedure was carried out.
    public static let success = Self(rawValue: 1)
    /// The sensor does not know the procedure.
    public static let opCodeNotSupported = Self(rawValue: 2)
    /// The procedure's parameter is malformed or out of range.
    public static let invalidParameter = Self(rawValue: 3)
    /// The sensor tried and could not.
    public static let operationFailed = Self(rawValue: 4)
    /// Fitness machines: control was never granted, or lost; request it again.
    public static let controlNotPermitted = Self(rawValue: 5)
}
