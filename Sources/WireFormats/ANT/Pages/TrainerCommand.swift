/// What a trainer is told: pages 48 to 51 and 55, sent as acknowledged data.
///
/// That the radio confirmed says only that it arrived; page 71 says whether it was obeyed.
public enum TrainerCommand: Equatable, Sendable {
    /// Page 48: 0...100 in steps of 0.5.
    case basicResistance(percent: Double)
    /// Page 49: 0...16 383.75 in steps of 0.25.
    case targetPower(watts: Double)
    /// Page 50.
    case wind(Wind)
    /// Page 51.
    case track(Track)
    /// Page 55.
    case user(User)

    /// Page 50. What is not stated means the default.
    public struct Wind: Equatable, Sendable {
        /// Kilograms per metre, 0...1.86.
        public var coefficientKilogramsPerMetre: Double
        /// Kilometres per hour from ahead, -127...127.
        public var speedKilometresPerHour: Int
        /// 0...1: how much of the wind is felt.
        public var draftingFactor: Double

        /// The profile's defaults, where nothing else is given.
        public init(coefficientKilogramsPerMetre: Double = 0.51, speedKilometresPerHour: Int = 0, draftingFactor: Double = 1) {
            self.coefficientKilogramsPerMetre = coefficientKilogramsPerMetre
            self.speedKilometresPerHour = speedKilometresPerHour
            self.draftingFactor = draftingFactor
        }
    }

    /// Page 51. What is not stated means the default.
    public struct Track: Equatable, Sendable {
        /// -200...200 in steps of 0.01.
        public var gradePercent: Double
        /// 0...0.0127 in steps of 0.00005.
        public var rollingResistance: Double

        /// The profile's defaults, where nothing else is given.
        public init(gradePercent: Double = 0, rollingResistance: Double = 0.004) {
            self.gradePercent = gradePercent
            self.rollingResistance = rollingResistance
        }
    }

    /// Page 55.
    public struct User: Equatable, Sendable {
        /// 0...655.34; `nil` when not stated.
        public var userKilograms: Double?
        /// 0...204.7; `nil` when not stated.
        public var bikeKilograms: Double?
        /// 0...2.54; `nil` when not stated.
        public var wheelDiameterMetres: Double?
        /// 0...10, added to the diameter; `nil` when not stated.
        public var wheelDiameterOffsetMillimetres: UInt8?
        /// Front to rear, 0.03...7.65; `nil` when not stated.
        public var gearRatio: Double?

        /// What is not given is not stated.
        public init(
            userKilograms: Double? = nil, bikeKilograms: Double? = nil, wheelDiameterMetres: Double? = nil,
            wheelDiameterOffsetMillimetres: UInt8? = nil, gearRatio: Double? = nil
        ) {
            self.userKilograms = userKilograms
            self.bikeKilograms = bikeKilograms
            self.wheelDiameterMetres = wheelDiameterMetres
            self.wheelDiameterOffsetMillimetres = wheelDiameterOffsetMillimetres
            self.gearRatio = gearRatio
        }
    }

    /// `nil` when the page is no command.
    public init?(decoding page: DataPage) {
        switch page[0] {
        case 48: self = .basicResistance(percent: Double(page[7]) / 2)
        case 49: self = .targetPower(watts: Double(page.uint16(at: 6)) / 4)
        case 50: self = .wind(Wind(decoding: page))
        case 51: self = .track(Track(decoding: page))
        case 55: self = .user(User(decoding: page))
        default: return nil
        }
    }

    /// The page to send. A value beyond its range becomes the nearest in it.
    public func encoded() -> DataPage {
        var page: DataPage
        switch self {
        case .basicResistance(let percent):
            page = DataPage(number: 48)
            page[7] = UInt8(WireScale.steps(percent, of: 0.5, upTo: 200))
        case .targetPower(let watts):
            page = DataPage(number: 49)
            page.set(uint16: UInt16(WireScale.steps(watts, of: 0.25, upTo: 0xFFFF)), at: 6)
        case .wind(let wind):
            page = DataPage(number: 50)
            page[5] = UInt8(WireScale.steps(wind.coefficientKilogramsPerMetre, of: 0.01, upTo: 0xFE))
            page[6] = UInt8(WireScale.steps(Double(wind.speedKilometresPerHour) + 127, of: 1, upTo: 0xFE))
            page[7] = UInt8(WireScale.steps(wind.draftingFactor, of: 0.01, upTo: 100))
        case .track(let track):
            page = DataPage(number: 51)
            page.set(uint16: UInt16(WireScale.steps(track.gradePercent + 200, of: 0.01, upTo: 40_000)), at: 5)
            page[7] = UInt8(WireScale.steps(track.rollingResistance, of: 0.00005, upTo: 0xFE))
        case .user(let user): page = user.encoded()
        }
        return page
    }
}

extension TrainerCommand.Wind {
    fileprivate init(decoding page: DataPage) {
        self.init()
        if page[5] != 0xFF { coefficientKilogramsPerMetre = Double(page[5]) / 100 }
        if page[6] != 0xFF { speedKilometresPerHour = Int(page[6]) - 127 }
        if page[7] != 0xFF { draftingFactor = Double(page[7]) / 100 }
    }
}

extension TrainerCommand.Track {
    fileprivate init(decoding page: DataPage) {
        self.init()
        // Read as a number, "not stated" would be a grade of 455 %.
        if let grade = page.uint16(at: 5, absent: 0xFFFF) { gradePercent = (Double(grade) - 20_000) / 100 }
        if page[7] != 0xFF { rollingResistance = Double(page[7]) / 20_000 }
    }
}

extension TrainerCommand.User {
    fileprivate init(decoding page: DataPage) {
        let bike = UInt16(page[5]) << 4 | UInt16(page[4] >> 4)
        self.init(
            userKilograms: page.uint16(at: 1, absent: 0xFFFF).map { Double($0) / 100 },
            bikeKilograms: bike == 0xFFF ? nil : Double(bike) / 20,
            wheelDiameterMetres: page.uint8(at: 6, absent: 0xFF).map { Double($0) / 100 },
            wheelDiameterOffsetMillimetres: page[4] & 0x0F == 0x0F ? nil : page[4] & 0x0F,
            gearRatio: page.uint8(at: 7, absent: 0).map { Double($0) * 3 / 100 })
    }

    fileprivate func encoded() -> DataPage {
        var page = DataPage(number: 55)
        if let userKilograms { page.set(uint16: UInt16(WireScale.steps(userKilograms, of: 0.01, upTo: 0xFFFE)), at: 1) }
        let bike = bikeKilograms.map { WireScale.steps($0, of: 0.05, upTo: 0xFFE) } ?? 0xFFF
        page[4] = min(wheelDiameterOffsetMillimetres ?? 0x0F, 0x0F) | UInt8(bike & 0x0F) << 4
        page[5] = UInt8(bike >> 4)
        if let wheelDiameterMetres { page[6] = UInt8(WireScale.steps(wheelDiameterMetres, of: 0.01, upTo: 0xFE)) }
        page[7] = gearRatio.map { UInt8(max(WireScale.steps($0, of: 0.03, upTo: 0xFF), 1)) } ?? 0
        return page
    }
}
