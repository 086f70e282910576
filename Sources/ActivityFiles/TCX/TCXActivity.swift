import Workouts

/// One `Activity`, as the file tells it: offsets are since 1970.
struct TCXActivity {
    var type: ActivityType
    /// Which multisport session it is a leg of.
    var session: Int?
    var laps: [TCXLap] = []
    private(set) var points: [RecordedPoint] = []
    private var startText: String?
    private var maker: String?
    private var note: String?
    private var unitID: String?
    private var productID: String?
    private var utcOffsetSeconds: Int?
    private var findings = ActivityRecording.Findings()

    private static let step = TimeSpan(microseconds: 60_000_000)

    init(type: ActivityType) { self.type = type }

    /// - Parameter sport: the attribute: `Running`, `Biking` or `Other`.
    init(sport: [UInt8]?) {
        switch sport.map({ String(decoding: $0, as: UTF8.self) }) {
        case "Running": type = .running
        case "Biking": type = .cycling
        default: type = .other
        }
    }

    /// What tells it from all others: the device and the start; `nil` without a device's number.
    var identity: String? {
        guard let startText, let unitID, unitID != "0" else { return nil }
        return "tcx:\(maker ?? ""):\(productID ?? ""):\(unitID):\(startText)"
    }

    mutating func beginTrack() {
        guard !laps.isEmpty, laps[laps.count - 1].tracks.last != points.count else { return }
        laps[laps.count - 1].tracks.append(points.count)
    }

    mutating func append(_ point: RecordedPoint, zone: MomentText.Zone) {
        if case .offset(let seconds) = zone, seconds != 0 { utcOffsetSeconds = utcOffsetSeconds ?? seconds }
        if zone == .missing { findings.timesWithoutZone += 1 }
        if let last = points.last, last.offset - point.offset > Self.step { findings.clockStepped = true }
        points.append(point)
        if !laps.isEmpty { laps[laps.count - 1].end = points.count }
    }

    /// Takes an element outside all points.
    mutating func take(_ name: String, in parent: String, of grandparent: String, _ text: [UInt8]) {
        switch (parent, name) {
        case ("Activity", "Id"): startText = XMLText.words(text)
        case ("Activity", "Notes"): note = XMLText.words(text)
        case ("Creator", "Name"): maker = XMLText.words(text)
        case ("Creator", "UnitId"): unitID = XMLText.words(text)
        case ("Creator", "ProductID"): productID = XMLText.words(text)
        default:
            guard !laps.isEmpty else { break }
            laps[laps.count - 1].take(name, in: parent, of: grandparent, text, isOnFoot: type.isOnFoot)
        }
    }

    /// Files say no more than three sports: without any place the first two were indoors.
    private var told: ActivityType {
        guard !points.contains(where: { $0.place != nil }) else { return type }
        return type == .cycling ? .indoorCycling : type == .running ? .treadmillRunning : type
    }

    /// - Parameter activities: one, or the legs of a session.
    static func assembly(of activities: ArraySlice<TCXActivity>) -> RecordingAssembly {
        var assembly = RecordingAssembly(format: "tcx")
        assembly.maker = activities.lazy.compactMap(\.maker).first
        assembly.serialNumber = activities.lazy.compactMap(\.unitID).first { $0 != "0" }
        assembly.utcOffsetSeconds = activities.lazy.compactMap(\.utcOffsetSeconds).first
        assembly.note = activities.lazy.compactMap(\.note).first
        var all: [StatedFigures] = []
        for activity in activities {
            let timing = TCXTiming(activity)
            guard let start = timing.start, let end = timing.end else { continue }
            if assembly.start == nil { assembly.start = start }
            // Between two legs nothing was recorded: the timer stood.
            if let before = assembly.end, start - before > TimeSpan(microseconds: 1_000_000) {
                assembly.pauses.append(Pause(start: before, end: start, isAutomatic: false))
            }
            assembly.end = max(assembly.end ?? end, end)
            let stated = activity.laps.map(\.stated)
            all += stated
            assembly.legs.append(
                ActivityRecording.Leg(type: activity.told, start: start, stated: StatedFigures(summing: stated)))
            assembly.laps += timing.laps
            assembly.pauses += timing.pauses
            assembly.points += activity.points
            assembly.findings.timersBeyondElapsed += timing.timersBeyondElapsed
            assembly.findings.timesWithoutZone += activity.findings.timesWithoutZone
            if activity.findings.clockStepped { assembly.findings.clockStepped = true }
        }
        if !all.isEmpty { assembly.stated = StatedFigures(summing: all) }
        assembly.correctSpeeds()
        // What our own files call calories may be reckoned, and is no machine's count.
        if assembly.maker.map({ FITDevices.name == $0 || FITDevices.demoName == $0 }) ?? false {
            for index in assembly.laps.indices { assembly.laps[index].machineKilocalories = nil }
        }
        return assembly
    }
}

extension RecordingAssembly {
    /// Some devices write kilometres per hour: over a kilometre the speeds then come to 3.6 times the distance.
    fileprivate mutating func correctSpeeds() {
        var (bySpeed, byDistance) = (0.0, 0.0)
        for (point, next) in zip(points, points.dropFirst()) {
            guard let speed = next.speedMetresPerSecond, let from = point.distanceMetres, let to = next.distanceMetres, to >= from
            else { continue }
            let seconds = (next.offset - point.offset).seconds
            guard seconds > 0, seconds <= 10 else { continue }
            bySpeed += speed * seconds
            byDistance += to - from
        }
        guard byDistance >= 1000, (3.2...4).contains(bySpeed / byDistance) else { return }
        for index in points.indices { points[index].speedMetresPerSecond = points[index].speedMetresPerSecond.map { $0 / 3.6 } }
        findings.speedsRescaled = true
    }
}
