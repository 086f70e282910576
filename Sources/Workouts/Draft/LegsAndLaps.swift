/// Where legs and laps begin. A lap never crosses a leg; there is always one of each.
struct LegsAndLaps: Sendable {
    struct Leg: Equatable, Sendable {
        var type: ActivityType
        var start: Offset
    }

    struct ClosedLap: Equatable, Sendable {
        var start: Offset
        var end: Offset
        var trigger: LapTrigger
        var leg: Int
    }

    private(set) var legs: [Leg]
    private(set) var laps: [ClosedLap] = []
    private(set) var lapStart: Offset

    init(start: Offset, type: ActivityType) {
        legs = [Leg(type: type, start: start)]
        lapStart = start
    }

    var current: Leg { legs[legs.count - 1] }

    /// - Returns: whether there was anything to close.
    mutating func lap(at offset: Offset, _ trigger: LapTrigger) -> Bool {
        guard offset > lapStart else { return false }
        laps.append(ClosedLap(start: lapStart, end: offset, trigger: trigger, leg: legs.count - 1))
        lapStart = offset
        return true
    }

    /// - Returns: whether the activity changed; it does not go back before the last lap.
    mutating func activity(at offset: Offset, _ type: ActivityType) -> Bool {
        guard offset >= lapStart else { return false }
        _ = lap(at: offset, .activityChange)
        if current.start == offset {
            legs[legs.count - 1].type = type
        } else {
            legs.append(Leg(type: type, start: offset))
        }
        return true
    }

    /// All of them, cut at the end of the workout.
    func closed(at end: Offset) -> (legs: [(type: ActivityType, start: Offset, end: Offset)], laps: [ClosedLap]) {
        let begun = legs.enumerated().filter { $0.offset == 0 || $0.element.start < end }.map(\.element)
        let ends = begun.dropFirst().map(\.start) + [end]
        let closedLegs = zip(begun, ends).map { (type: $0.type, start: $0.start, end: $1) }
        var all = laps.filter { $0.start < end && $0.leg < begun.count }
        if let last = all.last, last.end > end {
            all[all.count - 1].end = end
            all[all.count - 1].trigger = .sessionEnd
        } else if all.isEmpty || lapStart < end {
            all.append(ClosedLap(start: lapStart, end: end, trigger: .sessionEnd, leg: begun.count - 1))
        }
        return (closedLegs, all)
    }
}
