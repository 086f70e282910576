extension BicyclePowerPage {
    /// Page 0x13: torque effectiveness and pedal smoothness, in percent; it belongs to the power page with the same event count.
    public struct Pedalling: Equatable, Sendable {
        /// As on the power page; wraps at 256.
        public let eventCount: UInt8
        /// `nil` when not measured.
        public let leftTorqueEffectivenessPercent: Double?
        /// `nil` when not measured.
        public let rightTorqueEffectivenessPercent: Double?
        /// In percent, of both pedals or of each.
        public let smoothness: Smoothness

        /// In percent; `nil` where not measured.
        public enum Smoothness: Equatable, Sendable {
            case combined(percent: Double?)
            case eachPedal(leftPercent: Double?, rightPercent: Double?)
        }

        init(decoding page: DataPage) {
            func percent(_ index: Int) -> Double? { page.uint8(at: index, absent: 0xFF).map { Double($0) / 2 } }
            eventCount = page[1]
            leftTorqueEffectivenessPercent = percent(2)
            rightTorqueEffectivenessPercent = percent(3)
            smoothness =
                page[5] == 0xFE
                ? .combined(percent: percent(4)) : .eachPedal(leftPercent: percent(4), rightPercent: percent(5))
        }
    }

    /// Pages 0xE0 (right) and 0xE1 (left): where in the revolution a pedal is pushed. Degrees clockwise from the top.
    public struct ForceAngle: Equatable, Sendable {
        /// Else the left pedal.
        public let isRight: Bool
        /// Wraps at 256.
        public let eventCount: UInt8
        /// Where force begins and ends; `nil` when not measured.
        public let angles: Angles?
        /// Where most of the force is applied; `nil` when not measured.
        public let peakAngles: Angles?
        /// The mean over the revolution.
        public let torqueNewtonMetres: Double

        /// From where to where.
        public struct Angles: Equatable, Sendable {
            /// 0..<360.
            public let startDegrees: Double
            /// 0..<360.
            public let endDegrees: Double

            /// 1/256 of a circle each; both 0xC0 say that there are none.
            fileprivate init?(start: UInt8, end: UInt8) {
                if start == 0xC0, end == 0xC0 { return nil }
                startDegrees = Double(start) * 360 / 256
                endDegrees = Double(end) * 360 / 256
            }
        }

        init(decoding page: DataPage) {
            isRight = page[0] == 0xE0
            eventCount = page[1]
            angles = Angles(start: page[2], end: page[3])
            peakAngles = Angles(start: page[4], end: page[5])
            torqueNewtonMetres = Double(page.uint16(at: 6)) / 32
        }
    }

    /// Page 0xE2: sitting or standing, and where on the pedals the feet push.
    public struct PedalPosition: Equatable, Sendable {
        /// Wraps at 256.
        public let eventCount: UInt8
        /// Whether the rider sits.
        public let rider: Rider
        /// Revolutions per minute; `nil` when not measured.
        public let revolutionsPerMinute: UInt8?
        /// Millimetres outward from the platform's centre; `nil` when not measured.
        public let rightOffsetMillimetres: Int8?
        /// Millimetres outward from the platform's centre; `nil` when not measured.
        public let leftOffsetMillimetres: Int8?

        /// The two bits of the wire, in their order.
        public enum Rider: UInt8, Sendable { case seated, sittingDown, standing, standingUp }

        init(decoding page: DataPage) {
            eventCount = page[1]
            rider = Rider(rawValue: page[2] >> 6) ?? .seated
            revolutionsPerMinute = page.uint8(at: 3, absent: 0xFF)
            rightOffsetMillimetres = page.int8(at: 4) == .min ? nil : page.int8(at: 4)
            leftOffsetMillimetres = page.int8(at: 5) == .min ? nil : page.int8(at: 5)
        }
    }
}
