import WireFormats
import Workouts

/// Commands and readings to workout events: at most one workout runs at a time.
struct WorkoutSession {
    private(set) var draft: WorkoutDraft?
    /// Of a workout that follows a plan.
    private var coach: LiveCoach?
    private(set) var activity: ActivityType = .other
    private var autoPause = AutoPause()
    private var isPausedByHand = false
    private(set) var isPausedAutomatically = false
    /// How many workouts this capture has begun: part of each one's identity.
    private(set) var begun = 0
    /// Nothing in a workout lies before its start.
    private var startOffset: Offset = .zero
    private var lastOffset: Offset = .zero

    var isRunning: Bool { draft != nil }
    /// Of the workout that runs.
    var workoutID: WorkoutID? { draft?.id }

    var live: LiveFigures? {
        var figures = draft?.live
        figures?.coaching = coach.map {
            LiveFigures.Coaching(planName: $0.follower.plan.name, progress: $0.progress, lastCue: $0.lastCue)
        }
        return figures
    }

    /// - Returns: why the event could not be taken, which is our own mistake and is shown rather than hidden.
    private mutating func tell(_ event: WorkoutEvent, _ outputs: inout [IngestOutput]) {
        guard draft != nil else { return }
        do throws(AssemblyError) {
            for update in try draft?.apply(event) ?? [] { outputs.append(.zone(update)) }
            outputs.append(.event(event))
        } catch {
            outputs.append(.notice(.eventRefused("\(error)")))
        }
        tellCoach(&outputs)
    }

    private mutating func tellCoach(_ outputs: inout [IngestOutput]) {
        guard var coach, let draft, draft.end == nil else { return }
        for cue in draft.tell(&coach) { outputs.append(.cue(cue, draft.now)) }
        self.coach = coach
    }

    mutating func start(
        _ activity: ActivityType, at offset: Offset, id: WorkoutID, settings: WorkoutSettings, clock: WallClock, isDemo: Bool,
        sources: [SampleSource], following plan: Plan? = nil, named name: String? = nil, _ outputs: inout [IngestOutput]
    ) {
        draft = WorkoutDraft(id: id, settings: settings, clock: clock, isDemo: isDemo)
        draft?.name = name
        draft?.plan = plan
        coach = plan.map { LiveCoach($0) }
        self.activity = activity
        begun += 1
        startOffset = offset
        lastOffset = offset
        autoPause.reset()
        isPausedByHand = false
        isPausedAutomatically = false
        outputs.append(.workoutStarted(id, activity))
        tell(.started(offset, activity), &outputs)
        for source in sources { tell(.source(source), &outputs) }
    }

    /// A rider's command other than start and stop.
    ///
    /// - Returns: why it makes no sense now, or `nil`.
    mutating func apply(_ command: RiderCommand, at offset: Offset, _ outputs: inout [IngestOutput]) -> String? {
        guard isRunning else { return "no workout is running" }
        lastOffset = max(lastOffset, offset)
        switch command {
        case .start: return "a workout is running already"
        case .stop: return nil
        case .pause(let automatic):
            if isPausedByHand || (automatic && isPausedAutomatically) { return "the timer stands already" }
            // The rider's pause takes over from an automatic one: movement alone no longer ends it.
            if isPausedAutomatically { tell(.resumed(offset, automatic: true), &outputs) }
            isPausedAutomatically = automatic
            isPausedByHand = !automatic
            tell(.paused(offset, automatic: automatic), &outputs)
        case .resume(let automatic):
            if automatic && !isPausedAutomatically { return "the timer runs already" }
            guard isPausedByHand || isPausedAutomatically else { return "the timer runs already" }
            tell(.resumed(offset, automatic: isPausedAutomatically), &outputs)
            isPausedByHand = false
            isPausedAutomatically = false
            autoPause.reset()
        case .lap: tell(.lap(offset, .manual), &outputs)
        case .activity(let name):
            guard let type = ActivityType(rawValue: name) else { return "no such activity" }
            activity = type
            tell(.activity(offset, type), &outputs)
        case .marker(let note): tell(.marker(offset, .marker, note: note), &outputs)
        }
        return nil
    }

