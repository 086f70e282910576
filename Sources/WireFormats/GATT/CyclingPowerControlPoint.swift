/// What is written to the Cycling Power Control Point (0x2A66) and what it indicates in answer.
///
/// Lists and vendor data allocate: control points speak seldom.
/// - SeeAlso: Bluetooth SIG, Cycling Power Service 1.1, §3.4.
public enum CyclingPowerControlPoint: Equatable, Sendable {
    case setCumulativeValue(wheelRevolutions: UInt32)
    case updateSensorLocation(SensorLocation)
    case requestSupportedSensorLocations
    case setCrankLength(halfMillimetres: UInt16)
    case requestCrankLength
    case setChainLength(millimetres: UInt16)
    case requestChainLength
    case setChainWeight(grams: UInt16)
    case requestChainWeight
    case setSpanLength(millimetres: UInt16)
    case requestSpanLength
    /// Zeroing, the rider's act: cranks still and unloaded.
    case startOffsetCompensation
    /// Turns fields of the measurement off, until the link ends.
    case maskMeasurementContent(MeasurementContent)
    case requestSamplingRate
    case requestFactoryCalibrationDate
    case startEnhancedOffsetCompensation
    case response(Response)
    /// An op code that the specification does not assign.
    case reserved(opCode: UInt8)

    /// Fields of the measurement; a set bit turns one off.
    public struct MeasurementContent: OptionSet, Hashable, Sendable {
        /// Bits 0...8.
        public var rawValue: UInt16
        /// - Parameter rawValue: bits in their places.
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The number of a field's bit.
        public enum Field: UInt16, CaseIterable, Sendable {
            case pedalPowerBalance, accumulatedTorque, wheelRevolution, crankRevolution, extremeMagnitudes, extremeAngles
            case topDeadSpotAngle, bottomDeadSpotAngle, accumulatedEnergy
        }
    }

    /// An indication.
    public struct Response: Equatable, Sendable {
        /// The procedure that is answered, by its op code.
        public var request: UInt8
        /// How it went.
        public var result: ControlPointResult
        /// What came with it, when something did.
        public var parameter: Parameter?

        /// An answer as it is sent.
        public init(request: UInt8, result: ControlPointResult, parameter: Parameter? = nil) {
            self.request = request
            self.result = result
            self.parameter = parameter
        }
    }

    /// What an answer carries.
    public enum Parameter: Equatable, Sendable {
        case sensorLocations([SensorLocation])
        case crankLength(halfMillimetres: UInt16)
        case chainLength(millimetres: UInt16)
        case chainWeight(grams: UInt16)
        case spanLength(millimetres: UInt16)
        /// Newtons, or 1/32 Nm where the feature says torque; `nil` when the sensor does not tell.
        case offset(Int16?)
        case samplingRate(hertz: UInt8)
        case factoryCalibrationDate(DateTime)
        case enhancedOffset(Int16?, company: UInt16, data: [UInt8])
        /// The cranks do not stand where they must.
        case incorrectCrankPosition
        /// A failure in the vendor's words.
        case vendorFailure(company: UInt16, data: [UInt8])
    }

    /// The first byte.
    public var opCode: UInt8 {
        switch self {
        case .setCumulativeValue: 0x01
        case .updateSensorLocation: 0x02
        case .requestSupportedSensorLocations: 0x03
        case .setCrankLength: 0x04
        case .requestCrankLength: 0x05
        case .setChainLength: 0x06
        case .requestChainLength: 0x07
        case .setChainWeight: 0x08
        case .requestChainWeight: 0x09
        case .setSpanLength: 0x0A
        case .requestSpanLength: 0x0B
        case .startOffsetCompensation: 0x0C
        case .maskMeasurementContent: 0x0D
        case .requestSamplingRate: 0x0E
        case .requestFactoryCalibrationDate: 0x0F
        case .startEnhancedOffsetCompensation: 0x10
        case .response: 0x20
        case .reserved(let opCode): opCode
        }
    }
}
