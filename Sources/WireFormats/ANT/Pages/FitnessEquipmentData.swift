extension FitnessEquipmentPage {
    /// Page 16.
    public struct General: Equatable, Sendable {
        /// What kind of machine it is.
        public let machine: Machine
        /// 1/4 s; wraps every 64 s.
        public let elapsedTicks: UInt8
        /// Metres as sent, wrapping at 256, whether or not the machine vouches for them.
        public let rawMetres: UInt8
        /// Whether the machine vouches for its distance.
        public let isDistanceValid: Bool
        /// 1/1000 m/s; `nil` when not measured.
        public let speedMillimetresPerSecond: UInt16?
        /// Whether the speed follows from a simulation, not from a wheel.
        public let isSpeedVirtual: Bool
        /// `nil` when not measured.
        public let beatsPerMinute: UInt8?
        /// Where the heart rate comes from.
        public let heartRateSource: HeartRateSource
        /// What the machine does.
        public let state: MachineState

        /// The two bits of the wire, in their order.
        public enum HeartRateSource: UInt8, Sendable { case unknown, antPlus, electromagnetic, handContact }

        /// A kind of machine.
        public enum Machine: Equatable, Sendable {
            case general, treadmill, elliptical, stationaryBike, rower, climber, nordicSkier, trainer
            case reserved(UInt8)
        }

        /// 0...63.75; wraps every 64 s.
        public var elapsedSeconds: Double { Double(elapsedTicks) / 4 }
        /// `nil` when the machine does not vouch for it.
        public var metres: UInt8? { isDistanceValid ? rawMetres : nil }
        /// `nil` when not measured.
        public var speedMetresPerSecond: Double? { speedMillimetresPerSecond.map { Double($0) / 1000 } }

        init(decoding page: DataPage) {
            machine =
                switch page[1] & 0x1F {
                case 16: .general
                case 19: .treadmill
                case 20: .elliptical
                case 21: .stationaryBike
                case 22: .rower
                case 23: .climber
                case 24: .nordicSkier
                case 25: .trainer
                case let other: .reserved(other)
                }
            elapsedTicks = page[2]
            rawMetres = page[3]
            isDistanceValid = page[7] & 4 != 0
            speedMillimetresPerSecond = page.uint16(at: 4, absent: 0xFFFF)
            isSpeedVirtual = page[7] & 8 != 0
            beatsPerMinute = page.uint8(at: 6, absent: 0xFF)
            heartRateSource = HeartRateSource(rawValue: page[7] & 3) ?? .unknown
            state = MachineState(page[7])
        }
    }

    /// Page 17.
    public struct Settings: Equatable, Sendable {
        /// A stride's or a wheel's length; `nil` when not stated.
        public let cycleLengthMetres: Double?
        /// `nil` when not stated.
        public let inclinePercent: Double?
        /// Of the maximum; `nil` when not stated.
        public let resistancePercent: Double?
        /// What the machine does.
        public let state: MachineState

        init(decoding page: DataPage) {
            cycleLengthMetres = page.uint8(at: 3, absent: 0xFF).map { Double($0) / 100 }
            inclinePercent = page.int16(at: 4) == .max ? nil : Double(page.int16(at: 4)) / 100
            resistancePercent = page.uint8(at: 6, absent: 0xFF).map { Double($0) / 2 }
            state = MachineState(page[7])
        }
    }

    /// Page 18.
    public struct Metabolic: Equatable, Sendable {
        /// Metabolic equivalents; `nil` when not computed.
        public let equivalents: Double?
        /// `nil` when not computed.
        public let kilocaloriesPerHour: Double?
        /// Wraps at 256; `nil` when not counted.
        public let kilocalories: UInt8?
        /// What the machine does.
        public let state: MachineState

        init(decoding page: DataPage) {
            equivalents = page.uint16(at: 2, absent: 0xFFFF).map { Double($0) / 100 }
            kilocaloriesPerHour = page.uint16(at: 4, absent: 0xFFFF).map { Double($0) / 10 }
            kilocalories = page[7] & 1 != 0 ? page[6] : nil
            state = MachineState(page[7])
        }
    }

    /// Page 21.
    public struct StationaryBike: Equatable, Sendable {
        /// Revolutions per minute; `nil` when not measured.
        public let revolutionsPerMinute: UInt8?
        /// `nil` when not measured.
        public let watts: UInt16?
        /// What the machine does.
        public let state: MachineState

        init(decoding page: DataPage) {
            revolutionsPerMinute = page.uint8(at: 4, absent: 0xFF)
            watts = page.uint16(at: 5, absent: 0xFFFF)
            state = MachineState(page[7])
        }
    }

    /// Page 25.
    public struct Trainer: Equatable, Sendable {
        /// Wraps at 256.
        public let eventCount: UInt8
        /// Revolutions per minute; `nil` when not measured.
        public let revolutionsPerMinute: UInt8?
        /// `nil` when not measured.
        public let power: Power?
        /// Whether the power must be calibrated before it can be trusted.
        public let needsPowerCalibration: Bool
        /// Whether the resistance must be calibrated before it can be trusted.
        public let needsResistanceCalibration: Bool
        /// Whether the machine wants page 55.
        public let needsUserConfiguration: Bool
        /// How well the target power is held.
        public let target: Target
        /// What the machine does.
        public let state: MachineState

        /// Both fields, or neither.
        public struct Power: Equatable, Sendable {
            /// Watts added up event by event; wraps at 65536.
            public let accumulatedWatts: UInt16
            /// 0...4094.
            public let watts: UInt16
        }

        /// Whether the target power can be held.
        public enum Target: UInt8, Sendable { case reached, speedTooLow, speedTooHigh, limitReached }

        init(decoding page: DataPage) {
            eventCount = page[1]
            revolutionsPerMinute = page.uint8(at: 2, absent: 0xFF)
            let watts = page.uint16(at: 5) & 0x0FFF
            power = watts == 0x0FFF ? nil : Power(accumulatedWatts: page.uint16(at: 3), watts: watts)
            needsPowerCalibration = page[6] & 0x10 != 0
            needsResistanceCalibration = page[6] & 0x20 != 0
            needsUserConfiguration = page[6] & 0x40 != 0
            target = Target(rawValue: page[7] & 3) ?? .reached
            state = MachineState(page[7])
        }
    }
}
