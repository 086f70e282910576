import JSONText
import WireFormats

extension HeartRateMeasurement: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("hr", beatsPerMinute)
        fields.add("contact", .string(hasSkinContact.map { $0 ? "contact" : "no_contact" } ?? "unsupported"))
        fields.add("energyKJ", energyExpendedKilojoules)
        if let rrIntervals {
            fields.add("rr1024", .array(rrIntervals.map { .integer(Int64($0)) }))
            // 1000/1024 is 125/128: seven decimals hold it exactly.
            fields.add(
                "rrMs", .array(rrIntervals.map { .number(TickRate.perSecond1024.milliseconds(UInt32($0)), decimals: 7) }))
        }
        fields.add(remainder)
    }
}

extension BodySensorLocation: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add(
            "location",
            .string(assignedName(rawValue, ["other", "chest", "wrist", "finger", "hand", "ear_lobe", "foot"])))
    }
}

extension HeartRateControlPoint: GATTShown {
    func show(in fields: inout GATTFields) {
        switch self {
        case .resetEnergyExpended: fields.add("op", "reset_energy_expended")
        }
    }
}

extension CyclingPowerMeasurement: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("powerW", watts)
        if let pedalPowerBalance {
            fields.add("balancePct", pedalPowerBalance.percent, decimals: 1)
            fields.add("balanceRef", pedalPowerBalance.isLeftShare ? "left" : "unknown")
        }
        if let accumulatedTorque {
            fields.add("accTorque32", accumulatedTorque.thirtySecondsOfNewtonMetre)
            fields.add("accTorqueSource", accumulatedTorque.isFromCrank ? "crank" : "wheel")
        }
        fields.add(wheel: wheel, crank: crank)
        fields.add("maxForceN", forceNewtons?.maximum)
        fields.add("minForceN", forceNewtons?.minimum)
        fields.add("maxTorqueNm", torqueNewtonMetres?.maximum, decimals: 5)
        fields.add("minTorqueNm", torqueNewtonMetres?.minimum, decimals: 5)
        fields.add("maxAngleDeg", angleDegrees?.maximum)
        fields.add("minAngleDeg", angleDegrees?.minimum)
        fields.add("topDeadSpotDeg", topDeadSpotDegrees)
        fields.add("bottomDeadSpotDeg", bottomDeadSpotDegrees)
        fields.add("accEnergyKJ", accumulatedEnergyKilojoules)
        if hasOffsetCompensation { fields.add("offsetCompensation", true) }
        fields.add(remainder)
    }
}

extension CyclingPowerFeature: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("features", bits: bits, Self.names)
        fields.add("context", measuresTorque ? "torque" : "force")
        let distributed =
            switch distributedSystem {
            case .unspecified: "unspecified"
            case .notForDistributed: "not_for_distributed"
            case .canBeDistributed: "can_be_distributed"
            case .reserved: "reserved_3"
            }
        fields.add("distributed", .string(distributed))
        fields.add(remainder)
    }

    private static let names = [
        "pedal_power_balance", "accumulated_torque", "wheel_revolution", "crank_revolution", "extreme_magnitudes",
        "extreme_angles", "dead_spot_angles", "accumulated_energy", "offset_compensation_indicator", "offset_compensation",
        "content_masking", "multiple_sensor_locations", "crank_length_adjust", "chain_length_adjust", "chain_weight_adjust",
        "span_length_adjust", "", "instantaneous_direction", "factory_calibration_date", "enhanced_offset_compensation",
    ]
}

extension SensorLocation: GATTShown {
    func show(in fields: inout GATTFields) { fields.add("location", .string(name)) }

    var name: String { assignedName(rawValue, Self.names) }

    private static let names = [
        "other", "top_of_shoe", "in_shoe", "hip", "front_wheel", "left_crank", "right_crank", "left_pedal", "right_pedal",
        "front_hub", "rear_dropout", "chainstay", "rear_wheel", "rear_hub", "chest", "spider", "chain_ring",
    ]
}

extension CSCMeasurement: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add(wheel: wheel, crank: crank)
        fields.add(remainder)
    }
}

extension CSCFeature: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("features", bits: bits, ["wheel_revolution", "crank_revolution", "multiple_sensor_locations"])
        fields.add(remainder)
    }
}

extension RSCMeasurement: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("speedMps", metresPerSecond, decimals: 8)
        fields.add("cadence", cadencePerMinute)
        fields.add("running", .bool(isRunning))
        fields.add("strideLengthM", strideLengthMetres, decimals: 2)
        fields.add("totalDistanceM", totalDistanceMetres, decimals: 1)
        fields.add(remainder)
    }
}

extension RSCFeature: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add(
            "features", bits: bits,
            ["stride_length", "total_distance", "walking_or_running", "calibration", "multiple_sensor_locations"])
        fields.add(remainder)
    }
}

extension BatteryLevel: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("percent", percent)
        fields.add(remainder)
    }
}

extension DeviceInformationString: GATTShown {
    func show(in fields: inout GATTFields) { fields.add("text", .string(text)) }
}

extension SystemID: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("manufacturerIdentifier", manufacturerIdentifier)
        fields.add("organizationallyUniqueIdentifier", organizationallyUniqueIdentifier)
        fields.add(remainder)
    }
}

extension PnPID: GATTShown {
    func show(in fields: inout GATTFields) {
        fields.add("vendorIdSource", .string(assignedName(vendorIDSource, ["", "bluetooth_sig", "usb_implementers_forum"])))
        fields.add("vendorId", vendorID)
        fields.add("productId", productID)
        fields.add("productVersion", productVersion)
        fields.add(remainder)
    }
}

extension GATTFields {
    /// The key says the rate at which the time counts.
    fileprivate mutating func add(wheel: WheelRevolutions?, crank: CrankRevolutions?) {
        if let wheel {
            add("wheelRevs", wheel.count)
            add("wheelTime\(wheel.lastEvent.rate.rawValue)", wheel.lastEvent.ticks)
        }
        if let crank {
            add("crankRevs", crank.count)
            add("crankTime\(crank.lastEvent.rate.rawValue)", crank.lastEvent.ticks)
        }
    }
}
