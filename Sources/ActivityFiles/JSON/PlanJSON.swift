import JSONText
import Workouts

extension Workout {
    /// `plan`, `planSteps` and `coaching`, in this order.
    func appendPlan(to object: inout JSONObject) { object.append(review(), coachingRemark()) }
}

extension JSONObject {
    /// `plan`, `planSteps` and `coaching`.
    mutating func append(_ review: PlanReview?, _ remark: CoachingRemark?) {
        append("plan", review?.json ?? .null)
        append("planSteps", .array(review?.steps.enumerated().map { $1.json(index: $0) } ?? []))
        append("coaching", remark?.json ?? .null)
    }
}

extension PlanReview {
    fileprivate var json: JSONValue {
        [
            "name": .string(plan.name), "kind": .string(plan.kind?.rawValue), "stepsNotBegun": .integer(layout.stepsNotBegun),
            "timerAfterPlanSeconds": .seconds(layout.timerAfterPlan), "compliance": whole?.json ?? .null,
            "ribbon": .string(String(ribbon.seconds.map { $0.mark.character })),
        ]
    }
}

extension PlanRibbon.Mark {
    fileprivate var character: Character {
        switch self {
        case .below: "b"
        case .inside: "i"
        case .above: "a"
        case .unknown: "u"
        case .noTarget: "-"
        }
    }
}

extension PlanReview.Step {
    fileprivate func json(index: Int) -> JSONValue {
        var object: JSONObject = ["index": .integer(index), "kind": .string(step.kind.rawValue), "name": .string(step.name)]
        switch step.extent {
        case .duration(let span):
            object.append("plannedSeconds", .seconds(span))
            object.append("plannedMetres", .null)
        case .distance(let metres):
            object.append("plannedSeconds", .null)
            object.append("plannedMetres", .metres(metres))
        }
        object.append("target", step.target?.json ?? .null)
        object.append("startOffset", block.map { .offset($0.start) } ?? .null)
        object.append("endOffset", block.map { .offset($0.end) } ?? .null)
        object.append("timerSeconds", .seconds(block?.timer))
        object.append("isComplete", .bool(block?.isComplete ?? false))
        object.append("compliance", compliance?.json ?? .null)
        return .object(object)
    }
}

extension PlanTarget {
    fileprivate var json: JSONValue {
        switch self {
        case .zones(let zones, let configuration):
            [
                "quantity": .string(quantity.rawValue), "lowestZone": .integer(zones.lowerBound),
                "highestZone": .integer(zones.upperBound), "lower": .null, "upper": .null, "configuration": configuration.json,
            ]
        case .range(_, let lower, let upper):
            [
                "quantity": .string(quantity.rawValue), "lowestZone": .null, "highestZone": .null, "lower": .given(lower),
                "upper": .given(upper), "configuration": .null,
            ]
        }
    }
}

extension Compliance {
    var json: JSONValue {
        [
            "verdict": .string(verdict.rawValue), "ratio": .ratio(ratio), "percent": .integer(percent),
            "insideSeconds": .seconds(inside), "belowSeconds": .seconds(below), "aboveSeconds": .seconds(above),
            "unattributedSeconds": .seconds(unattributed), "coverage": .ratio(coverage),
        ]
    }
}

extension CoachingRemark {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        switch line {
        case .easy(let percent, let zone, _):
            object = ["line": "easy", "percent": .integer(percent), "belowZone": .integer(zone)]
        case .tempo(let minutes, let zones):
            object = [
                "line": "tempo", "minutes": .integer(minutes), "lowestZone": .integer(zones.lowerBound),
                "highestZone": .integer(zones.upperBound),
            ]
        case .recovery(let share, let spikes, _):
            object = ["line": "recovery", "share": .string(share.rawValue), "spikes": .integer(spikes)]
        case .intervals(let reached, let planned, let zone, let cameDown):
            object = [
                "line": "intervals", "reached": .integer(reached), "planned": .integer(planned), "zone": .integer(zone),
                "recoveriesCameDown": cameDown.map { .bool($0) } ?? .null,
            ]
        case .mostlyEasy: object = ["line": "mostlyEasy"]
        case .mostlySteady: object = ["line": "mostlySteady"]
        case .mostlyHard: object = ["line": "mostlyHard"]
        }
        object.append("configuration", configuration?.json ?? .null)
        object.append("isPreferredConfiguration", .bool(isPreferredConfiguration))
        return .object(object)
    }
}
