import JSONText
import WireFormats

/// A procedure that can be shown; its packet then can.
protocol ShownProcedure: ControlPointProcedure {
    func show(in fields: inout GATTFields)
}

extension ControlPointPacket: GATTShown where Procedure: ShownProcedure {
    func show(in fields: inout GATTFields) {
        procedure.show(in: &fields)
        fields.add(remainder)
    }
}

extension ControlPointResult {
    var name: String {
        assignedName(
            rawValue,
            ["", "success", "op_code_not_supported", "invalid_parameter", "operation_failed", "control_not_permitted"])
    }
}

extension CyclingPowerControlPoint: ShownProcedure {
    func show(in fields: inout GATTFields) {
        fields.add("op", .string(Self.name(of: opCode)))
        switch self {
        case .setCumulativeValue(let count): fields.add("cumulativeValue", count)
        case .updateSensorLocation(let location): fields.add("location", .string(location.name))
        case .setCrankLength(let half): Parameter.crankLength(halfMillimetres: half).show(in: &fields)
        case .setChainLength(let length): Parameter.chainLength(millimetres: length).show(in: &fields)
        case .setChainWeight(let weight): Parameter.chainWeight(grams: weight).show(in: &fields)
        case .setSpanLength(let length): Parameter.spanLength(millimetres: length).show(in: &fields)
        case .maskMeasurementContent(let content): fields.add("off", bits: content.rawValue, Self.contentNames)
        case .response(let response):
            fields.add("request", .string(Self.name(of: response.request)))
            fields.add("result", .string(response.result.name))
            response.parameter?.show(in: &fields)
        case .requestSupportedSensorLocations, .requestCrankLength, .requestChainLength, .requestChainWeight,
            .requestSpanLength, .startOffsetCompensation, .requestSamplingRate, .requestFactoryCalibrationDate,
            .startEnhancedOffsetCompensation, .reserved:
            break
        }
    }

    private static func name(of opCode: UInt8) -> String { opCode == 0x20 ? "response" : assignedName(opCode, opNames) }

    private static let opNames = [
        "", "set_cumulative_value", "update_sensor_location", "request_supported_sensor_locations", "set_crank_length",
        "request_crank_length", "set_chain_length", "request_chain_length", "set_chain_weight", "request_chain_weight",
        "set_span_length", "request_span_length", "start_offset_compensation", "mask_measurement_content",
        "request_sampling_rate", "request_factory_calibration_date", "start_enhanced_offset_compensation",
    ]
    private static let contentNames = [
        "pedal_power_balance", "accumulated_torque", "wheel_revolution", "crank_revolution", "extreme_magnitudes",
        "extreme_angles", "top_dead_spot_angle", "bottom_dead_spot_angle", "accumulated_energy",
    ]
}

extension CyclingPowerControlPoint.Parameter {
    fileprivate func show(in fields: inout GATTFields) {
        switch self {
        case .sensorLocations(let locations): fields.add("locations", .array(locations.map { .string($0.name) }))
        case .crankLength(let half): fields.add("crankLengthMm", Double(half) / 2, decimals: 1)
        case .chainLength(let length): fields.add("chainLengthMm", length)
        case .chainWeight(let weight): fields.add("chainWeightG", weight)
        case .spanLength(let length): fields.add("spanLengthMm", length)
        case .offset(let offset): fields.add("offsetRaw", .integer(offset))
        case .samplingRate(let hertz): fields.add("samplingRateHz", hertz)
        case .factoryCalibrationDate(let date): fields.add("calibrationDate", .string(date.text))
        case .enhancedOffset(let offset, let company, let data):
            fields.add("offsetRaw", .integer(offset))
            fields.add("companyId", company)
            fields.add("data", .string(data.hex))
        case .incorrectCrankPosition: fields.add("reason", "incorrect_crank_position")
        case .vendorFailure(let company, let data):
            fields.add("reason", "manufacturer_specific")
            fields.add("companyId", company)
            fields.add("data", .string(data.hex))
        }
    }
}

extension SpeedCadenceControlPoint: ShownProcedure {
    func show(in fields: inout GATTFields) {
        fields.add("op", .string(Self.name(of: opCode)))
        switch self {
        case .setCumulativeValue(let value): fields.add("cumulativeValue", value)
        case .updateSensorLocation(let location): fields.add("location", .string(location.name))
        case .response(let request, let result, let locations):
            fields.add("request", .string(Self.name(of: request)))
            fields.add("result", .string(result.name))
            if request == 0x04, result == .success { fields.add("locations", .array(locations.map { .string($0.name) })) }
        case .startSensorCalibration, .requestSupportedSensorLocations, .reserved: break
        }
    }

    private static func name(of opCode: UInt8) -> String {
        opCode == 0x10
            ? "response"
            : assignedName(
                opCode,
                [
                    "", "set_cumulative_value", "start_sensor_calibration", "update_sensor_location",
                    "request_supported_sensor_locations",
                ])
    }
}

extension DateTime {
    /// `2024-03-01T12:30:00`.
    fileprivate var text: String {
        func digits(_ number: some BinaryInteger, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
            + "T\(digits(hours, 2)):\(digits(minutes, 2)):\(digits(seconds, 2))"
    }
}

extension [UInt8] {
    /// Two lower-case digits a byte.
    fileprivate var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
