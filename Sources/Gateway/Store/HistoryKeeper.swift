import Ingest
public import Transports
import WireFormats
public import Workouts

/// Keeps a store up with what the gateway records: the workout that runs, each capture that is over, and what an earlier run left.
///
/// All that waits for the store's disk is done on a thread of its own (`HistoryWriter`), one thing after the other. A store that cannot
/// be written is a state and no error: captures hold everything, and what is missing is stored from them. What waits in memory is
/// bounded: places of the running workout, which its end brings once more, and names.
public final class HistoryKeeper {
    private let writer: HistoryWriter
    private let reactor: Reactor
    private let queue: ErrandQueue
    private let retry: Alarm
    private var work = HistoryWork()
    /// Names of captures that were recorded earlier, the next one last.
    private var backlog: [String] = []
    private var backlogTotal = 0
    /// Whether it is known what an earlier run left.
    private var hasLooked = false
    /// Captures of the errand that is under way.
    private var underWay = 0
    /// That were over while the store could not be written; they are found again by their names.
    private var waitingCaptures = 0
    private var newWorkouts = 0
    /// Whether an errand is under way, and when it began.
    private var isUnderWay = false
    private var begun: Int64 = 0
    private var failure: (sentence: String, delay: Int64)?
    private var isEnding = false
    private var hasBegun = false
    private var placesLeftOut = 0
    private var notes: [String] = []
    private var pruning = PruningRound()
    /// After how many days captures of stored workouts are given up; 0: never.
    public var captureDays: () -> Int = { 0 }
    /// Told that there is something new to show.
    var onChange: (() -> Void)?

    /// Places of a running workout that wait for a store that is not written: some 3 MB.
    private static let mostPlaces = 20_000
    /// Workouts of closed captures that wait in memory; others are read again from their captures.
    private static let mostWorkouts = 2
    /// Microseconds until a store that could not be written is tried again, doubled each time.
    private static let (firstDelay, longestDelay): (Int64, Int64) = (5_000_000, 300_000_000)
    /// Microseconds; between two captures of an earlier run the thread rests as long as it worked, at most so long.
    private static let longestRest: Int64 = 5_000_000

    /// - Parameters:
    ///   - path: of the store; made where there is none.
    ///   - captures: the folder that they are kept in.
    ///   - isShared: whether the group that owns the file may write it too.
    ///   - isDemo: whether what is made up goes in, and nothing else.
    ///   - now: the clock that deletions are dated by, on any thread.
    ///   - queue: where the disk is waited for.
    public init(
        path: String, captures: String, isShared: Bool = false, isDemo: Bool = false, reactor: Reactor,
        queue: ErrandQueue? = nil, now: @escaping @Sendable () -> Timestamp
    ) {
        writer = HistoryWriter(path: path, captures: captures, isShared: isShared, isDemo: isDemo, now: now)
        self.reactor = reactor
        self.queue = queue ?? ErrandQueue(reactor: reactor)
        retry = Alarm(on: reactor)
    }

    public var state: StoreState {
        let captures = work.captures.count + waitingCaptures + backlog.count + underWay
        if let failure {
            return .waiting(
                path: writer.path, captures: captures, total: max(captures, backlogTotal), sentence: failure.sentence)
        }
        guard backlogTotal > 0 || !hasLooked else { return .current(path: writer.path) }
        return .storing(path: writer.path, captures: captures, total: max(captures, backlogTotal))
    }

    /// Whether something of now is being stored; not so while it waits for a store that cannot be written.
    var isBusy: Bool { isUnderWay || failure == nil && !(work.places.isEmpty && work.heard.isEmpty && work.captures.isEmpty) }

    /// Whether nothing is left to store, or nothing can be.
    var isIdle: Bool { !isUnderWay && (failure != nil || work.isEmpty && backlog.isEmpty && !wantsToPrune) }

    func takeNotes() -> [String] {
        defer { notes.removeAll() }
        return notes
    }

    // MARK: What there is to store

    /// A capture begins.
    ///
    /// - Parameter running: the workout that runs on into it.
    func begin(running: WorkoutID?) {
        work.running = running
        guard !hasBegun else { return }
        hasBegun = true
        work.surveys = true
        go()
    }

    func add(_ capture: ClosedCapture) {
        var capture = capture
        if work.captures.count >= Self.mostWorkouts || failure != nil { capture.workouts = [] }
        // By its name alone it is found again, whenever that may be.
        if failure == nil { work.captures.append(capture) } else { waitingCaptures += 1 }
        // A workout that ran on into it may have left its former ones.
        work.surveys = true
        go()
    }

