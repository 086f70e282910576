import Glibc  // rounding is a libm call on processors without the instruction

/// What a card of a workout shows: numbers that are computed already, and the shape of the route. It holds no coordinate, no
/// place and no time zone, and of altitudes only how much was climbed.
public struct ShareFigures: Equatable, Sendable {
    public var type: ActivityType
    /// A brand or plan name, when there is one.
    public var name: String?
    /// Whoever draws it says so.
    public var isDemo: Bool
    /// The start in local time; in UTC when nobody said what local time is.
    public var localStart: CivilDate
    public var elapsed: TimeSpan
    public var timer: TimeSpan
    public var moving: Metric<TimeSpan>
    /// Metres.
    public var distanceMetres: Metric<Double>
    /// Metres per second, over timer time.
    public var averageSpeedMetresPerSecond: Metric<Double>
    /// Metres climbed.
    public var ascentMetres: Metric<Double>
    /// Beats per minute.
    public var averageBeatsPerMinute: Metric<Double>
    public var maximumBeatsPerMinute: Metric<Double>
    /// Watts, zeros counted.
    public var averagePowerWatts: Metric<Double>
    /// Watts.
    public var normalizedPowerWatts: Metric<Double>
    /// Kilojoules.
    public var workKilojoules: Metric<Double>
    public var shape: Shape

    /// What may be told of where it went.
    public enum Form: Equatable, Sendable {
        /// The shape of the route without its start and end.
        case route(RouteTrimming = RouteTrimming())
        /// Numbers alone.
        case locationFree
    }

    /// The route as lines, or why there are none.
    public enum Shape: Equatable, Sendable {
        /// One after another in one frame: x to the east, y to the north, centred on 0, the longer side of the box of all of them
        /// being 1; four decimals. `isSmoothed`: the places are not the recorded ones.
        case lines([[UnitPoint]], isSmoothed: Bool)
        /// The workout has no route.
        case noRoute
        /// All of it lies too near its start or its end.
        case trimmedAway
        /// Nobody asked for it.
        case locationFree
    }

    /// - Parameter route: drawn instead of the recorded one, such as `workout.smoothedRoute()`.
    public init(_ workout: Workout, form: Form = .route(), route: Route? = nil) {
        let summary = workout.summary
        type = workout.type
        name = workout.name
        isDemo = workout.isDemo
        let offset = workout.clock.utcOffsetSeconds.flatMap { $0.magnitude <= 86_400 ? $0 : nil }
        localStart = CivilDate(workout.startTimestamp, utcOffsetSeconds: offset ?? 0)
        elapsed = summary.elapsed
        timer = summary.timer
        moving = summary.moving
        distanceMetres = summary.distance.told(\.metres)
        averageSpeedMetresPerSecond = summary.averageSpeedMetresPerSecond
        ascentMetres = summary.ascentMetres
        averageBeatsPerMinute = summary.heartRate.told(\.average)
        maximumBeatsPerMinute = summary.heartRate.told(\.maximum)
        averagePowerWatts = summary.power.told(\.average)
        normalizedPowerWatts = summary.normalizedPowerWatts
        workKilojoules = summary.workKilojoules
        shape =
            switch form {
            case .locationFree: .locationFree
            case .route(let trimming): Self.shape(of: route ?? workout.route, recorded: workout.route, trimming)
            }
    }

    private static func shape(of route: Route, recorded: Route, _ trimming: RouteTrimming) -> Shape {
        guard route.placeCount > 0 else { return .noRoute }
        let stretches = trimming.stretches(of: route, recorded: recorded)
        guard !stretches.isEmpty else { return .trimmedAway }
        // The frame is that of what is shown; what is hidden leaves no mark on it.
        var points = Route(syncID: route.syncID, locations: Array(stretches.joined())).unitPolyline[...]
        let lines = stretches.map { stretch in
            defer { points = points.dropFirst(stretch.count) }
            return drawn(points.prefix(stretch.count))
        }
        return .lines(lines, isSmoothed: route.isSmoothed)
    }

    /// Four decimals are a tenth of a pixel of a card, and hide how mathematics differ from one processor to another; of points that
    /// come to be one, one is kept.
    private static func drawn(_ points: ArraySlice<UnitPoint>) -> [UnitPoint] {
        func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 + 0 }
        var line: [UnitPoint] = []
        for point in points {
            let corner = UnitPoint(x: rounded(point.x), y: rounded(point.y))
            if line.last != corner { line.append(corner) }
        }
        return line
    }
}

extension Metric {
    fileprivate func told<Part>(_ part: (Value) -> Part) -> Metric<Part> {
        switch self {
        case .value(let value): .value(part(value))
        case .unavailable(let gap): .unavailable(gap)
        }
    }
}
