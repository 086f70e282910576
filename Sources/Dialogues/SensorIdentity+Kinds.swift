public import WireFormats

extension SensorIdentity {
    /// What the identity alone says of a sensor's use; empty for Bluetooth, which tells by its services.
    public var kinds: Set<SensorKind> {
        switch self {
        case .ble: []
        case .gps: [.receiver]
        case .ant(let type, _): DeviceType(rawValue: type).sensorKinds
        }
    }
}

extension DeviceType {
    /// What sensors of this type are for; empty for one that the gateway has no use for.
    var sensorKinds: Set<SensorKind> {
        switch self {
        case .heartRate: [.heartRate]
        case .bicyclePower: [.power]
        case .fitnessEquipment: [.trainer]
        case .speedAndCadence: [.speedAndCadence]
        case .cadence: [.cadence]
        case .speed: [.speed]
        case .strideSpeedDistance: [.footPod]
        default: []
        }
    }
}
