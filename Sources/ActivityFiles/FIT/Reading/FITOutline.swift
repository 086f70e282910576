import Workouts

/// Legs, laps, pauses and markers of one activity, as offsets from its start.
struct FITOutline {
    private(set) var legs: [ActivityRecording.Leg] = []
    private(set) var laps: [ActivityRecording.Lap] = []
    private(set) var pauses: [Pause] = []
    private(set) var markers: [Marker] = []
    private(set) var stated: StatedFigures?
    /// By leg: the second in which its session starts, and its first lap.
    private var openings: [(second: UInt32, firstLap: Int64?)] = []
    private let start: Offset
    private let end: Offset
    /// What our own files call calories may be reckoned, and is no machine's count.
    private let isOurs: Bool

    init(_ collected: FITCollector, span: FITSpan) {
        start = span.start
        end = Offset.zero + (span.end - span.start)
        isOurs = collected.writtenOf != nil || collected.maker.isOurs
        takeSessions(span.sessions, otherwise: collected)
        takeTimer(collected.events)
        addGaps(span.sessions)
        takeLaps(collected.laps)
    }

    private func offset(_ moment: Offset) -> Offset { Offset.zero + (moment - start) }

    private mutating func takeSessions(_ sessions: [FITSpan.Session], otherwise collected: FITCollector) {
        guard let first = sessions.first else {
            let row = (collected.sessions + collected.laps).first { $0.sport != nil }
            let type = ActivityType(
                fitSport: collected.sport.sport ?? row?.sport, subSport: collected.sport.subSport ?? row?.subSport)
            legs = [ActivityRecording.Leg(type: type, start: .zero)]
            return
        }
        legs = [ActivityRecording.Leg(type: first.row.activity, start: .zero, stated: first.row.stated)]
        openings = [(0, first.row.firstLap)]
        for session in sessions.dropFirst() {
            let begin = offset(session.start)
            guard begin > (legs.last?.start ?? .zero), begin < end else { continue }
            legs.append(ActivityRecording.Leg(type: session.row.activity, start: begin, stated: session.row.stated))
            openings.append((session.row.start ?? 0, session.row.firstLap))
        }
        stated = sessions.count == 1 ? first.row.stated : StatedFigures(summing: sessions.map(\.row.stated))
    }

    // MARK: The timer

    private mutating func takeTimer(_ events: [FITTimerEvent]) {
        let inOrder = events.enumerated().sorted { ($0.element.second, $0.offset) < ($1.element.second, $1.offset) }.map(
            \.element)
        var stop: (start: Offset, isAutomatic: Bool)?
        for event in inOrder {
            let moment = min(max(offset(Offset(fit: event.second)), .zero), end)
            switch event.kind {
            case .stop(let isAutomatic): if stop == nil { stop = (moment, isAutomatic) }
            case .start:
                if let stop { addPause(from: stop.start, to: moment, isAutomatic: stop.isAutomatic) }
                stop = nil
            case .marker:
                let isInside = offset(Offset(fit: event.second)) == moment
                if isInside { markers.append(Marker(offset: moment, kind: .marker, note: event.note)) }
            }
        }
        // The last stop is the end, in whatever part of its second it was.
        if let stop, end - stop.start > FITSpan.second { addPause(from: stop.start, to: end, isAutomatic: stop.isAutomatic) }
    }

    private mutating func addPause(from start: Offset, to end: Offset, isAutomatic: Bool) {
        if start < end { pauses.append(Pause(start: start, end: end, isAutomatic: isAutomatic)) }
    }

