/// One page of a speed sensor (device type 123) or a cadence sensor (122): the same layout, counting wheel or crank.
///
/// - SeeAlso: ANT+ Device Profile, Bicycle Speed and Cadence Rev 2.1.
public struct RevolutionPage: ANTPage {
    /// Bit 7 of byte 0; flips every fourth message.
    public let isToggled: Bool
    /// 0...127.
    public let number: UInt8
    /// What bytes 1...3 say.
    public let content: Content
    /// When the last revolution ended, in 1/1024 s; wraps every 64 s.
    public let eventTimeTicks: UInt16
    /// Wraps at 65536, of the wheel too.
    public let revolutions: UInt16

    /// Bytes 1...3, by the page's number.
    public enum Content: Equatable, Sendable {
        /// Page 0.
        case counters
        /// Page 1: since the battery was changed, a multiple of 2 s.
        case operatingTime(seconds: UInt32)
        /// Page 2.
        case manufacturer(id: UInt8, serialUpper16: UInt16)
        /// Page 3.
        case product(hardwareVersion: UInt8, softwareVersion: UInt8, modelNumber: UInt8)
        /// Page 4.
        case battery(ANTBattery)
        /// Page 5.
        case motion(isStopped: Bool)
        case raw(DataPage)
    }

    /// Reads any page.
    public init(decoding page: DataPage) {
        isToggled = page[0] & 0x80 != 0
        number = page[0] & 0x7F
        eventTimeTicks = page.uint16(at: 4)
        revolutions = page.uint16(at: 6)
        content =
            switch number {
            case 0: .counters
            case 1: .operatingTime(seconds: page.uint24(at: 1) * 2)
            case 2: .manufacturer(id: page[1], serialUpper16: page.uint16(at: 2))
            case 3: .product(hardwareVersion: page[1], softwareVersion: page[2], modelNumber: page[3])
            case 4: .battery(ANTBattery(fraction: page[2], descriptive: page[3]))
            case 5: .motion(isStopped: page[1] & 1 != 0)
            default: .raw(page)
            }
    }
}

/// A page of a sensor that counts wheel revolutions.
public typealias SpeedPage = RevolutionPage
/// A page of a sensor that counts crank revolutions.
public typealias CadencePage = RevolutionPage

/// A message of a combined speed and cadence sensor (device type 121): it has no page byte.
public struct SpeedCadencePage: ANTPage {
    /// 1/1024 s; wraps every 64 s.
    public let cadenceTimeTicks: UInt16
    /// Wraps at 65536.
    public let crankRevolutions: UInt16
    /// 1/1024 s; wraps every 64 s.
    public let speedTimeTicks: UInt16
    /// Wraps at 65536.
    public let wheelRevolutions: UInt16

    /// Reads any message.
    public init(decoding page: DataPage) {
        cadenceTimeTicks = page.uint16(at: 0)
        crankRevolutions = page.uint16(at: 2)
        speedTimeTicks = page.uint16(at: 4)
        wheelRevolutions = page.uint16(at: 6)
    }
}
