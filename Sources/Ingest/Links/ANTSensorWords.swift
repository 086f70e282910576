public import WireFormats
import Workouts

extension DeviceType {
    /// What a person calls such a sensor.
    public var sensorName: String {
        switch self {
        case .heartRate: "Heart rate strap"
        case .bicyclePower: "Power meter"
        case .fitnessEquipment: "Trainer"
        case .speed: "Speed sensor"
        case .cadence: "Cadence sensor"
        case .speedAndCadence: "Speed and cadence sensor"
        case .strideSpeedDistance: "Foot pod"
        case .muscleOxygen: "Muscle oxygen sensor"
        default: "ANT+ sensor of type \(rawValue)"
        }
    }
}

extension ANTBattery.Status {
    /// `nil` where the word says nothing of the charge.
    var word: SampleSource.BatteryStatus? {
        switch self {
        case .new: .new
        case .good: .good
        case .ok: .ok
        case .low: .low
        case .critical: .critical
        case .reserved, .charging, .invalid: nil
        }
    }
}
