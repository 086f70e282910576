/// One value of the CSC Measurement characteristic (0x2A5B). A dual sensor may send its pairs by turns: what is absent is not new.
///
/// - SeeAlso: Bluetooth SIG, Cycling Speed and Cadence Service 1.0, §3.1.
public struct CSCMeasurement: CharacteristicValue {
    /// Counted in 1/1024 s, unlike in power meters.
    public var wheel: WheelRevolutions?
    /// Counted in 1/1024 s.
    public var crank: CrankRevolutions?
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: flags, then the pairs that they announce.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let flags = reader.uint8() else { throw .truncated(field: "flags") }
        var fields = OptionalFields(reader)
        wheel = fields.wheel(.perSecond1024, if: flags & 1 != 0)
        crank = fields.crank(if: flags & 2 != 0)
        remainder = fields.remainder(reservedFlags: UInt32(flags & 0xFC))
    }
}

/// What a speed and cadence sensor can do (0x2A5C).
///
/// - SeeAlso: Bluetooth SIG, Cycling Speed and Cadence Service 1.0, §3.2.
public struct CSCFeature: CharacteristicValue {
    /// Every bit, in its place.
    public var bits: UInt16
    /// What could not be used.
    public var remainder: PacketRemainder

    /// Whether the bit with this number is set.
    public func has(_ feature: Feature) -> Bool { bits & (1 << feature.rawValue) != 0 }

    /// The number of a feature's bit.
    public enum Feature: UInt16, CaseIterable, Sendable { case wheelRevolution, crankRevolution, multipleSensorLocations }

    /// - Parameter value: two bytes.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let bits = reader.uint16() else { throw .truncated(field: "features") }
        self.bits = bits
        remainder = PacketRemainder(reservedFlags: UInt32(bits & 0xFFF8), trailingByteCount: reader.remaining)
    }
}
