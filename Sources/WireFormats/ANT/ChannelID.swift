/// Which sensor a channel listens to, or which sensor a message came from.
///
/// A saved sensor is found again by `isSameSensor(as:)`: the low bits of the transmission type say nothing about identity.
public struct ChannelID: Hashable, Sendable {
    /// The lower 16 bits of the device number; 0 stands for any.
    public var deviceNumber16: UInt16
    /// The kind of sensor, 1...127; 0 stands for any.
    public var deviceType: DeviceType
    /// Whether the sensor asks to be paired, or the channel looks for one that does.
    public var isPairing: Bool
    /// Low bits: 1 independent, 5 with common pages. Upper nibble: bits 16 to 19 of the device number. 0 stands for any.
    public var transmissionType: UInt8

    /// What is not given stands for any.
    public init(deviceNumber16: UInt16, deviceType: DeviceType, isPairing: Bool = false, transmissionType: UInt8 = 0) {
        self.deviceNumber16 = deviceNumber16
        self.deviceType = deviceType
        self.isPairing = isPairing
        self.transmissionType = transmissionType
    }

    /// Any sensor of a kind; of every kind, when none is named.
    public static func any(_ deviceType: DeviceType = DeviceType(rawValue: 0)) -> ChannelID {
        ChannelID(deviceNumber16: 0, deviceType: deviceType)
    }

    /// All 20 bits, 0...1 048 575.
    public var deviceNumber: UInt32 { UInt32(transmissionType >> 4) << 16 | UInt32(deviceNumber16) }

    /// Whether kind and device number, all 20 bits of it, are the same.
    public func isSameSensor(as other: ChannelID) -> Bool {
        deviceType == other.deviceType && deviceNumber == other.deviceNumber
    }

    /// Reads the four bytes of the wire; `nil` when fewer are left.
    @_lifetime(reader: copy reader)
    init?(reading reader: inout ByteReader) {
        guard reader.remaining >= 4, let number = reader.uint16(), let type = reader.uint8(), let transmission = reader.uint8()
        else { return nil }
        self.init(
            deviceNumber16: number, deviceType: DeviceType(rawValue: type & 0x7F), isPairing: type & 0x80 != 0,
            transmissionType: transmission)
    }

    /// The four bytes of the wire.
    func write(to writer: inout ByteWriter) {
        writer.uint16(deviceNumber16)
        writer.uint8(deviceType.rawValue & 0x7F | (isPairing ? 0x80 : 0))
        writer.uint8(transmissionType)
    }
}

/// A kind of sensor, as the ANT+ profiles number them.
public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// As on the wire, without the pairing bit.
    public var rawValue: UInt8
    /// - Parameter rawValue: as on the wire, without the pairing bit.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Power meters.
    public static let bicyclePower = DeviceType(rawValue: 11)
    /// Trainers, treadmills and other machines.
    public static let fitnessEquipment = DeviceType(rawValue: 17)
    /// Muscle oxygen sensors.
    public static let muscleOxygen = DeviceType(rawValue: 31)
    /// Heart rate straps.
    public static let heartRate = DeviceType(rawValue: 120)
    /// Combined bicycle sensors.
    public static let speedAndCadence = DeviceType(rawValue: 121)
    /// Sensors at the crank.
    public static let cadence = DeviceType(rawValue: 122)
    /// Sensors at the wheel.
    public static let speed = DeviceType(rawValue: 123)
    /// Foot pods.
    public static let strideSpeedDistance = DeviceType(rawValue: 124)

    /// How often a sensor of this kind speaks, in 1/32768 s; `nil` for a kind we do not know.
    public var channelPeriod: UInt16? {
        switch self {
        case .heartRate: 8070
        case .bicyclePower: 8182
        case .fitnessEquipment, .muscleOxygen: 8192
        case .speedAndCadence: 8086
        case .cadence: 8102
        case .speed: 8118
        case .strideSpeedDistance: 8134
        default: nil
        }
    }
}
