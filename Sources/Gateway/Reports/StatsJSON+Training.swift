import ActivityFiles
public import JSONText
import Statistics
public import Workouts

// Goals, load, mood, plans.
extension StatsJSON {
    public func goal(_ goal: StatsReport.GoalKept) -> JSONValue {
        let (progress, streak) = (goal.progress, goal.progress.streak)
        var object = JSONObject()
        object.append("metric", .string(goal.zone == nil ? goal.metric.key : "zoneSeconds"))
        if let zone = goal.zone {
            object.append("zone", .integer(zone.index + 1))
            object.append("configuration", zoneConfigurationJSON(zone.configuration))
            object.append("activities", .array(zone.activities.map { .string($0.rawValue) }))
        }
        object.append("each", .string(goal.asked.span.rawValue))
        object.append("firstDay", .string(text(progress.start)))
        object.append("target", .figure(progress.target))
        object.append("amount", progress.amount)
        object.append("remaining", .figure(progress.remaining))
        if goal.metric == .trainingStressScore {
            object.append("functionalThresholdPowersWatts", .array(goal.thresholdPowersWatts.map { .figure($0) }))
        }
        object.append("ringFraction", progress.amount.value == nil ? .null : .figure(progress.ringFraction))
        object.append("isReached", .bool(progress.isReached))
        object.append(
            "streak",
            [
                "current": .integer(streak.current), "includesCurrent": .bool(streak.includesCurrent),
                "longest": .integer(streak.longest), "isAtRisk": .bool(streak.isAtRisk),
            ])
        return .object(object)
    }

    public func load(_ load: StatsLoad) -> JSONValue {
        func watts(_ powers: [Double]) -> JSONValue { .array(powers.map { .figure($0) }) }
        func averages(_ day: StatsLoad.Day) -> [(String, JSONValue)] {
            [
                ("acute", .figure(day.acute)), ("chronic", .figure(day.chronic)), ("form", .figure(day.form.value)),
                ("formReason", .string(day.form.reason?.rawValue)), ("isStartUp", .bool(day.isStartUp)),
            ]
        }
        let weeks = load.weeks(report.rules, upTo: report.lastDay, count: report.request.weeks).map { week in
            var object = JSONObject()
            object.append("firstDay", .string(text(week.start)))
            object.append("knownDays", .integer(week.knownDays))
            object.append("load", .figure(week.load))
            object.append("workoutsWithoutLoad", .integer(week.withoutLoad))
            object.append("lastDay", .string(text(week.last.day)))
            if load.measure == .tss { object.append("functionalThresholdPowersWatts", watts(week.thresholdPowersWatts)) }
            for (key, value) in averages(week.last) { object.append(key, value) }
            return JSONValue.object(object)
        }
        let shown = plan.period.days ?? report.lastDay...report.lastDay
        let days = load.days.filter { shown.contains($0.day) }.map { day in
            var object = JSONObject()
            object.append("day", .string(text(day.day)))
            object.append("load", .figure(day.load))
            object.append("workoutsWithoutLoad", .integer(day.withoutLoad))
            if load.measure == .tss { object.append("functionalThresholdPowersWatts", watts(day.thresholdPowersWatts)) }
            for (key, value) in averages(day) { object.append(key, value) }
            return JSONValue.object(object)
        }
        return [
            "measure": .string(load.measure.key), "acuteTimeConstantDays": 7, "chronicTimeConstantDays": 42,
            "workouts": .integer(load.workouts), "workoutsWithLoad": .integer(load.workoutsWithLoad),
            "weeks": .array(weeks), "days": .array(days),
        ]
    }

    public func compliance(_ entry: WeeklyCompliance.Entry) -> JSONValue {
        var verdicts = JSONObject()
        for count in entry.verdicts { verdicts.append(count.verdict.rawValue, .integer(count.workouts)) }
        return [
            "firstDay": .string(text(CalendarDay(number: entry.week))), "intent": .string(entry.intent.rawValue),
            "workouts": .integer(entry.workouts), "met": .integer(entry.met),
            "percentAsMeant": .integer(entry.compliance.percent), "verdicts": .object(verdicts),
        ]
    }

    public func mood(_ mood: StatsMood) -> JSONValue {
        let weeks: [JSONValue] = mood.weeks.map { week in
            var object = JSONObject()
            object.append("firstDay", .string(text(week.start)))
            for (kind, mood) in week.moods {
                var answers = JSONObject()
                answers.append("checkIns", .integer(mood.count))
                answers.append("meanValence", mood.meanValence)
                object.append(kind.rawValue, .object(answers))
            }
            object.append("load", .figure(week.load?.load))
            object.append("knownDays", .integer(week.load?.knownDays ?? 0))
            object.append("form", .figure(week.load?.last.form.value))
            return .object(object)
        }
        var trends = JSONObject()
        for (kind, trend) in mood.trends {
            var object = JSONObject()
            object.append("direction", .string(trend.value?.direction.rawValue))
            object.append("reason", .string(trend.reason?.rawValue))
            object.append("valencePerWeek", .figure(trend.value?.valencePerWeek))
            object.append("weeks", .integer(trend.value?.weeks ?? 0))
            trends.append(kind.rawValue, .object(object))
        }
        return ["weeks": .array(weeks), "trends": .object(trends)]
    }
}

extension StatsLoad.Measure {
    fileprivate var key: String {
        switch self {
        case .tss: TrainingStressScore.name
        case .hrtss: HeartRateStressScore.name
        case .trimp: TrainingImpulse.name
        }
    }
}
