import ActivityFiles
import JSONText
import Workouts

extension LiveFigures.Coaching {
    /// The `coaching` of live figures.
    var json: JSONValue {
        [
            "plan": .string(planName), "progress": progress?.json ?? .null, "lastCue": lastCue.map(cueJSON) ?? .null,
        ]
    }

    init(_ fields: ControlFields) throws(ControlError) {
        var progress: PlanProgress?
        if let fields = try fields.fieldsIfThere("progress") { progress = try PlanProgress(fields) }
        var cue: LiveCoach.SaidCue?
        if let fields = try fields.fieldsIfThere("lastCue") { cue = try LiveCoach.SaidCue(fields) }
        self.init(planName: try fields.string("plan"), progress: progress, lastCue: cue)
    }
}

extension PlanProgress {
    fileprivate var json: JSONValue {
        [
            "stepIndex": .integer(stepIndex), "stepCount": .integer(stepCount), "step": step.json, "next": next?.json ?? .null,
            "elapsedSeconds": .seconds(elapsed.microseconds), "remainingSeconds": remaining.seconds,
            "remainingMetres": remaining.metres,
        ]
    }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        var next: PlanStep?
        if let fields = try fields.fieldsIfThere("next") { next = try PlanStep(fields) }
        self.init(
            stepIndex: try fields.integer("stepIndex", in: 0...Int(Int32.max)),
            stepCount: try fields.integer("stepCount", in: 1...Int(Int32.max)), step: try PlanStep(try fields.fields("step")),
            next: next, elapsed: TimeSpan(microseconds: try fields.microseconds("elapsedSeconds")),
            remaining: try PlanStep.Extent(fields, seconds: "remainingSeconds", metres: "remainingMetres"))
    }
}

extension PlanStep {
    fileprivate var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "seconds": extent.seconds, "metres": extent.metres, "name": .string(name),
            "target": target?.json ?? .null,
        ]
    }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        var target: PlanTarget?
        if let fields = try fields.fieldsIfThere("target") { target = try PlanTarget(fields) }
        self.init(
            try fields.choice("kind", Kind.self), try Extent(fields, seconds: "seconds", metres: "metres"), target: target,
            name: try fields.stringIfThere("name"))
    }
}

extension PlanStep.Extent {
    fileprivate var seconds: JSONValue { if case .duration(let span) = self { .seconds(span.microseconds) } else { .null } }
    fileprivate var metres: JSONValue { if case .distance(let metres) = self { .measured(metres) } else { .null } }

    fileprivate init(_ fields: ControlFields, seconds: String, metres: String) throws(ControlError) {
        if let distance = try fields.doubleIfThere(metres) {
            self = .distance(metres: distance)
        } else {
            self = .duration(TimeSpan(microseconds: try fields.microseconds(seconds)))
        }
    }
}

extension PlanTarget {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["quantity": .string(quantity.rawValue)]
        switch self {
        case .zones(let zones, let configuration):
            object.append("lowestZone", .integer(zones.lowerBound))
            object.append("highestZone", .integer(zones.upperBound))
            object.append("model", .string(configuration.modelName))
            object.append("setBy", .string(configuration.source.rawValue))
            object.append("boundaries", .array(configuration.boundaries.map { .number($0, decimals: 6) }))
        case .range(_, let lower, let upper):
            object.append("lower", .number(lower, decimals: 6))
            object.append("upper", .number(upper, decimals: 6))
        }
        return .object(object)
    }

    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        let quantity = try fields.choice("quantity", Quantity.self)
        guard let lowest = try fields.integerIfThere("lowestZone", in: 0...8) else {
            self = .range(quantity, lower: try fields.doubleIfThere("lower"), upper: try fields.doubleIfThere("upper"))
            return
        }
        let configuration = try ZoneConfiguration(fields, of: quantity)
        let highest = try fields.integer("highestZone", in: lowest...8)
        guard highest < configuration.zoneCount else {
            throw .invalid(key: "highestZone", expectation: "a zone that there is")
        }
        self = .zones(lowest...highest, of: configuration)
    }
}

extension LiveCoach.SaidCue {
    fileprivate init(_ fields: ControlFields) throws(ControlError) {
        let cue: LiveCue =
            switch try fields.choice("cue", LiveCue.Kind.self) {
            case .aboveTarget: .aboveTarget(try fields.choice("quantity", Quantity.self))
            case .belowTarget: .belowTarget(try fields.choice("quantity", Quantity.self))
            case .workAhead: .workAhead(seconds: try fields.integer("seconds", in: 0...3600))
            case .recovered: .recovered(belowZone: try fields.integer("belowZone", in: 0...8))
            case .stepBegins: .stepBegins(try fields.choice("step", PlanStep.Kind.self))
            case .planDone: .planDone
            }
        self.init(cue, at: Offset(microseconds: try fields.microseconds("offset")))
    }
}
