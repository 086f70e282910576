import WireFormats

/// Everything that the Bluetooth LE services of sports sensors send or take, by the reference's names.
let gattKinds: [DecodableKind] =
    [
        .characteristic("hr_measurement", "Heart Rate Measurement (2A37)", HeartRateMeasurement.self),
        .singleByte("body_sensor_location", "Body Sensor Location (2A38)", BodySensorLocation.self),
        .singleByte("heart_rate_control_point", "Heart Rate Control Point (2A39)", HeartRateControlPoint.self),
        .characteristic("cp_measurement", "Cycling Power Measurement (2A63)", CyclingPowerMeasurement.self),
        .characteristic("cp_feature", "Cycling Power Feature (2A65)", CyclingPowerFeature.self),
        .characteristic(
            "cp_control_point", "Cycling Power Control Point (2A66)", ControlPointPacket<CyclingPowerControlPoint>.self),
        .singleByte("sensor_location", "Sensor Location (2A5D)", SensorLocation.self),
        .characteristic("csc_measurement", "CSC Measurement (2A5B)", CSCMeasurement.self),
        .characteristic("csc_feature", "CSC Feature (2A5C)", CSCFeature.self),
        .characteristic("rsc_measurement", "RSC Measurement (2A53)", RSCMeasurement.self),
        .characteristic("rsc_feature", "RSC Feature (2A54)", RSCFeature.self),
        .characteristic("sc_control_point", "SC Control Point (2A55)", ControlPointPacket<SpeedCadenceControlPoint>.self),
        .characteristic("indoor_bike_data", "Indoor Bike Data (2AD2)", IndoorBikeData.self),
        .characteristic("treadmill_data", "Treadmill Data (2ACD)", TreadmillData.self),
        .characteristic("ftms_feature", "Fitness Machine Feature (2ACC)", FitnessMachineFeature.self),
        .characteristic(
            "ftms_control_point", "Fitness Machine Control Point (2AD9)", ControlPointPacket<FitnessMachineControlPoint>.self),
        .characteristic("ftms_status", "Fitness Machine Status (2ADA)", FitnessMachineStatus.self),
        .characteristic("training_status", "Training Status (2AD3)", TrainingStatus.self),
        .characteristic("supported_power_range", "Supported Power Range (2AD8)") { (range: SupportedRange) in
            range.json(unit: "W", step: 1)
        },
        .characteristic("supported_resistance_range", "Supported Resistance Level Range (2AD6)") { (range: SupportedRange) in
            range.json(unit: "", step: 0.1)
        },
        .characteristic(
            "ftms_service_data", "advertised Service Data of a fitness machine (1826)", FitnessMachineServiceData.self),
        .characteristic("battery_level", "Battery Level (2A19)", BatteryLevel.self),
        .characteristic(
            "device_information_string", "Device Information: manufacturer, model, serial number, revisions (2A24 to 2A29)",
            DeviceInformationString.self),
        .characteristic("system_id", "System ID (2A23)", SystemID.self),
        .characteristic("pnp_id", "PnP ID (2A50)", PnPID.self),
    ] + GATTSequences.kinds
