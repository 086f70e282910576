/// Something that a fitness machine can be set to: what a control point asks for, and what a status says was changed.
/// In whole steps of the wire, so that encoding and decoding are exact.
///
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.16.2, §4.17.
public enum FitnessMachineTarget: Equatable, Sendable {
    case speed(hundredthsOfKilometrePerHour: UInt16)
    case inclination(tenthsOfPercent: Int16)
    /// Version 1.0 has one unsigned byte; most apps and trainers use two signed ones. Both are read; when writing, try two, and one
    /// after `invalidParameter`.
    case resistance(tenths: Int16, isOneByte: Bool = false)
    case power(watts: Int16)
    case heartRate(beatsPerMinute: UInt8)
    case energy(kilocalories: UInt16)
    case steps(UInt16)
    case strides(UInt16)
    /// 24 bits.
    case distance(metres: UInt32)
    case trainingTime(seconds: UInt16)
    /// Seconds in each zone, lowest first.
    case timeInTwoHeartRateZones(UInt16, UInt16)
    /// Seconds in each zone, lowest first.
    case timeInThreeHeartRateZones(UInt16, UInt16, UInt16)
    /// Seconds in each zone, lowest first.
    case timeInFiveHeartRateZones(UInt16, UInt16, UInt16, UInt16, UInt16)
    case simulation(IndoorBikeSimulation)
    case wheelCircumference(tenthsOfMillimetre: UInt16)
    case cadence(halfRevolutionsPerMinute: UInt16)

    /// A road for an indoor bike.
    public struct IndoorBikeSimulation: Hashable, Sendable {
        /// Head wind; negative from behind.
        public var windMillimetresPerSecond: Int16
        /// 1/100 of a percent; negative downhill.
        public var gradeBasisPoints: Int16
        /// Coefficient of rolling resistance, in 1/10 000.
        public var rollingResistanceTenThousandths: UInt8
        /// Coefficient of wind resistance, in 1/100 kg/m.
        public var windResistanceHundredths: UInt8

        /// A road in whole steps of the wire.
        public init(
            windMillimetresPerSecond: Int16, gradeBasisPoints: Int16, rollingResistanceTenThousandths: UInt8,
            windResistanceHundredths: UInt8
        ) {
            self.windMillimetresPerSecond = windMillimetresPerSecond
            self.gradeBasisPoints = gradeBasisPoints
            self.rollingResistanceTenThousandths = rollingResistanceTenThousandths
            self.windResistanceHundredths = windResistanceHundredths
        }
    }

    /// Which target this is, without its value.
    public var kind: Kind {
        switch self {
        case .speed: .speed
        case .inclination: .inclination
        case .resistance: .resistance
        case .power: .power
        case .heartRate: .heartRate
        case .energy: .energy
        case .steps: .steps
        case .strides: .strides
        case .distance: .distance
        case .trainingTime: .trainingTime
        case .timeInTwoHeartRateZones: .timeInTwoHeartRateZones
        case .timeInThreeHeartRateZones: .timeInThreeHeartRateZones
        case .timeInFiveHeartRateZones: .timeInFiveHeartRateZones
        case .simulation: .simulation
        case .wheelCircumference: .wheelCircumference
        case .cadence: .cadence
        }
    }

    /// The targets in the order of their op codes, which control point and status number differently.
    public enum Kind: CaseIterable, Sendable {
        case speed, inclination, resistance, power, heartRate, energy, steps, strides, distance, trainingTime
        case timeInTwoHeartRateZones, timeInThreeHeartRateZones, timeInFiveHeartRateZones
        case simulation, wheelCircumference, cadence

        /// What asks for it at the control point.
        public var controlOpCode: UInt8 {
            switch self {
            case .speed: 0x02
            case .inclination: 0x03
            case .resistance: 0x04
            case .power: 0x05
            case .heartRate: 0x06
            case .energy: 0x09
            case .steps: 0x0A
            case .strides: 0x0B
            case .distance: 0x0C
            case .trainingTime: 0x0D
            case .timeInTwoHeartRateZones: 0x0E
            case .timeInThreeHeartRateZones: 0x0F
            case .timeInFiveHeartRateZones: 0x10
            case .simulation: 0x11
            case .wheelCircumference: 0x12
            case .cadence: 0x14
            }
        }

