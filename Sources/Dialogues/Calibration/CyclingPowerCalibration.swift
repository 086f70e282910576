internal import WireFormats

/// Sets a power meter's zero through its control point (0x2A66): indications are turned on, `request` is written with an answer
/// asked for, and the meter indicates what it measured. Whoever holds the link carries bytes and counts the time.
///
/// - SeeAlso: Bluetooth SIG, Cycling Power Service 1.1, §3.4.
public struct CyclingPowerCalibration: Equatable, Sendable {
    /// Microseconds from the written request to the moment at which the meter counts as `.silent`: the procedure timeout.
    public static let timeout: Int64 = 30_000_000

    /// What is written.
    public let request = CyclingPowerControlPoint.startOffsetCompensation.encoded()

    /// Whether the offset is of torque, else of force; `nil` while unknown.
    private let measuresTorque: Bool?

    /// - Parameter feature: the meter's value of 0x2A65, which gives the offset its unit; `nil` when it could not be read.
    public init(feature: [UInt8]? = nil) {
        measuresTorque = feature.flatMap { try? CyclingPowerFeature(decoding: $0.span).measuresTorque }
    }

    /// Takes what the control point indicates.
    ///
    /// - Returns: `nil` when it answers another procedure, or nothing that can be read: the answer is still due.
    public mutating func apply(indication value: [UInt8]) -> CalibrationOutcome? {
        guard case .response(let response)? = try? CyclingPowerControlPoint(decoding: value), response.request == request.first
        else { return nil }
        guard response.result == .success else { return .refused(Self.words(for: response.result)) }
        guard case .offset(let steps?)? = response.parameter else { return .success(offset: nil) }
        return .success(offset: "offset \(amount(steps))")
    }

    /// What it means that the meter answers the write itself with an error of the Attribute Protocol.
    public static func outcome(attError code: UInt8) -> CalibrationOutcome { .refused(ATTErrorCode(rawValue: code).words) }

    private func amount(_ steps: Int16) -> String {
        switch measuresTorque {
        case true?:
            // 1/32 Nm in hundredths, rounded half away from zero.
            let hundredths = (Int(steps.magnitude) * 100 + 16) / 32
            let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
            return "\(steps < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest) Nm"
        case false?: return "\(steps) N"
        case nil: return "\(steps)"
        }
    }

    private static func words(for result: ControlPointResult) -> String {
        switch result {
        case .opCodeNotSupported: "it has no zero offset that can be set from outside"
        case .invalidParameter: "it did not understand the request"
        case .operationFailed: "it could not measure its zero: keep the cranks still and without load, and try again"
        default: "it answers with the unknown result \(result.rawValue)"
        }
    }
}
