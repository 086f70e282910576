import Workouts

/// What a reader of a text format gathers of one activity, its moments as they are told: offsets here are since 1970. `finish()`
/// makes a recording of it, whatever order and dates the file has.
struct RecordingAssembly {
    /// `gpx`, `tcx` or `csv`: what the identities of its sources begin with.
    let format: String
    var points: [RecordedPoint] = []
    var pauses: [Pause] = []
    var markers: [Marker] = []
    /// In order of time; without any the activity is `other`.
    var legs: [ActivityRecording.Leg] = []
    var laps: [ActivityRecording.Lap] = []
    var stated: StatedFigures?
    /// When the file says that it began and ended.
    var start: Offset?
    var end: Offset?
    var utcOffsetSeconds: Int?
    var name: String?
    var note: String?
    /// The workout that this program wrote the file of.
    var writtenOf: WorkoutID?
    /// As one of our own files names them.
    var sources: [OwnSource] = []
    /// Where the distance comes from, as one of our own files says it.
    var distanceOrigin: SampleSource.DistanceOrigin?
    /// The program or device.
    var maker: String?
    /// What tells this device from others of its kind.
    var serialNumber: String?
    /// Named sensors of single quantities.
    var sensors: [Quantity: String] = [:]
    /// Whether a cadence on foot is strides.
    var countsStrides = true
    var findings = ActivityRecording.Findings()

    /// No workout lasts longer.
    static let longest = TimeSpan(microseconds: 31 * 86_400 * 1_000_000)
    private static let moment = TimeSpan(microseconds: 1)
    /// How long before its first point an activity may begin, and how long behind its last one it may end.
    private static let slack = TimeSpan(microseconds: 86_400_000_000)
    /// The beginning of GPS time: recordings from before come from a clock that was never set.
    private static let firstTrustedDate = Timestamp(secondsSince1970: 315_964_800)

    init(format: String) { self.format = format }

    /// Gives away what was gathered.
    ///
    /// - Parameter id: of this activity, the same each time.
    /// - Returns: `nil` when it has neither a point nor a beginning.
    mutating func finish(id: WorkoutID) -> ActivityRecording? {
        // Points of a long file are a quarter of a gigabyte: there is never a second copy of them.
        var assembly = RecordingAssembly(format: format)
        swap(&assembly, &self)
        assembly.sortPoints()
        guard let (start, end) = assembly.span() else { return nil }
        var recording = ActivityRecording(
            id: id, clock: WallClock(origin: Timestamp(microseconds: start.microseconds), source: .file, isTrusted: false),
            end: .zero + (end - start), type: assembly.legs.first?.type ?? .other)
        recording.clock.isTrusted = recording.clock.origin >= Self.firstTrustedDate
        recording.clock.utcOffsetSeconds = assembly.utcOffsetSeconds
        recording.name = assembly.name
        recording.note = assembly.note
        recording.writtenOf = assembly.writtenOf
        recording.isDemo = assembly.maker == FITDevices.demoName
        swap(&recording.points, &assembly.points)
        for index in recording.points.indices {
            recording.points[index].offset = .zero + (recording.points[index].offset - start)
        }
        recording.stated = assembly.stated
        recording.findings = assembly.findings
        recording.legs = assembly.legs(from: start, to: end, of: recording)
        recording.laps = assembly.laps(from: start, of: recording)
        recording.pauses = assembly.pauses(from: start, to: end)
        recording.markers = assembly.markers.filter { start <= $0.offset && $0.offset <= end }.sorted { $0.offset < $1.offset }
            .map { Marker(offset: .zero + ($0.offset - start), kind: $0.kind, note: $0.note) }
        assembly.addSources(to: &recording)
        recording.take(assembly.sources)
        recording.gateDistances()
        if assembly.countsStrides { recording.countStepsOnFoot() }
        recording.sumLaps()
        return recording
    }

    // MARK: When

    private mutating func sortPoints() {
        guard zip(points, points.dropFirst()).contains(where: { $0.offset > $1.offset }) else { return }
        points = points.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
    }

