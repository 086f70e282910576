internal import Workouts

/// A phrase with arguments: each case states what it cannot be told without, so that a missing one does not compile.
///
/// Zones are by what people call them (`ZoneConfiguration.label(of:)`).
enum Sentence {
    // what a workout is called
    case title(TimeOfDay, ActivityType)
    case titleAtPlace(TimeOfDay, ActivityType, place: String)
    case untimedTitle(ActivityType)
    case untimedTitleAtPlace(ActivityType, place: String)
    // of a finished workout
    case easy(percent: Int, zone: String, ActivityType)
    case tempoInZone(minutes: Int, zone: String)
    case tempoInZones(minutes: Int, first: String, last: String)
    case recovery(CoachingLine.Share, zone: String, spikes: Int, ActivityType)
    case spikes(Int)
    case noSpikes
    case intervals(reached: Int, planned: Int, zone: String)
    case intervalsCameDown(reached: Int, planned: Int, zone: String)
    case intervalsStayedElevated(reached: Int, planned: Int, zone: String)
    case mostlyEasy(ActivityType)
    case mostlySteady(ActivityType)
    case mostlyHard(ActivityType)
    case remark(line: String, configuration: String)
    // while it lasts
    case aboveTarget(Quantity)
    case belowTarget(Quantity)
    case workAhead(seconds: Int)
    case recovered(zone: String)
    case stepBegins(PlanStep.Kind)
    case planDone
    // zones
    case zone(String)
    case zones(first: String, last: String)
    case below(String)
    case from(String)
    case between(lower: String, upper: String)
    case timeAbove(String)
    case withoutSamples(Int)
    // comparisons, goals, routes
    case more(percent: Int, ComparedPeriod)
    case less(percent: Int, ComparedPeriod)
    case same(ComparedPeriod)
    case new(ComparedPeriod)
    case progress(done: String, goal: String)
    case remaining(String)
    case streakDays(Int)
    case streakWeeks(Int)
    case strayPoints(Int)
    case endsHidden(distance: String)
    case lowCoverage(percent: Int)
    // durations
    case hoursAndMinutes(hours: Int, minutes: Int)
    // dates
    case dateOfWeekday(weekday: String, date: String)
    case dateOfDay(Int, month: String)
    case dateOfDays(first: Int, last: Int, month: String)
    case dateInYear(String, year: String)
    case dateOfMonth(month: String, year: String)
    // beside tables that look back
    case until(String)
    case beside(String)
    case lacking(String)
    case comparedLacking(String)
    case withoutLoad(String)
    case withoutZones(String)
    // pages
    case since(String)
    case fromOn(String)
    case timesOf(String)
    case pauses(Int)

    /// Their keys in the catalogs.
    enum Key: String, CaseIterable {
        case title = "title.timed"
        case titleAtPlace = "title.timedAtPlace"
        case untimedTitle = "title.untimed"
        case untimedTitleAtPlace = "title.untimedAtPlace"
        case easy = "line.easy"
        case tempoInZone = "line.tempoInZone"
        case tempoInZones = "line.tempoInZones"
        case recoveryAll = "line.recoveryAll"
        case recoveryMost = "line.recoveryMost"
        case recoveryLessThanHalf = "line.recoveryLessThanHalf"
        case spikes = "line.spikes"
        case noSpikes = "line.noSpikes"
        case intervals = "line.intervals"
        case intervalsCameDown = "line.intervalsCameDown"
        case intervalsStayedElevated = "line.intervalsStayedElevated"
        case mostlyEasy = "line.mostlyEasy"
        case mostlySteady = "line.mostlySteady"
        case mostlyHard = "line.mostlyHard"
        case remark = "line.remark"
        case aboveTarget = "cue.aboveTarget"
        case belowTarget = "cue.belowTarget"
        case workAhead = "cue.workAhead"
        case recovered = "cue.recovered"
        case stepBegins = "cue.stepBegins"
        case planDone = "cue.planDone"
        case zone = "zone.one"
        case zones = "zone.several"
        case below = "zone.below"
        case from = "zone.from"
        case between = "zone.between"
        case timeAbove = "zone.timeAbove"
        case withoutSamples = "zone.withoutSamples"
        case more = "comparison.more"
        case less = "comparison.less"
        case same = "comparison.same"
        case new = "comparison.new"
        case progress = "goal.progress"
        case remaining = "goal.remaining"
        case streakDays = "goal.streakDays"
        case streakWeeks = "goal.streakWeeks"
        case strayPoints = "route.strayPoints"
        case endsHidden = "route.endsHidden"
        case lowCoverage = "note.lowCoverage"
        case hoursAndMinutes = "duration.hoursAndMinutes"
        case dateOfWeekday = "date.weekday"
        case dateOfDay = "date.day"
        case dateOfDays = "date.days"
        case dateInYear = "date.year"
        case dateOfMonth = "date.month"
        case until = "stats.until"
        case beside = "stats.beside"
        case lacking = "stats.lacking"
        case comparedLacking = "stats.comparedLacking"
        case withoutLoad = "stats.withoutLoad"
        case withoutZones = "stats.withoutZones"
        case since = "page.since"
        case fromOn = "page.fromOn"
        case timesOf = "page.timesOf"
        case pauses = "page.pauses"
    }

