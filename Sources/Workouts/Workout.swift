/// A finished workout: immutable; edits make a new version.
public struct Workout: Equatable, Sendable {
    public var id: WorkoutID
    public var type: ActivityType
    /// A brand or plan name, when there is one.
    public var name: String?
    /// What it was meant to follow.
    public var plan: Plan?
    public var isDemo: Bool
    public var clock: WallClock
    public var start: Offset
    public var end: Offset
    public var settings: WorkoutSettings
    public var sources: [SampleSource]
    public var pauses: [Pause]
    public var markers: [Marker]
    /// At least one; legs do not overlap, gaps are transitions.
    public var activities: [WorkoutActivity]
    /// At least one; together they cover the workout.
    public var laps: [Lap]
    /// The cleaned series, one for each source and quantity that has any, by quantity then source.
    public var series: [SampleSeries]
    /// In the order in which they arrived, in an array that is made anew each time.
    public var beats: [Beats] {
        get { beatLog.rows }
        set { beatLog = PackedLog(newValue) }
    }
    /// By time, and in the order of arrival where that is the same, one after the other.
    public var beatsByArrival: some Sequence<Beats> { beatLog.sortedByArrival() }
    /// As they are kept.
    var beatLog: PackedLog<Beats>
    /// Of each cumulative quantity that has any, what counted: the sources merged, as amounts per second.
    public var amounts: [Quantity: Timeline]
    public var route: Route
    /// Keyed by the quantities that have a configuration.
    public var zoneGroups: [Quantity: ZoneGroup]
    public var summary: WorkoutSummary
    public var kilometreSplits: [Split]
    public var mileSplits: [Split]
    /// How the route's own length was fitted to the recorded distance for the splits.
    public var splitCalibration: SplitCalibration
    /// What was left out on the way, counted.
    public var omissions: Omissions

    public init(
        id: WorkoutID, type: ActivityType, name: String? = nil, plan: Plan? = nil, isDemo: Bool = false, clock: WallClock,
        start: Offset, end: Offset,
        settings: WorkoutSettings = WorkoutSettings(), sources: [SampleSource] = [], pauses: [Pause] = [], markers: [Marker] = [],
        activities: [WorkoutActivity], laps: [Lap], series: [SampleSeries] = [], beats: [Beats] = [],
        amounts: [Quantity: Timeline] = [:], route: Route, zoneGroups: [Quantity: ZoneGroup] = [:], summary: WorkoutSummary,
        kilometreSplits: [Split] = [], mileSplits: [Split] = [], splitCalibration: SplitCalibration = SplitCalibration(),
        omissions: Omissions = Omissions()
    ) {
        self.id = id
        self.type = type
        self.name = name
        self.plan = plan
        self.isDemo = isDemo
        self.clock = clock
        self.start = start
        self.end = end
        self.settings = settings
        self.sources = sources
        self.pauses = pauses
        self.markers = markers
        self.activities = activities
        self.laps = laps
        self.series = series
        beatLog = PackedLog(beats)
        self.amounts = amounts
        self.route = route
        self.zoneGroups = zoneGroups
        self.summary = summary
        self.kilometreSplits = kilometreSplits
        self.mileSplits = mileSplits
        self.splitCalibration = splitCalibration
        self.omissions = omissions
    }

    /// Grows when the same events come to other figures than before.
    public static let algorithmVersion = 1

    public var startTimestamp: Timestamp { clock.timestamp(at: start) }
    public var endTimestamp: Timestamp { clock.timestamp(at: end) }

    /// When the timer ran.
    public var timerIntervals: TimerIntervals { TimerIntervals(start: start, end: end, pauses: pauses) }

    /// What counted of one quantity, all its sources merged; computed anew each time, so keep it for many reads.
    public func timeline(of quantity: Quantity) -> Timeline {
        quantity.isCumulative
            ? amounts[quantity] ?? Timeline()
            : Timeline(of: quantity, in: series, sources: sources, timer: timerIntervals)
    }

    /// What counted at a moment; of a cumulative quantity, what it had come to by then. `nil` in a hole or a pause.
    public func value(of quantity: Quantity, at offset: Offset) -> Double? {
        let timeline = timeline(of: quantity)
        guard quantity.isCumulative else { return timeline.segment(at: offset)?.value }
        return timeline.isEmpty ? nil : timeline.amount(from: start, to: offset)
    }
}

