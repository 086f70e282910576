/// What is written to the Fitness Machine Control Point (0x2AD9) and what it indicates in answer.
///
/// Subscribe first, then one procedure at a time, each after the answer to the one before.
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.16.
public enum FitnessMachineControlPoint: Equatable, Sendable {
    /// The first procedure; and again after a reconnect, a reset or a lost permission.
    case requestControl
    /// Gives up control, too.
    case reset
    case setTarget(FitnessMachineTarget)
    case startOrResume
    case stopOrPause(StopOrPause)
    case spinDown(SpinDownControl)
    case response(Response)
    /// An op code that the specification does not assign.
    case reserved(opCode: UInt8)

    /// 1 stop, 2 pause; others are reserved.
    public struct StopOrPause: Hashable, RawRepresentable, Sendable {
        /// The assigned number.
        public var rawValue: UInt8
        /// - Parameter rawValue: any; 1 and 2 have names.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The session ends, or waits.
        public static let stop = Self(rawValue: 1), pause = Self(rawValue: 2)
    }

    /// 1 start, 2 ignore; others are reserved.
    public struct SpinDownControl: Hashable, RawRepresentable, Sendable {
        /// The assigned number.
        public var rawValue: UInt8
        /// - Parameter rawValue: any; 1 and 2 have names.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Begin; or leave it when the machine asks for it.
        public static let start = Self(rawValue: 1), ignore = Self(rawValue: 2)
    }

    /// An indication.
    public struct Response: Hashable, Sendable {
        /// The procedure that is answered, by its op code.
        public var request: UInt8
        /// How it went.
        public var result: ControlPointResult
        /// Between which speeds to coast, after a spin down was started.
        public var spinDownSpeeds: SpinDownSpeeds?

        /// An answer as it is sent.
        public init(request: UInt8, result: ControlPointResult, spinDownSpeeds: SpinDownSpeeds? = nil) {
            self.request = request
            self.result = result
            self.spinDownSpeeds = spinDownSpeeds
        }
    }

    /// Hundredths of km/h.
    public struct SpinDownSpeeds: Hashable, Sendable {
        /// Coast down to this.
        public var lowHundredthsOfKilometrePerHour: UInt16
        /// Ride up to this.
        public var highHundredthsOfKilometrePerHour: UInt16

        /// Speeds in whole steps of the wire.
        public init(lowHundredthsOfKilometrePerHour: UInt16, highHundredthsOfKilometrePerHour: UInt16) {
            self.lowHundredthsOfKilometrePerHour = lowHundredthsOfKilometrePerHour
            self.highHundredthsOfKilometrePerHour = highHundredthsOfKilometrePerHour
        }
    }

    /// The first byte.
    public var opCode: UInt8 {
        switch self {
        case .requestControl: 0x00
        case .reset: 0x01
        case .setTarget(let target): target.kind.controlOpCode
        case .startOrResume: 0x07
        case .stopOrPause: 0x08
        case .spinDown: 0x13
        case .response: 0x80
        case .reserved(let opCode): opCode
        }
    }

    /// The bytes to write, or to indicate.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.uint8(opCode)
        switch self {
        case .setTarget(let target): target.append(to: &writer)
        case .stopOrPause(let action): writer.uint8(action.rawValue)
        case .spinDown(let control): writer.uint8(control.rawValue)
        case .response(let response):
            writer.append([response.request, response.result.rawValue])
            if let speeds = response.spinDownSpeeds {
                writer.uint16(speeds.lowHundredthsOfKilometrePerHour)
                writer.uint16(speeds.highHundredthsOfKilometrePerHour)
            }
        case .requestControl, .reset, .startOrResume, .reserved: break
        }
        return writer.bytes
    }
}

extension FitnessMachineControlPoint: ControlPointProcedure {
    /// An op code and its parameter, or an answer.
    @_lifetime(reader: copy reader)
    public init(reading reader: inout ByteReader, isTruncated: inout Bool) throws(WireError) {
        guard let opCode = reader.uint8() else { throw .truncated(field: "op code") }
        switch opCode {
        case 0x00: self = .requestControl
        case 0x01: self = .reset
        case 0x07: self = .startOrResume
        case 0x08:
            guard let action = reader.uint8() else { throw .truncated(field: "stop or pause") }
            self = .stopOrPause(StopOrPause(rawValue: action))
        case 0x13:
            guard let control = reader.uint8() else { throw .truncated(field: "spin down control") }
            self = .spinDown(SpinDownControl(rawValue: control))
        case 0x80:
            guard let request = reader.uint8() else { throw .truncated(field: "request op code") }
            guard let result = reader.uint8() else { throw .truncated(field: "result") }
            var response = Response(request: request, result: ControlPointResult(rawValue: result))
            // The answer to "ignore" carries no speeds: none at all is no cut.
            if request == 0x13, response.result == .success, !reader.isAtEnd {
                if reader.remaining >= 4, let low = reader.uint16(), let high = reader.uint16() {
                    response.spinDownSpeeds = SpinDownSpeeds(
                        lowHundredthsOfKilometrePerHour: low, highHundredthsOfKilometrePerHour: high)
                } else {
                    isTruncated = true
                }
            }
            self = .response(response)
        default:
            guard let kind = FitnessMachineTarget.Kind.allCases.first(where: { $0.controlOpCode == opCode }) else {
                self = .reserved(opCode: opCode)
                return
            }
            self = .setTarget(try FitnessMachineTarget(reading: kind, &reader))
        }
    }
}