    func add(_ places: HistoryWork.Places) {
        let waiting = work.places.reduce(0) { $0 + $1.locations.count }
        guard waiting + places.locations.count <= Self.mostPlaces else {
            if placesLeftOut == 0 { note(StoreWords.placesLeftOut(places.locations.count)) }
            placesLeftOut += places.locations.count
            return
        }
        work.places.append(places)
        go()
    }

    func add(_ heard: [HistoryWork.Heard]) {
        // Of a sensor counts what it said last.
        let known = Set(heard.map(\.sensor.identity))
        work.heard.removeAll { known.contains($0.sensor.identity) }
        work.heard += heard
        go()
    }

    func note(running: WorkoutID?) {
        if running == nil { (work.places, placesLeftOut) = ([], 0) }
        work.running = running
    }

    /// The gateway ends: nothing of earlier is begun any more.
    func finish() {
        isEnding = true
        if failure == nil { go() }
    }

    // MARK: One thing after the other

    private func go() {
        guard !isUnderWay, retry.moment == nil || hasNews && failure == nil else { return }
        if !hasNews, !isEnding, let name = backlog.popLast() { work.earlier.append(name) }
        if !hasNews, backlog.isEmpty, wantsToPrune { work.pruning = pruning.next(days: captureDays(), at: reactor.now) }
        guard !work.isEmpty else { return }
        retry.cancel()
        let order = work
        work = HistoryWork()
        work.running = order.running
        (isUnderWay, begun) = (true, reactor.now)
        underWay = order.captures.count + order.earlier.count
        queue.add({ [writer] in writer.carryOut(order) }, told: { [weak self] in self?.settle($0, of: order) })
    }

    private var hasNews: Bool {
        !work.places.isEmpty || !work.heard.isEmpty || !work.captures.isEmpty || work.surveys || !work.earlier.isEmpty
    }

    private func settle(_ report: HistoryReport, of order: HistoryWork) {
        (isUnderWay, underWay) = (false, 0)
        for sentence in report.sentences { note(sentence) }
        newWorkouts += report.newWorkouts
        if report.isAnew { work.surveys = true }
        if let found = report.backlog {
            // What was closed while it was looked comes by itself.
            let coming = Set(work.captures.map(\.path))
            let done = max(0, backlogTotal - backlog.count)
            backlog = found.reversed().filter { name in !coming.contains { $0.hasSuffix("/" + name) } }
            backlogTotal = backlog.isEmpty && done == 0 ? 0 : done + backlog.count
            (waitingCaptures, hasLooked) = (0, true)
        }
        if let error = report.failure {
            if !report.hasStoredNews {
                work.places = order.places + work.places
                work.heard =
                    order.heard.filter { old in !work.heard.contains { $0.sensor.identity == old.sensor.identity } } + work.heard
            }
            waitingCaptures += order.captures.count + order.earlier.count
            note(pruning.breakOff())
            fail(StoreWords.trouble(error), told: StoreWords.stops(error))
        } else {
            if failure != nil { note(StoreWords.goesOn) }
            failure = nil
            if let pruned = order.pruning { note(pruning.settle(pruned, report)) }
            if backlog.isEmpty, backlogTotal > 0 { concludeBacklog() }
            if isEnding || hasNews { go() } else { rest() }
        }
        onChange?()
    }

    private func concludeBacklog() {
        note(StoreWords.caughtUp(backlogTotal, workouts: newWorkouts, writer.path))
        (backlogTotal, newWorkouts) = (0, 0)
        // A route that was begun may be nobody's now.
        work.surveys = true
    }

    /// Leaves the machine to others for as long as it was used.
    private func rest() {
        guard !backlog.isEmpty || wantsToPrune else { return }
        retry.set(after: min(reactor.now - begun, Self.longestRest)) { [weak self] in self?.go() }
    }

    /// What was not stored is found again by its captures.
    private func fail(_ sentence: String, told: String) {
        if failure?.sentence != sentence { note(told) }
        let delay = failure.map { min($0.delay * 2, Self.longestDelay) } ?? Self.firstDelay
        failure = (sentence, delay)
        work.surveys = true
        guard !isEnding else { return }
        retry.set(after: delay) { [weak self] in self?.go() }
    }

    /// Captures are given up only when all that was recorded is in the store.
    private var wantsToPrune: Bool {
        hasLooked && failure == nil && !isEnding && captureDays() > 0 && pruning.isDue(at: reactor.now)
    }

    private func note(_ sentence: String?) {
        guard let sentence else { return }
        notes.append(sentence)
        onChange?()
    }
}
