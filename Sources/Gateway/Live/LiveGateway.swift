import Ingest
public import Transports
import WireFormats
public import Workouts

/// The gateway live: transports, captures, engine, sensors and what people ask of it, on one reactor.
///
/// Everything in it happens on the thread that runs `run`, handlers included. One engine and one capture file at a time: a capture
/// ends where a workout starts or ends, and the next begins with the links as they are.
public final class LiveGateway: ControlHandler {
    /// What a gateway is made of.
    public struct Parts {
        public var desk: any SensorDesk
        public var captures: any CaptureKeeping
        /// Keeps the store of workouts; `nil`: there is none.
        public var history: HistoryKeeper?
        public var clock: any MachineClock
        public var service: ServiceNotifier
        /// Gets every capture's outputs.
        public var sinks: [any IngestSink] = []
        public var isDemo = false
        /// What a finished workout is called before people.
        public var title: (Workout) -> String? = { $0.name }
        /// What workouts follow where their start names neither a plan nor a template.
        public var plan: PlanOutline?
        /// Whether `run` returns once a workout has ended.
        public var endsWithWorkout = false
        /// A capture's 32 hex digits.
        public var identity: () -> String = CaptureHeader.randomIdentity
        /// Makes the transports, once.
        public var transports: (Reactor, any LinkIntake) -> [any Transport]

        public init(
            desk: any SensorDesk, captures: any CaptureKeeping, clock: any MachineClock = SystemClock(),
            service: ServiceNotifier = ServiceNotifier(), transports: @escaping (Reactor, any LinkIntake) -> [any Transport]
        ) {
            self.desk = desk
            self.captures = captures
            self.clock = clock
            self.service = service
            self.transports = transports
        }
    }

    public let reactor: Reactor
    /// Called when the status may have changed; often, so who shows it paces itself.
    public var onChange: (() -> Void)?
    /// Called with each note as it comes.
    public var onNote: ((String) -> Void)?
    /// Called once when the end has to wait for the disk for long: what a person should know.
    public var onLateEnd: ((String) -> Void)?
    /// Called when a workout is over and its files are written, or could not be.
    public var onWorkout: ((WorkoutOutcome) -> Void)?

    let parts: Parts
    let intake: LiveIntake
    var transports: [any Transport] = []
    /// Of the capture that runs; `nil` between two.
    var capture: RunningCapture?
    var board = StatusBoard()
    var commands = CommandDesk()
    /// Workouts that are over, until it is told how the writing of their files went.
    private(set) var endings: [WorkoutEnding] = []
    private var autoStart: AutoStart?
    /// Whether the capture before held a workout.
    private var heldWorkout = false
    private var watch: WallClockWatch
    var heartbeat: Heartbeat
    private var lastDemand: LinkDemand?
    /// The desk's `changes` that are carried out, and its `nextWake` since; `nil` before the first.
    private var settledChanges: Int?
    private var deskWake: Int64?
    /// When an idle capture ends.
    private let idleEnd: Alarm
    var historyFollower: HistoryFollower?
    private var isEnding = false
    /// That figures with a date count though nobody knows the date.
    var hasToldOfDates = false
    /// When what waits for the disk is tried again; `nil` when nothing does.
    private var nextTending: Int64?

    /// An idle capture that links brought something to ends after so long.
    private static let idleLength: Int64 = 3_600_000_000
    private static let tendingInterval: Int64 = 10_000_000

    public init(reactor: Reactor, parts: Parts) {
        self.reactor = reactor
        idleEnd = Alarm(on: reactor)
        self.parts = parts
        intake = LiveIntake(reactor: reactor)
        watch = WallClockWatch(parts.clock.read())
        heartbeat = Heartbeat(parts.service, now: reactor.now)
        intake.observer = self
        tellDeskTheDay()
        followStore()
    }

