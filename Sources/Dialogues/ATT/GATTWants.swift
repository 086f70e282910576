public import WireFormats

/// What is wanted of a peripheral.
public struct GATTWants: Equatable, Sendable {
    /// Services that are looked into; all others are only named.
    public var services: [GATTUUID]
    /// Characteristics that are to send their values by themselves, the most wanted first.
    public var measurements: [GATTUUID]
    /// Characteristics that are read once, the most wanted first; one that is also among the measurements is read and turned on.
    public var facts: [GATTUUID]
    /// Whether facts are read before measurements are turned on, as long as that takes no more than a moment: so that who opens a
    /// link knows what it is.
    public var readsFactsFirst: Bool

    public init(services: [GATTUUID], measurements: [GATTUUID], facts: [GATTUUID], readsFactsFirst: Bool) {
        self.services = services
        self.measurements = measurements
        self.facts = facts
        self.readsFactsFirst = readsFactsFirst
    }

    /// All that a gateway can use of a sensor or a machine.
    public static let sensor = GATTWants(
        services: SensorServices.all.map(\.service) + [.battery, .deviceInformation, .genericAccess, .genericAttribute],
        measurements: SensorServices.all.flatMap(\.measurements) + SensorServices.all.flatMap(\.extras) + [.batteryLevel],
        facts: [
            .deviceName, .manufacturerName, .modelNumber, .serialNumber, .firmwareRevision, .bodySensorLocation, .sensorLocation,
            .batteryLevel, .hardwareRevision, .softwareRevision, .cyclingPowerFeature,
        ], readsFactsFirst: true)
}
