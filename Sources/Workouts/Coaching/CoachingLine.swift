/// What a coach would say of a finished workout; `Phrases` has the words.
///
/// Zones are by index from 0, percents and minutes are rounded as core §9 has it.
public enum CoachingLine: Equatable, Sendable {
    /// "You stayed below Zone {zone} for {percent} % of the {noun}."
    case easy(percent: Int, belowZone: Int, activity: ActivityType)
    /// "You accumulated {minutes} minutes in Zones {zones}."
    case tempo(minutes: Int, zones: ClosedRange<Int>)
    /// "{share} of the {noun} stayed in Zone 1, with {spikes} short spikes."
    case recovery(Share, spikes: Int, activity: ActivityType)
    /// "{reached} of {planned} hard repeats reached Zone {zone}; recoveries {came down}."
    ///
    /// - Parameter recoveriesCameDown: `nil` when the plan has none.
    case intervals(reached: Int, planned: Int, zone: Int, recoveriesCameDown: Bool?)
    /// Without zones: gentle words from the effort alone.
    case mostlyEasy(activity: ActivityType)
    case mostlySteady(activity: ActivityType)
    case mostlyHard(activity: ActivityType)

    public enum Share: String, CaseIterable, Sendable { case all, most, lessThanHalf }
}

/// A coaching line and the configuration that its zone numbers belong to.
public struct CoachingRemark: Equatable, Sendable {
    public var line: CoachingLine
    /// Named beside the line when it is not the athlete's preferred one; `nil` without zones.
    public var configuration: ZoneConfiguration?
    public var isPreferredConfiguration: Bool

    public init(_ line: CoachingLine, configuration: ZoneConfiguration?, isPreferredConfiguration: Bool) {
        self.line = line
        self.configuration = configuration
        self.isPreferredConfiguration = isPreferredConfiguration
    }
}

/// How well a target was met (core §9).
public enum ComplianceVerdict: String, CaseIterable, Sendable { case met, partly, missed, notEnoughData }
