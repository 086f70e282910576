/// How much less power, or speed, a heart beat gave in the second half than in the first (core §6.4).
public struct Decoupling: Equatable, Sendable {
    /// Percent of the first half's ratio; negative when the second half gave more.
    public var percent: Double
    public var basis: Basis
    /// Of the seconds, the share that counted, 0...1.
    public var coverage: Double
    public var isLowCoverage: Bool { coverage < lowestFullCoverage }

    /// What was set against heart rate.
    public enum Basis: String, Sendable { case power, speed }

    public init(percent: Double, basis: Basis, coverage: Double) {
        self.percent = percent
        self.basis = basis
        self.coverage = coverage
    }

    /// Seconds below which the halves say nothing.
    public static let shortestSeconds = 1200

    /// - Parameters:
    ///   - seconds: of each timer second, watts, holes as 0, or metres per second, and the heart rate; `nil` where there is none.
    ///   - count: how many there are.
    static func metric(
        _ seconds: some Sequence<(output: Double?, beatsPerMinute: Double?)>, count: Int, basis: Basis
    ) -> Metric<Decoupling> {
        guard count >= shortestSeconds else { return .unavailable(.tooShort) }
        var (earlier, later) = (Half(), Half())
        for (index, second) in seconds.enumerated() {
            if index < count / 2 { earlier.add(second) } else { later.add(second) }
        }
        guard let first = earlier.ratio, let second = later.ratio, first > 0 else { return .unavailable(.noData) }
        let counted = earlier.counted + later.counted
        return .value(
            Decoupling(
                percent: (first - second) / first * 100, basis: basis, coverage: Double(counted) / Double(count)))
    }
}

/// Mean output / mean heart rate over the seconds that have both: their number cancels out.
private struct Half {
    private var (output, beats) = (0.0, 0.0)
    private(set) var counted = 0

    var ratio: Double? { beats > 0 ? output / beats : nil }

    mutating func add(_ second: (output: Double?, beatsPerMinute: Double?)) {
        guard let one = second.output, let rate = second.beatsPerMinute else { return }
        output += one
        beats += rate
        counted += 1
    }
}

extension Decoupling.Basis {
    /// Speed for what is done on foot, power for all else; `nil` for both together, whose halves are different sports.
    init?(_ activities: some Sequence<ActivityType>) {
        let kinds = Set(activities.filter { $0 != .transition }.map(\.isOnFoot))
        guard kinds.count < 2 else { return nil }
        self = kinds.first == true ? .speed : .power
    }
}

extension ActivityType {
    /// Whether it is walked or run.
    public var isOnFoot: Bool {
        switch self {
        case .running, .treadmillRunning, .trailRunning, .walking, .hiking: true
        case .cycling, .indoorCycling, .rowing, .indoorRowing, .swimming, .crossCountrySkiing, .alpineSkiing, .strength,
            .flexibility, .transition, .other:
            false
        }
    }
}
