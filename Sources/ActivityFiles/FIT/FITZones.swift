import Glibc  // rounding is a libm call on processors without the instruction
import Workouts

/// `time_in_zone`: time per zone of one lap or session, with the boundaries that make it mean something.
enum FITZones {
    /// What a `time_in_zone` belongs to.
    enum Scope: Int64 {
        case session = 18
        case lap = 19
    }

    /// The message for one lap or session; `nil` when there are neither heart-rate nor power zones.
    static func message(
        _ groups: [Quantity: ZoneGroup], settings: WorkoutSettings, scope: Scope, index: Int, endSecond: Int64
    ) -> FITMessage? {
        let heartRate = groups[.heartRate]
        let power = groups[.power]
        guard heartRate != nil || power != nil else { return nil }
        var message = FITMessage(.timeInZone)
        message.add(253, .uint32, endSecond)
        message.add(0, .uint16, scope.rawValue)
        message.add(1, .uint16, Int64(index))
        if let heartRate { message.add(2, .uint32, heartRate.fitMilliseconds) }
        if let power { message.add(5, .uint32, power.fitMilliseconds) }
        if let heartRate {
            let configuration = heartRate.configuration
            message.add(6, .uint8, configuration.fitHighBoundaries(highest: 254))
            addInputs(
                to: &message,
                [
                    (11, configuration.inputs["hrmax"] ?? settings.maximumBeatsPerMinute),
                    (12, configuration.inputs["rest"] ?? settings.restingBeatsPerMinute),
                    (13, configuration.inputs["lthr"] ?? settings.lactateThresholdBeatsPerMinute),
                ], type: .uint8)
            message.add(10, .enum, configuration.fitHeartRateCalculation)
        }
        if let power {
            let configuration = power.configuration
            message.add(9, .uint16, configuration.fitHighBoundaries(highest: 65534))
            message.add(14, .enum, configuration.inputs["ftp"] == nil ? 0 : 1)  // custom, or percent of FTP
            addInputs(to: &message, [(15, configuration.inputs["ftp"] ?? settings.functionalThresholdPowerWatts)], type: .uint16)
        }
        return message
    }

    private static func addInputs(to message: inout FITMessage, _ inputs: [(number: UInt8, value: Double?)], type: FITBaseType) {
        for case (let number, let value?) in inputs { message.add(number, type, value) }
    }
}

extension ZoneGroup {
    fileprivate var fitMilliseconds: [Int64?] {
        zoneDurations.map { FITValues.milliseconds($0) }
    }
}

extension ZoneConfiguration {
    /// FIT names the highest whole number still in the zone, while a value at our boundary is in the next: 133 gives 132, 148.5
    /// gives 148.
    fileprivate func fitHighBoundaries(highest: Double) -> [Int64?] {
        boundaries.map { FITMessage.stored(min($0.rounded(.up) - 1, highest)) }
    }

    /// 0 custom, 1 percent of the maximum, 2 of the reserve, 3 of the threshold.
    fileprivate var fitHeartRateCalculation: Int64 {
        if modelName.hasPrefix("percentHRmax") { return 1 }
        if modelName.hasPrefix("karvonen") { return 2 }
        if modelName.hasPrefix("friel") { return 3 }
        return 0
    }
}