    /// Between two sessions nothing was recorded: the timer stood.
    private mutating func addGaps(_ sessions: [FITSpan.Session]) {
        for (session, next) in zip(sessions, sessions.dropFirst()) {
            let gap = (start: offset(session.end), end: offset(next.start))
            guard gap.end - gap.start > FITSpan.second else { continue }
            pauses.append(Pause(start: max(gap.start, .zero), end: min(gap.end, end), isAutomatic: false))
        }
        let running = TimerIntervals(start: .zero, end: end, pauses: pauses).intervals
        // Apart from each other: what lies between the timer's intervals, with the name of the pause that began it.
        let told = pauses.sorted { $0.start < $1.start }
        pauses = []
        var index = 0
        for (from, to) in zip([.zero] + running.map(\.end), running.map(\.start) + [end]) where from < to {
            while index < told.count, told[index].end <= from { index += 1 }
            pauses.append(Pause(start: from, end: to, isAutomatic: index < told.count && told[index].isAutomatic))
        }
    }

    // MARK: Laps

    private mutating func takeLaps(_ rows: [FITSummaryRow]) {
        let inOrder = rows.filter { $0.start != nil }.enumerated()
            .sorted { ($0.element.startOffset, $0.offset) < ($1.element.startOffset, $1.offset) }.map(\.element)
        let legOfLap = legOfLap(inOrder)
        var begin = Offset.zero
        for (index, row) in inOrder.enumerated() where offset(row.startOffset) + row.length > .zero {
            let leg = legOfLap[index]
            begin = max(begin, legs[leg].start)
            let legEnd = leg + 1 < legs.count ? legs[leg + 1].start : end
            var next = legEnd
            if index + 1 < inOrder.count, legOfLap[index + 1] == leg {
                // Where the next begins is where this one ends, also across a pause that no lap holds.
                next = min(FITSpan.near(offset(inOrder[index + 1].startOffset), begin + row.length), legEnd)
            }
            guard next > begin else { continue }
            laps.append(
                ActivityRecording.Lap(
                    start: begin, end: next, trigger: LapTrigger(fit: row.trigger), stated: row.stated,
                    machineKilocalories: isOurs ? row.machineKilocalories : row.stated.energyKilocalories))
            begin = next
        }
    }

    /// By the sessions' first laps where they say them all; else by when laps and sessions start.
    private func legOfLap(_ rows: [FITSummaryRow]) -> [Int] {
        let firstLaps = openings.compactMap(\.firstLap)
        let isNumbered = firstLaps.count == legs.count && zip(firstLaps, firstLaps.dropFirst()).allSatisfy { $0 < $1 }
        var leg = 0
        return rows.enumerated().map { index, row in
            while leg + 1 < openings.count,
                isNumbered ? firstLaps[leg + 1] <= Int64(index) : openings[leg + 1].second <= (row.start ?? 0)
            {
                leg += 1
            }
            return leg
        }
    }
}

extension LapTrigger {
    fileprivate init(fit number: Int64?) {
        switch number {
        case 1: self = .time
        case 2: self = .distance
        case 7: self = .sessionEnd
        // By hand, at a place, or by a machine.
        default: self = .manual
        }
    }
}

extension StatedFigures {
    /// Of several sessions what adds up; averages of parts are not the whole's.
    init(summing parts: [StatedFigures]) {
        func sum<Value: AdditiveArithmetic>(_ path: KeyPath<StatedFigures, Value?>) -> Value? {
            let values = parts.compactMap { $0[keyPath: path] }
            return values.isEmpty ? nil : values.reduce(.zero, +)
        }
        elapsed = sum(\.elapsed)
        timer = sum(\.timer)
        moving = sum(\.moving)
        distanceMetres = sum(\.distanceMetres)
        ascentMetres = sum(\.ascentMetres)
        descentMetres = sum(\.descentMetres)
        energyKilocalories = sum(\.energyKilocalories)
        workKilojoules = sum(\.workKilojoules)
        steps = sum(\.steps)
        maximumBeatsPerMinute = parts.compactMap(\.maximumBeatsPerMinute).max()
        maximumPowerWatts = parts.compactMap(\.maximumPowerWatts).max()
        maximumSpeedMetresPerSecond = parts.compactMap(\.maximumSpeedMetresPerSecond).max()
    }
}
