public import WireFormats

/// The services by which sensors are found over Bluetooth, and what each brings; the most wanted first.
public enum SensorServices {
    public struct Entry: Sendable {
        public let service: GATTUUID
        /// Any of these is what the service is for.
        public let measurements: [GATTUUID]
        /// Of use where it is there.
        public let extras: [GATTUUID]
    }

    public static let all = [
        Entry(service: .heartRate, measurements: [.heartRateMeasurement], extras: []),
        Entry(service: .cyclingPower, measurements: [.cyclingPowerMeasurement], extras: []),
        Entry(
            service: .fitnessMachine, measurements: [.indoorBikeData, .treadmillData],
            extras: [.fitnessMachineStatus, .trainingStatus]),
        Entry(service: .cyclingSpeedAndCadence, measurements: [.cscMeasurement], extras: []),
        Entry(service: .runningSpeedAndCadence, measurements: [.rscMeasurement], extras: []),
    ]

    static let measurements = Set(all.flatMap(\.measurements))
    static let extras = Set(all.flatMap(\.extras))

    /// Kinds that a set of services offers.
    public static func kinds(of services: Set<GATTUUID>) -> Set<SensorKind> {
        Set(services.compactMap(\.sensorKind))
    }

    /// The kind that measures by a characteristic; `nil` of one that is no measurement.
    public static func kind(measuringBy characteristic: GATTUUID) -> SensorKind? {
        all.first { $0.measurements.contains(characteristic) }?.service.sensorKind
    }
}
