/// What a stick says, by kind. A message that is cut short for its kind, or of another kind, stays as it is.
public enum ANTReport: Equatable, Sendable {
    case data(ANTDataMessage)
    /// Something happened on a channel.
    case event(channel: UInt8, ResponseCode)
    /// The answer to a command.
    case response(channel: UInt8, to: MessageID, ResponseCode)
    case channelID(channel: UInt8, ChannelID)
    case channelStatus(channel: UInt8, ChannelState)
    case capabilities(ANTCapabilities)
    case version(String)
    case serialNumber(UInt32)
    case startUp(StartUpCauses)
    /// The stick could not read what we sent; the number says why.
    case serialError(UInt8)
    case other(ANTMessage)

    /// How far a channel has got.
    public enum ChannelState: UInt8, Sendable { case unassigned, assigned, searching, tracking }

    /// Recognises any message.
    public init(_ message: ANTMessage) { self = Self(recognising: message) ?? .other(message) }

    private init?(recognising message: ANTMessage) {
        var reader = ByteReader(message.payload)
        switch message.id {
        case .broadcastData, .acknowledgedData, .burstData, .extendedBroadcastData, .extendedAcknowledgedData,
            .extendedBurstData:
            guard let data = ANTDataMessage(message) else { return nil }
            self = .data(data)
        case .response:
            guard let channel = reader.uint8(), let subject = reader.uint8(), let code = reader.uint8() else { return nil }
            let response = ResponseCode(rawValue: code)
            // An event names message 1, which is no message.
            self =
                subject == 1
                ? .event(channel: channel, response)
                : .response(channel: channel, to: MessageID(rawValue: subject), response)
        case .channelID:
            guard let channel = reader.uint8(), let id = ChannelID(reading: &reader) else { return nil }
            self = .channelID(channel: channel, id)
        case .channelStatus:
            guard let channel = reader.uint8(), let status = reader.uint8(), let state = ChannelState(rawValue: status & 3)
            else { return nil }
            self = .channelStatus(channel: channel, state)
        case .capabilities:
            guard let capabilities = ANTCapabilities(reading: &reader) else { return nil }
            self = .capabilities(capabilities)
        case .version: self = .version(Self.text(&reader))
        case .serialNumber:
            guard let number = reader.uint32() else { return nil }
            self = .serialNumber(number)
        case .startUp:
            guard let causes = reader.uint8() else { return nil }
            self = .startUp(StartUpCauses(rawValue: causes))
        case .serialError:
            guard let number = reader.uint8() else { return nil }
            self = .serialError(number)
        default: return nil
        }
    }

    private static func text(_ reader: inout ByteReader) -> String {
        var bytes: [UInt8] = []
        while let byte = reader.uint8(), byte != 0 { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Why a stick started; empty when it was just powered.
public struct StartUpCauses: OptionSet, Hashable, Sendable {
    /// As on the wire.
    public var rawValue: UInt8
    /// - Parameter rawValue: as on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The reset line was pulled.
    public static let resetLine = StartUpCauses(rawValue: 0x01)
    /// The stick's watchdog bit.
    public static let watchdog = StartUpCauses(rawValue: 0x02)
    /// We asked for it.
    public static let command = StartUpCauses(rawValue: 0x20)
    /// The synchronous interface was reset.
    public static let synchronous = StartUpCauses(rawValue: 0x40)
    /// The stick woke from suspension.
    public static let suspend = StartUpCauses(rawValue: 0x80)
}

/// What a stick can do: asked, never looked up by its USB id.
public struct ANTCapabilities: Equatable, Sendable {
    /// How many sensors it can follow at once.
    public let maximumChannels: UInt8
    /// How many network keys it can hold.
    public let maximumNetworks: UInt8
    /// Bits, each set when something is missing.
    public let standardOptions: UInt8
    /// Bits, each set when something is there.
    public let advancedOptions: UInt8
    /// `nil` from a stick too old to state them.
    public let advancedOptions2: UInt8?
    /// `nil` from a stick too old to state them.
    public let maximumSensRcoreChannels: UInt8?

    /// Whether pages can come with their sender's channel id.
    public var hasExtendedMessages: Bool { (advancedOptions2 ?? 0) & 0x02 != 0 }
    /// Whether one channel can hear every sensor at once.
    public var hasScanMode: Bool { (advancedOptions2 ?? 0) & 0x04 != 0 }
    /// Whether it tells its serial number.
    public var hasSerialNumber: Bool { advancedOptions & 0x08 != 0 }
    /// Whether a search can leave other channels their time.
    public var hasLowPrioritySearch: Bool { advancedOptions & 0x20 != 0 }
    /// Whether channels can include or exclude listed sensors.
    public var hasSearchList: Bool { advancedOptions & 0x80 != 0 }
    /// Whether channels can be assigned for background scanning.
    public var hasExtendedAssign: Bool { (advancedOptions2 ?? 0) & 0x20 != 0 }

    @_lifetime(reader: copy reader)
    init?(reading reader: inout ByteReader) {
        guard let channels = reader.uint8(), let networks = reader.uint8(), let standard = reader.uint8(),
            let advanced = reader.uint8()
        else { return nil }
        maximumChannels = channels
        maximumNetworks = networks
        standardOptions = standard
        advancedOptions = advanced
        advancedOptions2 = reader.uint8()
        maximumSensRcoreChannels = reader.uint8()
    }
}
