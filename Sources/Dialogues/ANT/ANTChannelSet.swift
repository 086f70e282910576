internal import WireFormats

/// A stick's channels, each following one sensor, or searching for any of a kind.
///
/// A channel that ends by itself is freed, waits a while and is opened again; so is one whose opening the stick refuses.
struct ANTChannelSet: Sendable {
    enum Purpose: Equatable {
        case sensor(ANTSensorID)
        case any(DeviceType)
    }

    enum State: Equatable {
        case free
        case opening
        case searching
        case tracking(ANTSensorID)
        /// Being closed and freed; what it is for then waits until that moment, or is over.
        case closing(until: Int64?)
        /// Free, and not to be opened before that moment.
        case waiting(until: Int64)
    }

    struct Channel {
        let number: UInt8
        var purpose: Purpose?
        var state = State.free
        var backoff: Backoff
    }

    private(set) var channels: [Channel]
    private let capabilities: ANTCapabilities
    private var wanted: [Purpose] = []
    /// What the stick is to be told, in order.
    private var commands: [ANTCommand] = []
    /// Channels whose commands not yet said are of no use any more.
    private var abandoned: [UInt8] = []

    /// Kinds to search for, the most useful first.
    private static let kinds: [DeviceType] = [
        .heartRate, .bicyclePower, .fitnessEquipment, .speedAndCadence, .cadence, .speed, .strideSpeedDistance,
    ]
    /// Microseconds before a search that found nothing but a sensor already followed is tried again.
    private static let rest: Int64 = 60_000_000

    init(_ capabilities: ANTCapabilities) {
        self.capabilities = capabilities
        // Eight is what sticks have; a report of more is as good as noise.
        channels = (0..<min(capabilities.maximumChannels, 32)).map { number in
            Channel(number: number, backoff: Backoff(seed: UInt64(number)))
        }
    }

    var nextWake: Int64? {
        channels.compactMap { if case .waiting(let moment) = $0.state { moment } else { nil } }.min()
    }

    /// Sensors that are wanted and for which there is no channel.
    var unserved: [ANTSensorID] {
        wanted.dropFirst(channels.count).compactMap { if case .sensor(let sensor) = $0 { sensor } else { nil } }
    }

    /// What to say now, and which channels' older commands to forget first.
    mutating func takeCommands() -> (abandoned: [UInt8], commands: [ANTCommand]) {
        defer { (abandoned, commands) = ([], []) }
        return (abandoned, commands)
    }

    func channel(tracking sensor: ANTSensorID) -> UInt8? { channels.first { $0.state == .tracking(sensor) }?.number }

    /// Follows these, and searches with the channels that are left.
    mutating func want(_ sensors: [ANTSensorID], looksAround: Bool, at now: Int64) {
        let served = Set(sensors.map(\.deviceType))
        let kinds = Self.kinds.filter { !served.contains($0) } + Self.kinds.filter(served.contains)
        wanted = sensors.map(Purpose.sensor) + (looksAround ? kinds.map(Purpose.any) : [])
        plan(at: now)
    }

    private mutating func plan(at now: Int64) {
        var missing = Array(wanted.prefix(channels.count))
        for index in channels.indices {
            // A search that found a wanted sensor follows it from now on.
            if case .tracking(let sensor) = channels[index].state, channels[index].purpose != .sensor(sensor),
                missing.contains(.sensor(sensor)), !channels.contains(where: { $0.purpose == .sensor(sensor) })
            {
                channels[index].purpose = .sensor(sensor)
            }
            guard let purpose = channels[index].purpose else { continue }
            if let place = missing.firstIndex(of: purpose) { missing.remove(at: place) } else { release(index) }
        }
        for purpose in missing {
            guard let index = channels.firstIndex(where: { $0.purpose == nil && $0.state == .free }) else { return }
            channels[index].purpose = purpose
            channels[index].backoff.succeed()
            open(index)
        }
    }

    /// The channel serves nothing any more.
    private mutating func release(_ index: Int) {
        channels[index].purpose = nil
        switch channels[index].state {
        case .opening, .searching, .tracking: close(index, until: nil)
        case .closing: channels[index].state = .closing(until: nil)
        case .waiting, .free: channels[index].state = .free
        }
    }

