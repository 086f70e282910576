public import JSONText
public import Workouts

/// A plan as a capture's setting holds it: the JSON of docs/plans.md on one line, repeats written out.
public enum PlanText {
    public static func json(_ outline: PlanOutline) -> JSONValue {
        var object = JSONObject()
        if let name = outline.name { object.append("name", .string(name)) }
        object.append("steps", .array(outline.steps.map(json)))
        return .object(object)
    }

    public static func text(_ outline: PlanOutline) -> String { json(outline).text() }

    /// - Returns: or what is wrong, in a sentence.
    static func outline(_ text: String) -> Result<PlanOutline, Problem> {
        do throws(JSONError) {
            var reader = PlanReader()
            let outline = reader.plan(try JSONReader.read(text))
            return outline.map { .success($0) } ?? .failure(Problem(sentence: reader.mistakes.first?.text ?? "no plan"))
        } catch {
            return .failure(Problem(sentence: "it is no JSON: \(error)"))
        }
    }

    struct Problem: Error, Equatable {
        let sentence: String
    }

    private static func json(_ step: PlanOutline.Step) -> JSONValue {
        var object: JSONObject = ["kind": .string(step.kind.rawValue)]
        switch step.extent {
        case .duration(let span): object.append("seconds", .number(span.seconds, decimals: 6))
        case .distance(let metres): object.append("metres", .number(metres, decimals: 6))
        }
        if let target = step.target { object.append("target", json(target)) }
        if let name = step.name { object.append("name", .string(name)) }
        return .object(object)
    }

    private static func json(_ target: PlanOutline.Target) -> JSONValue {
        var object = JSONObject()
        switch target {
        case .zones(let range, let quantity):
            object = ["quantity": .string(name(of: quantity)), "zones": json(range)]
        case .settled(.zones(let range, let configuration)):
            object = ["quantity": .string(name(of: configuration.quantity)), "zones": json(range)]
            object.append("boundaries", .array(configuration.boundaries.map { .number($0, decimals: 9) }))
        case .settled(.range(let quantity, let lower, let upper)):
            object = ["quantity": .string(name(of: quantity))]
            if let lower { object.append("from", .number(lower, decimals: 9)) }
            if let upper { object.append("to", .number(upper, decimals: 9)) }
        }
        return .object(object)
    }

    private static func json(_ range: ClosedRange<Int>) -> JSONValue {
        let ends = [range.lowerBound, range.upperBound].map { JSONValue.integer($0 + 1) }
        return range.count == 1 ? ends[0] : .array(ends)
    }

    static func name(of quantity: Quantity) -> String {
        PlanReader.quantities.first { $0.quantity == quantity }?.name ?? quantity.rawValue
    }
}

extension PlanOutline.LeftOut {
    /// For a person.
    public var sentence: String {
        let zones = "zones of " + (quantity == .heartRate ? "heart rate" : quantity.rawValue)
        let reason = zoneCount.map { "there are only \($0) \(zones)" } ?? "no \(zones) are set"
        guard steps.count > 1 else { return "step \((steps.first ?? 0) + 1) of the plan goes on without its target: \(reason)" }
        let named = steps.prefix(Self.mostNamed).map { "\($0 + 1)" }.joined(separator: ", ")
        let others = steps.count > Self.mostNamed ? " and \(steps.count - Self.mostNamed) more" : ""
        return "steps \(named)\(others) of the plan go on without their targets: \(reason)"
    }

    private static let mostNamed = 8
}
