public import JSONText
public import Workouts

/// A finished workout as a coach looks at it (docs/plans.md, "As JSON"); its plan and its line are in the one form that they have in the
/// workout's own JSON.
///
/// - Parameters:
///   - path: where it was read from.
///   - intent: what it was meant to be, above the kind of its plan.
///   - preferred: the athlete's configurations; the workout's own settings when `nil`.
///   - isComplete: whether what there is for each second, each cue and each stretch of the way is told.
public func coachingJSON(
    _ workout: Workout, path: String, as intent: PlanKind? = nil, preferred: [Quantity: ZoneConfiguration]? = nil,
    isComplete: Bool
) -> JSONValue {
    let review = workout.review()
    var object: JSONObject = [
        "path": .string(path), "id": .string(workout.id.hexDigits), "type": .string(workout.type.rawValue),
        "name": .string(workout.name), "isDemo": .bool(workout.isDemo), "start": .string(workout.startTimestamp.iso8601),
        "timerSeconds": .seconds(workout.summary.timer),
    ]
    let meant = workout.intended(as: intent, week: 0)
    object.append("intent", .string(meant?.intent.rawValue))
    object.append("compliance", meant?.compliance.json ?? .null)
    object.append(review, workout.coachingRemark(as: intent, preferred: preferred))
    object.append("intervals", workout.plan.flatMap { workout.intervalsReview(of: $0) }?.json ?? .null)
    guard isComplete else { return .object(object) }
    object.append("cues", .array(workout.cues().map(cueJSON)))
    object.append("traces", review.map { workout.traces(beside: $0.plan) } ?? .null)
    object.append("terrain", workout.terrain?.json ?? .null)
    return .object(object)
}

/// A cue and when it was given; zones by index from 0.
public func cueJSON(_ said: LiveCoach.SaidCue) -> JSONValue {
    var object: JSONObject = ["cue": .string(said.cue.kind.rawValue), "offset": .offset(said.offset)]
    switch said.cue {
    case .aboveTarget(let quantity), .belowTarget(let quantity): object.append("quantity", .string(quantity.rawValue))
    case .workAhead(let seconds): object.append("seconds", .integer(seconds))
    case .recovered(let zone): object.append("belowZone", .integer(zone))
    case .stepBegins(let kind): object.append("step", .string(kind.rawValue))
    case .planDone: break
    }
    return .object(object)
}

/// How one intent went in one week.
///
/// - Parameter day: the week's first, `2026-05-04`.
public func weekJSON(_ entry: WeeklyCompliance.Entry, from day: String) -> JSONValue {
    var verdicts = JSONObject()
    for count in entry.verdicts { verdicts.append(count.verdict.rawValue, .integer(count.workouts)) }
    return [
        "start": .string(day), "intent": .string(entry.intent.rawValue), "workouts": .integer(entry.workouts),
        "verdicts": .object(verdicts), "compliance": entry.compliance.json,
    ]
}

extension IntervalsReview {
    fileprivate var json: JSONValue {
        [
            "zone": .integer(zone), "isMeasured": .bool(isMeasured),
            "repeats": .array(
                repeats.map {
                    [
                        "stepIndex": .integer($0.stepIndex), "highSeconds": .seconds($0.high),
                        "judgedSeconds": .seconds($0.judged), "isReached": .bool($0.isReached),
                        "hasBegun": .bool($0.hasBegun),
                    ]
                }),
            "recoveries": .array(
                recoveries.map { ["stepIndex": .integer($0.stepIndex), "cameDown": .bool($0.cameDown)] }),
        ]
    }
}

extension Workout {
    /// Of each quantity that the plan has targets of, the mean of each whole second of timer time; `null` where nobody knows it.
    fileprivate func traces(beside plan: Plan) -> JSONValue {
        var object = JSONObject()
        for quantity in Set(plan.steps.compactMap { $0.target?.quantity }).sorted() {
            object.append(quantity.rawValue, .array(grid(of: quantity).means.map { .quantity($0) }))
        }
        return .object(object)
    }
}

extension Terrain {
    fileprivate var json: JSONValue {
        [
            "totals": .array(
                totals.map { total in
                    var object: JSONObject = ["kind": .string(total.kind.rawValue), "sections": .integer(total.sections)]
                    object.append(total.figures)
                    return .object(object)
                }),
            "sections": .array(
                sections.map { section in
                    var object: JSONObject = [
                        "kind": .string(section.kind.rawValue), "startOffset": .offset(section.start),
                        "endOffset": .offset(section.end),
                    ]
                    object.append(section.figures)
                    return .object(object)
                }),
        ]
    }
}

extension JSONObject {
    fileprivate mutating func append(_ figures: Terrain.Figures) {
        append("timerSeconds", .seconds(figures.timer))
        append("distanceMetres", .metres(figures.metres))
        append("riseMetres", .metres(figures.riseMetres))
        append("grade", .ratio(figures.grade))
        append("averageSpeed", .metresPerSecond(figures.averageSpeedMetresPerSecond))
        append("averageHeartRate", .quantity(figures.averageBeatsPerMinute))
        append("averagePower", .quantity(figures.averagePowerWatts))
    }
}
