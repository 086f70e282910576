/// How a session is meant to go: which share of what could be held for an hour is asked for at each moment.
public enum DemoEffort: String, CaseIterable, Sendable {
    case recovery, endurance, tempo, intervals, long
    /// Sets with rest between.
    case strength

    /// - Parameters:
    ///   - seconds: of timer time.
    ///   - total: how long the session is meant to last.
    /// - Returns: the share, and which part of the session this is: a lap ends where it changes.
    func share(at seconds: Int, of total: Int) -> (share: Double, part: Int) {
        let (warmUp, coolDown) = Self.edges(of: total)
        switch self {
        case .recovery: return (0.54, 0)
        case .endurance: return (seconds < warmUp ? 0.58 : 0.67, 0)
        case .long: return (seconds > total * 3 / 4 ? 0.72 : 0.63, 0)
        case .tempo:
            if seconds < warmUp { return (0.6, 0) }
            return seconds < coolDown ? (0.86, 1) : (0.52, 2)
        case .intervals:
            let repeats = Self.repeats(in: total)
            if seconds < warmUp { return (0.6, 0) }
            let (number, moment) = (seconds - warmUp).quotientAndRemainder(dividingBy: Self.work + Self.rest)
            guard number < repeats else { return (0.55, 2 * repeats + 1) }
            return moment < Self.work ? (1.02, 2 * number + 1) : (0.5, 2 * number + 2)
        case .strength: return (seconds % 150 < 55 ? 0.8 : 0.22, 0)
        }
    }

    /// What a plan is called; `nil` when it is just a ride or a run.
    func name(lasting total: Int) -> String? {
        guard self == .intervals, Self.repeats(in: total) > 0 else { return nil }
        return "\(Self.repeats(in: total)) × \(Self.work / 60) min"
    }

    // Seconds of one repeat and of the rest after it.
    static let work = 480
    static let rest = 240

    static func edges(of total: Int) -> (warmUp: Int, coolDown: Int) {
        (min(900, total / 5), total - min(600, total / 8))
    }

    static func repeats(in total: Int) -> Int {
        let (warmUp, coolDown) = edges(of: total)
        return max(0, coolDown - warmUp) / (work + rest)
    }
}
