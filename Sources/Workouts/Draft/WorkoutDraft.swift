/// A workout under way: takes what happens, shows what it has come to, and makes the finished workout.
///
/// Holds all that arrived, packed (`PackedLog`): an hour of twelve sensors and ten places a second takes about a megabyte.
public struct WorkoutDraft: Sendable {
    public let id: WorkoutID
    /// What the workout is computed with; custom zones included.
    public internal(set) var settings: WorkoutSettings
    /// A better anchor moves the whole workout, and no sample.
    public var clock: WallClock
    public let isDemo: Bool
    /// Whether anybody looks while it is under way; else nothing is computed but the finished workout.
    let isLive: Bool
    /// A brand or plan name.
    public var name: String?
    /// What the workout is meant to follow.
    public var plan: Plan?

    /// As they are known now, in the order in which they came.
    public internal(set) var sources: [SampleSource] = []
    /// `nil` before the workout began.
    public internal(set) var start: Offset?
    /// `nil` before it ended.
    public internal(set) var end: Offset?
    /// The latest moment it has heard of.
    public internal(set) var now = Offset.zero
    /// The latest moment within the longest workout at which a sensor or the rider said something.
    private(set) var lastHeard = Offset.zero

    /// Where each source stands in `sources`.
    var places: [SourceID: Int] = [:]
    var timer = TimerState()
    var outline = LegsAndLaps(start: .zero, type: .other)
    var samples = SampleLog()
    var cumulative: [Cumulative] = []
    var track = RouteTrack()
    /// Where places come from; they do not name it themselves.
    var receiver: SourceID?
    var beats = PackedLog<Beats>()
    var markers: [Marker] = []
    /// One for each quantity with zones; their totals begin with the workout, or with the leg that brought other zones.
    var trackers: [LiveZoneTracker] = []
    var omissions = Omissions()
    /// Metres, as they were known then.
    var distanceAtLapStart = 0.0
    private let preferredSettings: WorkoutSettings

    /// One cumulative quantity: all that arrived, for the finished workout, and what it has come to so far.
    struct Cumulative: Sendable {
        let quantity: Quantity
        var log = AmountLog()
        var live: LiveAmounts
    }

    /// - Parameters:
    ///   - settings: frozen from here on.
    ///   - isLive: `false` for what is over: live figures and changes of zone are then not computed, and `finished()` is the same.
    public init(id: WorkoutID, settings: WorkoutSettings, clock: WallClock, isDemo: Bool = false, isLive: Bool = true) {
        self.id = id
        self.isLive = isLive
        self.settings = settings
        preferredSettings = settings
        self.clock = clock
        self.isDemo = isDemo
    }

    /// Sets zones for this workout alone, whatever the activity; `nil` goes back to the preferred ones (core §2).
    ///
    /// - Throws: `ZoneError.collectionAlreadyStarted`, once it has begun.
    public mutating func setCustomZones(_ configuration: ZoneConfiguration?, for quantity: Quantity) throws(ZoneError) {
        guard start == nil else { throw .collectionAlreadyStarted }
        settings.zones[quantity] = configuration ?? preferredSettings.zones[quantity]
        for activity in preferredSettings.zonesByActivity.keys {
            settings.zonesByActivity[activity]?[quantity] =
                configuration == nil ? preferredSettings.zonesByActivity[activity]?[quantity] : nil
        }
    }

    /// Where the live figures stand: now, or where the workout ended.
    var reached: Offset { end ?? now }

    /// When the timer ran, until now.
    var timerSoFar: TimerIntervals { timer.intervals(from: start ?? reached, to: reached) }
}

