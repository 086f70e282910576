/// A number as sent: whole digits and how many of them stand behind the dot.
struct NMEANumber {
    static let powers: InlineArray<16, Int64> = [
        1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000, 100_000_000_000,
        1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    ]

    /// All digits as one integer, below 10^15: exact as a `Double`.
    var digits: Int64
    /// Those before the dot.
    var integer: Int64
    var integerDigits: Int
    var decimals: Int
    var isNegative: Bool

    /// More digits than any field holds; further decimals are cut.
    static let mostDigits = 15

    /// Ten to the number of decimals.
    var scale: Int64 { Self.powers[decimals] }
    /// The digits behind the dot.
    var fraction: Int64 { digits &- integer &* scale }

    /// Correctly rounded: both operands are exact.
    var value: Double {
        let magnitude = decimals == 0 ? Double(digits) : Double(digits) / Double(scale)
        return isNegative ? -magnitude : magnitude
    }
}

/// A time of day, UTC, in whole milliseconds; second 60 is there.
public struct NMEATimeOfDay: Hashable, Comparable, Sendable {
    /// 0...86 400 999; the last thousand are those of a leap second.
    public let milliseconds: Int32

    /// - Returns: `nil` outside 00:00:00...23:59:60.
    public init?(hour: Int, minute: Int, second: Int, millisecond: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond)
        else {
            return nil
        }
        milliseconds = Int32((hour * 3600 + minute * 60 + second) * 1000 + millisecond)
        isSecond60 = second == 60
    }

    init?(hhmmss number: NMEANumber) {
        let whole = Int(number.integer)
        let millisecond =
            switch number.decimals {
            case 0: 0
            case 1: Int(number.fraction) * 100
            case 2: Int(number.fraction) * 10
            case 3: Int(number.fraction)
            default: Int(number.fraction / (number.scale / 1000))
            }
        self.init(hour: whole / 10000, minute: whole / 100 % 100, second: whole % 100, millisecond: millisecond)
    }

    /// Whether it lies in second 60, for which Unix time has no number.
    public let isSecond60: Bool

    /// Microseconds since midnight as Unix time counts them: second 60 is squeezed into the last millisecond before the next
    /// minute, so that order stays strict and the day advances once.
    public var unixMicroseconds: Int64 {
        guard isSecond60 else { return Int64(milliseconds) * 1000 }
        let fraction = Int64(milliseconds % 1000)
        return (Int64(milliseconds) - fraction) * 1000 - 1000 + fraction
    }

    /// Earlier in the day.
    public static func < (a: NMEATimeOfDay, b: NMEATimeOfDay) -> Bool { a.milliseconds < b.milliseconds }
}

/// A day that exists, 1980 to 2099.
public struct NMEADate: Hashable, Sendable {
    /// 1980...2099
    public var year: Int { Int(shortYear) }
    /// 1...12
    public var month: Int { Int(shortMonth) }
    /// 1...31
    public var day: Int { Int(shortDay) }

    private let shortYear: Int16
    private let shortMonth: Int8
    private let shortDay: Int8

    /// - Returns: `nil` for what is no date: month 0, 31 February, before GPS began.
    public init?(year: Int, month: Int, day: Int) {
        guard (1980...2099).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year) else {
            return nil
        }
        shortYear = Int16(year)
        shortMonth = Int8(month)
        shortDay = Int8(day)
    }

    /// - Returns: `nil` outside 1980 to 2099.
    public init?(daysSince1970 days: Int) {
        guard (0...60_000).contains(days) else { return nil }
        // Every fourth year is a leap year here, so days since 1968-01-01 fall into whole cycles of 1461.
        let (cycle, dayOfCycle) = (days + 731).quotientAndRemainder(dividingBy: 1461)
        let yearOfCycle = max(0, (dayOfCycle - 1) / 365)
        let year = 1968 + cycle * 4 + yearOfCycle
        guard let january = NMEADate(year: year, month: 1, day: 1) else { return nil }
        var rest = days - january.daysSince1970
        for month in 1...12 {
            let length = Self.days(inMonth: month, of: year)
            if rest < length {
                self.init(year: year, month: month, day: rest + 1)
                return
            }
            rest -= length
        }
        return nil
    }

    /// No century year but 2000 lies in the range, and 2000 is a leap year.
    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01.
    public var daysSince1970: Int {
        // March begins the counted year, so that the leap day is its last.
        let y = month > 2 ? year : year - 1
        let m = month > 2 ? month - 3 : month + 9
        return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
    }
}

/// A place, and how finely it was sent.
public struct NMEAPosition: Equatable, Sendable {
    /// Degrees, WGS 84, north positive, -90...90.
    public let latitude: Double
    /// Degrees, WGS 84, east positive, -180...180.
    public let longitude: Double
    /// Decimals of the latitude's minutes as sent.
    public let decimals: Int

    /// Whether it is 0° 0° exactly, where a cold receiver stands and no other.
    public var isNullPoint: Bool { latitude == 0 && longitude == 0 }

    /// Degrees, and the decimals of the minutes.
    public init(latitude: Double, longitude: Double, decimals: Int) {
        self.latitude = latitude
        self.longitude = longitude
        self.decimals = decimals
    }
}

/// How a receiver came by its solution: GGA's quality digit and the mode letters of RMC, GLL, VTG and GNS say the same.
public enum FixMode: String, CaseIterable, Sendable {
    case none, autonomous, differential, precise, rtkFixed, rtkFloat, estimated, manual, simulator

    /// - Parameter quality: GGA's digit, 0...9.
    public init?(quality: Int) {
        switch quality {
        case 0: self = .none
        case 1: self = .autonomous
        case 2, 9: self = .differential  // 9: SBAS, by NovAtel
        case 3: self = .precise
        case 4: self = .rtkFixed
        case 5: self = .rtkFloat
        case 6: self = .estimated
        case 7: self = .manual
        case 8: self = .simulator
        default: return nil
        }
    }

    /// - Parameter letter: of NMEA 2.3 and later.
    public init?(letter: UInt8) {
        switch letter {
        case UInt8(ascii: "N"): self = .none
        case UInt8(ascii: "A"): self = .autonomous
        case UInt8(ascii: "D"): self = .differential
        case UInt8(ascii: "P"): self = .precise
        case UInt8(ascii: "R"): self = .rtkFixed
        case UInt8(ascii: "F"): self = .rtkFloat
        case UInt8(ascii: "E"): self = .estimated
        case UInt8(ascii: "M"): self = .manual
        case UInt8(ascii: "S"): self = .simulator
        default: return nil
        }
    }

    /// Whether a position of this mode was measured or reckoned, neither typed in nor simulated.
    public var isFix: Bool {
        switch self {
        case .autonomous, .differential, .precise, .rtkFixed, .rtkFloat, .estimated: true
        case .none, .manual, .simulator: false
        }
    }

    /// The better of several constellations' modes has the higher rank.
    var rank: Int {
        switch self {
        case .none: 0
        case .simulator: 1
        case .manual: 2
        case .estimated: 3
        case .autonomous: 4
        case .differential: 5
        case .precise: 6
        case .rtkFloat: 7
        case .rtkFixed: 8
        }
    }
}

extension NMEAFieldReader {
    /// A mode letter; an unknown one fails the sentence.
    @_lifetime(self: copy self)
    mutating func mode() -> FixMode? {
        guard let letter = letter() else { return nil }
        if let mode = FixMode(letter: letter) { return mode }
        fail()
        return nil
    }
}

/// Metres per second in one knot: 1852 m an hour.
let metresPerSecondPerKnot = 1852.0 / 3600.0
