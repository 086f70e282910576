import Workouts

/// Notices from what sensors say before a workout that the rider has begun: two readings of power, cadence or steps above 0 from one
/// sensor within 5 s, a wheel that turns, or a receiver that goes on moving for 5 s.
///
/// After a workout the rider's last turns must not begin another: first there must be rest. It never ends a workout.
struct AutoStart {
    static let window = TimeSpan(seconds: 5)
    /// Metres a second.
    static let movingSpeed = 2.0
    /// Without movement, before movement means something again.
    static let rest = TimeSpan(seconds: 30)

    private struct Mover {
        let source: SourceID
        let quantity: Quantity
        var since: Offset
        var last: Offset
    }

    private var movers: [Mover] = []
    /// Where rest must last until; `nil` when movement counts at once.
    private var restsUntil: Offset?

    /// - Parameter isAfterWorkout: whether the rider stopped a workout just now.
    init(isAfterWorkout: Bool) { restsUntil = isAfterWorkout ? .zero + Self.rest : nil }

    /// Takes what sensors say now.
    ///
    /// - Returns: whether the workout begins.
    mutating func apply(_ sensors: [LiveFigures.Sensor], isReceiver: (SourceID) -> Bool) -> Bool {
        var begins = false
        for sensor in sensors where sensor.quantity.tellsMovement {
            guard let value = sensor.news.value else { continue }
            let index = movers.firstIndex { $0.source == sensor.source && $0.quantity == sensor.quantity }
            guard value > (sensor.quantity == .speed ? Self.movingSpeed : 0) else {
                if let index { movers.remove(at: index) }
                continue
            }
            guard let index else {
                movers.append(
                    Mover(source: sensor.source, quantity: sensor.quantity, since: sensor.lastHeard, last: sensor.lastHeard))
                continue
            }
            guard sensor.lastHeard > movers[index].last else { continue }
            if sensor.lastHeard - movers[index].last > Self.window { movers[index].since = sensor.lastHeard }
            movers[index].last = sensor.lastHeard
            let moved = sensor.lastHeard - movers[index].since
            let isSteady = sensor.quantity != .speed || !isReceiver(sensor.source) || moved >= Self.window
            if moved > .zero, isSteady { begins = true }
        }
        return begins && hasRested(sensors)
    }

    private mutating func hasRested(_ sensors: [LiveFigures.Sensor]) -> Bool {
        guard let until = restsUntil else { return true }
        let now = sensors.lazy.map(\.lastHeard).max() ?? .zero
        if now >= until {
            restsUntil = nil
            return true
        }
        restsUntil = now + Self.rest
        return false
    }
}

extension Quantity {
    fileprivate var tellsMovement: Bool {
        switch self {
        case .power, .cadence, .stepRate, .speed: true
        case .heartRate, .altitude, .temperature, .distance, .steps, .energy: false
        }
    }
}