    mutating func source(_ source: SampleSource, _ outputs: inout [IngestOutput]) { tell(.source(source), &outputs) }

    mutating func reading(_ reading: Reading, autoPauses: Bool, _ outputs: inout [IngestOutput]) {
        guard isRunning, reading.offset >= startOffset else { return }
        if autoPauses { autoPause.apply(reading, activity: activity) }
        tell(.reading(reading), &outputs)
    }

    /// The part of an amount that lies before the start does not belong to the workout.
    mutating func amount(_ amount: Amount, autoPauses: Bool, _ outputs: inout [IngestOutput]) {
        guard isRunning, amount.end > startOffset else { return }
        var part = amount
        if part.start < startOffset {
            part.value *= (part.end - startOffset).seconds / (part.end - part.start).seconds
            part.start = startOffset
        }
        // The first turn after a stop tells little of the speed, and yet that the rider moves.
        if autoPauses, part.quantity == .distance, part.value > 0 {
            let speed = part.value / (part.end - part.start).seconds
            autoPause.noteMovement(Reading(.speed, speed, at: part.end, from: part.source), activity: activity)
        }
        tell(.amount(part), &outputs)
    }

    mutating func beats(_ beats: Beats, _ outputs: inout [IngestOutput]) {
        guard isRunning, beats.offset >= startOffset else { return }
        tell(.beats(beats), &outputs)
    }

    /// - Parameter source: the receiver.
    mutating func location(_ location: Location, from source: SourceID, autoPauses: Bool, _ outputs: inout [IngestOutput]) {
        guard isRunning, location.offset >= startOffset else { return }
        if autoPauses, let speed = location.speedMetresPerSecond {
            autoPause.apply(Reading(.speed, speed, at: location.offset, from: source), activity: activity)
        }
        tell(.location(location), &outputs)
    }

    mutating func marker(_ kind: MarkerKind, note: String, at offset: Offset, _ outputs: inout [IngestOutput]) {
        tell(.marker(offset, kind, note: note), &outputs)
    }

    /// A better wall clock moves the workout as a whole.
    mutating func setClock(_ clock: WallClock) { draft?.clock = clock }

    /// Time passed: holds expire, and standing still may stop the timer.
    mutating func advance(to offset: Offset, autoPauses: Bool, _ outputs: inout [IngestOutput]) {
        guard isRunning else { return }
        lastOffset = max(lastOffset, offset)
        for update in draft?.advance(to: offset) ?? [] { outputs.append(.zone(update)) }
        tellCoach(&outputs)
        guard autoPauses, !isPausedByHand else { return }
        switch autoPause.decide(at: offset, isPaused: isPausedAutomatically) {
        case .pause:
            isPausedAutomatically = true
            tell(.paused(offset, automatic: true), &outputs)
        case .resume:
            isPausedAutomatically = false
            tell(.resumed(offset, automatic: true), &outputs)
        case nil: break
        }
    }

    /// When `advance` may come to something, unless a record comes first; never later than a second after the last one, for the
    /// timer is shown.
    func wakeAt(now: Offset, autoPauses: Bool) -> Offset? {
        guard let draft else { return nil }
        let pause = autoPauses && !isPausedByHand ? autoPause.wakeAt(now: now, isPaused: isPausedAutomatically) : nil
        return earliest(draft.nextExpiry, pause, coach?.nextWake, now + Self.timerStep)
    }

    private static let timerStep = TimeSpan(seconds: 1)

    mutating func stop(at offset: Offset, _ outputs: inout [IngestOutput]) {
        tell(.ended(max(offset, lastOffset)), &outputs)
        do throws(AssemblyError) {
            if let workout = try draft?.finished() {
                if workout.end < max(offset, lastOffset) { outputs.append(.notice(.endedWhereLastHeard(workout.end))) }
                outputs.append(.workoutEnded(workout))
            }
        } catch {
            outputs.append(.notice(.eventRefused("\(error)")))
        }
        draft = nil
        coach = nil
    }
}
