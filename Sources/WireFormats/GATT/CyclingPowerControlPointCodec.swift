extension CyclingPowerControlPoint: ControlPointProcedure {
    /// An op code and its parameter, or an answer.
    @_lifetime(reader: copy reader)
    public init(reading reader: inout ByteReader, isTruncated: inout Bool) throws(WireError) {
        guard let opCode = reader.uint8() else { throw .truncated(field: "op code") }
        switch opCode {
        case 0x01:
            guard let count = reader.uint32() else { throw .truncated(field: "cumulative value") }
            self = .setCumulativeValue(wheelRevolutions: count)
        case 0x02:
            guard let location = reader.uint8() else { throw .truncated(field: "sensor location") }
            self = .updateSensorLocation(SensorLocation(rawValue: location))
        case 0x03: self = .requestSupportedSensorLocations
        case 0x04, 0x06, 0x08, 0x0A, 0x0D:
            guard let number = reader.uint16() else { throw .truncated(field: "parameter") }
            self =
                switch opCode {
                case 0x04: .setCrankLength(halfMillimetres: number)
                case 0x06: .setChainLength(millimetres: number)
                case 0x08: .setChainWeight(grams: number)
                case 0x0A: .setSpanLength(millimetres: number)
                default: .maskMeasurementContent(.init(rawValue: number))
                }
        case 0x05: self = .requestCrankLength
        case 0x07: self = .requestChainLength
        case 0x09: self = .requestChainWeight
        case 0x0B: self = .requestSpanLength
        case 0x0C: self = .startOffsetCompensation
        case 0x0E: self = .requestSamplingRate
        case 0x0F: self = .requestFactoryCalibrationDate
        case 0x10: self = .startEnhancedOffsetCompensation
        case 0x20:
            guard let request = reader.uint8() else { throw .truncated(field: "request op code") }
            guard let result = reader.uint8() else { throw .truncated(field: "result") }
            var response = Response(request: request, result: ControlPointResult(rawValue: result))
            switch (request, response.result) {
            case (_, .success):
                response.parameter = Parameter(answering: request, &reader)
                isTruncated = response.parameter == nil && Parameter.isDue(to: request)
            case (0x10, .operationFailed):
                // A reason that is cut or unknown stays where it is, and trails.
                var reason = reader
                response.parameter = Parameter(failureOfEnhancedOffset: &reason)
                if response.parameter != nil { reader = reason }
            default: break
            }
            self = .response(response)
        default: self = .reserved(opCode: opCode)
        }
    }
}

extension CyclingPowerControlPoint {
    /// The bytes to write, or to indicate.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.uint8(opCode)
        switch self {
        case .setCumulativeValue(let count): writer.uint32(count)
        case .updateSensorLocation(let location): writer.uint8(location.rawValue)
        case .setCrankLength(let number), .setChainLength(let number), .setChainWeight(let number), .setSpanLength(let number):
            writer.uint16(number)
        case .maskMeasurementContent(let content): writer.uint16(content.rawValue)
        case .response(let response):
            writer.uint8(response.request)
            writer.uint8(response.result.rawValue)
            response.parameter?.append(to: &writer)
        case .requestSupportedSensorLocations, .requestCrankLength, .requestChainLength, .requestChainWeight,
            .requestSpanLength, .startOffsetCompensation, .requestSamplingRate, .requestFactoryCalibrationDate,
            .startEnhancedOffsetCompensation, .reserved:
            break
        }
        return writer.bytes
    }
}

extension CyclingPowerControlPoint.Parameter {
    /// Whether a success that answers `request` carries something.
    static func isDue(to request: UInt8) -> Bool {
        switch request {
        case 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0C, 0x0E, 0x0F, 0x10: true
        default: false
        }
    }

    /// `nil` when nothing is due or it is cut.
    @_lifetime(reader: copy reader)
    init?(answering request: UInt8, _ reader: inout ByteReader) {
        switch request {
        case 0x03: self = .sensorLocations([UInt8](reader.rest()).map(SensorLocation.init(rawValue:)))
        case 0x05, 0x07, 0x09, 0x0B, 0x0C:
            guard let number = reader.uint16() else { return nil }
            switch request {
            case 0x05: self = .crankLength(halfMillimetres: number)
            case 0x07: self = .chainLength(millimetres: number)
            case 0x09: self = .chainWeight(grams: number)
            case 0x0B: self = .spanLength(millimetres: number)
            default: self = .offset(Self.offset(number))
            }
        case 0x0E:
            guard let rate = reader.uint8() else { return nil }
            self = .samplingRate(hertz: rate)
        case 0x0F:
            guard let date = DateTime(&reader) else { return nil }
            self = .factoryCalibrationDate(date)
        case 0x10:
            guard let number = reader.uint16(), let vendor = Self.vendorPart(&reader) else { return nil }
            self = .enhancedOffset(Self.offset(number), company: vendor.company, data: vendor.data)
        default: return nil
        }
    }

    @_lifetime(reader: copy reader)
    init?(failureOfEnhancedOffset reader: inout ByteReader) {
        switch reader.uint8() {
        case 0x01: self = .incorrectCrankPosition
        case 0xFF:
            guard let vendor = Self.vendorPart(&reader) else { return nil }
            self = .vendorFailure(company: vendor.company, data: vendor.data)
        default: return nil
        }
    }

    func append(to writer: inout ByteWriter) {
        switch self {
        case .sensorLocations(let locations): writer.append(locations.map(\.rawValue))
        case .crankLength(let number), .chainLength(let number), .chainWeight(let number), .spanLength(let number):
            writer.uint16(number)
        case .offset(let offset): writer.int16(offset ?? Self.unavailableOffset)
        case .samplingRate(let hertz): writer.uint8(hertz)
        case .factoryCalibrationDate(let date): date.append(to: &writer)
        case .enhancedOffset(let offset, let company, let data):
            writer.int16(offset ?? Self.unavailableOffset)
            Self.append(company, data, to: &writer)
        case .incorrectCrankPosition: writer.uint8(0x01)
        case .vendorFailure(let company, let data):
            writer.uint8(0xFF)
            Self.append(company, data, to: &writer)
        }
    }

    /// 0xFFFF, which reads as −1.
    private static let unavailableOffset: Int16 = -1

    private static func offset(_ bits: UInt16) -> Int16? {
        let number = Int16(bitPattern: bits)
        return number == unavailableOffset ? nil : number
    }

    @_lifetime(reader: copy reader)
    private static func vendorPart(_ reader: inout ByteReader) -> (company: UInt16, data: [UInt8])? {
        guard let company = reader.uint16(), let count = reader.uint8(), let data = reader.take(Int(count)) else { return nil }
        return (company, [UInt8](data))
    }

    private static func append(_ company: UInt16, _ data: [UInt8], to writer: inout ByteWriter) {
        let data = data.prefix(255)
        writer.uint16(company)
        writer.uint8(UInt8(data.count))
        writer.append(data)
    }
}
