public import WireFormats
public import Workouts

/// What the engine says. Nothing in here has touched a clock, a file or a device.
public enum IngestOutput: Equatable, Sendable {
    /// A workout began; `Workout.id` will be this.
    case workoutStarted(WorkoutID, ActivityType)
    /// What the running workout was told, in the order in which it was told: for the store.
    indirect case event(WorkoutEvent)
    /// What counts of a day though no workout runs: a heart rate as a reading; steps and distance as amounts.
    indirect case outside(WorkoutEvent)
    indirect case zone(LiveZoneUpdate)
    /// What the coach says, while a workout follows a plan.
    case cue(LiveCue, Offset)
    /// Bytes that could not be read: counted and shown, never fatal.
    case rejected(LinkID, WireError)
    /// A reading that no rider can have produced.
    case implausible(Reading)
    /// A better wall clock: every offset keeps its place, the workout moves.
    case clock(WallClock)
    case notice(IngestNotice)
    indirect case workoutEnded(Workout)
}

/// What a person should know and nothing failed of.
public enum IngestNotice: Equatable, Sendable {
    /// A command that makes no sense now: a lap without a workout, a second start.
    case commandIgnored(RiderCommand, because: String)
    /// A setting's value that could not be used; the former one stays.
    case settingRejected(name: String, value: String, because: String)
    /// A step's target that the zones in force do not have: the step goes on without it.
    case targetLeftOut(PlanOutline.LeftOut)
    case sensorLost(SourceID)
    case sensorBack(SourceID)
    /// Said once; `nil` of a sensor that states no percents.
    case batteryLow(SourceID, percent: Int?)
    /// Bytes for a link that was never opened.
    case unknownLink(LinkID)
    /// The stop came more than 31 days after the start: the workout ends where something was last heard, at this offset.
    case endedWhereLastHeard(Offset)
    /// The workout could not take an event: a fault of this program, shown rather than hidden.
    case eventRefused(String)
    /// The recorder could not keep up: this many records are missing.
    case dropped(LinkID, count: Int)
}
