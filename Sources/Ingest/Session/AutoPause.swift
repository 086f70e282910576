import Workouts

/// Decides from movement when the timer stops and goes on: for who asked for it (`auto-pause on`).
///
/// Standing still is 5 s in which every source of movement that speaks says so: speed below the limit, cadence and power 0.
/// A source that says nothing is no evidence: in a tunnel without speed the timer runs on, and with heart rate alone it never stops.
struct AutoPause {
    static let patience = TimeSpan(seconds: 5)
    /// For how long a word counts.
    static let hold = TimeSpan(seconds: 5)

    enum Decision { case pause, resume }

    private var lastMoving: Offset?
    private var lastStill: Offset?
    private var stillSince: Offset?

    /// Metres per second below which a person stands: receivers wander by some tenths at rest.
    static func stillSpeed(_ activity: ActivityType) -> Double {
        switch activity {
        case .walking, .hiking, .trailRunning, .crossCountrySkiing: 0.3
        default: 0.6
        }
    }

    mutating func reset() { self = AutoPause() }

    /// Takes one reading into account.
    mutating func apply(_ reading: Reading, activity: ActivityType) {
        let limit: Double
        switch reading.quantity {
        case .speed: limit = Self.stillSpeed(activity)
        case .cadence, .stepRate, .power: limit = 0
        default: return
        }
        if reading.value > limit {
            lastMoving = reading.offset
            stillSince = nil
        } else {
            lastStill = reading.offset
        }
    }

    /// Takes a reading into account if it says that the athlete moves; one that does not is no evidence of standing.
    mutating func noteMovement(_ reading: Reading, activity: ActivityType) {
        if reading.value > Self.stillSpeed(activity) { apply(reading, activity: activity) }
    }

    /// For how long a movement says that the athlete moves.
    private static let momentum = TimeSpan(seconds: 1.5)

    /// When `decide` may come to something, unless a reading comes first; a moment that is over means at once.
    func wakeAt(now: Offset, isPaused: Bool) -> Offset? {
        guard !isPaused else { return lastMoving.flatMap { now - $0 < Self.momentum ? now : nil } }
        guard let lastStill, now - lastStill <= Self.hold else { return nil }
        return stillSince.map { $0 + Self.patience } ?? lastMoving.map { $0 + Self.momentum } ?? now
    }

    /// What follows at this moment.
    mutating func decide(at now: Offset, isPaused: Bool) -> Decision? {
        let isMoving = lastMoving.map { now - $0 < Self.momentum } ?? false
        let isStill = !isMoving && (lastStill.map { now - $0 <= Self.hold } ?? false)
        if isPaused {
            guard isMoving else { return nil }
            stillSince = nil
            return .resume
        }
        guard isStill else {
            stillSince = nil
            return nil
        }
        let since = stillSince ?? now
        stillSince = since
        return now - since >= Self.patience ? .pause : nil
    }
}