    private mutating func open(_ index: Int) {
        let number = channels[index].number
        let (id, type): (ChannelID, DeviceType)
        switch channels[index].purpose {
        case .sensor(let sensor): (id, type) = (sensor.wantedChannelID, sensor.deviceType)
        case .any(let kind): (id, type) = (.any(kind), kind)
        case nil: return
        }
        channels[index].state = .opening
        commands += [
            .assignChannel(number, .receive, network: 0), .setChannelID(channel: number, id),
            .setChannelPeriod(channel: number, ticks: type.channelPeriod ?? 8192),
            .setRadioFrequency(channel: number, megahertz: ANTCommand.antPlusFrequency),
        ]
        // A search at high priority takes the radio from the other channels. Where the stick can, it is short and then goes on for
        // ever in the time that they leave.
        if capabilities.hasLowPrioritySearch {
            commands += [
                .setSearchTimeout(channel: number, .steps(4)), .setLowPrioritySearchTimeout(channel: number, .never),
            ]
        } else {
            commands.append(.setSearchTimeout(channel: number, .steps(12)))
        }
        commands.append(.openChannel(number))
    }

    private mutating func close(_ index: Int, until moment: Int64?, isOpen: Bool = true) {
        let number = channels[index].number
        channels[index].state = .closing(until: moment)
        abandoned.append(number)
        commands.removeAll { $0 == .openChannel(number) }
        commands += (isOpen ? [.closeChannel(number)] : []) + [.unassignChannel(number)]
    }

    // MARK: What the stick says

    /// A command was answered.
    mutating func settle(_ command: ANTCommand, _ outcome: ANTCommandQueue.Outcome, at now: Int64) {
        switch command {
        case .unassignChannel(let number):
            guard let index = index(of: number), case .closing(let moment) = channels[index].state else { return }
            channels[index].state = moment.map { .waiting(until: $0) } ?? .free
            if moment == nil { plan(at: now) }
        case .openChannel(let number) where outcome == .done:
            guard let index = index(of: number), channels[index].state == .opening else { return }
            channels[index].state = .searching
        case .assignChannel(let number, _, _, _), .setChannelID(let number, _), .setChannelPeriod(let number, _),
            .setRadioFrequency(let number, _), .openChannel(let number):
            guard case .refused = outcome, let index = index(of: number), channels[index].state == .opening else { return }
            close(index, until: now + channels[index].backoff.fail())
        // A stick that knows no such timeout keeps its own.
        default: break
        }
    }

    /// Something happened on a channel.
    ///
    /// - Returns: the sensor that was lost by it.
    mutating func note(_ code: ResponseCode, on number: UInt8, at now: Int64) -> ANTSensorID? {
        guard let index = index(of: number) else { return nil }
        var lost: ANTSensorID?
        if case .tracking(let sensor) = channels[index].state { lost = sensor }
        switch (code, channels[index].state) {
        case (.wentToSearch, .tracking): channels[index].state = .searching
        case (.channelClosed, .searching), (.channelClosed, .tracking):
            close(index, until: now + channels[index].backoff.fail(), isOpen: false)
        default: return nil
        }
        return lost
    }

    /// A page came over a channel.
    mutating func hear(_ sensor: ANTSensorID, on number: UInt8, at now: Int64) {
        guard let index = index(of: number), channels[index].state != .tracking(sensor) else { return }
        switch channels[index].state {
        case .searching, .tracking, .opening: break
        case .free, .closing, .waiting: return
        }
        let isWelcome: Bool
        switch channels[index].purpose {
        case .sensor(let wanted): isWelcome = wanted == sensor
        // A search that finds what another channel follows has found nothing.
        case .any, nil:
            isWelcome = !channels.contains {
                $0.number != number && ($0.purpose == .sensor(sensor) || $0.state == .tracking(sensor))
            }
        }
        guard isWelcome else { return close(index, until: now + Self.rest) }
        channels[index].state = .tracking(sensor)
        channels[index].backoff.succeed()
        plan(at: now)
    }

    /// The sensor whose pages come over a channel without saying so.
    func sensor(on number: UInt8) -> ANTSensorID? {
        guard let index = index(of: number) else { return nil }
        if case .tracking(let sensor) = channels[index].state { return sensor }
        return nil
    }

    mutating func wake(at now: Int64) {
        for index in channels.indices {
            if case .waiting(let moment) = channels[index].state, moment <= now { open(index) }
        }
    }

    private func index(of number: UInt8) -> Int? { channels.firstIndex { $0.number == number } }
}
