public import WireFormats

/// An ANT+ sensor by its kind and number, as captures and settings name it: `ant:120:12345`.
public struct ANTSensorID: Hashable, Sendable {
    public let deviceType: DeviceType
    /// 1...1 048 575
    public let deviceNumber: UInt32

    /// `nil` for an id that names no sensor, only a wish for one.
    public init?(_ id: ChannelID) {
        guard id.deviceType.rawValue != 0, id.deviceNumber16 != 0 else { return nil }
        deviceType = id.deviceType
        deviceNumber = id.deviceNumber
    }

    /// - Parameter text: an identity; `nil` for what names no ANT+ sensor.
    public init?(_ text: String) {
        guard case .ant(let type, let number)? = SensorIdentity(text) else { return nil }
        deviceType = DeviceType(rawValue: type)
        deviceNumber = number
    }

    var identity: SensorIdentity { .ant(type: deviceType.rawValue, number: deviceNumber) }

    /// What it is for; empty for a kind of sensor that the gateway has no use for.
    public var kinds: Set<SensorKind> { deviceType.sensorKinds }

    /// What a channel is told to listen for. The transmission type stays open: its low bits differ between sensors of one make, and
    /// some straps change them.
    var wantedChannelID: ChannelID {
        ChannelID(deviceNumber16: UInt16(truncatingIfNeeded: deviceNumber), deviceType: deviceType)
    }
}

extension ANTSensorID: CustomStringConvertible {
    public var description: String { identity.text }
}