// What happens to it.
extension WorkoutDraft {
    /// Takes one event. An end more than 31 days after the start ends the workout where it was last heard of, and a marker of
    /// kind `fault` says so.
    ///
    /// - Returns: the changes of zone that it shows, oldest first.
    /// - Throws: `AssemblyError`, when it cannot come here; the draft stays as it was.
    public mutating func apply(_ event: WorkoutEvent) throws(AssemblyError) -> [LiveZoneUpdate] {
        guard end == nil else { throw .alreadyEnded }
        switch event {
        case .started(let offset, let type): try begin(at: offset, type)
        case .source(let source): return know(source)
        case .reading(let reading):
            try hear(reading.offset)
            return take(reading.quantity, reading.value, at: reading.offset, from: reading.source)
        case .amount(let amount):
            guard amount.start.isPlausible else { throw .implausibleOffset(amount.start) }
            try hear(amount.end)
            take(amount)
        case .beats(let arrived):
            try hear(arrived.offset)
            take(arrived)
        case .location(let location):
            try hear(location.offset)
            return take(location)
        case .paused(let offset, let automatic):
            // Standing still is concluded from silence, too.
            if automatic { try notice(offset) } else { try hear(offset) }
            return pause(at: offset, automatic: automatic)
        case .resumed(let offset, let automatic):
            try hear(offset)
            return resume(at: offset, automatic: automatic)
        case .lap(let offset, let trigger):
            try hear(offset)
            closeLap(at: offset, trigger)
        case .activity(let offset, let type):
            try hear(offset)
            return change(to: type, at: offset)
        case .marker(let offset, let kind, let note):
            if kind == .marker { try hear(offset) } else { try notice(offset) }
            markers.append(Marker(offset: offset, kind: kind, note: note))
        case .ended(let offset): return try finish(at: offset)
        }
        return []
    }

    /// Time passed without news: values run out, and what is old is settled.
    public mutating func advance(to offset: Offset) -> [LiveZoneUpdate] {
        guard start != nil, end == nil, offset.isPlausible else { return [] }
        now = max(now, offset)
        for index in cumulative.indices { cumulative[index].live.settle(at: now, timer: timer, start: start ?? now) }
        return trackers.indices.flatMap { trackers[$0].advance(to: now) }
    }

    private mutating func notice(_ offset: Offset) throws(AssemblyError) {
        guard start != nil else { throw .notStarted }
        guard offset.isPlausible else { throw .implausibleOffset(offset) }
        if offset > now { now = offset }
    }

    private mutating func hear(_ offset: Offset) throws(AssemblyError) {
        try notice(offset)
        if offset > lastHeard, let start, offset - start <= Self.longest { lastHeard = offset }
    }

    private mutating func begin(at offset: Offset, _ type: ActivityType) throws(AssemblyError) {
        guard start == nil else { throw .alreadyStarted }
        guard offset.isPlausible else { throw .implausibleOffset(offset) }
        start = offset
        now = offset
        lastHeard = offset
        outline = LegsAndLaps(start: offset, type: type)
        guard isLive else { return }
        trackers = settings.zones(for: type).values.sorted { $0.quantity < $1.quantity }.map { configuration in
            LiveZoneTracker(
                configuration: configuration, start: offset, sources: sources.ranked(for: configuration.quantity).map(\.id))
        }
    }

    private mutating func finish(at offset: Offset) throws(AssemblyError) -> [LiveZoneUpdate] {
        guard let start else { throw .notStarted }
        guard offset >= start else { throw .endsBeforeStart(start: start, end: offset) }
        guard offset <= start + Self.longest else { return finishWhereLastHeard() }
        // Holds that ran out before the end are told; the end itself is not (core §4.6).
        let updates = trackers.indices.flatMap { trackers[$0].advance(to: offset) }
        now = max(now, offset)
        end = offset
        return updates
    }

    /// A forgotten stop, or one wrong time stamp: neither may cost what was recorded before.
    private mutating func finishWhereLastHeard() -> [LiveZoneUpdate] {
        // What was said at that very moment is still inside.
        let last = lastHeard + TimeSpan(microseconds: 1)
        let updates = trackers.indices.flatMap { trackers[$0].advance(to: last) }
        markers.append(
            Marker(
                offset: lastHeard, kind: .fault,
                note: "the end came more than 31 days after the start, so the workout ends where it was last heard of"))
        end = last
        return updates
    }

    /// No workout lasts more than 31 days.
    private static let longest = TimeSpan(microseconds: 31 * 86_400 * 1_000_000)
}

extension Offset {
    /// Whether sums with it are safe; 2^50 µs are about 35 years.
    public var isPlausible: Bool { microseconds.magnitude <= 1 << 50 }
}
