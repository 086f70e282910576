/// A named kind of workout that a recording can start from.
public struct WorkoutTemplate: Equatable, Sendable {
    /// A brand or a plan's name; it stays with the workout.
    public var name: String
    /// `nil`: as the start or the settings say.
    public var activity: ActivityType?
    public var plan: PlanOutline?
    /// What its energy is reckoned by where neither power nor heart rate tells (core §6.9).
    public var kilocaloriesPerMinute: Double?
    /// What a minute may cost.
    public static let plausibleKilocaloriesPerMinute = 1.0...40

    public init(name: String, activity: ActivityType? = nil, plan: PlanOutline? = nil, kilocaloriesPerMinute: Double? = nil) {
        self.name = name
        self.activity = activity
        self.plan = plan
        self.kilocaloriesPerMinute = kilocaloriesPerMinute
    }
}
