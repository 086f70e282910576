/// Page 0x01 of a power meter: a conversation about its zero, both ways.
public enum PowerCalibration: Equatable, Sendable {
    static let number: UInt8 = 0x01

    // What we ask.
    case requestManualZero
    case setAutoZero(isOn: Bool)
    // What the meter answers.
    case result(hasSucceeded: Bool, AutoZero, data: Int16)
    case torqueMeter(isAutoZeroEnabled: Bool, isAutoZeroOn: Bool, rawTorqueTicks: Int16, offsetTorqueTicks: Int16)
    case crankTorqueFrequency(CrankTorqueFrequency)
    case raw(DataPage)

    /// Whether the meter finds its zero by itself.
    public enum AutoZero: Equatable, Sendable {
        case off, on, notSupported
        case reserved(UInt8)

        init(_ byte: UInt8) {
            self =
                switch byte {
                case 0: .off
                case 1: .on
                case 0xFF: .notSupported
                default: .reserved(byte)
                }
        }
    }

    /// Calibration id 0x10.
    public enum CrankTorqueFrequency: Equatable, Sendable {
        /// What the meter sends with nobody on the pedals, in Hz.
        case offset(hertz: UInt16)
        /// 1/10 Hz per Nm.
        case slope(tenths: UInt16)
        case serialNumber(UInt16)
        /// The meter stored what was sent: 2 the slope, 3 the serial number.
        case acknowledged(UInt8)
    }

    init(decoding page: DataPage) {
        self =
            switch (page[1], page[2]) {
            case (0xAA, _): .requestManualZero
            case (0xAB, 0...1): .setAutoZero(isOn: page[2] == 1)
            case (0xAC, _), (0xAF, _):
                .result(hasSucceeded: page[1] == 0xAC, AutoZero(page[2]), data: page.int16(at: 6))
            case (0x12, _):
                .torqueMeter(
                    isAutoZeroEnabled: page[2] & 1 != 0, isAutoZeroOn: page[2] & 2 != 0, rawTorqueTicks: page.int16(at: 3),
                    offsetTorqueTicks: page.int16(at: 5))
            case (0x10, 0x01): .crankTorqueFrequency(.offset(hertz: page.bigUInt16(at: 6)))
            case (0x10, 0x02): .crankTorqueFrequency(.slope(tenths: page.bigUInt16(at: 6)))
            case (0x10, 0x03): .crankTorqueFrequency(.serialNumber(page.bigUInt16(at: 6)))
            case (0x10, 0xAC): .crankTorqueFrequency(.acknowledged(page[3]))
            default: .raw(page)
            }
    }

    /// The page to send, acknowledged, for what we ask; `nil` for what only a meter says.
    public func encoded() -> DataPage? {
        var page = DataPage(number: Self.number)
        switch self {
        case .requestManualZero: page[1] = 0xAA
        case .setAutoZero(let isOn):
            page[1] = 0xAB
            page[2] = isOn ? 1 : 0
        default: return nil
        }
        return page
    }
}

/// Page 0x02 of a power meter: its parameters, read and set.
public enum PowerParameters: Equatable, Sendable {
    static let number: UInt8 = 0x02

    /// Subpage 0x01.
    case crank(Crank)
    case raw(subpage: UInt8, DataPage)

    /// What the meter must know about its cranks.
    public struct Crank: Equatable, Sendable {
        /// From the axle's centre to the pedal's.
        public var length: Length
        /// Bits 0...1 where the length comes from, 2...3 software mismatch, 4...5 sensors present, 6...7 custom calibration.
        public var status: UInt8
        /// Bit 0: the meter can find the length by itself.
        public var capabilities: UInt8

        /// A crank's length, or why there is none.
        public enum Length: Equatable, Sendable {
            /// 110...236.5, in steps of 0.5.
            case millimetres(Double)
            case automatic
            case invalid
        }

        /// What is not given is 0, as when a length is set.
        public init(length: Length, status: UInt8 = 0, capabilities: UInt8 = 0) {
            self.length = length
            self.status = status
            self.capabilities = capabilities
        }
    }

    init(decoding page: DataPage) {
        guard page[1] == 0x01 else { self = .raw(subpage: page[1], page); return }
        let length: Crank.Length =
            switch page[4] {
            case 0xFF: .invalid
            case 0xFE: .automatic
            default: .millimetres(110 + Double(page[4]) / 2)
            }
        self = .crank(Crank(length: length, status: page[5], capabilities: page[6]))
    }

    /// The page that sets these parameters.
    public func encoded() -> DataPage {
        switch self {
        case .raw(_, let page): return page
        case .crank(let crank):
            var page = DataPage(number: Self.number)
            page[1] = 0x01
            page[4] =
                switch crank.length {
                case .invalid: 0xFF
                case .automatic: 0xFE
                case .millimetres(let length): UInt8(WireScale.steps(length - 110, of: 0.5, upTo: 0xFD))
                }
            page[5] = crank.status
            page[6] = crank.capabilities
            return page
        }
    }
}
