/// Where a heart-rate sensor is worn (0x2A38); values that are reserved keep their number.
///
/// - SeeAlso: Bluetooth SIG, Heart Rate Service 1.0, §3.2.
public struct BodySensorLocation: CharacteristicValue, Hashable, RawRepresentable {
    /// The assigned number.
    public var rawValue: UInt8

    /// - Parameter rawValue: any; 0 other, 1 chest, 2 wrist, 3 finger, 4 hand, 5 ear lobe, 6 foot.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// - Parameter value: one byte.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let location = reader.uint8() else { throw .truncated(field: "body sensor location") }
        rawValue = location
    }
}
