/// What a workout has come to at one moment of its recording: what the live view shows.
public struct LiveFigures: Equatable, Sendable {
    /// The latest moment that the draft has heard of.
    public var now: Offset
    public var state: State
    public var activity: ActivityType
    public var activityIndex: Int
    public var elapsed: TimeSpan
    /// Elapsed without pauses.
    public var timer: TimeSpan
    /// `nil` before any origin gave an amount.
    public var distance: WorkoutSummary.Distance?
    public var steps: Double?
    /// Of each instantaneous quantity that a source has ever given, in their order.
    public var values: [Value]
    public var lap: LapFigures
    /// One for each source and quantity that has ever given a value, by source then quantity.
    public var sensors: [Sensor]
    /// The latest place.
    public var location: Location?
    /// `nil` of a workout without a plan.
    public var coaching: Coaching?

    public init(
        now: Offset, state: State, activity: ActivityType, activityIndex: Int, elapsed: TimeSpan, timer: TimeSpan,
        distance: WorkoutSummary.Distance?, steps: Double?, values: [Value], lap: LapFigures, sensors: [Sensor],
        location: Location?
    ) {
        self.now = now
        self.state = state
        self.activity = activity
        self.activityIndex = activityIndex
        self.elapsed = elapsed
        self.timer = timer
        self.distance = distance
        self.steps = steps
        self.values = values
        self.lap = lap
        self.sensors = sensors
        self.location = location
    }

    /// Where in its plan the workout is.
    public struct Coaching: Equatable, Sendable {
        public var planName: String
        /// `nil` when the plan is done.
        public var progress: PlanProgress?
        /// `nil` before the first.
        public var lastCue: LiveCoach.SaidCue?

        public init(planName: String, progress: PlanProgress?, lastCue: LiveCoach.SaidCue?) {
            self.planName = planName
            self.progress = progress
            self.lastCue = lastCue
        }
    }

    public enum State: String, Sendable { case notStarted, running, paused, autoPaused, ended }

    /// No news and lost are different, and so is a measured zero.
    public enum News: Equatable, Sendable {
        /// Nothing has come yet.
        case none
        case current(Double, from: SourceID)
        /// The last value ran out at this moment.
        case lost(since: Offset)

        public var value: Double? { if case .current(let value, _) = self { value } else { nil } }
        public var source: SourceID? { if case .current(_, let source) = self { source } else { nil } }
    }

    public struct Value: Equatable, Sendable {
        public var quantity: Quantity
        public var news: News
        /// While the timer runs and the quantity has zones.
        public var zone: Zone?
        /// Until now, the value that still holds included; `nil` when the quantity has no zones.
        public var timeInZones: ZoneGroup?

        public init(quantity: Quantity, news: LiveFigures.News, zone: Zone?, timeInZones: ZoneGroup?) {
            self.quantity = quantity
            self.news = news
            self.zone = zone
            self.timeInZones = timeInZones
        }
    }

    public struct LapFigures: Equatable, Sendable {
        /// From 0.
        public var index: Int
        public var start: Offset
        public var elapsed: TimeSpan
        public var timer: TimeSpan
        /// Metres; `nil` before any origin gave an amount.
        public var distanceMetres: Double?

        public init(index: Int, start: Offset, elapsed: TimeSpan, timer: TimeSpan, distanceMetres: Double?) {
            self.index = index
            self.start = start
            self.elapsed = elapsed
            self.timer = timer
            self.distanceMetres = distanceMetres
        }
    }

    public struct Sensor: Equatable, Sendable {
        public var source: SourceID
        public var quantity: Quantity
        /// Its own value, whether or not it is the one that counts.
        public var news: News
        public var lastHeard: Offset

        public init(source: SourceID, quantity: Quantity, news: News, lastHeard: Offset) {
            self.source = source
            self.quantity = quantity
            self.news = news
            self.lastHeard = lastHeard
        }
    }

    /// What is known of one quantity now.
    public func news(of quantity: Quantity) -> News { values.first { $0.quantity == quantity }?.news ?? .none }
    public func value(of quantity: Quantity) -> Double? { news(of: quantity).value }
    public func timeInZones(of quantity: Quantity) -> ZoneGroup? { values.first { $0.quantity == quantity }?.timeInZones }
    public func zone(of quantity: Quantity) -> Zone? { values.first { $0.quantity == quantity }?.zone }
}
