/// How RR-intervals vary from beat to beat: in a workout it says nothing of readiness (core §6.5).
public struct RRVariability: Equatable, Sendable {
    /// Root mean square of the differences of neighbours, milliseconds.
    public var rmssdMilliseconds: Double
    /// Differences that counted: of neighbours that were both accepted.
    public var pairs: Int
    public var acceptedBeats: Int
    public var totalBeats: Int
    /// What the accepted intervals add up to.
    public var duration: TimeSpan

    /// Accepted / total, 0...1.
    public var quality: Double { totalBeats > 0 ? Double(acceptedBeats) / Double(totalBeats) : 0 }
    /// Whether it is good and long enough to be shown to people.
    public var isShown: Bool { quality >= 0.8 && duration >= TimeSpan(microseconds: 60_000_000) }

    public init(rmssdMilliseconds: Double, pairs: Int, acceptedBeats: Int, totalBeats: Int, duration: TimeSpan) {
        self.rmssdMilliseconds = rmssdMilliseconds
        self.pairs = pairs
        self.acceptedBeats = acceptedBeats
        self.totalBeats = totalBeats
        self.duration = duration
    }

    /// - Parameter stretches: RR-intervals in milliseconds, oldest first, cut where some are missing.
    /// - Returns: `nil` without a pair.
    public init?(ofMilliseconds stretches: [[Double]]) {
        var fold = RRFold()
        for stretch in stretches {
            fold.breakOff()
            for (milliseconds, isAccepted) in zip(stretch, RRCleaning.accepted(stretch)) {
                fold.add(milliseconds, isAccepted: isAccepted)
            }
        }
        guard let result = fold.result else { return nil }
        self = result
    }
}

/// Adds up differences beat by beat.
struct RRFold {
    private var previous: Double?
    private var squares = 0.0
    private var pairs = 0
    private var accepted = 0
    private var total = 0
    private var milliseconds = 0.0

    /// No difference is taken across it.
    mutating func breakOff() { previous = nil }

    mutating func add(_ interval: Double, isAccepted: Bool) {
        total += 1
        guard isAccepted else { return breakOff() }
        accepted += 1
        milliseconds += interval
        if let previous {
            squares += (interval - previous) * (interval - previous)
            pairs += 1
        }
        previous = interval
    }

    var result: RRVariability? {
        guard pairs > 0 else { return nil }
        return RRVariability(
            rmssdMilliseconds: (squares / Double(pairs)).squareRoot(), pairs: pairs, acceptedBeats: accepted, totalBeats: total,
            duration: TimeSpan(seconds: milliseconds / 1000))
    }
}
