/// What a message of the stick's protocol is about.
public struct MessageID: RawRepresentable, Hashable, Sendable {
    /// As on the wire.
    public var rawValue: UInt8
    /// - Parameter rawValue: as on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A reply to a command, or an event of a channel.
    public static let response = MessageID(rawValue: 0x40)
    /// Frees a channel.
    public static let unassignChannel = MessageID(rawValue: 0x41)
    /// Takes a channel for a network.
    public static let assignChannel = MessageID(rawValue: 0x42)
    /// How often a channel listens.
    public static let channelPeriod = MessageID(rawValue: 0x43)
    /// How long a channel searches, other channels waiting.
    public static let searchTimeout = MessageID(rawValue: 0x44)
    /// Where a channel listens.
    public static let radioFrequency = MessageID(rawValue: 0x45)
    /// What admits channels to a network.
    public static let networkKey = MessageID(rawValue: 0x46)
    /// How loudly every channel speaks.
    public static let transmitPower = MessageID(rawValue: 0x47)
    /// Starts the stick anew.
    public static let reset = MessageID(rawValue: 0x4A)
    /// Lets a channel listen.
    public static let openChannel = MessageID(rawValue: 0x4B)
    /// Ends a channel's listening.
    public static let closeChannel = MessageID(rawValue: 0x4C)
    /// Asks for another message.
    public static let request = MessageID(rawValue: 0x4D)
    /// A page that nobody confirms.
    public static let broadcastData = MessageID(rawValue: 0x4E)
    /// A page whose receiver confirms it.
    public static let acknowledgedData = MessageID(rawValue: 0x4F)
    /// One packet of many.
    public static let burstData = MessageID(rawValue: 0x50)
    /// Which sensor a channel listens to.
    public static let channelID = MessageID(rawValue: 0x51)
    /// How far a channel has got.
    public static let channelStatus = MessageID(rawValue: 0x52)
    /// What the stick can do.
    public static let capabilities = MessageID(rawValue: 0x54)
    /// Adds a sensor to a channel's list.
    public static let idListAdd = MessageID(rawValue: 0x59)
    /// Whether a channel's list includes or excludes.
    public static let idListConfiguration = MessageID(rawValue: 0x5A)
    /// Opens channel 0 to every sensor at once.
    public static let openRxScan = MessageID(rawValue: 0x5B)
    /// The old form of extended data, with the channel id before the page.
    public static let extendedBroadcastData = MessageID(rawValue: 0x5D)
    /// The old form, confirmed.
    public static let extendedAcknowledgedData = MessageID(rawValue: 0x5E)
    /// The old form, one packet of many.
    public static let extendedBurstData = MessageID(rawValue: 0x5F)
    /// How loudly one channel speaks.
    public static let channelTransmitPower = MessageID(rawValue: 0x60)
    /// The stick's serial number.
    public static let serialNumber = MessageID(rawValue: 0x61)
    /// How long a channel searches in the time others leave.
    public static let lowPrioritySearchTimeout = MessageID(rawValue: 0x63)
    /// The old way to ask for channel ids.
    public static let enableExtendedMessages = MessageID(rawValue: 0x66)
    /// What the stick appends to each page.
    public static let libConfiguration = MessageID(rawValue: 0x6E)
    /// Why the stick started.
    public static let startUp = MessageID(rawValue: 0x6F)
    /// Where a channel goes when it is disturbed.
    public static let frequencyAgility = MessageID(rawValue: 0x70)
    /// How near a sensor must be to be found.
    public static let proximitySearch = MessageID(rawValue: 0x71)
    /// The stick's firmware, as text.
    public static let version = MessageID(rawValue: 0x3E)
    /// The stick could not read what we sent.
    public static let serialError = MessageID(rawValue: 0xAE)
}