    /// Runs until the task is cancelled, `end` is called, or the one workout is over; a workout that still runs ends as by the rider.
    public func run() async {
        let goesOn = parts.captures.recover()
        takeNotes()
        if parts.desk.settings.start == .now, !goesOn { commands.start = ownStart }
        transports = parts.transports(reactor, intake)
        for transport in transports { transport.start() }
        settleDesk()
        parts.service.ready()
        var holdsWorkout = goesOn || commands.start != nil
        while !isEnding {
            // Made anew, since it counts in the capture's offsets.
            autoStart = nil
            settleStart()
            heldWorkout = await runCapture(holdsWorkout: holdsWorkout)
            holdsWorkout = commands.start != nil
        }
        awaitDisk()
        commands.refuseAll("the gateway is ending").give()
        parts.captures.finish()
        awaitStore()
        takeNotes()
        parts.service.stopping()
        for transport in transports { transport.stop() }
        transports = []
    }

    /// Ends `run`; from the reactor's thread.
    public func end() {
        isEnding = true
        if capture?.engine.isRunning == true { enqueue(.stop) }
        intake.end()
    }

    /// - Returns: whether a workout ended in it.
    private func runCapture(holdsWorkout: Bool) async -> Bool {
        let turner = LiveTurner(intake: intake, owner: self)
        let files = parts.captures.workoutFiles
        var sinks: [any IngestSink] = (files.map { [$0] } ?? []) + [Follower(self)] + parts.sinks
        if let historyFollower { sinks.append(historyFollower) }
        var (loop, running) = beginCapture(turner, sinks, holdsWorkout: holdsWorkout)
        capture = running
        if !holdsWorkout { awaitIdleEnd() }
        await loop.run(LiveRecords(turner: turner))
        idleEnd.cancel()
        capture = nil
        let stops = commands.takeStops()
        guard let workout = board.takeFinished() else {
            parts.captures.ended(running.header) { _ in }
            CommandDesk.Answers(to: stops, .failure("the workout could not be finished")).give()
            takeNotes()
            return false
        }
        if parts.endsWithWorkout { isEnding = true }
        let ending = WorkoutEnding(workout, waiting: stops)
        endings.append(ending)
        parts.captures.ended(running.header) { [weak self] in self?.settle(ending, files: $0) }
        return true
    }

    /// A workout's files are written, or could not be; the second time they could be after all.
    private func settle(_ ending: WorkoutEnding, files: [String]) {
        takeNotes()
        let title = parts.title(ending.workout)
        let outcome = WorkoutOutcome(ending.workout, title: title, files: files)
        if !ending.isTold || board.lastWorkout == WorkoutOutcome(ending.workout, title: title) { board.lastWorkout = outcome }
        if !ending.isTold {
            endings.removeAll { $0 === ending }
            ending.tell(outcome)
            onWorkout?(outcome)
        }
        onChange?()
    }

    /// What the disk still has to take is waited for, however long: `run` ends, and with it who could be told. Who cannot wait ends
    /// the process, and nothing is lost by that which is on the disk.
    private func awaitDisk() {
        var patience: Int64? = reactor.now &+ Int64(Self.endPatience * reactor.pace)
        while parts.captures.isBusy {
            reactor.turn(until: [heartbeat.next, patience].compactMap(\.self).min())
            heartbeat.turned(at: reactor.now) { "ending: the disk is waited for" }
            guard let moment = patience, reactor.now >= moment, parts.captures.isBusy else { continue }
            patience = nil
            board.note(NoticeWords.lateEnd)
            onLateEnd?(NoticeWords.lateEnd)
            onChange?()
        }
    }

    /// Microseconds of a watch.
    static let endPatience = 5_000_000.0

