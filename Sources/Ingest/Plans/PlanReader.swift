public import JSONText
public import Workouts

/// Reads plans as people write them (docs/plans.md), and goes on after a mistake, so that all of them are told at once.
public struct PlanReader: Sendable {
    /// What is not as it must be, and where.
    public struct Mistake: Equatable, Sendable {
        public var place: JSONPlace
        public var key: String?
        /// Without a full stop.
        public var sentence: String

        /// `"seconds": a number from 1 to 86400 is expected, not 0`.
        public var text: String { key.map { "\"\($0)\": \(sentence)" } ?? sentence }
    }

    public private(set) var mistakes: [Mistake] = []

    public init() {}

    public static let planKeys = ["name", "steps"]
    public static let stepKeys = ["kind", "seconds", "metres", "target", "name", "repeat", "steps"]
    public static let targetKeys = ["quantity", "zones", "boundaries", "from", "to"]
    /// As the settings of zones call them, in their order.
    public static let quantities: [(name: String, quantity: Quantity)] = [
        ("heart-rate", .heartRate), ("power", .power), ("cadence", .cadence), ("speed", .speed),
    ]
    private static let mostRepeats = 100

    /// - Returns: `nil` when there is a mistake.
    public mutating func plan(_ json: PlacedJSON) -> PlanOutline? {
        let before = mistakes.count
        guard let members = members(json, "a plan", Self.planKeys) else { return nil }
        var outline = PlanOutline(steps: [])
        outline.name = name(in: json)
        if json["steps"] == nil { refuse(json, nil, "this plan has no \"steps\"") }
        for member in members where member.name == "steps" { outline.steps = steps(member, mayRepeat: true) }
        return mistakes.count == before ? outline : nil
    }

    // MARK: Steps

    private mutating func steps(_ member: PlacedJSON.Member, mayRepeat: Bool) -> [PlanOutline.Step] {
        guard let elements = member.value.elements else {
            refuse(member.value, member.name, "a list of steps is expected")
            return []
        }
        if elements.isEmpty { refuse(member.value, member.name, "at least one step is expected", isMissing: true) }
        var steps: [PlanOutline.Step] = []
        for element in elements {
            guard let members = members(element, "a step", Self.stepKeys) else { continue }
            if members.contains(where: { $0.name == "repeat" || $0.name == "steps" }) {
                steps += repeated(element, members, mayRepeat: mayRepeat)
            } else if let step = step(element) {
                steps.append(step)
            }
            guard steps.count <= Plan.mostSteps else {
                refuse(member.value, member.name, Self.tooMany)
                return []
            }
        }
        return steps
    }

    private static let tooMany = "with all repeats these are more than \(Plan.mostSteps) steps"

    private mutating func repeated(
        _ json: PlacedJSON, _ members: [PlacedJSON.Member], mayRepeat: Bool
    ) -> [PlanOutline.Step] {
        guard mayRepeat else {
            refuse(json, "repeat", "a repeat within a repeat is not possible")
            return []
        }
        for member in members where member.name != "repeat" && member.name != "steps" {
            refuse(member.value, member.name, "a repeat has only \"repeat\" and \"steps\"")
        }
        let count = json["repeat"]?.integer.flatMap { (1...Int64(Self.mostRepeats)).contains($0) ? Int($0) : nil }
        if let times = json["repeat"] {
            if count == nil { refuse(times, "repeat", "a whole number from 1 to \(Self.mostRepeats) is expected") }
        } else {
            refuse(json, nil, "this one has \"steps\" but no \"repeat\"")
        }
        guard let own = members.first(where: { $0.name == "steps" }) else {
            refuse(json, nil, "this repeat has no \"steps\"")
            return []
        }
        let once = steps(own, mayRepeat: false)
        guard let count else { return [] }
        guard once.count * count <= Plan.mostSteps else {
            refuse(own.value, own.name, Self.tooMany)
            return []
        }
        return Array(repeating: once, count: count).flatMap(\.self)
    }

    private mutating func step(_ json: PlacedJSON) -> PlanOutline.Step? {
        let kind = json["kind"]?.string.flatMap(PlanStep.Kind.init(rawValue:))
        if kind == nil {
            let words = PlanStep.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            refuse(json["kind"] ?? json, "kind", "one of \(words) is expected", isMissing: json["kind"] == nil)
        }
        let extent = extent(json)
        let target = json["target"].flatMap { self.target($0) }
        let name = name(in: json)
        guard let kind, let extent else { return nil }
        return PlanOutline.Step(kind, extent, target: target, name: name)
    }