    /// From the first point, or what says that it began before, to the last, or what says that it ended later. Points too far from the middle one have wrong dates.
    private mutating func span() -> (start: Offset, end: Offset)? {
        guard !points.isEmpty else {
            guard let start else { return nil }
            return (start, min(max(end ?? start, start + Self.moment), start + Self.longest))
        }
        let half = TimeSpan(microseconds: Self.longest.microseconds / 2 - 1)
        let middle = points[points.count / 2].offset
        let before = points.count
        points.removeAll { $0.offset - middle > half || middle - $0.offset > half }
        findings.pointsOutside += before - points.count
        let (first, last) = (points[0].offset, points[points.count - 1].offset)
        func isNear(_ earlier: Offset, _ later: Offset) -> Bool { earlier <= later && later - earlier <= Self.slack }
        let begun = start.flatMap { isNear($0, first) ? $0 : nil } ?? first
        let ended = end.flatMap { isNear(last, $0) ? $0 : nil } ?? last
        // One point takes no time, and a workout does.
        return (begun, max(ended, begun + Self.moment))
    }

    private func legs(from start: Offset, to end: Offset, of recording: ActivityRecording) -> [ActivityRecording.Leg] {
        var legs = recording.legs
        legs[0].stated = self.legs.first?.stated
        for var leg in self.legs.dropFirst() {
            guard leg.start < end, leg.start > start else { continue }
            leg.start = .zero + (leg.start - start)
            guard let last = legs.last, leg.start > last.start else { continue }
            legs.append(leg)
        }
        return legs
    }

    /// Each from where it begins to where the next of its leg does.
    private func laps(from start: Offset, of recording: ActivityRecording) -> [ActivityRecording.Lap] {
        let inOrder = self.laps.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
        var laps: [ActivityRecording.Lap] = []
        var leg = -1
        for var lap in inOrder {
            let begin = lap.start <= start ? .zero : Offset.zero + (lap.start - start)
            guard begin < recording.end, laps.isEmpty || begin > (laps.last?.start ?? .zero) else { continue }
            let former = leg
            while leg + 1 < recording.legs.count, leg < 0 || recording.legs[leg + 1].start <= begin { leg += 1 }
            // A leg's first lap begins with it.
            lap.start = leg == former ? begin : recording.legs[leg].start
            laps.append(lap)
        }
        for index in laps.indices {
            let end = recording.legs.first { $0.start > laps[index].start }?.start ?? recording.end
            let next = index + 1 < laps.count ? laps[index + 1].start : end
            laps[index].end = min(next, end)
            // Our own files say what ended it.
            if laps[index].end == end, writtenOf == nil { laps[index].trigger = .sessionEnd }
        }
        return laps
    }

    /// Apart from each other.
    private func pauses(from start: Offset, to end: Offset) -> [Pause] {
        var pauses: [Pause] = []
        for pause in self.pauses.sorted(by: { $0.start < $1.start }) {
            let from = max(pause.start, start), to = min(pause.end, end)
            guard from < to else { continue }
            let told = Pause(start: .zero + (from - start), end: .zero + (to - start), isAutomatic: pause.isAutomatic)
            if let last = pauses.last, told.start <= last.end {
                pauses[pauses.count - 1].end = max(last.end, told.end)
            } else {
                pauses.append(told)
            }
        }
        return pauses
    }

    // MARK: Who

    /// The device, what gave its places, and the sensors that have names.
    private func addSources(to recording: inout ActivityRecording) {
        let identity = ([format, maker ?? ""] + (serialNumber.map { [$0] } ?? [])).joined(separator: ":")
        var device = SampleSource(id: SourceID(0), kind: .imported, identity: identity, name: maker)
        device.serialNumber = serialNumber
        device.distanceOrigin = .device
        recording.sources = [device]
        if recording.points.contains(where: { $0.place != nil }) {
            let receiver = SourceID(1)
            recording.sources.append(
                SampleSource(id: receiver, kind: .imported, identity: identity + ":places", distanceOrigin: .gps))
            recording.receiver = receiver
            recording.providers = [.altitude: receiver, .speed: receiver]
        }
        if distanceOrigin == .gps {
            recording.providers[.distance] = recording.receiver
        } else if let distanceOrigin {
            recording.sources[0].distanceOrigin = distanceOrigin
        }
        for (quantity, name) in sensors.sorted(by: { $0.key < $1.key }) {
            let known = recording.sources.first { $0.identity == "\(format):\(name)" }
            let id = known?.id ?? SourceID(UInt16(recording.sources.count))
            if known == nil {
                recording.sources.append(SampleSource(id: id, kind: .imported, identity: "\(format):\(name)", name: name))
            }
            recording.providers[quantity] = id
        }
    }
}
