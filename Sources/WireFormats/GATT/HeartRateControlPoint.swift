/// What may be written to the Heart Rate Control Point (0x2A39).
///
/// - SeeAlso: Bluetooth SIG, Heart Rate Service 1.0, §3.3.
public enum HeartRateControlPoint: UInt8, CharacteristicValue {
    /// Starts the sensor's count of energy expended again at 0.
    case resetEnergyExpended = 1

    /// - Parameter value: one byte.
    /// - Throws: `WireError.invalid` for another command: a sensor answers it with ATT error 0x80.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let command = reader.uint8() else { throw .truncated(field: "command") }
        guard let known = Self(rawValue: command) else { throw .invalid(field: "command", value: Int64(command)) }
        self = known
    }

    /// The bytes to write.
    public func encoded() -> [UInt8] { [rawValue] }
}
