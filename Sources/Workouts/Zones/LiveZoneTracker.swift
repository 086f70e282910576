/// Time in zones while the workout goes on: tells each change of zone once, and always has the totals that a batch over the
/// same samples would give (core §4.6).
///
/// A sample that comes late is put in its place and the fold is run again from a little before it.
public struct LiveZoneTracker: Sendable {
    public let configuration: ZoneConfiguration
    public let maxHold: TimeSpan
    /// Where the scope begins.
    public let start: Offset
    let quantity: Quantity
    /// Samples from then on may count: those shortly before a leg go on holding in it.
    private var earliest: Offset

    private var lanes: [Lane] = []  // best first
    /// Pause, resume, pause, … in time order.
    private var timerEdges: [Offset] = []
    private var progress: Progress
    /// Places to run again from, oldest first, after the beginning.
    private var checkpoints: [Progress] = []

    private struct Lane {
        let source: SourceID
        /// Those after `older`, in time order.
        var samples: [Sample] = []
        /// What is so old that only a very late sample, or another ranking, asks for it.
        var older = PackedLog<Sample>()
    }

    private struct Progress {
        /// Everything before it is in the totals; a hold that ends at it has not been noticed yet.
        var instant: Offset
        var totals: [TimeSpan]
        /// For each lane, how many of its samples, packed ones left out, were taken.
        var taken: [Int]
        /// For each lane, whether the last one taken may still hold.
        var isHolding: [Bool]
        var edgesPassed = 0
        var zone: Int?
        var lastSample: Offset?

        var isPaused: Bool { !edgesPassed.isMultiple(of: 2) }

        mutating func addLane() {
            taken.append(0)
            isHolding.append(false)
        }
    }

    /// - Parameters:
    ///   - maxHold: the quantity's default when nil.
    ///   - sources: best first; one that is not named comes last.
    public init(configuration: ZoneConfiguration, maxHold: TimeSpan? = nil, start: Offset, sources: [SourceID] = []) {
        self.configuration = configuration
        self.maxHold = maxHold ?? configuration.quantity.defaultMaxHold
        self.start = start
        earliest = start
        quantity = configuration.quantity
        lanes = sources.map { Lane(source: $0) }
        progress = Progress(instant: start, totals: [], taken: [], isHolding: [])
        progress = beginning
    }

    private var beginning: Progress {
        Progress(
            instant: start, totals: Array(repeating: TimeSpan.zero, count: configuration.zoneCount),
            taken: Array(repeating: 0, count: lanes.count), isHolding: Array(repeating: false, count: lanes.count))
    }

    public var currentZone: Zone? { progress.zone.map { configuration.zone(at: $0) } }

    /// From when on `advance` notices that the value which counts has run out; `nil` when none holds.
    var nextEnd: Offset? {
        let last = TimeSpan(microseconds: 1)
        if let (sample, _) = best() { return sample.offset + maxHold + last }
        return progress.zone == nil ? nil : progress.instant + last
    }

    /// Totals up to the latest sample, pause or passing of time.
    public var zoneGroup: ZoneGroup {
        let covered = progress.totals.reduce(TimeSpan.zero, +)
        return ZoneGroup(
            configuration: configuration, zoneDurations: progress.totals, unattributed: timer - covered, maxHold: maxHold)
    }

    private var timer: TimeSpan {
        var timer = progress.instant - start
        for index in stride(from: 0, to: progress.edgesPassed, by: 2) {
            let end = index + 1 < progress.edgesPassed ? timerEdges[index + 1] : progress.instant
            timer -= max(end, start) - max(timerEdges[index], start)
        }
        return timer
    }
}

// What happens to it.
extension LiveZoneTracker {
    /// A sample arrived. One that no sensor can mean, or from before anything that counts, is left out.
    public mutating func apply(_ value: Double, at offset: Offset, from source: SourceID = SourceID(0)) -> [LiveZoneUpdate] {
        guard quantity.plausibleValues.contains(value), offset >= earliest, offset.isPlausible else { return [] }
        let sample = Sample(offset: offset, value: value)
        let lane = laneIndex(of: source)
        if offset >= progress.instant, lanes[lane].samples.last.map({ $0.offset < offset }) ?? true {
            lanes[lane].samples.append(sample)
            packOldest(of: lane)
            return run(to: offset)
        }
        if let last = lanes[lane].older.last, last.offset >= offset { unpack() }
        let place = lanes[lane].samples.partitioningIndex { $0.offset >= offset }
        if place < lanes[lane].samples.count, lanes[lane].samples[place].offset == offset {
            lanes[lane].samples[place] = sample
        } else {
            lanes[lane].samples.insert(sample, at: place)
        }
        return runAgain(from: offset)
    }

