public import Statistics
public import Workouts

/// An enumeration whose every case has a word, or a sentence without arguments, in the catalogs: under `family.case`.
///
/// That the catalogs have them all is tested; a case added anywhere fails the test until ten languages know it.
protocol Worded: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    static var family: String { get }
}

extension Worded {
    var key: String { "\(Self.family).\(rawValue)" }
}

extension TimeOfDay: Worded { static var family: String { "timeOfDay" } }
extension MetricGap: Worded { static var family: String { "gap" } }
extension Quantity: Worded { static var family: String { "quantity" } }
extension PlanStep.Kind: Worded { static var family: String { "step" } }
extension ComplianceVerdict: Worded { static var family: String { "verdict" } }
extension MoodCheckIn.Kind: Worded { static var family: String { "moodKind" } }
extension MoodCheckIn.Label: Worded { static var family: String { "mood" } }
extension MoodCheckIn.Association: Worded { static var family: String { "association" } }
extension SampleSource.DistanceOrigin: Worded { static var family: String { "distanceOrigin" } }
extension DayBadge: Worded { static var family: String { "badge" } }
extension Figure: Worded { static var family: String { "figure" } }
extension FigureNote: Worded { static var family: String { "note" } }
extension NamedPeriod: Worded { static var family: String { "period" } }
extension ComparedPeriod: Worded { static var family: String { "baseline" } }
extension Notice: Worded { static var family: String { "notice" } }

/// What an activity is called: three families over `ActivityType`.
enum ActivityForm: String, CaseIterable {
    /// The sport, in lists: "Indoor cycling".
    case sport
    /// One outing of it, as titles have it: "indoor ride".
    case outing
    /// Of that outing, with article and case as the language needs them: "of the indoor ride".
    case ofOuting

    func key(_ type: ActivityType) -> String { "\(rawValue).\(type.rawValue)" }
}

/// The short name of a figure, where a table has little room.
enum ShortFigure {
    static func key(_ figure: Figure) -> String { "short.\(figure.rawValue)" }
}

/// Models of zones by their names in `ZoneConfiguration.modelName`.
enum ZoneModelName: String, Worded {
    case percentHRmax5, karvonen5, friel7, coggan7, seiler3, custom
    static var family: String { "zoneModel" }
}
