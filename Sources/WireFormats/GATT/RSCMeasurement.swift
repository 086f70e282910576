/// One value of the RSC Measurement characteristic (0x2A53).
///
/// - SeeAlso: Bluetooth SIG, Running Speed and Cadence Service 1.0, §3.1.
public struct RSCMeasurement: CharacteristicValue {
    /// In steps of 1/256.
    public var metresPerSecond: Double
    /// Steps of both feet on most pods; some count strides, half of it.
    public var cadencePerMinute: UInt8
    /// Whether the pod says running; else walking.
    public var isRunning: Bool
    /// In steps of 1 cm.
    public var strideLengthMetres: Double?
    /// In steps of 0.1 m.
    public var totalDistanceMetres: Double?
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: flags, speed, cadence, then stride length and distance as announced.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let flags = reader.uint8() else { throw .truncated(field: "flags") }
        guard let speed = reader.uint16() else { throw .truncated(field: "instantaneous speed") }
        guard let cadence = reader.uint8() else { throw .truncated(field: "instantaneous cadence") }
        metresPerSecond = Double(speed) / 256
        cadencePerMinute = cadence
        isRunning = flags & 4 != 0
        var fields = OptionalFields(reader)
        strideLengthMetres = fields.uint16(if: flags & 1 != 0).map { Double($0) / 100 }
        totalDistanceMetres = fields.uint32(if: flags & 2 != 0).map { Double($0) / 10 }
        remainder = fields.remainder(reservedFlags: UInt32(flags & 0xF8))
    }
}

/// What a running sensor can do (0x2A54).
///
/// - SeeAlso: Bluetooth SIG, Running Speed and Cadence Service 1.0, §3.2.
public struct RSCFeature: CharacteristicValue {
    /// Every bit, in its place.
    public var bits: UInt16
    /// What could not be used.
    public var remainder: PacketRemainder

    /// Whether the bit with this number is set.
    public func has(_ feature: Feature) -> Bool { bits & (1 << feature.rawValue) != 0 }

    /// The number of a feature's bit.
    public enum Feature: UInt16, CaseIterable, Sendable {
        case strideLength, totalDistance, walkingOrRunning, calibration, multipleSensorLocations
    }

    /// - Parameter value: two bytes.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let bits = reader.uint16() else { throw .truncated(field: "features") }
        self.bits = bits
        remainder = PacketRemainder(reservedFlags: UInt32(bits & 0xFFE0), trailingByteCount: reader.remaining)
    }
}
