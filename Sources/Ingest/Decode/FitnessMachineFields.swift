import JSONText
import WireFormats

extension IndoorBikeData: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("moreData", .bool(hasMoreParts))
        fields.add("speedKmh", kilometresPerHour, decimals: 2)
        fields.add("avgSpeedKmh", averageKilometresPerHour, decimals: 2)
        fields.add("cadenceRpm", revolutionsPerMinute, decimals: 1)
        fields.add("avgCadenceRpm", averageRevolutionsPerMinute, decimals: 1)
        fields.add("distanceM", distanceMetres)
        fields.add("resistanceRaw", resistanceLevel)
        fields.add("powerW", watts)
        fields.add("avgPowerW", averageWatts)
        fields.add(session)
        fields.add(remainder)
    }
}

extension TreadmillData: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("moreData", .bool(hasMoreParts))
        fields.add("speedKmh", kilometresPerHour, decimals: 2)
        fields.add("avgSpeedKmh", averageKilometresPerHour, decimals: 2)
        fields.add("distanceM", distanceMetres)
        fields.add("inclinationPct", inclinationPercent, decimals: 1)
        fields.add("rampAngleDeg", rampAngleDegrees, decimals: 1)
        fields.add("posElevGainM", elevationGainMetres, decimals: 1)
        fields.add("negElevGainM", elevationLossMetres, decimals: 1)
        fields.add("paceRaw", rawPace)
        fields.add("avgPaceRaw", rawAveragePace)
        fields.add(session)
        fields.add("forceOnBeltN", beltForceNewtons)
        fields.add("powerOutputW", watts)
        fields.add(remainder)
    }
}

extension FitnessMachineFeature: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("machine", bits: machineBits, Self.machineNames)
        fields.add("target", bits: targetBits, Self.targetNames)
        if reservedMachineBits != 0 { fields.add("reservedMachineFlags", reservedMachineBits) }
        if reservedTargetBits != 0 { fields.add("reservedTargetFlags", reservedTargetBits) }
        fields.add(remainder)
    }

    private static let machineNames = [
        "average_speed", "cadence", "total_distance", "inclination", "elevation_gain", "pace", "step_count",
        "resistance_level", "stride_count", "expended_energy", "heart_rate", "metabolic_equivalent", "elapsed_time",
        "remaining_time", "power_measurement", "force_on_belt_and_power_output", "user_data_retention",
    ]
    private static let targetNames = [
        "speed", "inclination", "resistance", "power", "heart_rate", "expended_energy", "step_count", "stride_count",
        "distance", "training_time", "time_in_two_heart_rate_zones", "time_in_three_heart_rate_zones",
        "time_in_five_heart_rate_zones", "indoor_bike_simulation", "wheel_circumference", "spin_down", "cadence",
    ]
}

extension FitnessMachineServiceData: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("available", .bool(isAvailable))
        fields.add(
            "machines", bits: machineTypeBits,
            ["treadmill", "cross_trainer", "step_climber", "stair_climber", "rower", "indoor_bike"])
        fields.add(remainder)
    }
}

extension TrainingStatus: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("status", .string(assignedName(status, Self.names)))
        if let text { fields.add("string", .string(text)) }
        if isTextExtended { fields.add("extendedString", true) }
        fields.add(remainder)
    }

    private static let names = [
        "other", "idle", "warming_up", "low_intensity_interval", "high_intensity_interval", "recovery_interval", "isometric",
        "heart_rate_control", "fitness_test", "speed_too_low", "speed_too_high", "cool_down", "watt_control", "manual_mode",
        "pre_workout", "post_workout",
    ]
}

extension SupportedRange {
    /// - Parameters:
    ///   - unit: ends the keys.
    ///   - step: what 1 is in that unit.
    func json(unit: String, step: Double) -> JSONValue {
        var fields = GATTFields()
        fields.add("min\(unit)", Double(minimum) * step, decimals: 1)
        fields.add("max\(unit)", Double(maximum) * step, decimals: 1)
        fields.add("step\(unit)", Double(minimumIncrement) * step, decimals: 1)
        fields.add(remainder)
        return .object(fields.object)
    }
}

extension GATTFields {
    fileprivate mutating func add(_ session: FitnessMachineSession) {
        add("totalEnergyKcal", session.totalEnergyKilocalories)
        add("energyPerHourKcal", session.kilocaloriesPerHour)
        add("energyPerMinKcal", session.kilocaloriesPerMinute)
        add("hr", session.beatsPerMinute)
        add("met", session.metabolicEquivalent, decimals: 1)
        add("elapsedS", session.elapsedSeconds)
        add("remainingS", session.remainingSeconds)
    }
}
