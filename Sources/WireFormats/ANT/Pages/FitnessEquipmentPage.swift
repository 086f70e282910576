/// One page of a trainer or another machine (device type 17), sent or received.
///
/// Over Bluetooth, Tacx machines carry the same pages in whole ANT frames.
///
/// - SeeAlso: ANT+ Device Profile, Fitness Equipment Rev 5.0.
public enum FitnessEquipmentPage: ANTPage {
    /// Page 1.
    case calibration(CalibrationResult)
    /// Page 2.
    case calibrationProgress(CalibrationProgress)
    /// Page 16.
    case general(General)
    /// Page 17.
    case settings(Settings)
    /// Page 18.
    case metabolic(Metabolic)
    /// Page 21.
    case stationaryBike(StationaryBike)
    /// Page 25.
    case trainer(Trainer)
    /// Page 26: wheel torque, and the machine's state.
    case trainerTorque(TorqueCounters, MachineState)
    /// Page 54.
    case capabilities(Capabilities)
    /// Pages 48 to 51 and 55.
    case command(TrainerCommand)
    case common(CommonPage)
    case raw(DataPage)

    /// Reads any page.
    public init(decoding page: DataPage) {
        switch page[0] {
        case 1: self = .calibration(CalibrationResult(decoding: page))
        case 2: self = .calibrationProgress(CalibrationProgress(decoding: page))
        case 16: self = .general(General(decoding: page))
        case 17: self = .settings(Settings(decoding: page))
        case 18: self = .metabolic(Metabolic(decoding: page))
        case 21: self = .stationaryBike(StationaryBike(decoding: page))
        case 25: self = .trainer(Trainer(decoding: page))
        case 26:
            let counters = TorqueCounters(
                eventCount: page[1], ticks: page[2], revolutionsPerMinute: nil, periodTicks: page.uint16(at: 3),
                torqueTicks: page.uint16(at: 5))
            self = .trainerTorque(counters, MachineState(page[7]))
        case 54: self = .capabilities(Capabilities(decoding: page))
        default:
            self =
                TrainerCommand(decoding: page).map(Self.command) ?? CommonPage(recognising: page).map(Self.common) ?? .raw(page)
        }
    }

    /// Byte 7 of pages 16 to 26.
    public struct MachineState: Equatable, Sendable {
        /// What the machine does.
        public let activity: Activity
        /// Flips when the rider asks for a lap.
        public let isLapToggled: Bool

        /// What a machine does.
        public enum Activity: Equatable, Sendable {
            case asleep, ready, inUse, finished
            case reserved(UInt8)
        }

        init(_ byte: UInt8) {
            activity =
                switch byte >> 4 & 7 {
                case 1: .asleep
                case 2: .ready
                case 3: .inUse
                case 4: .finished
                case let other: .reserved(other)
                }
            isLapToggled = byte & 0x80 != 0
        }
    }

    /// Page 54: what the machine can be told.
    public struct Capabilities: Equatable, Sendable {
        /// `nil` when not stated.
        public let maximumResistanceNewtons: UInt16?
        /// Whether it takes page 48.
        public let canBasicResistance: Bool
        /// Whether it takes page 49.
        public let canTargetPower: Bool
        /// Whether it takes pages 50 and 51.
        public let canSimulate: Bool

        init(decoding page: DataPage) {
            maximumResistanceNewtons = page.uint16(at: 5, absent: 0xFFFF)
            canBasicResistance = page[7] & 1 != 0
            canTargetPower = page[7] & 2 != 0
            canSimulate = page[7] & 4 != 0
        }
    }
}
