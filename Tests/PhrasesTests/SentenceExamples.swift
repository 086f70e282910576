import Statistics
import Workouts

@testable import Phrases

extension Sentence.Key {
    /// Sentences with this key, for every number: the switch makes that no key is forgotten.
    func examples(_ number: Int = 7, _ type: ActivityType = .walking) -> [Sentence] {
        switch self {
        case .title: TimeOfDay.allCases.map { .title($0, type) }
        case .titleAtPlace: TimeOfDay.allCases.map { .titleAtPlace($0, type, place: "Brtnice") }
        case .untimedTitle: [.untimedTitle(type)]
        case .untimedTitleAtPlace: [.untimedTitleAtPlace(type, place: "Brtnice")]
        case .easy: [.easy(percent: number, zone: "3", type)]
        case .tempoInZone: [.tempoInZone(minutes: number, zone: "3")]
        case .tempoInZones: [.tempoInZones(minutes: number, first: "3", last: "4")]
        case .recoveryAll: [.recovery(.all, zone: "1", spikes: number, type)]
        case .recoveryMost: [.recovery(.most, zone: "1", spikes: number, type)]
        case .recoveryLessThanHalf: [.recovery(.lessThanHalf, zone: "1", spikes: number, type)]
        case .spikes: [.spikes(number)]
        case .noSpikes: [.noSpikes]
        case .intervals: [.intervals(reached: number, planned: number, zone: "4")]
        case .intervalsCameDown: [.intervalsCameDown(reached: number, planned: 21, zone: "4")]
        case .intervalsStayedElevated: [.intervalsStayedElevated(reached: 1, planned: number, zone: "4")]
        case .mostlyEasy: [.mostlyEasy(type)]
        case .mostlySteady: [.mostlySteady(type)]
        case .mostlyHard: [.mostlyHard(type)]
        case .remark: [.remark(line: "A", configuration: "B")]
        case .aboveTarget: Quantity.allCases.map { .aboveTarget($0) }
        case .belowTarget: Quantity.allCases.map { .belowTarget($0) }
        case .workAhead: [.workAhead(seconds: number)]
        case .recovered: [.recovered(zone: "2")]
        case .stepBegins: PlanStep.Kind.allCases.map { .stepBegins($0) }
        case .planDone: [.planDone]
        case .zone: [.zone("\(number)")]
        case .zones: [.zones(first: "2", last: "3")]
        case .below: [.below("A")]
        case .from: [.from("A")]
        case .between: [.between(lower: "A", upper: "B")]
        case .timeAbove: [.timeAbove("A")]
        case .withoutSamples: [.withoutSamples(number)]
        case .more: ComparedPeriod.allCases.map { .more(percent: number, $0) }
        case .less: ComparedPeriod.allCases.map { .less(percent: number, $0) }
        case .same: ComparedPeriod.allCases.map { .same($0) }
        case .new: ComparedPeriod.allCases.map { .new($0) }
        case .progress: [.progress(done: "A", goal: "B")]
        case .remaining: [.remaining("A")]
        case .streakDays: [.streakDays(number)]
        case .streakWeeks: [.streakWeeks(number)]
        case .strayPoints: [.strayPoints(number)]
        case .endsHidden: [.endsHidden(distance: "A")]
        case .lowCoverage: [.lowCoverage(percent: number)]
        case .hoursAndMinutes: [.hoursAndMinutes(hours: number, minutes: 5)]
        case .dateOfWeekday: [.dateOfWeekday(weekday: "A", date: "B")]
        case .dateOfDay: [.dateOfDay(number, month: "A")]
        case .dateOfDays: [.dateOfDays(first: 1, last: number, month: "A")]
        case .dateInYear: [.dateInYear("A", year: "2026")]
        case .dateOfMonth: [.dateOfMonth(month: "A", year: "2026")]
        case .until: [.until("A")]
        case .beside: [.beside("A")]
        case .lacking: [.lacking("A")]
        case .comparedLacking: [.comparedLacking("A")]
        case .withoutLoad: [.withoutLoad("A")]
        case .withoutZones: [.withoutZones("A")]
        case .since: [.since("A")]
        case .fromOn: [.fromOn("A")]
        case .timesOf: [.timesOf("A")]
        case .pauses: [.pauses(number)]
        }
    }
}

/// Every enumeration that the catalogs have words for.
let wordFamilies: [any Worded.Type] = [
    TimeOfDay.self, Quantity.self, PlanStep.Kind.self, ComplianceVerdict.self, MoodCheckIn.Kind.self, MoodCheckIn.Label.self,
    MoodCheckIn.Association.self, SampleSource.DistanceOrigin.self, DayBadge.self, Figure.self, FigureNote.self,
    NamedPeriod.self, ComparedPeriod.self, Notice.self, ZoneModelName.self, MetricGap.self, TableWord.self, TableNote.self,
    MonthName.self, WeekdayName.self, PageWord.self, PageNote.self, ZoneName.self, PlanKind.self,
]

extension Worded {
    static var keys: [String] { allCases.map(\.key) }
}

/// What a catalog must hold: keys with their placeholders, and the numbers among these.
struct CatalogShape {
    var placeholders: [String: Set<String>] = [:]
    var numbers: [String: Set<String>] = [:]

    init() {
        let forms: [String] = [ActivityForm.sport, .outing, .ofOuting].flatMap { form in ActivityType.allCases.map(form.key) }
        let words = wordFamilies.flatMap { $0.keys } + forms + Figure.allCases.map(ShortFigure.key)
        for key in words { placeholders[key] = [] }
        for key in UnitPattern.keys { placeholders[key] = ["value"] }
        for key in Countable.keys {
            placeholders[key] = ["count"]
            numbers[key] = ["count"]
        }
        for key in Sentence.Key.allCases {
            for slots in key.examples().map(\.shape.slots) {
                placeholders[key.rawValue] = Set(slots.map(\.name))
                numbers[key.rawValue] = Set(slots.filter { if case .number = $0.value { true } else { false } }.map(\.name))
            }
        }
    }
}