    /// Opens the file and enters what the capture begins with. The engine lives in the loop alone, since a second one that
    /// remembers its beginning would cost a copy of all that it held.
    private func beginCapture(
        _ turner: LiveTurner, _ sinks: [any IngestSink], holdsWorkout: Bool
    ) -> (IngestLoop, RunningCapture) {
        intake.begin()
        let time = parts.clock.read()
        watch = WallClockWatch(time)
        // Whom the rider may still change to differs while a workout runs; the capture begins with what has come of that.
        passDesk(to: reactor.now, isRecording: holdsWorkout)
        let begun = parts.captures.begin(header(time), holdsWorkout: holdsWorkout)
        for input in parts.desk.preamble { intake.enqueue(input) }
        if let anchor = begun.anchor { intake.enqueue(anchor, at: intake.beginning) }
        if begun.resumes { enqueue(.resume(automatic: true)) }
        if let start = commands.takeStart() {
            enqueue(.start(activity: start.activity ?? start.template?.activity?.rawValue ?? ""), reply: start.reply)
        }
        takeNotes()
        let engine = SharedEngine(begun.engine)
        parts.history?.begin(running: begun.engine.workoutID)
        let loop = IngestLoop(shared: engine, capture: begun.writer, sinks: sinks, engineOffset: begun.engineOffset)
        let running = RunningCapture(
            engine, begun, turner: turner, engineBeginning: intake.beginning &- begun.engineOffset)
        return (loop, running)
    }

    /// An hour in which nothing came is no reason for another file; nor is one while the disk takes nothing: each file that waits
    /// keeps its end in memory.
    private func awaitIdleEnd() {
        idleEnd.set(after: Self.idleLength) { [weak self] in
            guard let self else { return }
            if intake.bytes > 0, !isSuspended { intake.end() } else { awaitIdleEnd() }
        }
    }

    private var isSuspended: Bool { if case .suspended? = capture?.writer?.state { true } else { false } }

    // MARK: What enters the capture

    /// Enters a command, and answers when the engine has taken it.
    func enqueue(_ command: RiderCommand, reply: ((ControlReply) -> Void)? = nil) {
        commands.sent(reply)
        // What was dropped before the stop belongs to the workout.
        if case .stop = command { intake.tellDropped() }
        intake.enqueue(.command(command))
    }

    /// A start that nobody asked for in words.
    private var ownStart: CommandDesk.Start {
        let settings = parts.desk.settings
        return CommandDesk.Start(template: settings.template.flatMap(settings.template(named:)), plan: parts.plan) { _ in }
    }

    /// Ends the idle capture; the next one begins with the workout.
    func begin(_ start: CommandDesk.Start) {
        commands.start = start
        intake.end()
    }

    /// Lets time pass for the desk, which may want to be woken sooner than before.
    private func passDesk(to now: Int64, isRecording: Bool) {
        intake.tellHeard()
        parts.desk.pass(to: now, isRecording: isRecording)
        deskWake = parts.desk.nextWake
    }

    /// Carries out what the desk has come to, if anything.
    private func settleDesk() {
        let changes = parts.desk.changes
        guard changes != settledChanges else { return }
        settledChanges = changes
        let demand = parts.desk.demand
        if demand != lastDemand {
            lastDemand = demand
            for transport in transports { transport.demand(demand) }
        }
        for input in parts.desk.takeInputs() { intake.enqueue(input) }
        settleStart()
        for note in parts.desk.takeNotes() { self.note(note) }
        deskWake = parts.desk.nextWake
    }

    /// Whether movement starts a workout may change at any time.
    private func settleStart() {
        let isAuto = parts.desk.settings.start == .auto
        if isAuto != (autoStart != nil) { autoStart = isAuto ? AutoStart(isAfterWorkout: heldWorkout) : nil }
    }

    private func takeNotes() {
        for note in parts.desk.takeNotes() { self.note(note) }
        noteCaptures()
    }

    private func noteCaptures() {
        for note in parts.captures.takeNotes() { self.note(note) }
        for note in parts.history?.takeNotes() ?? [] { self.note(note) }
    }