    private mutating func extent(_ json: PlacedJSON) -> PlanStep.Extent? {
        let seconds = json["seconds"].flatMap { number($0, "seconds", 1...Plan.longestStep.seconds) }
        let metres = json["metres"].flatMap { number($0, "metres", 1...Plan.farthestStepMetres) }
        switch (json["seconds"] != nil, json["metres"] != nil) {
        case (false, false): refuse(json, nil, "this step has neither \"seconds\" nor \"metres\"")
        case (true, true): refuse(json, nil, "this step has both \"seconds\" and \"metres\"")
        case (true, false): return seconds.map { .duration(TimeSpan(seconds: $0)) }
        case (false, true): return metres.map { .distance(metres: $0) }
        }
        return nil
    }

    // MARK: Targets

    private mutating func target(_ json: PlacedJSON) -> PlanOutline.Target? {
        guard members(json, "a target", Self.targetKeys) != nil else { return nil }
        let quantity = Self.quantities.first { $0.name == json["quantity"]?.string }?.quantity
        if quantity == nil {
            let words = Self.quantities.map { "\"\($0.name)\"" }.joined(separator: ", ")
            refuse(json["quantity"] ?? json, "quantity", "one of \(words) is expected", isMissing: json["quantity"] == nil)
        }
        let limits = range(json)
        guard let zones = json["zones"] else {
            if let boundaries = json["boundaries"] { refuse(boundaries, "boundaries", "they belong to \"zones\"") }
            if limits == nil { refuse(json, nil, "this target has neither \"zones\" nor \"from\" and \"to\"") }
            guard let quantity, let limits else { return nil }
            return .settled(.range(quantity, lower: limits.lower, upper: limits.upper))
        }
        if limits != nil { refuse(json, nil, "this target has both \"zones\" and \"from\" or \"to\"") }
        guard let range = zoneRange(zones), let quantity, limits == nil else { return nil }
        guard let boundaries = json["boundaries"] else { return .zones(range, quantity) }
        return ownZones(boundaries, range, quantity, zones)
    }

    /// One number, or the first and the last, from 1 as people count.
    private mutating func zoneRange(_ json: PlacedJSON) -> ClosedRange<Int>? {
        let numbers = (json.elements ?? [json]).map { $0.integer ?? 0 }
        if let first = numbers.first, let last = numbers.last, numbers.count <= 2, first >= 1, last <= 9, first <= last {
            return Int(first) - 1...Int(last) - 1
        }
        refuse(json, "zones", "a zone from 1 to 9, or the first and the last of several, is expected")
        return nil
    }

    private mutating func ownZones(
        _ json: PlacedJSON, _ range: ClosedRange<Int>, _ quantity: Quantity, _ zones: PlacedJSON
    ) -> PlanOutline.Target? {
        let limits = json.elements?.compactMap(\.double)
        guard let limits, limits.count == json.elements?.count else {
            refuse(json, "boundaries", "a list of numbers is expected")
            return nil
        }
        do throws(ZoneError) {
            let configuration = try ZoneConfiguration(quantity, boundaries: limits, source: .app, modelName: "plan")
            if range.upperBound < configuration.zoneCount { return .settled(.zones(range, of: configuration)) }
            refuse(zones, "zones", "these boundaries make \(configuration.zoneCount) zones only")
        } catch {
            refuse(json, "boundaries", ZoneSetting.Problem.zones(error).sentence)
        }
        return nil
    }

    /// `nil` where there is neither limit; one that is refused is told.
    private mutating func range(_ json: PlacedJSON) -> (lower: Double?, upper: Double?)? {
        guard json["from"] != nil || json["to"] != nil else { return nil }
        let lower = json["from"].flatMap { number($0, "from", 0...100_000) }
        let upper = json["to"].flatMap { number($0, "to", 0...100_000) }
        if let lower, let upper, lower >= upper { refuse(json["to"] ?? json, "to", "it is not above \"from\"") }
        return (lower, upper)
    }

    // MARK: Values

    private mutating func members(_ json: PlacedJSON, _ what: String, _ known: [String]) -> [PlacedJSON.Member]? {
        guard let members = json.members else {
            refuse(json, nil, "\(what) in braces is expected")
            return nil
        }
        for member in members where !known.contains(member.name) {
            mistakes.append(
                Mistake(
                    place: member.place, key: member.name,
                    sentence: "there is no such key; there are \(known.joined(separator: ", "))"))
        }
        return members
    }

    private mutating func name(in json: PlacedJSON) -> String? {
        guard let value = json["name"] else { return nil }
        if let text = value.string, GivenName.isOne(text) { return text }
        refuse(value, "name", "a text of 1 to 100 characters is expected")
        return nil
    }

    private mutating func number(_ json: PlacedJSON, _ key: String, _ range: ClosedRange<Double>) -> Double? {
        if let value = json.double, range.contains(value) { return value }
        refuse(json, key, "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)) is expected")
        return nil
    }

    private mutating func refuse(_ json: PlacedJSON, _ key: String?, _ sentence: String, isMissing: Bool = false) {
        let found = sentence.hasSuffix("expected") && !isMissing ? ", not \(json.kindInWords)" : ""
        mistakes.append(Mistake(place: json.place, key: key, sentence: sentence + found))
    }
}
