/// One value of the Battery Level characteristic (0x2A19).
///
/// - SeeAlso: Bluetooth SIG, Battery Service 1.0, §3.1.
public struct BatteryLevel: CharacteristicValue {
    /// 0...100.
    public var percent: UInt8
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: one byte.
    /// - Throws: `WireError.invalid` above 100.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let percent = reader.uint8() else { throw .truncated(field: "battery level") }
        guard percent <= 100 else { throw .invalid(field: "battery level", value: Int64(percent)) }
        self.percent = percent
        remainder = PacketRemainder(trailingByteCount: reader.remaining)
    }
}
