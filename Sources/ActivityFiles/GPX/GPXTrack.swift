import Workouts

/// One `trk`: its timed points, and where its segments begin.
struct GPXTrack {
    var name: String?
    /// `nil` when it does not say.
    var type: ActivityType?
    /// Offsets since 1970.
    fileprivate(set) var points: [RecordedPoint] = []
    /// Indices of the segments' first points.
    private(set) var segments: [Int] = []
    private(set) var utcOffsetSeconds: Int?
    private(set) var findings = ActivityRecording.Findings()
    private var beginsSegment = true

    /// A track that begins later behind the one before is an activity of its own.
    private static let longestBreak = TimeSpan(microseconds: 4 * 3_600_000_000)
    /// A leg begins without a pause when the break before it is no longer.
    private static let shortestBreak = TimeSpan(microseconds: 5_000_000)
    private static let moment = TimeSpan(microseconds: 1)
    private static let step = TimeSpan(microseconds: 60_000_000)

    mutating func reserveCapacity(_ count: Int) { points.reserveCapacity(count) }

    mutating func beginSegment() { beginsSegment = true }

    mutating func append(_ point: RecordedPoint, zone: MomentText.Zone) {
        if beginsSegment { segments.append(points.count) }
        beginsSegment = false
        if case .offset(let seconds) = zone, seconds != 0 { utcOffsetSeconds = utcOffsetSeconds ?? seconds }
        if zone == .missing { findings.timesWithoutZone += 1 }
        if let last = points.last, last.offset - point.offset > Self.step { findings.clockStepped = true }
        points.append(point)
    }

    /// The first and the last moment.
    private var span: (first: Offset, last: Offset)? {
        guard let point = points.first else { return nil }
        guard findings.clockStepped || zip(points, points.dropFirst()).contains(where: { $0.offset > $1.offset }) else {
            return (point.offset, points[points.count - 1].offset)
        }
        return points.reduce((point.offset, point.offset)) { (min($0.0, $1.offset), max($0.1, $1.offset)) }
    }

    // MARK: Activities

    /// Those that have a timed point, by when they begin, in groups that are an activity each.
    static func grouped(_ tracks: [GPXTrack], isOne: Bool) -> [[GPXTrack]] {
        let timed = tracks.compactMap { track in track.span.map { (track: track, first: $0.first, last: $0.last) } }
        let inOrder = timed.enumerated().sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }.map(\.element)
        var groups: [[GPXTrack]] = []
        var reached = Offset.zero
        for (track, first, last) in inOrder {
            if groups.isEmpty || !isOne && (first < reached || first - reached > longestBreak) {
                groups.append([track])
            } else {
                groups[groups.count - 1].append(track)
            }
            reached = last
        }
        return groups
    }

    /// - Parameters:
    ///   - tracks: at least one, each with a point, in order.
    ///   - title: the document's name.
    static func assembly(of tracks: consuming [GPXTrack], creator: String?, title: String?) -> RecordingAssembly {
        var assembly = RecordingAssembly(format: "gpx")
        assembly.maker = creator
        // Of several tracks each has a name of its own.
        assembly.name = tracks.count == 1 ? tracks[0].name ?? title : title ?? tracks[0].name
        assembly.utcOffsetSeconds = tracks.lazy.compactMap(\.utcOffsetSeconds).first
        // Where the points that follow each other without a break began.
        var begun = tracks.first?.points.first?.offset ?? .zero
        for index in tracks.indices {
            // Taken out, so that their points are moved where they can be.
            var track = GPXTrack()
            swap(&track, &tracks[index])
            assembly.findings.timesWithoutZone += track.findings.timesWithoutZone
            if track.findings.clockStepped { assembly.findings.clockStepped = true }
            let type = track.type ?? assembly.legs.last?.type ?? .other
            let isLeg = assembly.legs.isEmpty || type != assembly.legs.last?.type
            if isLeg, let first = track.points.first {
                assembly.legs.append(ActivityRecording.Leg(type: type, start: first.offset))
            }
            for (index, start) in track.segments.enumerated() {
                guard let last = start > 0 ? track.points[start - 1] : assembly.points.last else { continue }
                let first = track.points[start].offset
                let isBreak = index > 0 || !isLeg || first - last.offset > shortestBreak
                // A segment of one moment takes a moment, so that what was measured in it counts.
                let stood = last.offset > begun ? last.offset : last.offset + moment
                let pause = Pause(start: stood, end: first, isAutomatic: false)
                if isBreak, pause.end > pause.start { assembly.pauses.append(pause) }
                if isBreak { begun = first }
            }
            if assembly.points.isEmpty { swap(&assembly.points, &track.points) } else { assembly.points += track.points }
        }
        return assembly
    }
}
