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
    ///   - outputs: watts, holes as 0, or metres per second, holes as `nil`; one a timer second.
    ///   - heartRates: of the same seconds, `nil` where there is none.
    static func metric(_ outputs: [Double?], against heartRates: [Double?], basis: Basis) -> Metric<Decoupling> {
        let count = min(outputs.count, heartRates.count)
        guard count >= shortestSeconds else { return .unavailable(.tooShort) }
        var counted = 0
        /// Mean output / mean heart rate over the seconds that have both: their number cancels out.
        func ratio(_ seconds: Range<Int>) -> Double? {
            var (output, beats) = (0.0, 0.0)
            for second in seconds {
                guard let one = outputs[second], let rate = heartRates[second] else { continue }
                output += one
                beats += rate
                counted += 1
            }
            return beats > 0 ? output / beats : nil
        }
        guard let first = ratio(0..<count / 2), let second = ratio(count / 2..<count), first > 0 else {
            return .unavailable(.noData)
        }
        return .value(
            Decoupling(
                percent: (first - second) / first * 100, basis: basis, coverage: Double(counted) / Double(count)))
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
