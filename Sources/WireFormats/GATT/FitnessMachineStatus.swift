/// What changed on a fitness machine, whoever changed it (0x2ADA).
///
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.17.
public struct FitnessMachineStatus: CharacteristicValue {
    /// What changed.
    public var change: Change
    /// What could not be used.
    public var remainder: PacketRemainder

    /// One kind of change.
    public enum Change: Equatable, Sendable {
        case reset
        case stoppedOrPaused(FitnessMachineControlPoint.StopOrPause)
        case stoppedBySafetyKey
        case startedOrResumed
        case targetChanged(FitnessMachineTarget)
        case spinDown(SpinDown)
        /// Request control again.
        case controlPermissionLost
        /// An op code that the specification does not assign.
        case reserved(opCode: UInt8)
    }

    /// Where a spin down stands; other numbers are reserved.
    public struct SpinDown: Hashable, RawRepresentable, Sendable {
        /// The assigned number.
        public var rawValue: UInt8
        /// - Parameter rawValue: any; 1...4 have names.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The machine asks for one; it went well; it did not.
        public static let requested = Self(rawValue: 1), success = Self(rawValue: 2), error = Self(rawValue: 3)
        /// The rider must stop pedalling.
        public static let stopPedalling = Self(rawValue: 4)
    }

    /// - Parameter value: an op code and its parameter.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let opCode = reader.uint8() else { throw .truncated(field: "op code") }
        switch opCode {
        case 0x01: change = .reset
        case 0x02:
            guard let action = reader.uint8() else { throw .truncated(field: "stop or pause") }
            change = .stoppedOrPaused(.init(rawValue: action))
        case 0x03: change = .stoppedBySafetyKey
        case 0x04: change = .startedOrResumed
        case 0x14:
            guard let state = reader.uint8() else { throw .truncated(field: "spin down status") }
            change = .spinDown(SpinDown(rawValue: state))
        case 0xFF: change = .controlPermissionLost
        default:
            if let kind = FitnessMachineTarget.Kind.allCases.first(where: { $0.statusOpCode == opCode }) {
                change = .targetChanged(try FitnessMachineTarget(reading: kind, &reader))
            } else {
                change = .reserved(opCode: opCode)
            }
        }
        remainder = PacketRemainder(trailingByteCount: reader.remaining)
    }
}
