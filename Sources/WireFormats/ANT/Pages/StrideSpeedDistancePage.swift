/// One page of a foot pod (device type 124).
///
/// - SeeAlso: ANT+ Device Profile, Stride Based Speed and Distance Monitor.
public enum StrideSpeedDistancePage: ANTPage {
    /// Page 1.
    case main(Main)
    /// Page 2, and page 3 with the energy burnt.
    case cadence(Cadence)
    case common(CommonPage)
    case raw(DataPage)

    /// Reads any page.
    public init(decoding page: DataPage) {
        switch page[0] {
        case 1: self = .main(Main(decoding: page))
        case 2, 3: self = .cadence(Cadence(decoding: page))
        default: self = CommonPage(recognising: page).map(Self.common) ?? .raw(page)
        }
    }

    /// Page 1. The counters are exact, so that differences of them are.
    public struct Main: Equatable, Sendable {
        /// 1/200 s; wraps at 51 200 (256 s). Values above 199 in the fraction's byte are kept as sent.
        public let timeTicks: UInt16
        /// 1/16 m; wraps at 4096 (256 m).
        public let distanceTicks: UInt16
        /// 1/256 m/s.
        public let speedTicks: UInt16
        /// Both feet's steps are twice as many; wraps at 256.
        public let strides: UInt8
        /// How old these values were when sent, in 1/32 s.
        public let latencyTicks: UInt8

        /// 0..<256.
        public var timeSeconds: Double { Double(timeTicks) / 200 }
        /// 0..<256.
        public var distanceMetres: Double { Double(distanceTicks) / 16 }
        /// 0..<16.
        public var speedMetresPerSecond: Double { Double(speedTicks) / 256 }
        /// 0..<8.
        public var latencySeconds: Double { Double(latencyTicks) / 32 }

        init(decoding page: DataPage) {
            timeTicks = UInt16(page[2]) * 200 + UInt16(page[1])
            distanceTicks = UInt16(page[3]) << 4 | UInt16(page[4] >> 4)
            speedTicks = UInt16(page[4] & 0x0F) << 8 | UInt16(page[5])
            strides = page[6]
            latencyTicks = page[7]
        }
    }

    /// Pages 2 and 3.
    public struct Cadence: Equatable, Sendable {
        /// 2 or 3.
        public let number: UInt8
        /// Strides of one foot, in 1/16 a minute.
        public let cadenceTicks: UInt16
        /// 1/256 m/s.
        public let speedTicks: UInt16
        /// Kilocalories, wrapping at 256; `nil` on page 2.
        public let kilocalories: UInt8?
        /// Whether the runner moves.
        public let state: State
        /// As the pod judges itself.
        public let health: Health
        /// As the pod judges it.
        public let battery: Battery
        /// Where the pod is worn.
        public let location: Location

        /// The two bits of the wire, in their order.
        public enum State: UInt8, Sendable { case inactive, active, reserved2, reserved3 }
        /// The two bits of the wire, in their order.
        public enum Health: UInt8, Sendable { case ok, error, warning, reserved }
        /// The two bits of the wire, in their order.
        public enum Battery: UInt8, Sendable { case new, good, ok, low }
        /// The two bits of the wire, in their order.
        public enum Location: UInt8, Sendable { case laces, midsole, other, ankle }

        /// 0..<256; steps of both feet are twice as many.
        public var stridesPerMinute: Double { Double(cadenceTicks) / 16 }
        /// 0..<16.
        public var speedMetresPerSecond: Double { Double(speedTicks) / 256 }

        init(decoding page: DataPage) {
            number = page[0]
            cadenceTicks = UInt16(page[3]) << 4 | UInt16(page[4] >> 4)
            speedTicks = UInt16(page[4] & 0x0F) << 8 | UInt16(page[5])
            kilocalories = page[0] == 3 ? page[6] : nil
            // Two bits each: every value has a case.
            state = State(rawValue: page[7] & 3) ?? .inactive
            health = Health(rawValue: page[7] >> 2 & 3) ?? .ok
            battery = Battery(rawValue: page[7] >> 4 & 3) ?? .new
            location = Location(rawValue: page[7] >> 6) ?? .laces
        }
    }
}
