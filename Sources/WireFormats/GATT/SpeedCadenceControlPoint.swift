/// What is written to the SC Control Point (0x2A55) of a cycling or running sensor and what it indicates in answer.
///
/// - SeeAlso: Bluetooth SIG, Cycling Speed and Cadence Service 1.0, §3.4.
public enum SpeedCadenceControlPoint: Equatable, Sendable {
    /// Wheel revolutions of a cycling sensor; 1/10 m of a running sensor.
    case setCumulativeValue(UInt32)
    /// Running sensors only.
    case startSensorCalibration
    case updateSensorLocation(SensorLocation)
    case requestSupportedSensorLocations
    /// The request's op code, how it went, and the locations when they were asked for.
    case response(request: UInt8, ControlPointResult, locations: [SensorLocation] = [])
    /// An op code that the specification does not assign.
    case reserved(opCode: UInt8)

    /// The first byte.
    public var opCode: UInt8 {
        switch self {
        case .setCumulativeValue: 0x01
        case .startSensorCalibration: 0x02
        case .updateSensorLocation: 0x03
        case .requestSupportedSensorLocations: 0x04
        case .response: 0x10
        case .reserved(let opCode): opCode
        }
    }

    /// The bytes to write, or to indicate.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.uint8(opCode)
        switch self {
        case .setCumulativeValue(let value): writer.uint32(value)
        case .updateSensorLocation(let location): writer.uint8(location.rawValue)
        case .response(let request, let result, let locations):
            writer.append([request, result.rawValue])
            writer.append(locations.map(\.rawValue))
        case .startSensorCalibration, .requestSupportedSensorLocations, .reserved: break
        }
        return writer.bytes
    }
}

extension SpeedCadenceControlPoint: ControlPointProcedure {
    /// An op code and its parameter, or an answer.
    @_lifetime(reader: copy reader)
    public init(reading reader: inout ByteReader, isTruncated: inout Bool) throws(WireError) {
        guard let opCode = reader.uint8() else { throw .truncated(field: "op code") }
        switch opCode {
        case 0x01:
            guard let value = reader.uint32() else { throw .truncated(field: "cumulative value") }
            self = .setCumulativeValue(value)
        case 0x02: self = .startSensorCalibration
        case 0x03:
            guard let location = reader.uint8() else { throw .truncated(field: "sensor location") }
            self = .updateSensorLocation(SensorLocation(rawValue: location))
        case 0x04: self = .requestSupportedSensorLocations
        case 0x10:
            guard let request = reader.uint8() else { throw .truncated(field: "request op code") }
            guard let code = reader.uint8() else { throw .truncated(field: "result") }
            let result = ControlPointResult(rawValue: code)
            let listsLocations = request == 0x04 && result == .success
            let locations = listsLocations ? [UInt8](reader.rest()).map(SensorLocation.init(rawValue:)) : []
            self = .response(request: request, result, locations: locations)
        default: self = .reserved(opCode: opCode)
        }
    }
}
