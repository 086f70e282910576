/// What a workout is folded from, in the order in which it was learned.
public enum WorkoutEvent: Equatable, Sendable {
    /// The first event.
    case started(Offset, ActivityType)
    /// A source is known or known better; it comes before its first reading.
    case source(SampleSource)
    /// An instantaneous value.
    case reading(Reading)
    /// An amount that grew over a span of time.
    case amount(Amount)
    /// Times between heart beats, oldest first.
    case beats(Beats)
    /// A place, from the first source of kind `gps`, or `imported` or `demo` with distance by `gps`; its speed and altitude count as
    /// that source's readings.
    case location(Location)
    case paused(Offset, automatic: Bool)
    case resumed(Offset, automatic: Bool)
    case lap(Offset, LapTrigger)
    /// The next activity begins (ride then run); `.transition` between two.
    case activity(Offset, ActivityType)
    case marker(Offset, MarkerKind, note: String)
    /// The last event.
    case ended(Offset)
}

/// One value at one moment from one source, in the quantity's unit.
public struct Reading: Equatable, Sendable {
    public var quantity: Quantity
    public var source: SourceID
    public var offset: Offset
    public var value: Double

    public init(_ quantity: Quantity, _ value: Double, at offset: Offset, from source: SourceID) {
        self.quantity = quantity
        self.source = source
        self.offset = offset
        self.value = value
    }
}

/// What a cumulative quantity grew by from `start` to `end` (half-open), according to one source.
public struct Amount: Equatable, Sendable {
    public var quantity: Quantity
    public var source: SourceID
    public var start: Offset
    public var end: Offset
    public var value: Double

    public init(_ quantity: Quantity, _ value: Double, from start: Offset, to end: Offset, source: SourceID) {
        self.quantity = quantity
        self.source = source
        self.start = start
        self.end = end
        self.value = value
    }
}

/// RR-intervals that arrived together.
public struct Beats: Equatable, Sendable {
    public var source: SourceID
    /// When they arrived.
    public var offset: Offset
    /// Ticks of 1/1024 s, oldest first, as sent.
    public var rrTicks: [UInt16]
    /// Beats that happened and whose interval is not known, before these.
    public var missed: Int

    public init(source: SourceID, offset: Offset, rrTicks: [UInt16], missed: Int = 0) {
        self.source = source
        self.offset = offset
        self.rrTicks = rrTicks
        self.missed = missed
    }
}

/// A kind of workout or of one leg of it.
public enum ActivityType: String, CaseIterable, Hashable, Sendable {
    case cycling, indoorCycling, running, treadmillRunning, trailRunning, walking, hiking, rowing, indoorRowing, swimming
    case crossCountrySkiing, alpineSkiing, strength, flexibility, transition, other
}

public enum LapTrigger: String, Sendable { case manual, time, distance, sessionEnd, activityChange }

public enum MarkerKind: String, Sendable { case marker, sensorLost, sensorBack, clockReanchored, fault }
