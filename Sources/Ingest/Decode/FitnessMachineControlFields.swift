import JSONText
import WireFormats

extension FitnessMachineControlPoint: ShownProcedure {
    func show(in fields: inout GATTFields) {
        fields.add("op", .string(Self.name(of: opCode)))
        switch self {
        case .setTarget(let target): target.show(in: &fields)
        case .stopOrPause(let action): fields.add("action", .string(action.name))
        case .spinDown(let control): fields.add("action", .string(assignedName(control.rawValue, ["", "start", "ignore"])))
        case .response(let response):
            fields.add("request", .string(Self.name(of: response.request)))
            fields.add("result", .string(response.result.name))
            if let speeds = response.spinDownSpeeds {
                fields.add("targetSpeedLowKmh", Double(speeds.lowHundredthsOfKilometrePerHour) / 100, decimals: 2)
                fields.add("targetSpeedHighKmh", Double(speeds.highHundredthsOfKilometrePerHour) / 100, decimals: 2)
            }
        case .requestControl, .reset, .startOrResume, .reserved: break
        }
    }

    private static func name(of opCode: UInt8) -> String { opCode == 0x80 ? "response" : assignedName(opCode, opNames) }

    private static let opNames = [
        "request_control", "reset", "set_target_speed", "set_target_inclination", "set_target_resistance", "set_target_power",
        "set_target_heart_rate", "start_or_resume", "stop_pause", "set_targeted_energy", "set_targeted_steps",
        "set_targeted_strides", "set_targeted_distance", "set_targeted_training_time",
        "set_targeted_time_in_two_heart_rate_zones", "set_targeted_time_in_three_heart_rate_zones",
        "set_targeted_time_in_five_heart_rate_zones", "set_simulation", "set_wheel_circumference", "spin_down_control",
        "set_targeted_cadence",
    ]
}

extension FitnessMachineControlPoint.StopOrPause {
    fileprivate var name: String { assignedName(rawValue, ["", "stop", "pause"]) }
}

extension FitnessMachineStatus: GATTShown {
    func show(in fields: inout GATTFields) {
        switch change {
        case .reset: fields.add("status", "reset")
        case .stoppedOrPaused(let action):
            fields.add("status", "stopped_or_paused")
            fields.add("action", .string(action.name))
        case .stoppedBySafetyKey: fields.add("status", "stopped_by_safety_key")
        case .startedOrResumed: fields.add("status", "started_or_resumed")
        case .targetChanged(let target):
            fields.add("status", .string(target.kind.changedName))
            target.show(in: &fields)
        case .spinDown(let state):
            fields.add("status", "spin_down_status")
            fields.add(
                "spinDown", .string(assignedName(state.rawValue, ["", "requested", "success", "error", "stop_pedaling"])))
        case .controlPermissionLost: fields.add("status", "control_permission_lost")
        case .reserved(let opCode): fields.add("status", .string("reserved_\(opCode)"))
        }
        fields.add(remainder)
    }
}

extension FitnessMachineTarget.Kind {
    fileprivate var changedName: String {
        switch self {
        case .speed: "target_speed_changed"
        case .inclination: "target_inclination_changed"
        case .resistance: "target_resistance_changed"
        case .power: "target_power_changed"
        case .heartRate: "target_heart_rate_changed"
        case .energy: "targeted_energy_changed"
        case .steps: "targeted_steps_changed"
        case .strides: "targeted_strides_changed"
        case .distance: "targeted_distance_changed"
        case .trainingTime: "targeted_training_time_changed"
        case .timeInTwoHeartRateZones: "targeted_time_in_two_heart_rate_zones_changed"
        case .timeInThreeHeartRateZones: "targeted_time_in_three_heart_rate_zones_changed"
        case .timeInFiveHeartRateZones: "targeted_time_in_five_heart_rate_zones_changed"
        case .simulation: "simulation_changed"
        case .wheelCircumference: "wheel_circumference_changed"
        case .cadence: "targeted_cadence_changed"
        }
    }
}

extension FitnessMachineTarget {
    fileprivate func show(in fields: inout GATTFields) {
        switch self {
        case .speed(let hundredths): fields.add("speedKmh", Double(hundredths) / 100, decimals: 2)
        case .inclination(let tenths): fields.add("inclinationPct", Double(tenths) / 10, decimals: 1)
        case .resistance(let tenths, _): fields.add("resistance", Double(tenths) / 10, decimals: 1)
        case .power(let watts): fields.add("powerW", watts)
        case .heartRate(let rate): fields.add("hr", rate)
        case .energy(let kilocalories): fields.add("energyKcal", kilocalories)
        case .steps(let count): fields.add("steps", count)
        case .strides(let count): fields.add("strides", count)
        case .distance(let metres): fields.add("distanceM", metres)
        case .trainingTime(let seconds): fields.add("trainingTimeS", seconds)
        case .timeInTwoHeartRateZones(let a, let b): fields.add("zoneTimesS", .array([a, b].map { .integer(Int64($0)) }))
        case .timeInThreeHeartRateZones(let a, let b, let c):
            fields.add("zoneTimesS", .array([a, b, c].map { .integer(Int64($0)) }))
        case .timeInFiveHeartRateZones(let a, let b, let c, let d, let e):
            fields.add("zoneTimesS", .array([a, b, c, d, e].map { .integer(Int64($0)) }))
        case .simulation(let road):
            fields.add("windMps", Double(road.windMillimetresPerSecond) / 1000, decimals: 3)
            fields.add("gradePct", Double(road.gradeBasisPoints) / 100, decimals: 2)
            fields.add("crr", Double(road.rollingResistanceTenThousandths) / 10_000, decimals: 4)
            fields.add("cwKgPerM", Double(road.windResistanceHundredths) / 100, decimals: 2)
        case .wheelCircumference(let tenths): fields.add("circumferenceMm", Double(tenths) / 10, decimals: 1)
        case .cadence(let halves): fields.add("cadenceRpm", Double(halves) / 2, decimals: 1)
        }
    }
}
