/// What a fitness machine measures and what can be set on it (0x2ACC).
///
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.3.
public struct FitnessMachineFeature: CharacteristicValue {
    /// What it measures: every bit, in its place.
    public var machineBits: UInt32
    /// What can be set: every bit, in its place.
    public var targetBits: UInt32
    /// What could not be used; reserved bits are `reservedMachineBits` and `reservedTargetBits`.
    public var remainder: PacketRemainder

    /// Whether the machine measures this.
    public func has(_ feature: Feature) -> Bool { machineBits & (1 << feature.rawValue) != 0 }
    /// Whether this can be set.
    public func has(_ setting: Setting) -> Bool { targetBits & (1 << setting.rawValue) != 0 }
    /// Bits of `machineBits` that have no meaning yet.
    public var reservedMachineBits: UInt32 { machineBits & 0xFFFE_0000 }
    /// Bits of `targetBits` that have no meaning yet.
    public var reservedTargetBits: UInt32 { targetBits & 0xFFFE_0000 }

    /// The number of a bit of `machineBits`.
    public enum Feature: UInt32, CaseIterable, Sendable {
        case averageSpeed, cadence, totalDistance, inclination, elevationGain, pace, stepCount, resistanceLevel, strideCount
        case expendedEnergy, heartRate, metabolicEquivalent, elapsedTime, remainingTime, powerMeasurement
        case forceOnBeltAndPowerOutput, userDataRetention
    }

    /// The number of a bit of `targetBits`.
    public enum Setting: UInt32, CaseIterable, Sendable {
        case speed, inclination, resistance, power, heartRate, expendedEnergy, stepCount, strideCount, distance, trainingTime
        case timeInTwoHeartRateZones, timeInThreeHeartRateZones, timeInFiveHeartRateZones, indoorBikeSimulation
        case wheelCircumference, spinDown, cadence
    }

    /// - Parameter value: eight bytes.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let machine = reader.uint32() else { throw .truncated(field: "fitness machine features") }
        guard let target = reader.uint32() else { throw .truncated(field: "target setting features") }
        machineBits = machine
        targetBits = target
        remainder = PacketRemainder(trailingByteCount: reader.remaining)
    }
}

/// What a fitness machine advertises under its service's number (0x1826): the bytes behind the number.
///
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §3.1.
public struct FitnessMachineServiceData: CharacteristicValue {
    /// Whether someone can use the machine now.
    public var isAvailable: Bool
    /// Kinds that it is: every bit, in its place.
    public var machineTypeBits: UInt16
    /// What could not be used; `reservedFlags` are those of the first byte.
    public var remainder: PacketRemainder

    /// Whether it is a machine of this kind.
    public func isMachine(_ type: MachineType) -> Bool { machineTypeBits & (1 << type.rawValue) != 0 }

    /// The number of a kind's bit.
    public enum MachineType: UInt16, CaseIterable, Sendable {
        case treadmill, crossTrainer, stepClimber, stairClimber, rower, indoorBike
    }

    /// - Parameter value: flags and machine types, three bytes.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let flags = reader.uint8() else { throw .truncated(field: "flags") }
        guard let types = reader.uint16() else { throw .truncated(field: "fitness machine type") }
        isAvailable = flags & 1 != 0
        machineTypeBits = types
        remainder = PacketRemainder(reservedFlags: UInt32(flags & 0xFE), trailingByteCount: reader.remaining)
    }
}
