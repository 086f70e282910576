import Workouts

/// Makes a recording of what one file's messages say.
struct FITRecordingAssembly {
    /// `nil` when there is neither a record nor a session.
    let recording: ActivityRecording?

    /// FIT's epoch, 1989-12-31T00:00:00Z.
    static let epochSecond: Int64 = 631_065_600

    /// - Parameters:
    ///   - identity: what the same file always has and others have not.
    ///   - index: of the part, where several stand one behind the other.
    init(_ collected: FITCollector, identity: [UInt8], index: Int, isTruncated: Bool) {
        guard let span = FITSpan(collected) else {
            recording = nil
            return
        }
        let origin = Timestamp(secondsSince1970: Self.epochSecond) + (span.start - .zero)
        var clock = WallClock(origin: origin, source: .file, isTrusted: span.isDated)
        if span.isDated { clock.utcOffsetSeconds = collected.utcOffsetSeconds }
        let outline = FITOutline(collected, span: span)
        var recording = ActivityRecording(
            id: WorkoutID(hashing: identity + (index > 0 ? Array("#\(index)".utf8) : [])), clock: clock,
            end: Offset.zero + (span.end - span.start), type: outline.legs[0].type)
        recording.name = collected.workoutName
        recording.note = collected.note
        recording.writtenOf = collected.writtenOf
        recording.isDemo = collected.maker.isDemo
        recording.legs = outline.legs
        recording.laps = outline.laps
        recording.pauses = outline.pauses
        recording.markers = outline.markers
        recording.stated = outline.stated
        recording.points = span.points
        for index in recording.points.indices {
            recording.points[index].offset = Offset.zero + (recording.points[index].offset - span.start)
        }
        recording.gateDistances()
        recording.countStepsOnFoot()
        recording.takeSources(collected)
        recording.sumLaps()

        recording.findings.values = collected.values
        recording.findings.isTruncated = isTruncated
        recording.findings.clockStepped = collected.clockStepped
        recording.findings.timersBeyondElapsed = (collected.laps + collected.sessions).count(where: \.isTimerClamped)
        recording.findings.undatedPoints = collected.undatedPoints + span.undatedPoints
        recording.findings.pointsOutside = span.pointsOutside
        recording.findings.sessionsLeftOut = span.sessionsLeftOut
        recording.takeIntervals(collected, start: span.start)
        self.recording = recording
    }
}

extension ActivityRecording {
    /// On foot a file counts strides: both steps as one.
    mutating func countStepsOnFoot() {
        var leg = 0
        for index in points.indices {
            while leg + 1 < legs.count, legs[leg + 1].start <= points[index].offset { leg += 1 }
            guard legs[leg].type.isOnFoot, let strides = points[index].revolutionsPerMinute else { continue }
            points[index].stepsPerMinute = strides * 2
            points[index].revolutionsPerMinute = nil
        }
    }

    fileprivate mutating func takeSources(_ collected: FITCollector) {
        (sources, providers) = collected.devices.sources(maker: collected.maker)
        guard collected.devices.own.isEmpty else { return take(collected.devices.own) }
        guard points.contains(where: { $0.place != nil }) else { return }
        let id = SourceID(UInt16(clamping: sources.count))
        sources.append(
            SampleSource(id: id, kind: .imported, identity: sources[0].identity + ":places", distanceOrigin: .gps))
        receiver = id
        providers[.altitude] = id
        providers[.speed] = providers[.speed] ?? id
    }

    /// What points did not count up is known of laps at least.
    mutating func sumLaps() {
        let hasEnergy = points.contains { $0.energyKilocalories != nil }
        for lap in laps {
            if !hasEnergy, let energy = lap.machineKilocalories, energy > 0 {
                sums.append(Amount(.energy, energy, from: lap.start, to: lap.end, source: provider(of: .energy)))
            }
            if let steps = lap.stated?.steps {
                sums.append(Amount(.steps, steps, from: lap.start, to: lap.end, source: provider(of: .stepRate)))
            }
        }
    }

    /// In ticks of 1/1024 s, as they came from the sensor.
    fileprivate mutating func takeIntervals(_ collected: FITCollector, start: Offset) {
        let source = provider(of: .heartRate)
        for (second, milliseconds) in collected.intervals {
            let ticks = milliseconds.filter { (1...60_000).contains($0) }.map { UInt16(($0 * 1024 + 500) / 1000) }
            findings.implausibleIntervals += milliseconds.count - ticks.count
            let offset = second.map { Offset.zero + (Offset(fit: $0) - start) } ?? .zero
            // Those of the last record go where it went, and count.
            guard !ticks.isEmpty, offset >= .zero, offset <= end + FITSpan.second else { continue }
            beats.append(Beats(source: source, offset: min(offset, max(end - .stop, .zero)), rrTicks: ticks))
        }
        let isOrdered = zip(beats, beats.dropFirst()).allSatisfy { $0.offset <= $1.offset }
        guard !isOrdered else { return }
        beats = beats.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
    }
}

extension WorkoutID {
    /// FNV-1a of 128 bits.
    init(hashing bytes: [UInt8]) {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
        self.init(high: UInt64(truncatingIfNeeded: hash >> 64), low: UInt64(truncatingIfNeeded: hash))
    }
}
