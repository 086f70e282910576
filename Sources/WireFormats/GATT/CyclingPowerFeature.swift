/// What a power meter can do (0x2A65).
///
/// - SeeAlso: Bluetooth SIG, Cycling Power Service 1.1, §3.1.
public struct CyclingPowerFeature: CharacteristicValue {
    /// Every bit, in its place. The features are bits 0...19 but for 16.
    public var bits: UInt32
    /// What could not be used; some sensors send fewer than four bytes, and what is missing counts as 0.
    public var remainder: PacketRemainder

    /// Whether the bit with this number is set.
    public func has(_ feature: Feature) -> Bool { bits & (1 << feature.rawValue) != 0 }

    /// Whether force pairs, offsets and magnitudes are of torque; else of force.
    public var measuresTorque: Bool { bits & (1 << 16) != 0 }

    /// Whether two sensors make one meter.
    public var distributedSystem: DistributedSystem { DistributedSystem(rawValue: UInt8(bits >> 20 & 3)) ?? .reserved }

    /// Bits 20 and 21.
    public enum DistributedSystem: UInt8, Sendable { case unspecified, notForDistributed, canBeDistributed, reserved }

    /// The number of a feature's bit.
    public enum Feature: UInt32, CaseIterable, Sendable {
        case pedalPowerBalance, accumulatedTorque, wheelRevolution, crankRevolution, extremeMagnitudes, extremeAngles
        case deadSpotAngles, accumulatedEnergy, offsetCompensationIndicator, offsetCompensation, contentMasking
        case multipleSensorLocations, crankLengthAdjust, chainLengthAdjust, chainWeightAdjust, spanLengthAdjust
        case instantaneousDirection = 17, factoryCalibrationDate, enhancedOffsetCompensation
    }

    /// - Parameter value: up to four bytes, at least one.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let first = reader.uint8() else { throw .truncated(field: "features") }
        var bits = UInt32(first)
        var width: UInt32 = 1
        while width < 4, let byte = reader.uint8() {
            bits |= UInt32(byte) << (8 * width)
            width += 1
        }
        self.bits = bits
        remainder = PacketRemainder(
            isTruncated: width < 4, reservedFlags: bits & 0xFFC0_0000, trailingByteCount: reader.remaining)
    }
}
