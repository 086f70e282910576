extension FitnessEquipmentPage {
    /// Page 1: how a calibration ended.
    public struct CalibrationResult: Equatable, Sendable {
        /// Whether a spin-down was asked for and went well.
        public let hasSpinDownSucceeded: Bool
        /// Whether a zero offset was asked for and went well.
        public let hasZeroOffsetSucceeded: Bool
        /// -25...101.5; `nil` when not measured.
        public let temperatureCelsius: Double?
        /// `nil` when not measured.
        public let zeroOffset: UInt16?
        /// `nil` when not measured.
        public let spinDownMilliseconds: UInt16?

        init(decoding page: DataPage) {
            hasSpinDownSucceeded = page[1] & 0x80 != 0
            hasZeroOffsetSucceeded = page[1] & 0x40 != 0
            temperatureCelsius = FitnessEquipmentPage.celsius(page[3])
            zeroOffset = page.uint16(at: 4, absent: 0xFFFF)
            spinDownMilliseconds = page.uint16(at: 6, absent: 0xFFFF)
        }
    }

    /// Page 2: how a calibration goes.
    public struct CalibrationProgress: Equatable, Sendable {
        /// Whether a spin-down is under way.
        public let isSpinDownPending: Bool
        /// Whether a zero offset is under way.
        public let isZeroOffsetPending: Bool
        /// Whether the machine is warm enough.
        public let temperatureCondition: Condition
        /// Whether the wheel turns as fast as it must.
        public let speedCondition: Condition
        /// -25...101.5; `nil` when not measured.
        public let temperatureCelsius: Double?
        /// The speed to reach; `nil` when there is none.
        public let targetSpeedMetresPerSecond: Double?
        /// `nil` when there is none.
        public let targetSpinDownMilliseconds: UInt16?

        /// The two bits of the wire, in their order.
        public enum Condition: UInt8, Sendable { case notApplicable, tooLow, ok, tooHigh }

        init(decoding page: DataPage) {
            isSpinDownPending = page[1] & 0x80 != 0
            isZeroOffsetPending = page[1] & 0x40 != 0
            temperatureCondition = Condition(rawValue: page[2] >> 4 & 3) ?? .notApplicable
            speedCondition = Condition(rawValue: page[2] >> 6) ?? .notApplicable
            temperatureCelsius = FitnessEquipmentPage.celsius(page[3])
            targetSpeedMetresPerSecond = page.uint16(at: 4, absent: 0xFFFF).map { Double($0) / 1000 }
            targetSpinDownMilliseconds = page.uint16(at: 6, absent: 0xFFFF)
        }
    }

    /// Page 1 as a request: the machine then sends page 2 while it works and page 1 when it is done.
    public static func calibrationRequest(spinDown: Bool, zeroOffset: Bool) -> DataPage {
        var page = DataPage(number: 1)
        page[1] = (spinDown ? 0x80 : 0) | (zeroOffset ? 0x40 : 0)
        page[2] = 0
        return page
    }

    private static func celsius(_ byte: UInt8) -> Double? { byte == 0xFF ? nil : Double(byte) / 2 - 25 }
}
