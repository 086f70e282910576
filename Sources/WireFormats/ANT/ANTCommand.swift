/// What we say to a stick.
public enum ANTCommand: Equatable, Sendable {
    case reset
    case setNetworkKey(network: UInt8, NetworkKey)
    case assignChannel(UInt8, ChannelType, network: UInt8, isBackgroundScan: Bool = false)
    case unassignChannel(UInt8)
    case setChannelID(channel: UInt8, ChannelID)
    /// - Parameter ticks: 1/32768 s.
    case setChannelPeriod(channel: UInt8, ticks: UInt16)
    case setSearchTimeout(channel: UInt8, SearchTimeout)
    case setLowPrioritySearchTimeout(channel: UInt8, SearchTimeout)
    /// - Parameter megahertz: above 2400; every ANT+ profile here listens on `ANTCommand.antPlusFrequency`.
    case setRadioFrequency(channel: UInt8, megahertz: UInt8)
    case setTransmitPower(UInt8)
    case setLibConfiguration(LibConfiguration)
    /// The old way to ask for channel ids.
    case enableExtendedMessages(Bool)
    case openChannel(UInt8)
    case closeChannel(UInt8)
    /// Channel 0 hears every sensor; all other channels must be closed.
    case openRxScan
    /// Asks for what the stick knows: capabilities, version, serial number, a channel's id or status.
    case request(MessageID, channel: UInt8 = 0)
    case broadcast(channel: UInt8, DataPage)
    /// The sensor confirms: the stick then reports `ResponseCode.transferCompleted` or `.transferFailed`.
    case acknowledged(channel: UInt8, DataPage)

    /// 2457 MHz.
    public static let antPlusFrequency: UInt8 = 57

    /// Which way a channel speaks.
    public enum ChannelType: UInt8, Sendable {
        /// Hears a sensor, and may answer it.
        case receive = 0x00
        case transmit = 0x10
        case receiveOnly = 0x40
    }

    /// How long a channel searches before it closes.
    public enum SearchTimeout: Equatable, Sendable {
        case never
        /// 2.5 s each, 0...254.
        case steps(UInt8)

        var byte: UInt8 {
            switch self {
            case .never: 0xFF
            case .steps(let count): min(count, 0xFE)
            }
        }
    }

    /// The message to write to the stick.
    public var message: ANTMessage {
        switch self {
        case .reset: ANTMessage(.reset, [0])
        case .setNetworkKey(let network, let key): ANTMessage(.networkKey, [network] + key.bytes)
        case .assignChannel(let channel, let type, let network, let isBackgroundScan):
            ANTMessage(.assignChannel, [channel, type.rawValue, network] + (isBackgroundScan ? [0x01] : []))
        case .unassignChannel(let channel): ANTMessage(.unassignChannel, [channel])
        case .setChannelID(let channel, let id): Self.message(.channelID, channel) { id.write(to: &$0) }
        case .setChannelPeriod(let channel, let ticks): Self.message(.channelPeriod, channel) { $0.uint16(ticks) }
        case .setSearchTimeout(let channel, let timeout): ANTMessage(.searchTimeout, [channel, timeout.byte])
        case .setLowPrioritySearchTimeout(let channel, let timeout):
            ANTMessage(.lowPrioritySearchTimeout, [channel, timeout.byte])
        case .setRadioFrequency(let channel, let megahertz): ANTMessage(.radioFrequency, [channel, megahertz])
        case .setTransmitPower(let power): ANTMessage(.transmitPower, [0, power])
        case .setLibConfiguration(let fields): ANTMessage(.libConfiguration, [0, fields.rawValue])
        case .enableExtendedMessages(let isOn): ANTMessage(.enableExtendedMessages, [0, isOn ? 1 : 0])
        case .openChannel(let channel): ANTMessage(.openChannel, [channel])
        case .closeChannel(let channel): ANTMessage(.closeChannel, [channel])
        // 1: only pages of synchronous channels, which every ANT+ sensor uses.
        case .openRxScan: ANTMessage(.openRxScan, [0, 1])
        case .request(let id, let channel): ANTMessage(.request, [channel, id.rawValue])
        case .broadcast(let channel, let page): ANTMessage(.broadcastData, [channel] + page.bytes)
        case .acknowledged(let channel, let page): ANTMessage(.acknowledgedData, [channel] + page.bytes)
        }
    }

    /// The whole frame, from sync to checksum.
    public func encoded() -> [UInt8] { message.encoded() }

    private static func message(_ id: MessageID, _ channel: UInt8, _ write: (inout ByteWriter) -> Void) -> ANTMessage {
        var writer = ByteWriter()
        writer.uint8(channel)
        write(&writer)
        return ANTMessage(id, writer.bytes)
    }
}

/// The eight bytes that admit a channel to a network; without the right ones it hears nothing.
public struct NetworkKey: Hashable, Sendable {
    /// The first byte highest, as keys are written.
    public var rawValue: UInt64
    /// - Parameter rawValue: the first byte highest.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The key of ANT+ as open programs carry it; a setting replaces it.
    public static let antPlus = NetworkKey(0xB9A5_21FB_BD72_C345)
    /// The public network, which carries no ANT+ sensor.
    public static let publicNetwork = NetworkKey(0)

    /// In the order of the wire.
    public var bytes: [UInt8] { DataPage(word: rawValue.byteSwapped).bytes }
}