    /// What stands in one placeholder.
    enum Argument {
        case text(String)
        /// A number, which may choose among a phrase's forms.
        case number(DecimalDigits)
        /// Another phrase, by its key.
        case word(String)
        case sentence(Sentence)
        case percent(Int)
    }

    typealias Slot = (name: String, value: Argument)
}

extension Sentence {
    /// The key, and what each placeholder stands for. Where numbers choose the form, the first does unless a catalog names another.
    var shape: (key: Key, slots: [Slot]) {
        switch self {
        case .title(let time, let type): (.title, [("time", .word(time.key)), outing(type)])
        case .titleAtPlace(let time, let type, let place):
            (.titleAtPlace, [("time", .word(time.key)), outing(type), ("place", .text(place))])
        case .untimedTitle(let type): (.untimedTitle, [outing(type)])
        case .untimedTitleAtPlace(let type, let place): (.untimedTitleAtPlace, [outing(type), ("place", .text(place))])

        case .easy(let percent, let zone, let type):
            (.easy, [("percent", .percent(percent)), ("zone", .text(zone)), ofOuting(type)])
        case .tempoInZone(let minutes, let zone): (.tempoInZone, [number("count", minutes), ("zone", .text(zone))])
        case .tempoInZones(let minutes, let first, let last):
            (.tempoInZones, [number("count", minutes), ("first", .text(first)), ("last", .text(last))])
        case .recovery(let share, let zone, let spikes, let type):
            (
                recovery(share),
                [
                    ofOuting(type), ("zone", .text(zone)),
                    ("spikes", .sentence(spikes == 0 ? .noSpikes : .spikes(spikes))),
                ]
            )
        case .spikes(let count): (.spikes, [number("count", count)])
        case .noSpikes: (.noSpikes, [])
        case .intervals(let reached, let planned, let zone): (.intervals, repeats(reached, planned, zone))
        case .intervalsCameDown(let reached, let planned, let zone): (.intervalsCameDown, repeats(reached, planned, zone))
        case .intervalsStayedElevated(let reached, let planned, let zone):
            (.intervalsStayedElevated, repeats(reached, planned, zone))
        case .mostlyEasy(let type): (.mostlyEasy, [ofOuting(type)])
        case .mostlySteady(let type): (.mostlySteady, [ofOuting(type)])
        case .mostlyHard(let type): (.mostlyHard, [ofOuting(type)])
        case .remark(let line, let configuration): (.remark, [("line", .text(line)), ("configuration", .text(configuration))])

        case .aboveTarget(let quantity): (.aboveTarget, [("quantity", .word(quantity.key))])
        case .belowTarget(let quantity): (.belowTarget, [("quantity", .word(quantity.key))])
        case .workAhead(let seconds): (.workAhead, [number("count", seconds)])
        case .recovered(let zone): (.recovered, [("zone", .text(zone))])
        case .stepBegins(let kind): (.stepBegins, [("step", .word(kind.key))])
        case .planDone: (.planDone, [])

        case .zone(let zone): (.zone, [("zone", .text(zone))])
        case .zones(let first, let last): (.zones, [("first", .text(first)), ("last", .text(last))])
        case .below(let value): (.below, [("value", .text(value))])
        case .from(let value): (.from, [("value", .text(value))])
        case .between(let lower, let upper): (.between, [("lower", .text(lower)), ("upper", .text(upper))])
        case .timeAbove(let value): (.timeAbove, [("value", .text(value))])
        case .withoutSamples(let count): (.withoutSamples, [number("count", count)])

        case .more(let percent, let baseline): (.more, [("percent", .percent(percent)), ("baseline", .word(baseline.key))])
        case .less(let percent, let baseline): (.less, [("percent", .percent(percent)), ("baseline", .word(baseline.key))])
        case .same(let baseline): (.same, [("baseline", .word(baseline.key))])
        case .new(let baseline): (.new, [("baseline", .word(baseline.key))])
        case .progress(let done, let goal): (.progress, [("done", .text(done)), ("goal", .text(goal))])
        case .remaining(let amount): (.remaining, [("amount", .text(amount))])
        case .streakDays(let count): (.streakDays, [number("count", count)])
        case .streakWeeks(let count): (.streakWeeks, [number("count", count)])
        case .strayPoints(let count): (.strayPoints, [number("count", count)])
        case .endsHidden(let distance): (.endsHidden, [("distance", .text(distance))])
        case .lowCoverage(let percent): (.lowCoverage, [("percent", .percent(percent))])
        case .hoursAndMinutes(let hours, let minutes): (.hoursAndMinutes, [number("hours", hours), number("minutes", minutes)])

        case .dateOfWeekday(let weekday, let date):
            (.dateOfWeekday, [("weekday", .text(weekday)), ("date", .text(date))])
        case .dateOfDay(let day, let month): (.dateOfDay, [("day", .text("\(day)")), ("month", .text(month))])
        case .dateOfDays(let first, let last, let month):
            (.dateOfDays, [("first", .text("\(first)")), ("last", .text("\(last)")), ("month", .text(month))])
        case .dateInYear(let date, let year): (.dateInYear, [("date", .text(date)), ("year", .text(year))])
        case .dateOfMonth(let month, let year): (.dateOfMonth, [("month", .text(month)), ("year", .text(year))])
        case .until(let moment): (.until, [("moment", .text(moment))])
        case .beside(let period): (.beside, [("period", .text(period))])
        case .lacking(let list): (.lacking, [("list", .text(list))])
        case .comparedLacking(let list): (.comparedLacking, [("list", .text(list))])
        case .withoutLoad(let list): (.withoutLoad, [("list", .text(list))])
        case .withoutZones(let duration): (.withoutZones, [("duration", .text(duration))])
        case .since(let day): (.since, [("day", .text(day))])
        case .fromOn(let day): (.fromOn, [("day", .text(day))])
        case .timesOf(let zone): (.timesOf, [("zone", .text(zone))])
        case .pauses(let count): (.pauses, [number("count", count)])
        }
    }

    private func recovery(_ share: CoachingLine.Share) -> Key {
        switch share {
        case .all: .recoveryAll
        case .most: .recoveryMost
        case .lessThanHalf: .recoveryLessThanHalf
        }
    }

    private func repeats(_ reached: Int, _ planned: Int, _ zone: String) -> [Slot] {
        [number("planned", planned), number("reached", reached), ("zone", .text(zone))]
    }

    private func number(_ name: String, _ value: Int) -> Slot { (name, .number(DecimalDigits(value))) }
    private func outing(_ type: ActivityType) -> Slot { ("outing", .word(ActivityForm.outing.key(type))) }
    private func ofOuting(_ type: ActivityType) -> Slot { ("ofOuting", .word(ActivityForm.ofOuting.key(type))) }
}