/// 128 bits that derive from the capture's header, so that a rebuilt workout keeps its identity.
public struct WorkoutID: Hashable, Comparable, Sendable {
    public var high: UInt64
    public var low: UInt64
    public init(high: UInt64, low: UInt64) { self.high = high; self.low = low }
    public static func < (a: WorkoutID, b: WorkoutID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

/// What changes a number later, frozen when the workout began.
public struct WorkoutSettings: Equatable, Sendable {
    /// What every activity uses unless `zonesByActivity` says otherwise.
    public var zones: [Quantity: ZoneConfiguration] = [:]
    /// Exceptions to `zones` for one activity type.
    public var zonesByActivity: [ActivityType: [Quantity: ZoneConfiguration]] = [:]
    /// Watts.
    public var functionalThresholdPowerWatts: Double?
    /// Beats per minute.
    public var lactateThresholdBeatsPerMinute: Double?
    public var maximumBeatsPerMinute: Double?
    public var restingBeatsPerMinute: Double?
    /// Watts that can be held without drawing on W′.
    public var criticalPowerWatts: Double?
    /// Joules of work that can be done above critical power.
    public var wPrimeJoules: Double?
    public var weightKilograms: Double?
    public var ageYears: Int?
    public var sex: Sex?
    /// What a minute costs when energy can only be guessed: a template's figure, before the activity's own.
    public var fallbackKilocaloriesPerMinute: Double?
    public enum Sex: String, Sendable { case male, female }
    public init() {}
}

public struct Pause: Equatable, Sendable {
    public var start: Offset
    public var end: Offset
    public var isAutomatic: Bool
    public init(start: Offset, end: Offset, isAutomatic: Bool) {
        self.start = start; self.end = end; self.isAutomatic = isAutomatic
    }
}

public struct Marker: Equatable, Sendable {
    public var offset: Offset
    public var kind: MarkerKind
    public var note: String
    public init(offset: Offset, kind: MarkerKind, note: String) { self.offset = offset; self.kind = kind; self.note = note }
}

/// One leg: a ride, a transition, a run.
public struct WorkoutActivity: Equatable, Sendable {
    public var type: ActivityType
    public var start: Offset
    public var end: Offset
    public var zoneGroups: [Quantity: ZoneGroup]
    public var summary: WorkoutSummary

    public init(
        type: ActivityType, start: Offset, end: Offset, zoneGroups: [Quantity: ZoneGroup] = [:], summary: WorkoutSummary
    ) {
        self.type = type
        self.start = start
        self.end = end
        self.zoneGroups = zoneGroups
        self.summary = summary
    }
}

public struct Lap: Equatable, Sendable {
    public var start: Offset
    public var end: Offset
    /// What ended it.
    public var trigger: LapTrigger
    /// Index of the activity it belongs to; a lap never crosses two.
    public var activityIndex: Int
    public var zoneGroups: [Quantity: ZoneGroup]
    public var summary: WorkoutSummary

    public init(
        start: Offset, end: Offset, trigger: LapTrigger, activityIndex: Int, zoneGroups: [Quantity: ZoneGroup] = [:],
        summary: WorkoutSummary
    ) {
        self.start = start
        self.end = end
        self.trigger = trigger
        self.activityIndex = activityIndex
        self.zoneGroups = zoneGroups
        self.summary = summary
    }
}

/// One source's values of one quantity, cleaned (core §4.1), in time order.
public struct SampleSeries: Equatable, Sendable {
    public var quantity: Quantity
    public var source: SourceID
    /// As they are kept.
    var samples: PackedLog<Sample>

    /// - Parameters:
    ///   - offsets: of each sample.
    ///   - values: as many; what one of the two has more is left out.
    public init(quantity: Quantity, source: SourceID, offsets: [Offset] = [], values: [Double] = []) {
        self.init(
            quantity: quantity, source: source,
            samples: PackedLog(zip(offsets, values).lazy.map { Sample(offset: $0, value: $1) }))
    }

    init(quantity: Quantity, source: SourceID, samples: PackedLog<Sample> = PackedLog()) {
        self.quantity = quantity
        self.source = source
        self.samples = samples
    }

    /// How many samples there are.
    public var count: Int { samples.count }
    /// All of them in an array that is made anew each time.
    public var offsets: [Offset] { samples.map(\.offset) }
    /// All of them in an array that is made anew each time.
    public var values: [Double] { samples.map(\.value) }
}
