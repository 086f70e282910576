public import Workouts

/// What to show of a rate that only events tell, while no event comes: neither a frozen value nor a flicker to 0 at a slow cadence.
///
/// With one event a revolution, silence of `t` seconds bounds the rate by 1/t: the shown rate decays along that bound, and is 0
/// once the silence reaches a limit. Whether the sensor itself was lost is another question, which this does not answer.
public struct StopDetector: Equatable, Sendable {
    /// Silence after which a wheel or crank stands still, however fast it turned.
    public static let shortestLimit = TimeSpan(seconds: 2)
    /// The same at the slowest rates: below 7.5/min nobody rides.
    public static let longestLimit = TimeSpan(seconds: 8)
    /// Sensors speak about once a second: for so long, hearing nothing at all tells nothing about events.
    public static let packetInterval = TimeSpan(seconds: 1)

    private var state = State.unknown
    private var lastPacket = Offset.zero

    private enum State: Equatable {
        case unknown
        /// A count was heard, and no event since.
        case waiting(since: Offset)
        case turned(revolutionsPerSecond: Double, lastEvent: Offset)
    }

    /// Before the first packet nothing is known.
    public init() {}

    /// The first count of a connection came, or a count that began anew.
    public mutating func baseline(at offset: Offset) {
        state = .waiting(since: offset)
        lastPacket = offset
    }

    /// An event came with this rate.
    public mutating func event(revolutionsPerSecond rate: Double, at offset: Offset) {
        state = .turned(revolutionsPerSecond: rate, lastEvent: offset)
        lastPacket = offset
    }

    /// A packet came and told of no new event.
    public mutating func repetition(at offset: Offset) { lastPacket = max(lastPacket, offset) }

    /// The link was lost: nothing is known.
    public mutating func forget() { state = .unknown }

    /// Revolutions per second now; 0 from `stop` on; `nil` while no event told a rate.
    public func revolutionsPerSecond(at now: Offset) -> Double? {
        switch state {
        case .unknown: return nil
        case .waiting(let since):
            // Only packets that go on saying "no event" make this a stop.
            return lastPacket - since >= Self.longestLimit ? 0 : nil
        case .turned(let rate, let lastEvent):
            if let stop, now >= stop { return 0 }
            let silence = max(lastPacket - lastEvent, now - lastEvent - Self.packetInterval)
            return silence > .zero ? min(rate, 1 / silence.seconds) : rate
        }
    }

    /// From when on `rate(at:)` is below `rate` if no packet comes; `nil` while no event told a rate.
    func decay(below rate: Double) -> Offset? {
        guard case .turned(_, let lastEvent) = state, rate > 0 else { return nil }
        if lastPacket > lastEvent, 1 / (lastPacket - lastEvent).seconds < rate { return lastPacket }
        return lastEvent + Self.packetInterval + TimeSpan(seconds: 1 / rate) + TimeSpan(microseconds: 1)
    }

    /// When the rate becomes 0 if no event comes: two periods after the last event, within the limits; `nil` while there was none.
    public var stop: Offset? {
        guard case .turned(let rate, let lastEvent) = state else { return nil }
        guard rate > 0 else { return lastEvent }
        let twoPeriods = TimeSpan(seconds: min(2 / rate, Self.longestLimit.seconds))
        return lastEvent + max(Self.shortestLimit, twoPeriods)
    }
}
