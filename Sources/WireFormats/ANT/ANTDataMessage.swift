/// One data page as it arrived on a channel, with what the stick said about its sender (messages 4E, 4F, 50, and the old 5D, 5E, 5F).
public struct ANTDataMessage: Equatable, Sendable {
    /// How it was sent.
    public let delivery: Delivery
    /// 0...31.
    public let channel: UInt8
    /// What the sensor sent.
    public let page: DataPage
    /// The sender; `nil` when the stick was not told to name it.
    public let channelID: ChannelID?
    /// What followed the page; `nil` when nothing did.
    public let extended: ExtendedPart?

    /// How a page travels from sensor to stick.
    public enum Delivery: Equatable, Sendable {
        case broadcast
        case acknowledged
        /// One packet of a burst. The sequence starts at 0, then goes 1, 2, 3, 1, 2, 3, …
        case burst(sequence: UInt8, isLast: Bool)
    }

    /// `nil` when the message carries no page, or not all of it.
    public init?(_ message: ANTMessage) {
        var reader = ByteReader(message.payload)
        guard let first = reader.uint8() else { return nil }
        channel = first & 0x1F
        switch message.id {
        case .broadcastData, .extendedBroadcastData: delivery = .broadcast
        case .acknowledgedData, .extendedAcknowledgedData: delivery = .acknowledged
        case .burstData, .extendedBurstData: delivery = .burst(sequence: first >> 5 & 3, isLast: first & 0x80 != 0)
        default: return nil
        }
        switch message.id {
        case .extendedBroadcastData, .extendedAcknowledgedData, .extendedBurstData:
            guard let id = ChannelID(reading: &reader), let word = reader.uint64() else { return nil }
            channelID = id
            page = DataPage(word: word)
            extended = nil
        default:
            guard let word = reader.uint64() else { return nil }
            page = DataPage(word: word)
            extended = ExtendedPart(reading: &reader)
            channelID = extended?.channelID
        }
    }
}

/// What a stick appends to a page when its lib configuration asks for it: a flag byte, then the fields in the flags' order.
public struct ExtendedPart: Equatable, Sendable {
    /// Which fields the stick announced.
    public let flags: LibConfiguration
    /// The sender; `nil` when not announced, or cut.
    public let channelID: ChannelID?
    /// How well the stick heard it; `nil` when not announced, or cut.
    public let signalStrength: SignalStrength?
    /// When the radio heard the page, in 1/32768 s; wraps every 2 s.
    public let receiveTimeTicks: UInt16?
    /// Whether the flags announce more than there is, or a form of signal strength whose length nobody knows.
    public let isTruncated: Bool
    /// Bytes after the last announced field.
    public let trailingByteCount: Int

    /// How well a page was heard, in either form that sticks use.
    public enum SignalStrength: Equatable, Sendable {
        /// Both in dBm.
        case decibels(value: Int8, threshold: Int8)
        /// Gain control's register, as older chips report it.
        case gainControl(thresholdOffset: Int8, register: UInt16)

        @_lifetime(reader: copy reader)
        fileprivate init?(reading reader: inout ByteReader) {
            switch reader.uint8() {
            case 0x20:
                guard reader.remaining >= 2, let value = reader.int8(), let threshold = reader.int8() else { return nil }
                self = .decibels(value: value, threshold: threshold)
            case 0x10:
                guard reader.remaining >= 3, let offset = reader.int8(), let register = reader.uint16() else { return nil }
                self = .gainControl(thresholdOffset: offset, register: register)
            default: return nil
            }
        }
    }

    /// `nil` when nothing follows the page.
    @_lifetime(reader: copy reader)
    init?(reading reader: inout ByteReader) {
        guard let byte = reader.uint8() else { return nil }
        flags = LibConfiguration(rawValue: byte)
        // One missing field ends the reading: where the next would begin is not known.
        var isCut = false
        var channelID: ChannelID?
        var signalStrength: SignalStrength?
        var receiveTimeTicks: UInt16?
        if flags.contains(.channelID) {
            channelID = ChannelID(reading: &reader)
            isCut = channelID == nil
        }
        if !isCut, flags.contains(.signalStrength) {
            signalStrength = SignalStrength(reading: &reader)
            isCut = signalStrength == nil
        }
        if !isCut, flags.contains(.receiveTime) {
            receiveTimeTicks = reader.uint16()
            isCut = receiveTimeTicks == nil
        }
        self.channelID = channelID
        self.signalStrength = signalStrength
        self.receiveTimeTicks = receiveTimeTicks
        isTruncated = isCut
        trailingByteCount = isCut ? 0 : reader.remaining
    }
}

/// What a stick shall append to each page; the same bits flag what it appended.
public struct LibConfiguration: OptionSet, Hashable, Sendable {
    /// As on the wire.
    public var rawValue: UInt8
    /// - Parameter rawValue: as on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The sender's channel id, four bytes.
    public static let channelID = LibConfiguration(rawValue: 0x80)
    /// The signal's strength, three or four bytes.
    public static let signalStrength = LibConfiguration(rawValue: 0x40)
    /// When the page was heard, two bytes.
    public static let receiveTime = LibConfiguration(rawValue: 0x20)
}
