/// One value of the Cycling Power Measurement characteristic (0x2A63).
///
/// - SeeAlso: Bluetooth SIG, Cycling Power Service 1.1, §3.2.
public struct CyclingPowerMeasurement: CharacteristicValue {
    /// Instantaneous power; negative is real.
    public var watts: Int16
    /// How the power is shared between the pedals.
    public var pedalPowerBalance: PedalPowerBalance?
    /// Grows from the connection on.
    public var accumulatedTorque: AccumulatedTorque?
    /// Counted in 1/2048 s, unlike in CSC.
    public var wheel: WheelRevolutions?
    /// Counted in 1/1024 s.
    public var crank: CrankRevolutions?
    /// Within the last revolution, newtons: what meters of force send.
    public var forceNewtons: Extremes<Int16>?
    /// Within the last revolution, newton metres: what meters of torque send.
    public var torqueNewtonMetres: Extremes<Double>?
    /// Where force or torque were at their extremes, degrees.
    public var angleDegrees: Extremes<UInt16>?
    /// Where the upper dead spot begins.
    public var topDeadSpotDegrees: UInt16?
    /// Where the lower dead spot begins.
    public var bottomDeadSpotDegrees: UInt16?
    /// Since the connection began.
    public var accumulatedEnergyKilojoules: UInt16?
    /// The sensor compensated its offset since the value before.
    public var hasOffsetCompensation: Bool
    /// What could not be used.
    public var remainder: PacketRemainder

    /// One side's share.
    public struct PedalPowerBalance: Hashable, Sendable {
        /// 0...127.5, in steps of a half.
        public var percent: Double
        /// Whether the share is the left one; else nobody knows whose it is.
        public var isLeftShare: Bool
    }

    /// Torque of all events so far, added up.
    public struct AccumulatedTorque: Hashable, Sendable {
        /// 1/32 Nm each; wraps, and may fall.
        public var thirtySecondsOfNewtonMetre: UInt16
        /// Whether an event is a turn of the crank; else of the wheel.
        public var isFromCrank: Bool
    }

    /// The highest and the lowest.
    public struct Extremes<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The highest.
        public var maximum: Value
        /// The lowest.
        public var minimum: Value
    }

    /// - Parameter value: flags and power, then what the flags announce, in their order.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let flags = reader.uint16() else { throw .truncated(field: "flags") }
        guard let power = reader.int16() else { throw .truncated(field: "instantaneous power") }
        func has(_ bit: UInt16) -> Bool { flags & (1 << bit) != 0 }
        watts = power
        var fields = OptionalFields(reader)
        pedalPowerBalance = fields.uint8(if: has(0)).map { PedalPowerBalance(percent: Double($0) / 2, isLeftShare: has(1)) }
        accumulatedTorque = fields.uint16(if: has(2))
            .map { AccumulatedTorque(thirtySecondsOfNewtonMetre: $0, isFromCrank: has(3)) }
        wheel = fields.wheel(.perSecond2048, if: has(4))
        crank = fields.crank(if: has(5))
        forceNewtons = fields.int16Pair(if: has(6)).map { Extremes(maximum: $0.0, minimum: $0.1) }
        torqueNewtonMetres = fields.int16Pair(if: has(7))
            .map { Extremes(maximum: Double($0.0) / 32, minimum: Double($0.1) / 32) }
        // Twelve bits each: the bytes BC 3A 12 are a maximum of 0xABC and a minimum of 0x123.
        angleDegrees = fields.uint24(if: has(8))
            .map { Extremes(maximum: UInt16($0 & 0xFFF), minimum: UInt16(truncatingIfNeeded: $0 >> 12)) }
        topDeadSpotDegrees = fields.uint16(if: has(9))
        bottomDeadSpotDegrees = fields.uint16(if: has(10))
        accumulatedEnergyKilojoules = fields.uint16(if: has(11))
        hasOffsetCompensation = has(12)
        remainder = fields.remainder(reservedFlags: UInt32(flags & 0xE000))
    }
}
