import Glibc
import Ingest
public import Transports
public import WireFormats
import Workouts

/// Keeps a gateway's captures in a folder: one file a workout and idle ones in between, each named `….part` until it is closed and
/// its workouts are stored. Without room or without a disk it keeps nothing and says so; the gateway goes on.
public final class CaptureFolder: CaptureKeeping {
    /// How captures are kept.
    public struct Options: Equatable, Sendable {
        /// The longest that a record waits for the disk.
        public var syncSeconds: Double
        /// The longest gap after which a workout that was cut off goes on; 0: none does.
        public var resumeMinutes: Int
        /// How old an idle capture becomes; 0: as old as there is room.
        public var idleDays: Int

        public init(_ settings: GatewaySettings = GatewaySettings()) {
            syncSeconds = settings.syncSeconds
            resumeMinutes = settings.resumeMinutes
            idleDays = settings.idleDays
        }
    }

    /// The folder.
    public let path: String
    public var onClosed: ((ClosedCapture) -> Void)?
    /// Takes the outputs of each capture's engine, and writes the workouts that end.
    public var workoutFiles: (any IngestSink)? { files }

    private let files = WorkoutFiles()
    private let settler: CaptureSettler
    /// Where the disk is waited for beside the loop.
    private let errands: ErrandQueue?
    private let options: Options
    private let clock: any MachineClock
    private let boot: String?
    private let battery: BatteryClock
    private var lock: FolderLock?
    /// By identity.
    private var open: [String: KeptCapture] = [:]
    /// The identity of the one whose engine is listened to.
    private var current = ""
    /// Over, but for its end or for a workout that the disk has not taken: who is told when it has, by identity.
    private var unsettled: [String: ([String]) -> Void] = [:]
    private var resumed: (name: CaptureName, capture: CutCapture)?
    /// What a capture was resumed from, until its successor is on the disk.
    private var superseded: (name: CaptureName, successor: String)?
    private var former: (identity: String, after: Int64?)?
    private var knownTime: KnownTime?
    private var notes: [String] = []

    /// - Parameters:
    ///   - path: made when it is not there; a demonstration's captures should have a folder of their own.
    ///   - workouts: where workouts are written.
    ///   - errands: wait for the disk beside the loop; without them the loop waits.
    ///   - boot: names this start of the machine; only a test knows better than the system.
    ///   - batteryClocks: the folder in which the system shows them.
    /// - Throws: `.inUse`. A folder that cannot be made or written is a state.
    public init(
        path: String, workouts: String, options: Options = Options(), clock: any MachineClock = SystemClock(),
        errands: ErrandQueue? = nil, boot: String? = nil, batteryClocks: String? = nil
    ) throws(CaptureFolderError) {
        self.path = path
        self.options = options
        self.clock = clock
        self.boot = boot ?? CaptureClock.bootName()
        battery = BatteryClock(folder: batteryClocks ?? BatteryClock.systemFolder)
        self.errands = errands
        settler = CaptureSettler(folder: path, workouts: workouts)
        if case .cannotCreate(_, EWOULDBLOCK)? = prepare() { throw .inUse(path: path) }
        files.tend = { [weak self] in self?.tend() }
    }

    /// Makes the folder and takes hold of it, if that is not done: anew where it was removed or moved away.
    private func prepare() -> TransportError? {
        if lock?.holds == true { return nil }
        lock = nil
        do throws(TransportError) {
            try Folder.create(path)
            lock = try FolderLock(path)
            return nil
        } catch {
            return error
        }
    }

    private var now: CaptureClock {
        let time = clock.read()
        return CaptureClock(time: time, boot: boot, hasBattery: battery.bears(out: time.wall))
    }

    // MARK: Recovery

    public func recover() -> Bool {
        if let refusal = prepare() {
            notes.append("\(refusal): nothing is recorded until that is put right")
            return false
        }
        settler.makeRoom(now, options.idleDays)
        var recovery = CaptureRecovery(
            folder: path, now: now, resumeLimit: Int64(options.resumeMinutes) &* 60_000_000,
            store: { [settler] in settler.store($0, $1) })
        do throws(TransportError) {
            try recovery.run()
        } catch {
            notes.append("\(error): what an earlier run may have left there is not looked after")
        }
        // What could not be stored waits in its capture for the next start.
        notes += settler.abandon().notes + recovery.notes
        resumed = recovery.resumed
        former = recovery.former
        if !now.time.isSynchronised { knownTime = KnownTime(in: path, boot: boot, uptime: now.time.uptime) }
        return resumed != nil
    }

    // MARK: Captures

