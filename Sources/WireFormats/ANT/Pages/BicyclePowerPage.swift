/// One page of a power meter (device type 11).
///
/// - SeeAlso: ANT+ Device Profile, Bicycle Power Rev 5.1.
public enum BicyclePowerPage: ANTPage {
    /// Page 0x10.
    case powerOnly(PowerOnly)
    /// Page 0x11.
    case wheelTorque(TorqueCounters)
    /// Page 0x12.
    case crankTorque(TorqueCounters)
    /// Page 0x13.
    case pedalling(Pedalling)
    /// Page 0x20.
    case crankTorqueFrequency(CrankTorqueFrequency)
    /// Page 0x01.
    case calibration(PowerCalibration)
    /// Page 0x02.
    case parameters(PowerParameters)
    /// Pages 0xE0 and 0xE1.
    case forceAngle(ForceAngle)
    /// Page 0xE2.
    case pedalPosition(PedalPosition)
    case common(CommonPage)
    case raw(DataPage)

    /// Reads any page.
    public init(decoding page: DataPage) {
        switch page[0] {
        case 0x10: self = .powerOnly(PowerOnly(decoding: page))
        case 0x11: self = .wheelTorque(Self.torque(page))
        case 0x12: self = .crankTorque(Self.torque(page))
        case 0x13: self = .pedalling(Pedalling(decoding: page))
        case 0x20: self = .crankTorqueFrequency(CrankTorqueFrequency(decoding: page))
        case PowerCalibration.number: self = .calibration(PowerCalibration(decoding: page))
        case PowerParameters.number: self = .parameters(PowerParameters(decoding: page))
        case 0xE0, 0xE1: self = .forceAngle(ForceAngle(decoding: page))
        case 0xE2: self = .pedalPosition(PedalPosition(decoding: page))
        default: self = CommonPage(recognising: page).map(Self.common) ?? .raw(page)
        }
    }

    private static func torque(_ page: DataPage) -> TorqueCounters {
        TorqueCounters(
            eventCount: page[1], ticks: page[2], revolutionsPerMinute: page.uint8(at: 3, absent: 0xFF),
            periodTicks: page.uint16(at: 4),
            torqueTicks: page.uint16(at: 6))
    }

    /// Page 0x10: what most meters send.
    public struct PowerOnly: Equatable, Sendable {
        /// Wraps at 256.
        public let eventCount: UInt8
        /// `nil` when not measured.
        public let pedalPower: PedalPower?
        /// Revolutions per minute; `nil` when not measured.
        public let revolutionsPerMinute: UInt8?
        /// Watts added up event by event; wraps at 65536.
        public let accumulatedWatts: UInt16
        /// Of the last event.
        public let watts: UInt16

        init(decoding page: DataPage) {
            eventCount = page[1]
            pedalPower = page.uint8(at: 2, absent: 0xFF).map { PedalPower(percent: $0 & 0x7F, isRight: $0 & 0x80 != 0) }
            revolutionsPerMinute = page.uint8(at: 3, absent: 0xFF)
            accumulatedWatts = page.uint16(at: 4)
            watts = page.uint16(at: 6)
        }
    }

    /// One pedal's share.
    public struct PedalPower: Equatable, Sendable {
        /// 0...127.
        public let percent: UInt8
        /// The right pedal; else nobody knows which.
        public let isRight: Bool
    }

    /// Page 0x20: torque as a frequency above an offset that only a calibration tells.
    public struct CrankTorqueFrequency: Equatable, Sendable {
        /// Wraps at 256.
        public let eventCount: UInt8
        /// 1/10 Hz per Nm.
        public let slopeTenths: UInt16
        /// 1/2000 s; wraps every 32.8 s.
        public let timeTicks: UInt16
        /// Wraps at 65536.
        public let torqueTicks: UInt16

        init(decoding page: DataPage) {
            eventCount = page[1]
            slopeTenths = page.bigUInt16(at: 2)
            timeTicks = page.bigUInt16(at: 4)
            torqueTicks = page.bigUInt16(at: 6)
        }
    }
}
