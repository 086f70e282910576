import JSONText

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
        /// Points of tracks, and lines of tables, that have no time, or none that can be read; and where the first of them stands.
        public var untimedPoints = 0
        public var firstUntimed: FilePlace?
        /// Values of text formats; those of FIT are among a recording's findings.
        public var values = ValueLosses()
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
        unusedSentences + (fault.map { [$0.sentence + "; what stands before it is used"] } ?? [])
    }

    /// The same without the fault that ended the reading.
    public var unusedSentences: [String] {
        leftOut.sentences + ActivityRecording.Findings.sentences(recordings.map(\.findings), values: leftOut.values)
    }
}

extension ActivityContents.LeftOut {
    fileprivate var sentences: [String] {
        var parts: [String] = []
        if waypoints > 0 { parts.append(counted(waypoints, "waypoint", "waypoints")) }
        if plans > 0 { parts.append(counted(plans, "planned route or workout", "planned routes or workouts")) }
        if untimedPoints > 0 {
            let first = firstUntimed.map { untimedPoints > 1 ? " (the first at \($0.words))" : " (at \($0.words))" } ?? ""
            parts.append(counted(untimedPoints, "point without a time", "points without a time") + first)
        }
        return parts.isEmpty ? [] : [parts.joined(separator: ", ") + ": no recording, and not used"]
    }

    mutating func noteUntimed(at place: FilePlace) {
        untimedPoints += 1
        firstUntimed = firstUntimed ?? place
    }
}

extension FITContents {
    /// What a person should know of what was read, a sentence each, without full stops; damage aside.
    public var sentences: [String] {
        ActivityRecording.Findings.sentences(recordings.map(\.findings), values: ValueLosses())
    }
}

extension ActivityRecording.Findings {
    /// - Parameter values: those that are counted of the whole file.
    fileprivate static func sentences(_ findings: [Self], values: ValueLosses) -> [String] {
        var told: [String] = []
        func sum(_ path: KeyPath<Self, Int>) -> Int { findings.reduce(0) { $0 + $1[keyPath: path] } }
        func tell(_ path: KeyPath<Self, Int>, _ one: String, _ many: String, _ words: String) {
            if sum(path) > 0 { told.append(counted(sum(path), one, many) + words) }
        }
        var losses = values
        for one in findings { losses.add(one.values) }
        if let first = losses.first {
            told.append(
                counted(losses.count, "value that is none", "values that are none")
                    + " (\(losses.count > 1 ? "the first: " : "")\(first.words), at \(first.place.words)): not used")
        }
        tell(\.timesWithoutZone, "time", "times", " without a time zone: read as UTC")
        tell(\.pointsOutside, "point", "points", " of another date than the rest: not used")
        tell(\.undatedPoints, "point", "points", " without a date: not used")
        tell(\.sessionsLeftOut, "session", "sessions", " without a start or a point: not used")
        tell(\.implausibleIntervals, "RR-interval", "RR-intervals", " of more than a minute: not used")
        if sum(\.distanceJumps) > 0 {
            let kilometres = min(findings.reduce(0) { $0 + $1.jumpedMetres } / 1000, 1e9)
            told.append(
                counted(sum(\.distanceJumps), "jump", "jumps")
                    + " of the distance, by \(Decimals.text(kilometres, decimals: 1)) km in all, "
                    + "faster than 100 m/s: not counted")
        }
        if findings.contains(where: \.speedsRescaled) {
            told.append("the speeds are in km/h where the format has m/s: converted")
        }
        return told
    }
}

private func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
