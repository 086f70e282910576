/// Where a cycling or running sensor is mounted (0x2A5D); values that are reserved keep their number.
///
/// - SeeAlso: Bluetooth SIG, Cycling Power Service 1.1, §3.3.
public struct SensorLocation: CharacteristicValue, Hashable, RawRepresentable {
    /// The assigned number.
    public var rawValue: UInt8

    /// - Parameter rawValue: any; 0...16 are assigned, from other to chain ring.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// - Parameter value: one byte.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let location = reader.uint8() else { throw .truncated(field: "sensor location") }
        rawValue = location
    }
}
