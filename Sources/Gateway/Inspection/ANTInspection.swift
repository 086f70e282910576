public import WireFormats

/// What an ANT stick heard: the sensors in the air around it, and what went wrong on the way.
public struct ANTInspection: Sendable {
    /// Messages of any kind.
    public private(set) var messages = 0
    /// Data messages of channels whose sensor nobody named.
    public private(set) var unnamedPages = 0
    /// Times the stick had to drop what was not fetched from it soon enough.
    public private(set) var overflows = 0
    /// In the order in which they were first heard.
    public private(set) var sensors: [Sensor] = []
    /// Frames with a wrong checksum.
    public var checksumErrors: Int { framer.checksumErrors }
    /// Bytes that belong to no message.
    public var skippedBytes: Int { framer.skippedBytes + framer.pendingBytes }

    /// One sensor and its data pages.
    public struct Sensor: Sendable {
        /// Who it is.
        public let id: ChannelID
        /// Pages that arrived.
        public private(set) var messages = 0
        /// By page number; empty for combined speed and cadence sensors, whose pages have none.
        public private(set) var pages: [(number: UInt8, count: Int)] = []
        /// Slots in which the stick expected a page and heard none (EVENT_RX_FAIL).
        public fileprivate(set) var missed = 0
        /// Times it was given up and searched for again (EVENT_RX_FAIL_GO_TO_SEARCH).
        public fileprivate(set) var searches = 0
        /// Of the first page, microseconds.
        public private(set) var firstOffset: Int64?
        /// Of the last page, microseconds.
        public private(set) var lastOffset: Int64?
        /// The longest time between two pages, microseconds.
        public private(set) var longestSilence: Int64 = 0

        init(_ id: ChannelID) { self.id = id }

        fileprivate mutating func take(_ page: DataPage, at offset: Int64) {
            messages += 1
            if let lastOffset { longestSilence = max(longestSilence, offset &- lastOffset) }
            firstOffset = firstOffset ?? offset
            lastOffset = offset
            guard let number = id.deviceType.pageNumber(page) else { return }
            if let index = pages.firstIndex(where: { $0.number >= number }) {
                if pages[index].number == number { pages[index].count += 1 } else { pages.insert((number, 1), at: index) }
            } else {
                pages.append((number, 1))
            }
        }
    }

    private static let mostSensors = 256
    private var framer = ANTMessageFramer()
    private var channels: [UInt8: ChannelID] = [:]

    mutating func append(_ chunk: [UInt8], at offset: Int64) {
        framer.append(chunk)
        while let message = framer.nextMessage() {
            messages += 1
            apply(ANTReport(message), at: offset)
        }
    }

    private mutating func apply(_ report: ANTReport, at offset: Int64) {
        switch report {
        case .data(let data):
            guard let id = data.channelID ?? channels[data.channel] else { return unnamedPages += 1 }
            channels[data.channel] = id
            guard let index = index(of: id) else { return unnamedPages += 1 }
            sensors[index].take(data.page, at: offset)
        case .channelID(let channel, let id): channels[channel] = id
        case .startUp: channels = [:]
        case .event(_, .eventQueueOverflow), .event(_, .serialQueueOverflow): overflows += 1
        case .event(let channel, .receiveFailed): if let index = tracked(channel) { sensors[index].missed += 1 }
        case .event(let channel, .wentToSearch): if let index = tracked(channel) { sensors[index].searches += 1 }
        default: break
        }
    }

    /// The sensor that a channel was last heard of; an event alone makes none.
    private func tracked(_ channel: UInt8) -> Int? {
        channels[channel].flatMap { id in sensors.firstIndex { $0.id.isSameSensor(as: id) } }
    }

    private mutating func index(of id: ChannelID) -> Int? {
        if let index = sensors.firstIndex(where: { $0.id.isSameSensor(as: id) }) { return index }
        guard sensors.count < Self.mostSensors else { return nil }
        sensors.append(Sensor(id))
        return sensors.count - 1
    }
}

extension DeviceType {
    /// Byte 0, without the bit that toggles where the profile has one.
    fileprivate func pageNumber(_ page: DataPage) -> UInt8? {
        switch self {
        case .speedAndCadence: nil
        case .heartRate, .speed, .cadence: page[0] & 0x7F
        default: page[0]
        }
    }
}
