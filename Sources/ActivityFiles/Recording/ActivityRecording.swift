public import Workouts

/// One activity as a file of this or another program tells it, in a coach's words: what is recorded, in order of time, and what the
/// device had made of it. `workout(settings:)` computes everything anew from what is recorded.
public struct ActivityRecording: Equatable, Sendable {
    /// Derives from what the file says of itself, so the same file is the same workout each time.
    public var id: WorkoutID
    /// Offset zero is the start of the activity.
    public var clock: WallClock
    /// The start is offset zero.
    public var end: Offset
    /// The workout that this program wrote the file of, by which it is known here; `nil` for files of others.
    public var writtenOf: WorkoutID?
    /// A brand or plan name.
    public var name: String?
    /// What its owner noted.
    public var note: String?
    public var isDemo = false
    /// Of kind `imported` all of them.
    public var sources: [SampleSource] = []
    /// Which of them gave each quantity; what is missing came from the first.
    public var providers: [Quantity: SourceID] = [:]
    /// Where the places come from; `nil` when there are none.
    public var receiver: SourceID?
    /// In order of time.
    public var points: [RecordedPoint] = []
    /// In order of time.
    public var beats: [Beats] = []
    /// In order of time, apart from each other.
    public var pauses: [Pause] = []
    public var markers: [Marker] = []
    /// At least one, in order of time; the first begins at the start, each ends where the next begins.
    public var legs: [Leg]
    /// In order of time; each ends where the next of its leg begins, the last with its leg.
    public var laps: [Lap] = []
    /// Amounts of which only sums are known: steps and energy of laps.
    public var sums: [Amount] = []
    /// Of the whole; `nil` when the file has no summary.
    public var stated: StatedFigures?
    public var findings = Findings()

    public struct Leg: Equatable, Sendable {
        public var type: ActivityType
        public var start: Offset
        public var stated: StatedFigures?
    }

    public struct Lap: Equatable, Sendable {
        public var start: Offset
        public var end: Offset
        public var trigger: LapTrigger
        public var stated: StatedFigures?
        /// Kilocalories that a device or a machine counted; what our own files say that was reckoned is none.
        public var machineKilocalories: Double?
    }

    /// What was odd and is not lost silently.
    public struct Findings: Equatable, Sendable {
        /// The file ends before it should, and what is whole was read.
        public var isTruncated = false
        /// The clock went back by more than 60 s; what was recorded is sorted by time all the same (core §4.4).
        public var clockStepped = false
        /// Laps and sessions whose timer was longer than they were: it is held to that.
        public var timersBeyondElapsed = 0
        /// Points without a date, or with one that only counts from when the device was switched on.
        public var undatedPoints = 0
        /// Points too far from the rest, or from all sessions, to belong to them.
        public var pointsOutside = 0
        /// Sessions without a start, or that no point lies in.
        public var sessionsLeftOut = 0
        /// RR-intervals that last longer than a minute.
        public var implausibleIntervals = 0
        /// Moments that do not say of which time zone they are: read as UTC.
        public var timesWithoutZone = 0
        /// Speeds were stated in kilometres per hour where the format has metres per second, as the distances show.
        public var speedsRescaled = false
        /// Values of a FIT file's records that cannot be.
        public var values = ValueLosses()
        /// Steps of the distance that nobody can cover in the time (core §6.7), and the metres that do not count for it.
        public var distanceJumps = 0
        public var jumpedMetres = 0.0
        public init() {}
    }

    public init(id: WorkoutID, clock: WallClock, end: Offset, type: ActivityType) {
        self.id = id
        self.clock = clock
        self.end = end
        legs = [Leg(type: type, start: .zero)]
    }
}

extension ActivityRecording {
    /// The workout, computed from what is recorded; the device's own figures have no part in it.
    ///
    /// - Throws: `AssemblyError`, when the offsets are more than 35 years apart.
    public func workout(settings: WorkoutSettings) throws(AssemblyError) -> Workout {
        var draft = WorkoutDraft(id: id, settings: settings, clock: clock, isDemo: isDemo, isLive: false)
        draft.name = name
        try forEachEvent { event throws(AssemblyError) in _ = try draft.apply(event) }
        return try draft.finished()
    }

    /// The same as events, from `.started` to `.ended`, in order of time.
    public func forEachEvent(_ body: (WorkoutEvent) throws(AssemblyError) -> Void) throws(AssemblyError) {
        try body(.started(.zero, legs.first?.type ?? .other))
        for source in sources { try body(.source(source)) }
        var outline = RecordedOutline(self)
        var totals = RecordedTotals(self)
        var teller = PointTeller(self)
        for point in points {
            while let event = outline.next(through: point.offset) { try body(event) }
            try totals.take(point, body)
            try teller.tell(point, body)
        }
        while let event = outline.next(through: end) { try body(event) }
        try totals.finish(body)
        try body(.ended(end))
    }

    func provider(of quantity: Quantity) -> SourceID { providers[quantity] ?? sources.first?.id ?? SourceID(0) }
}
