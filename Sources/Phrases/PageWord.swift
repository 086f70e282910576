internal import Glibc  // rounding is a libm call on processors without the instruction
public import Workouts

/// A word of the pages that list and show workouts, zones, plans and moods: no figure's name, and no sentence.
public enum PageWord: String, CaseIterable, Sendable {
    // heads of lists
    case date, workout, workouts, time, kind, mood, like, about, mean, plan, steps, anyDay
    // of one workout
    case elapsed, moving, highest, fastest, slowest, bestPower, climb, load, laps, legs, kilometres, miles, route, sensors, note,
        stored, cutFrom, heartRateZones, powerZones
    // plans beside what was done
    case began, meant, inTarget, met, partly, missed, weeks, notBegun, allSteps
    // where zones come from
    case byYourFigures, setByYou, chosenByYou, setByProgram, estimated, atRest, everSince, byCommandLine, noneAnyMore, noSamples
}

/// What is said below or above such a page.
public enum PageNote: String, CaseIterable, Sendable {
    case utc, undated, byWorkout, allTogetherToday, allTogetherModel, tooLittleData, nothingSaid
}

/// What the authors of zone models call their zones.
public enum ZoneName: String, CaseIterable, Sendable {
    case activeRecovery, endurance, tempo, lactateThreshold, vo2max, anaerobicCapacity, neuromuscularPower
    case lowIntensity, threshold, highIntensity
    case recovery, aerobic, subthreshold, superthreshold, aerobicCapacity

    /// `nil` where zones are only numbered.
    public init?(_ index: Int, of configuration: ZoneConfiguration) {
        let names: [ZoneName]
        switch (configuration.modelName, configuration.zoneCount) {
        case ("coggan7", 7):
            names = [.activeRecovery, .endurance, .tempo, .lactateThreshold, .vo2max, .anaerobicCapacity, .neuromuscularPower]
        case ("seiler3", 3): names = [.lowIntensity, .threshold, .highIntensity]
        case ("friel7", 7):
            names = [.recovery, .aerobic, .tempo, .subthreshold, .superthreshold, .aerobicCapacity, .anaerobicCapacity]
        default: names = []
        }
        guard names.indices.contains(index) else { return nil }
        self = names[index]
    }
}

extension PageWord: Worded { static var family: String { "page" } }
extension PageNote: Worded { static var family: String { "pageNote" } }
extension ZoneName: Worded { static var family: String { "zoneName" } }
extension PlanKind: Worded { static var family: String { "intent" } }

extension Phrasebook {
    public func text(_ word: PageWord) -> String { self.word(word) }
    public func text(_ note: PageNote) -> String { word(note) }
    public func name(of intent: PlanKind) -> String { word(intent) }

    /// "Tempo"; `nil` where zones are only numbered.
    public func name(ofZone index: Int, of configuration: ZoneConfiguration) -> String? {
        ZoneName(index, of: configuration).map(word)
    }

    /// "since 2026-03-01".
    public func since(_ day: String) -> String { say(.since(day)) }
    /// "from 2026-03-01 on", of what is still to come.
    public func fromOn(_ day: String) -> String { say(.fromOn(day)) }
    /// "Times of day are those of Europe/Prague."
    public func timesOf(_ zone: String) -> String { say(.timesOf(zone)) }
    /// "2 pauses".
    public func pauses(_ count: Int) -> String { say(.pauses(count)) }

    /// "below 114.5 bpm", "114.5–133 bpm", "from 171 bpm": half-open, limits as they are, to a tenth.
    ///
    /// - Parameter hasUnit: whether it ends with the unit; speeds do always.
    public func exactRange(_ index: Int, of configuration: ZoneConfiguration, hasUnit: Bool = true) -> String {
        let zones = configuration.zones
        guard zones.indices.contains(index) else { return "" }
        guard configuration.quantity != .speed else { return range(of: zones[index], .speed) }
        func limit(_ value: Double) -> String {
            let tenths = (value * 10).rounded(.toNearestOrAwayFromZero)
            return number(tenths / 10, decimals: (tenths / 10).rounded() == tenths / 10 ? 0 : 1)
        }
        func measured(_ value: Double) -> String { limit(value) + (hasUnit ? " \(configuration.quantity.unit)" : "") }
        return switch (zones[index].minimum, zones[index].maximum) {
        case (let lower?, let upper?): say(.between(lower: limit(lower), upper: measured(upper)))
        case (nil, let upper?): say(.below(measured(upper)))
        case (let lower?, nil): say(.from(measured(lower)))
        case (nil, nil): zone(index: index, of: configuration)
        }
    }
}
