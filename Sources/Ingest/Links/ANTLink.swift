import WireFormats
import Workouts

/// Raw chunks of one stick: messages of every sensor in the air, told apart by their channel ids.
struct ANTLink: LinkDecoder {
    let link: LinkID
    private var framer = ANTMessageFramer()
    /// A few dozen at most: what is in the air around one stick.
    private var sensors: [ANTSensor] = []
    /// Ids that the stick named for channels whose messages carry none.
    private var channelIDs: [UInt8: ChannelID] = [:]
    private var checksumErrors = 0

    private static let mostSensors = 256

    var sources: [SourceID] { sensors.map(\.source) }

    init(_ link: LinkID, _ identity: LinkIdentity) { self.link = link }

    mutating func take(_ bytes: [UInt8], at offset: Offset, _ context: inout IngestContext) {
        framer.append(bytes)
        while let message = framer.nextMessage() { take(message, at: offset, &context) }
        // Damage on the way shows as wrong checksums; each is counted once.
        while checksumErrors < framer.checksumErrors {
            checksumErrors += 1
            context.reject(link, .checksumMismatch(computed: 0, received: 0))
        }
    }

    private mutating func take(_ message: ANTMessage, at offset: Offset, _ context: inout IngestContext) {
        switch ANTReport(message) {
        case .data(let data):
            guard let id = data.channelID ?? channelIDs[data.channel] else {
                return context.reject(link, .invalid(field: "channel without a known sensor", value: Int64(data.channel)))
            }
            if data.channelID != nil { channelIDs[data.channel] = id }
            // A burst carries files, not pages.
            if case .burst = data.delivery { return }
            guard let index = index(of: id, at: offset, &context),
                context.isHeard(sensors[index].source, over: link, at: offset)
            else { return }
            sensors[index].take(data.page, at: offset, &context)
        case .channelID(let channel, let id): channelIDs[channel] = id
        case .startUp: channelIDs = [:]
        case .event(_, let code):
            // The stick had to drop what we did not fetch in time.
            if code == .eventQueueOverflow { context.report.drop(1, of: link) }
        case .response, .channelStatus, .capabilities, .version, .serialNumber, .serialError, .other: break
        }
    }

    private mutating func index(of id: ChannelID, at offset: Offset, _ context: inout IngestContext) -> Int? {
        if let index = sensors.firstIndex(where: { $0.id.isSameSensor(as: id) }) { return index }
        guard sensors.count < Self.mostSensors, let sensor = ANTSensor(id, at: offset, &context) else { return nil }
        sensors.append(sensor)
        return sensors.count - 1
    }

    mutating func pass(to offset: Offset, _ context: inout IngestContext) {}

    mutating func flush(at offset: Offset, _ context: inout IngestContext) { framer.reset() }
}
