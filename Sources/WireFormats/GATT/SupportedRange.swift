/// The power (0x2AD8) or resistance (0x2AD6) that a fitness machine can be set to, in the characteristic's unit: watts, or tenths.
///
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.12, §4.15.
public struct SupportedRange: CharacteristicValue {
    /// The lowest.
    public var minimum: Int16
    /// The highest.
    public var maximum: Int16
    /// The smallest difference that the machine makes.
    public var minimumIncrement: UInt16
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: six bytes.
    /// - Throws: `WireError.invalid` when the highest lies below the lowest.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let minimum = reader.int16() else { throw .truncated(field: "minimum") }
        guard let maximum = reader.int16() else { throw .truncated(field: "maximum") }
        guard let increment = reader.uint16() else { throw .truncated(field: "minimum increment") }
        guard minimum <= maximum else { throw .invalid(field: "maximum", value: Int64(maximum)) }
        self.minimum = minimum
        self.maximum = maximum
        minimumIncrement = increment
        remainder = PacketRemainder(trailingByteCount: reader.remaining)
    }

    /// What may be asked of the machine that is nearest to `wish`.
    public func clamping(_ wish: Int16) -> Int16 { min(max(wish, minimum), maximum) }
}
