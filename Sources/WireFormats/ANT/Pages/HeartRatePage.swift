/// One page of a heart rate strap (device type 120).
///
/// Bytes 4...7 are the same on every page, and always good. Straps from before there were pages fill bytes 0...3 as they like:
/// trust `content` once bit 7 was seen to change.
///
/// - SeeAlso: ANT+ Device Profile, Heart Rate Rev 2.1.
public struct HeartRatePage: ANTPage {
    /// Bit 7 of byte 0; a strap with pages flips it every fourth message.
    public let isToggled: Bool
    /// 0...127.
    public let number: UInt8
    /// What bytes 1...3 say.
    public let content: Content
    /// When the last beat happened, in 1/1024 s; wraps every 64 s, and 0 is a time like any other.
    public let beatTimeTicks: UInt16
    /// Beats; wraps at 256.
    public let beatCount: UInt8
    /// As the strap computes it; `nil` when it has none.
    public let beatsPerMinute: UInt8?

    /// Bytes 1...3, by the page's number.
    public enum Content: Equatable, Sendable {
        /// Page 0.
        case beat
        /// Page 1: since the battery was changed, a multiple of 2 s.
        case operatingTime(seconds: UInt32)
        /// Page 2.
        case manufacturer(id: UInt8, serialUpper16: UInt16)
        /// Page 3.
        case product(hardwareVersion: UInt8, softwareVersion: UInt8, modelNumber: UInt8)
        /// Page 4: when the beat before the last happened, in 1/1024 s.
        case previousBeat(ticks: UInt16, manufacturerSpecific: UInt8)
        /// Page 5: beats per minute.
        case swim(intervalAverage: UInt8, intervalMaximum: UInt8, sessionAverage: UInt8)
        /// Page 6.
        case features(supported: UInt8, enabled: UInt8)
        /// Page 7.
        case battery(percent: UInt8?, ANTBattery)
        case raw(DataPage)
    }

    /// Reads any page.
    public init(decoding page: DataPage) {
        isToggled = page[0] & 0x80 != 0
        number = page[0] & 0x7F
        beatTimeTicks = page.uint16(at: 4)
        beatCount = page[6]
        beatsPerMinute = page.uint8(at: 7, absent: 0)
        content =
            switch number {
            case 0: .beat
            case 1: .operatingTime(seconds: page.uint24(at: 1) * 2)
            case 2: .manufacturer(id: page[1], serialUpper16: page.uint16(at: 2))
            case 3: .product(hardwareVersion: page[1], softwareVersion: page[2], modelNumber: page[3])
            case 4: .previousBeat(ticks: page.uint16(at: 2), manufacturerSpecific: page[1])
            case 5: .swim(intervalAverage: page[1], intervalMaximum: page[2], sessionAverage: page[3])
            case 6: .features(supported: page[2], enabled: page[3])
            case 7: .battery(percent: page.uint8(at: 1, absent: 0xFF), ANTBattery(fraction: page[2], descriptive: page[3]))
            default: .raw(page)
            }
    }
}