    /// Time passed: holds that ended before `offset` are noticed. One that ends at it is not yet, since a sample of that very
    /// moment carries on without a loss.
    public mutating func advance(to offset: Offset) -> [LiveZoneUpdate] { offset.isPlausible ? run(to: offset) : [] }

    /// The timer stops; ignored when it stands.
    public mutating func pause(at offset: Offset) -> [LiveZoneUpdate] { turn(at: offset, toPause: true) }

    /// The timer goes on; ignored when it runs.
    public mutating func resume(at offset: Offset) -> [LiveZoneUpdate] { turn(at: offset, toPause: false) }

    private mutating func turn(at offset: Offset, toPause: Bool) -> [LiveZoneUpdate] {
        guard offset.isPlausible, timerEdges.count.isMultiple(of: 2) == toPause else { return [] }
        let edge = max(offset, timerEdges.last ?? offset)
        if !toPause, edge == timerEdges.last {
            // A pause without a length is none: what held goes on holding.
            timerEdges.removeLast()
            return runAgain(from: edge)
        }
        timerEdges.append(edge)
        let isLate = edge < progress.instant || lanes.contains { $0.samples.last.map { $0.offset >= edge } ?? false }
        return isLate ? runAgain(from: edge) : run(to: edge)
    }

    /// Sets which source is better, best first. The totals follow, and an update goes out if the current zone does.
    public mutating func rank(_ sources: [SourceID]) -> [LiveZoneUpdate] {
        let named = sources.map { source in lanes.first { $0.source == source } ?? Lane(source: source) }
        let order = named + lanes.filter { !sources.contains($0.source) }
        guard order.map(\.source) != lanes.map(\.source) else { return [] }
        lanes = order
        let before = progress
        runFromBeginning(to: before.instant)
        return difference(from: before)
    }

    /// For a scope that begins within a workout: what was taken before it goes on holding in it, also what arrives late.
    ///
    /// - Parameters:
    ///   - workoutStart: what was taken before the workout never counts.
    ///   - earlier: samples in time order; a source that was not named comes last.
    ///   - edges: pause, resume, pause, … since the workout began.
    mutating func seed(
        _ earlier: [SampleSeries], since workoutStart: Offset, timerEdges edges: [Offset], now: Offset
    ) -> [LiveZoneUpdate] {
        timerEdges = edges
        earliest = max(workoutStart, start - maxHold)
        for series in earlier {
            let lane = laneIndex(of: series.source)
            lanes[lane].samples = series.samples.filter { $0.offset >= earliest }
        }
        runFromBeginning(to: max(now, start))
        progress.zone = nil
        return report().map { [$0] } ?? []
    }

    private mutating func laneIndex(of source: SourceID) -> Int {
        if let index = lanes.firstIndex(where: { $0.source == source }) { return index }
        lanes.append(Lane(source: source))
        progress.addLane()
        for index in checkpoints.indices { checkpoints[index].addLane() }
        return lanes.count - 1
    }
}

// The fold.
extension LiveZoneTracker {
    /// Takes all that happens up to `target`, in order of time; at one moment, edges of the timer come before samples.
    private mutating func run(to target: Offset) -> [LiveZoneUpdate] {
        var updates: [LiveZoneUpdate] = []
        while let moment = nextMoment(notAfter: target) {
            hold(until: moment, &updates)
            while progress.edgesPassed < timerEdges.count, timerEdges[progress.edgesPassed] == moment { passEdge(&updates) }
            for lane in lanes.indices { takeSample(of: lane, at: moment) }
            if let update = report() { updates.append(update) }
            keepCheckpoint()
        }
        hold(until: target, &updates)
        keepCheckpoint()
        return updates
    }

    private func nextMoment(notAfter target: Offset) -> Offset? {
        var next: Offset?
        if progress.edgesPassed < timerEdges.count { next = timerEdges[progress.edgesPassed] }
        for lane in lanes.indices where progress.taken[lane] < lanes[lane].samples.count {
            let offset = lanes[lane].samples[progress.taken[lane]].offset
            if next.map({ offset < $0 }) ?? true { next = offset }
        }
        return next.flatMap { $0 <= target ? $0 : nil }
    }

