internal import WireFormats

/// Which of the wanted sensors are heard: a sensor that falls silent is told lost, and told again when it is back.
struct ANTSensorWatch: Sendable {
    private struct Watched {
        let sensor: ANTSensorID
        var condition: ANTSensorCondition?
        var lastHeard: Int64
    }

    private var watched: [Watched] = []

    /// Microseconds: twenty messages of a sensor that sends four times a second.
    static let patience: Int64 = 5_000_000

    /// The first moment at which a sensor counts as lost.
    var nextWake: Int64? {
        watched.filter { $0.condition == .tracked }.map { $0.lastHeard + Self.patience }.min()
    }

    /// Watches these from now on; what is known of those watched before stays.
    mutating func want(_ sensors: [ANTSensorID]) {
        watched = sensors.map { sensor in
            watched.first { $0.sensor == sensor } ?? Watched(sensor: sensor, condition: nil, lastHeard: 0)
        }
    }

    /// The change that this makes, if it does.
    mutating func hear(_ sensor: ANTSensorID, at now: Int64) -> ANTStickEvent? {
        guard let index = watched.firstIndex(where: { $0.sensor == sensor }) else { return nil }
        watched[index].lastHeard = now
        return tell(.tracked, at: index)
    }

    /// The stick said so, or it has no channel for it.
    mutating func note(_ sensor: ANTSensorID, _ condition: ANTSensorCondition) -> ANTStickEvent? {
        guard let index = watched.firstIndex(where: { $0.sensor == sensor }) else { return nil }
        return tell(condition, at: index)
    }

    /// Nothing is heard at present: the stick itself is silent.
    mutating func loseAll() -> [ANTStickEvent] {
        watched.indices.compactMap { watched[$0].condition == .tracked ? tell(.lost, at: $0) : nil }
    }

    /// Tells of those never told of: they are searched for.
    mutating func announce() -> [ANTStickEvent] {
        watched.indices.compactMap { watched[$0].condition == nil ? tell(.searching, at: $0) : nil }
    }

    mutating func wake(at now: Int64) -> [ANTStickEvent] {
        watched.indices.compactMap { index in
            let isSilent = watched[index].condition == .tracked && watched[index].lastHeard + Self.patience <= now
            return isSilent ? tell(.lost, at: index) : nil
        }
    }

    private mutating func tell(_ condition: ANTSensorCondition, at index: Int) -> ANTStickEvent? {
        guard watched[index].condition != condition else { return nil }
        watched[index].condition = condition
        return .sensor(watched[index].sensor, condition)
    }
}

/// When each sensor in the air was last told of: a page comes four times a second, and who lists sensors needs one.
struct ANTSightings: Sendable {
    private struct Seen {
        let sensor: ANTSensorID
        var told: Int64
        var heard: Int64
        var channelID: ChannelID
    }

    private var seen: [Seen] = []
    /// New ones since that moment.
    private var newcomers = (count: 0, since: Int64.min)

    private static let interval: Int64 = 1_000_000
    /// A crowded start line has some hundreds in range; those heard longest ago make room.
    private static let most = 256
    /// New ones that a second takes: a stick that makes sensors up must not flood who lists them.
    private static let mostNewcomers = 64

    /// Whether this one is to be told of.
    mutating func hear(_ sensor: ANTSensorID, _ id: ChannelID, at now: Int64) -> Bool {
        if let index = seen.firstIndex(where: { $0.sensor == sensor }) {
            seen[index].heard = now
            seen[index].channelID = id
            guard seen[index].told + Self.interval <= now else { return false }
            seen[index].told = now
            return true
        }
        if newcomers.since <= now &- Self.interval { newcomers = (0, now) }
        guard newcomers.count < Self.mostNewcomers else { return false }
        newcomers.count += 1
        if seen.count >= Self.most, let oldest = seen.indices.min(by: { seen[$0].heard < seen[$1].heard }) {
            seen.remove(at: oldest)
        }
        seen.append(Seen(sensor: sensor, told: now, heard: now, channelID: id))
        return true
    }

    /// The whole id of a sensor heard within so many microseconds.
    func channelID(of sensor: ANTSensorID, heardWithin span: Int64, at now: Int64) -> ChannelID? {
        seen.first { $0.sensor == sensor && $0.heard + span >= now }?.channelID
    }
}