    public func begin(_ header: CaptureHeader, holdsWorkout: Bool) -> BegunCapture {
        _ = prepare()
        let now = now
        var header = header
        header.begin(at: now)
        let resumed = resumed.take()
        var (after, shift): (Int64, Int64) = (0, 0)
        if let (_, capture) = resumed {
            after = capture.offset(of: now) ?? capture.lastOffset
            shift = capture.shift &+ after
            header.goOn(with: capture.header.identity, after: after)
        } else if let former = former.take() {
            header.goOn(with: former.identity, after: former.after)
        }
        let names = (try? Folder.names(in: path)) ?? []
        let start = start(of: header, resuming: resumed?.capture, shift: shift)
        let name = CaptureName(header, start: start, isIdle: !holdsWorkout && resumed == nil, among: names)
        let writer = CaptureWriter(
            persistingAt: "\(path)/\(name.text)", header: header, syncSeconds: options.syncSeconds)
        open[header.identity] = KeptCapture(header, engineOffset: shift, name: name, writer: writer)
        current = header.identity
        files.begin()
        let carried = start.map { ClockAnchor(timestamp: $0, source: .earlier, isSynchronised: true) }
        guard let (former, capture) = resumed else {
            return BegunCapture(header: header, writer: writer, anchor: header.isSynchronised ? nil : carried)
        }
        superseded = (former, header.identity)
        // What it goes on with may only count as closed when this one is on the disk.
        if writer.settle() { closeSuperseded() }
        var anchor: ClockAnchor?
        // The engine knows the time from the first capture's header, and not from this one's.
        if header.isSynchronised, let begin = header.start, !capture.engine.clock.isSettled {
            anchor = ClockAnchor(timestamp: begin, source: .system, isSynchronised: true)
        } else if !capture.engine.clock.isTrusted {
            anchor = carried
        }
        return BegunCapture(
            header: header, writer: writer, engine: capture.engine, engineOffset: shift, anchor: anchor, resumes: true)
    }

    /// When a capture begins, UTC, as those before it have it; `nil` when they do not know.
    private func start(of header: CaptureHeader, resuming capture: CutCapture?, shift: Int64) -> Int64? {
        if let clock = capture?.engine.clock, clock.isTrusted { return clock.origin.microseconds &+ shift }
        guard !header.isDemo, let begin = header.bootOffset else { return nil }
        return knownTime?.utc(atUptime: begin)
    }

    public func utc(at time: MachineTime) -> Int64? {
        let isKept = CaptureClock(time: time, hasBattery: battery.bears(out: time.wall)).isKept
        return isKept ? time.wall : knownTime?.utc(atUptime: time.uptime)
    }

    public func ended(_ header: CaptureHeader, told: @escaping ([String]) -> Void) {
        guard let capture = open.removeValue(forKey: header.identity) else { return told([]) }
        if capture.identity == current {
            capture.holdsWorkout = files.holdsWorkout
            capture.workouts = files.takeEnded()
            let learned = files.clock.flatMap { KnownTime($0, of: capture.header, engineOffset: capture.engineOffset) }
            knownTime = learned ?? knownTime
        }
        if superseded?.successor == capture.identity { capture.supersedes = superseded.take()?.name }
        unsettled[capture.identity] = told
        settle(adding: capture)
    }

    public var isBusy: Bool { errands?.isBusy ?? false }

    public func finish() {
        guard !isBusy else { return }
        take(settler.settle(adding: nil, at: now, idleDays: options.idleDays), of: nil)
        take(settler.abandon(), of: nil)
    }

    public func takeNotes() -> [String] {
        for capture in open.values {
            let news = capture.news(at: clock.read().uptime)
            // The folder may be another one.
            if !news.isEmpty { _ = prepare() }
            notes += news
        }
        defer { notes.removeAll() }
        return notes
    }

    /// Brings what is over as far as the disk lets it come.
    private func settle(adding capture: KeptCapture? = nil) {
        let identity = capture?.identity
        // From here on the settler's alone.
        nonisolated(unsafe) let capture = capture
        let work: @Sendable () -> CaptureSettler.Settlement = { [settler, now, options] in
            settler.settle(adding: capture, at: now, idleDays: options.idleDays)
        }
        guard let errands else { return take(work(), of: identity) }
        errands.add(work) { [self] in take($0, of: identity) }
    }

    /// - Parameter capture: the identity of one that was tried for the first time.
    private func take(_ settlement: CaptureSettler.Settlement, of capture: String?) {
        notes += settlement.notes
        for capture in settlement.closed { onClosed?(capture) }
        for identity in unsettled.keys.sorted() {
            let files = settlement.files[identity]
            // Whoever waits is told though it failed, once, and when it did not after all.
            if files != nil || identity == capture { unsettled[identity]?(files ?? []) }
            // One whose turn has not come yet is none of this settlement's.
            if settlement.settled.contains(identity) { unsettled[identity] = nil }
        }
    }

    private func closeSuperseded() {
        guard let name = superseded.take()?.name else { return }
        rename(name, to: name.withWorkout.ending(CaptureName.whole))
    }

    private func rename(_ name: CaptureName, to other: CaptureName) {
        do throws(TransportError) {
            try Folder.rename("\(path)/\(name.text)", to: "\(path)/\(other.text)")
        } catch {
            notes.append("\(error); it is looked after at the next start")
        }
    }

    // MARK: Room

    public var needsTending: Bool { !isBusy && !unsettled.isEmpty || open.values.contains { $0.isSuspended } }

    /// What a long capture needs done now and then.
    public func tend() {
        // With the room that this makes.
        if !isBusy { settle() }
        // What waits is tried again though nothing comes.
        for capture in open.values where capture.isSuspended { capture.writer.append(EmptyCollection()) }
        for capture in open.values where superseded != nil && capture.writer.state == .writing {
            if capture.writer.settle() { closeSuperseded() }
        }
    }
}