    private mutating func hold(until target: Offset, _ updates: inout [LiveZoneUpdate]) {
        while progress.instant < target {
            if let update = report() { updates.append(update) }
            guard let (sample, zone) = best() else {
                progress.instant = target
                return
            }
            let end = min(target, sample.offset + maxHold)
            progress.totals[zone] += end - progress.instant
            progress.instant = end
        }
    }

    /// The sample that counts at the instant, and its zone.
    private func best() -> (Sample, zone: Int)? {
        for lane in lanes.indices where progress.isHolding[lane] {
            let sample = lanes[lane].samples[progress.taken[lane] - 1]
            if progress.instant < sample.offset + maxHold { return (sample, configuration.zoneIndex(of: sample.value)) }
        }
        return nil
    }

    private mutating func passEdge(_ updates: inout [LiveZoneUpdate]) {
        progress.edgesPassed += 1
        guard progress.isPaused else { return }
        for lane in lanes.indices { progress.isHolding[lane] = false }
        if let previous = progress.zone { updates.append(change(from: previous, to: nil, .paused)) }
    }

    private mutating func takeSample(of lane: Int, at moment: Offset) {
        let next = progress.taken[lane]
        guard next < lanes[lane].samples.count, lanes[lane].samples[next].offset == moment else { return }
        progress.taken[lane] = next + 1
        progress.isHolding[lane] = !progress.isPaused
        if !progress.isPaused { progress.lastSample = max(moment, progress.lastSample ?? moment) }
    }

    private mutating func report() -> LiveZoneUpdate? {
        let zone = best()?.zone
        guard zone != progress.zone else { return nil }
        return change(from: progress.zone, to: zone, zone == nil ? .signalLost : progress.zone == nil ? .entered : .changed)
    }

    private mutating func change(from previous: Int?, to current: Int?, _ reason: LiveZoneUpdate.Reason) -> LiveZoneUpdate {
        progress.zone = current
        return LiveZoneUpdate(
            reason: reason, offset: progress.instant, currentZone: current.map { configuration.zone(at: $0) },
            previousZone: previous.map { configuration.zone(at: $0) },
            zoneGroup: zoneGroup, lastSampleOffset: progress.lastSample)
    }
}

// Running again.
extension LiveZoneTracker {
    private static let checkpointSpacing = TimeSpan(microseconds: 15_000_000)

    private mutating func keepCheckpoint() {
        guard progress.instant - (checkpoints.last?.instant ?? start) >= Self.checkpointSpacing else { return }
        if checkpoints.count == 2 { checkpoints.removeFirst() }
        checkpoints.append(progress)
    }

    /// Something was put in at `offset`: an update goes out if the current zone is another one now.
    private mutating func runAgain(from offset: Offset) -> [LiveZoneUpdate] {
        let before = progress
        while let last = checkpoints.last, last.instant >= offset { checkpoints.removeLast() }
        if checkpoints.isEmpty { unpack() }
        progress = checkpoints.last ?? beginning
        _ = run(to: max(before.instant, offset))
        return difference(from: before)
    }

    private mutating func difference(from before: Progress) -> [LiveZoneUpdate] {
        let zone = progress.zone
        guard zone != before.zone else { return [] }
        let reason: LiveZoneUpdate.Reason =
            zone != nil ? (before.zone == nil ? .entered : .changed) : progress.isPaused ? .paused : .signalLost
        return [change(from: before.zone, to: zone, reason)]
    }

    private mutating func runFromBeginning(to instant: Offset) {
        unpack()
        progress = beginning
        _ = run(to: instant)
    }

    /// A lane longer than this is shortened to half of it, if its checkpoints are as far.
    private static let mostSamples = 2048

    /// Packs what no checkpoint looks at.
    private mutating func packOldest(of lane: Int) {
        guard lanes[lane].samples.count > Self.mostSamples, let oldest = checkpoints.first else { return }
        // The last one taken may still hold.
        let count = min(oldest.taken[lane] - 1, lanes[lane].samples.count - Self.mostSamples / 2)
        guard count > 0 else { return }
        for sample in lanes[lane].samples[..<count] { lanes[lane].older.append(sample) }
        lanes[lane].samples.removeFirst(count)
        progress.taken[lane] -= count
        for index in checkpoints.indices { checkpoints[index].taken[lane] -= count }
    }

    /// Before it is run from the beginning.
    private mutating func unpack() {
        checkpoints = []
        for lane in lanes.indices where !lanes[lane].older.isEmpty {
            lanes[lane].samples = lanes[lane].older.rows + lanes[lane].samples
            lanes[lane].older = PackedLog()
        }
    }
}