        /// What says in a status that it was changed.
        public var statusOpCode: UInt8 {
            switch self {
            // Start-resume and stop-pause have op codes here only at the control point: 0x07 and 0x08.
            case .speed, .inclination, .resistance, .power, .heartRate: controlOpCode + 3
            case .cadence: 0x15
            default: controlOpCode + 1
            }
        }
    }
}

extension FitnessMachineTarget {
    /// - Throws: `WireError.truncated` when the value is cut.
    @_lifetime(reader: copy reader)
    init(reading kind: Kind, _ reader: inout ByteReader) throws(WireError) {
        guard let target = Self.read(kind, &reader) else { throw .truncated(field: "parameter") }
        self = target
    }

    @_lifetime(reader: copy reader)
    private static func read(_ kind: Kind, _ reader: inout ByteReader) -> FitnessMachineTarget? {
        switch kind {
        case .speed: return reader.uint16().map { .speed(hundredthsOfKilometrePerHour: $0) }
        case .inclination: return reader.int16().map { .inclination(tenthsOfPercent: $0) }
        case .resistance:
            if let tenths = reader.int16() { return .resistance(tenths: tenths) }
            return reader.uint8().map { .resistance(tenths: Int16($0), isOneByte: true) }
        case .power: return reader.int16().map { .power(watts: $0) }
        case .heartRate: return reader.uint8().map { .heartRate(beatsPerMinute: $0) }
        case .energy: return reader.uint16().map { .energy(kilocalories: $0) }
        case .steps: return reader.uint16().map { .steps($0) }
        case .strides: return reader.uint16().map { .strides($0) }
        case .distance: return reader.uint24().map { .distance(metres: $0) }
        case .trainingTime: return reader.uint16().map { .trainingTime(seconds: $0) }
        case .timeInTwoHeartRateZones:
            guard let a = reader.uint16(), let b = reader.uint16() else { return nil }
            return .timeInTwoHeartRateZones(a, b)
        case .timeInThreeHeartRateZones:
            guard let a = reader.uint16(), let b = reader.uint16(), let c = reader.uint16() else { return nil }
            return .timeInThreeHeartRateZones(a, b, c)
        case .timeInFiveHeartRateZones:
            guard let a = reader.uint16(), let b = reader.uint16(), let c = reader.uint16(), let d = reader.uint16(),
                let e = reader.uint16()
            else { return nil }
            return .timeInFiveHeartRateZones(a, b, c, d, e)
        case .simulation:
            guard let wind = reader.int16(), let grade = reader.int16(), let rolling = reader.uint8(), let drag = reader.uint8()
            else { return nil }
            return .simulation(
                IndoorBikeSimulation(
                    windMillimetresPerSecond: wind, gradeBasisPoints: grade, rollingResistanceTenThousandths: rolling,
                    windResistanceHundredths: drag))
        case .wheelCircumference: return reader.uint16().map { .wheelCircumference(tenthsOfMillimetre: $0) }
        case .cadence: return reader.uint16().map { .cadence(halfRevolutionsPerMinute: $0) }
        }
    }

    func append(to writer: inout ByteWriter) {
        switch self {
        case .speed(let number), .energy(let number), .steps(let number), .strides(let number), .trainingTime(let number),
            .wheelCircumference(let number), .cadence(let number):
            writer.uint16(number)
        case .inclination(let number), .power(let number): writer.int16(number)
        case .resistance(let tenths, let isOneByte):
            if isOneByte { writer.uint8(UInt8(clamping: tenths)) } else { writer.int16(tenths) }
        case .heartRate(let rate): writer.uint8(rate)
        case .distance(let metres): writer.uint24(min(metres, 0xFF_FFFF))
        case .timeInTwoHeartRateZones(let a, let b): for number in [a, b] { writer.uint16(number) }
        case .timeInThreeHeartRateZones(let a, let b, let c): for number in [a, b, c] { writer.uint16(number) }
        case .timeInFiveHeartRateZones(let a, let b, let c, let d, let e):
            for number in [a, b, c, d, e] { writer.uint16(number) }
        case .simulation(let road):
            writer.int16(road.windMillimetresPerSecond)
            writer.int16(road.gradeBasisPoints)
            writer.uint8(road.rollingResistanceTenThousandths)
            writer.uint8(road.windResistanceHundredths)
        }
    }
}
