/// What a file of any format holds of activities.
public struct ActivityContents: Equatable, Sendable {
    public var format: ActivityFormat
    /// In order of time as far as the format has one; none where the file plans and does not record.
    public var recordings: [ActivityRecording] = []
    /// What ended the reading early: what came before is in `recordings`.
    public var fault: ActivityFault?
    /// What is there and is no activity.
    public var leftOut = LeftOut()

    public struct LeftOut: Equatable, Sendable {
        /// Single places of GPX.
        public var waypoints = 0
        /// Routes of GPX, courses and planned workouts of TCX: what is to come has no times.
        public var plans = 0
        /// Points of tracks that have no time.
        public var untimedPoints = 0
        public init() {}
    }

    init(_ format: ActivityFormat) { self.format = format }

    /// A fault where it leaves nothing to use.
    func checked() throws(ActivityFault) -> ActivityContents {
        if let fault, recordings.isEmpty { throw fault }
        return self
    }

    /// What a person should know of it, a sentence each, without full stops.
    public var sentences: [String] {
        var sentences: [String] = []
        func count(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
        var parts: [String] = []
        if leftOut.waypoints > 0 { parts.append(count(leftOut.waypoints, "waypoint", "waypoints")) }
        if leftOut.plans > 0 { parts.append(count(leftOut.plans, "planned route or workout", "planned routes or workouts")) }
        if leftOut.untimedPoints > 0 {
            parts.append(count(leftOut.untimedPoints, "point without a time", "points without a time"))
        }
        if !parts.isEmpty { sentences.append(parts.joined(separator: ", ") + ": no recording, and not used") }
        let findings = recordings.map(\.findings)
        let zoneless = findings.reduce(0) { $0 + $1.timesWithoutZone }
        if zoneless > 0 { sentences.append(count(zoneless, "time", "times") + " without a time zone: read as UTC") }
        let outside = findings.reduce(0) { $0 + $1.pointsOutside }
        if outside > 0 { sentences.append(count(outside, "point", "points") + " of another date than the rest: not used") }
        if findings.contains(where: \.speedsRescaled) {
            sentences.append("the speeds are in km/h where the format has m/s: converted")
        }
        if let fault { sentences.append(fault.sentence + "; what stands before it is used") }
        return sentences
    }
}
