import JSONText
import Workouts

extension Plan: Record {
    static var blank: Plan { Plan(name: "", steps: []) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("name", &name)
        coder.value("steps", &steps)
    }
}

extension PlanStep: Record {
    static var blank: PlanStep { PlanStep(.steady, .duration(.zero)) }

    mutating func visit(_ coder: inout some RecordCoder) {
        target = coder.step(&kind, &extent, target.map(TargetFields.init), &name)?.settled
    }
}

extension PlanOutline: Record {
    static var blank: PlanOutline { PlanOutline(steps: []) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("name", &name)
        coder.value("steps", &steps)
    }
}

extension PlanOutline.Step: Record {
    static var blank: PlanOutline.Step { PlanOutline.Step(.steady, .duration(.zero)) }

    mutating func visit(_ coder: inout some RecordCoder) {
        target = coder.step(&kind, &extent, target.map(TargetFields.init), &name)?.outlined
    }
}

extension RecordCoder {
    /// A step of a plan or of an outline, whose targets differ.
    fileprivate mutating func step(
        _ kind: inout PlanStep.Kind, _ extent: inout PlanStep.Extent, _ target: TargetFields?, _ name: inout String?
    ) -> TargetFields? {
        var target = target
        value("kind", &kind)
        value("extent", &extent)
        value("target", &target)
        value("name", &name)
        return target
    }
}

extension PlanStep.Extent: RecordValue {
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .duration(let span): bytes.append(contentsOf: "{\"duration_us\":\(span.microseconds)}".utf8)
        case .distance(let metres):
            bytes.append(contentsOf: "{\"metres\":".utf8)
            metres.write(to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
    }

    init?(reading json: PlacedJSON) {
        if let span = json["duration_us"].flatMap(TimeSpan.init(reading:)) {
            self = .duration(span)
        } else if let metres = json["metres"].flatMap(Double.init(reading:)) {
            self = .distance(metres: metres)
        } else {
            return nil
        }
    }
}

/// A target of a plan or of an outline: zones, which may stand without a configuration in an outline, or a range.
private struct TargetFields: Record {
    var quantity = Quantity.heartRate
    var lowestZone: Int?
    var highestZone: Int?
    var zones: ZoneConfiguration?
    var lower: Double?
    var upper: Double?

    static var blank: TargetFields { TargetFields() }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("quantity", &quantity)
        coder.value("lowest_zone", &lowestZone)
        coder.value("highest_zone", &highestZone)
        coder.value("zones", &zones)
        coder.value("lower", &lower)
        coder.value("upper", &upper)
    }

    init() {}

    init(_ target: PlanTarget) {
        self.init()
        quantity = target.quantity
        switch target {
        case .zones(let range, let configuration):
            (lowestZone, highestZone) = (range.lowerBound, range.upperBound)
            zones = configuration
        case .range(_, let lower, let upper): (self.lower, self.upper) = (lower, upper)
        }
    }

    init(_ target: PlanOutline.Target) {
        switch target {
        case .settled(let target): self.init(target)
        case .zones(let range, let quantity):
            self.init()
            self.quantity = quantity
            (lowestZone, highestZone) = (range.lowerBound, range.upperBound)
        }
    }

    private var range: ClosedRange<Int>? {
        guard let lowestZone, let highestZone, lowestZone <= highestZone else { return nil }
        return lowestZone...highestZone
    }

    var settled: PlanTarget? {
        guard let range else { return .range(quantity, lower: lower, upper: upper) }
        return zones.map { .zones(range, of: $0) }
    }

    var outlined: PlanOutline.Target? {
        if let range, zones == nil { return .zones(range, quantity) }
        return settled.map { .settled($0) }
    }
}