    /// Tells a person what happened: in the status, and to `onNote`.
    public func note(_ sentence: String) {
        board.note(sentence)
        onNote?(sentence)
        onChange?()
    }
}

// What comes of each record.
extension LiveGateway {
    /// Stands among the loop's sinks for the gateway.
    private final class Follower: IngestSink {
        private unowned let gateway: LiveGateway

        init(_ gateway: LiveGateway) { self.gateway = gateway }

        func apply(_ output: IngestOutput) { gateway.follow(output) }
        func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) { gateway.followed(record, engine) }
    }

    private func follow(_ output: IngestOutput) {
        switch output {
        case .notice(.commandIgnored(_, let reason)): commands.refusal = reason
        case .workoutEnded(let workout): board.finished = workout
        case .notice(.dropped(let link, _)): guard board.tellsFlood(of: link, at: reactor.now) else { return }
        case .clock(let clock): guard clock.isSettled, board.tellsClock(of: clock.source) else { return }
        // There may be thousands a second, and none is a note.
        case .event, .outside, .zone, .rejected, .implausible: return
        default: break
        }
        let words = NoticeWords(
            sources: { [capture] in capture?.engine.sources ?? [] }, paired: parts.desk.settings.sensors,
            link: { [intake] in intake.identity(of: $0) })
        if let sentence = words.sentence(output) { note(sentence) }
    }

    private func followed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        if case .command = record.input { commands.taken().give() }
        if case .command(.stop) = record.input, !engine.isRunning { intake.end() }
        capture?.scheduleTick(engine.nextWake, after: record)
        if !engine.isRunning, commands.start == nil, autoStart != nil { startIfMoving(engine) }
        onChange?()
    }

    private func startIfMoving(_ engine: borrowing IngestEngine) {
        let sources = engine.sources
        let isReceiver = { (id: SourceID) in sources.first { $0.id == id }?.kind == .gps }
        guard autoStart?.apply(engine.idle, isReceiver: isReceiver) == true else { return }
        note("movement: the workout starts")
        begin(ownStart)
    }
}

// Between two turns of the reactor.
extension LiveGateway: LiveTurner.Owner {
    var deadline: Int64? { earliest(deskWake, watch.nextLook, heartbeat.next, nextTending) }

    func turned() {
        let now = reactor.now
        if let deskWake, deskWake <= now { passDesk(to: now, isRecording: capture?.engine.isRunning ?? false) }
        tendCaptures(at: now)
        settleDesk()
        noteCaptures()
        if watch.isDue(at: now), case let time = parts.clock.read(), let anchor = watch.look(time) {
            intake.enqueue(anchor, at: time.uptime)
        }
        heartbeat.turned(at: now) { serviceLine }
    }

    private func tendCaptures(at now: Int64) {
        guard parts.captures.needsTending else {
            nextTending = nil
            return
        }
        if let nextTending, now < nextTending { return }
        if nextTending != nil { parts.captures.tend() }
        nextTending = now + Self.tendingInterval
    }

    func cancelled() { end() }
}

// What is no record.
extension LiveGateway: LiveIntake.Observer {
    func sighted(_ sighting: Sighting) {
        parts.desk.sight(sighting, at: reactor.now, isRecording: capture?.engine.isRunning ?? false)
        onChange?()
    }

    func reported(_ status: DeviceStatus) {
        var status = status
        // What the rider calls it.
        status.name = parts.desk.settings.sensors.first { $0.sensor == status.device }?.name ?? status.name
        if let sentence = board.report(status) { note(sentence) }
        onChange?()
    }

    func linkChanged(_ identity: LinkIdentity, isOpen: Bool) {
        if isOpen {
            parts.desk.linkOpened(identity, at: reactor.now)
        } else {
            parts.desk.linkClosed(identity, at: reactor.now)
        }
    }

    func heard(_ identity: LinkIdentity, at moment: Int64) { parts.desk.heard(identity, at: moment) }
}
