import JSONText
public import Workouts

/// What could not be used on the way from a capture to its workout: counted, shown, never fatal.
public struct WorkoutReport: Equatable, Sendable {
    /// In any order; the JSON sorts them.
    public var rejects: [Reject]
    /// Readings that no rider can have produced, turned away before the workout was folded.
    public var implausible: [Quantity: Int]

    /// One reason, and how often one source, or none that is known, gave it.
    public struct Reject: Equatable, Sendable {
        /// `nil` when no source is known.
        public var source: SourceID?
        /// A short name: `checksumMismatch`, `dropped`, …
        public var reason: String
        /// 1 or more.
        public var count: Int

        /// - Parameter reason: one short word, the same every time.
        public init(source: SourceID? = nil, reason: String, count: Int) {
            self.source = source
            self.reason = reason
            self.count = count
        }
    }

    /// - Parameters:
    ///   - rejects: in any order; none when everything could be used.
    ///   - implausible: by quantity.
    public init(rejects: [Reject] = [], implausible: [Quantity: Int] = [:]) {
        self.rejects = rejects
        self.implausible = implausible
    }

    /// - Parameter omissions: what the fold itself left out.
    func json(omissions: Omissions) -> JSONValue {
        let sorted = rejects.sorted {
            ($0.source.map { Int($0.rawValue) } ?? -1, $0.reason, $0.count)
                < ($1.source.map { Int($0.rawValue) } ?? -1, $1.reason, $1.count)
        }
        let unbelieved = self.implausible.merging(omissions.implausibleSamples) { $0 &+ $1 }
        var implausible = JSONObject()
        for (quantity, count) in unbelieved.inOrder { implausible.append(quantity.rawValue, .integer(count)) }
        return [
            "rejected": .integer(rejects.reduce(0) { $0 &+ $1.count }),
            "rejects": .array(
                sorted.map {
                    ["source": .integer($0.source?.rawValue), "reason": .string($0.reason), "count": .integer($0.count)]
                }),
            "implausibleSamples": .object(implausible), "omittedPauses": .integer(omissions.pauses),
            "omittedLaps": .integer(omissions.laps), "omittedLocations": .integer(omissions.locations),
        ]
    }
}
