import Ingest
import JSONText
import Statistics
import Workouts

/// An object of a line, read key by key; what is missing or wrong is named with the keys that lead there.
struct ControlFields {
    private let object: PlacedJSON
    /// `live.values[2].`; empty for the line itself.
    private let path: String

    /// - Throws: `.notJSON`, and `.invalid` for what is no object.
    init(line: [UInt8]) throws(ControlError) {
        do throws(JSONError) {
            object = try JSONReader.read(line)
        } catch {
            throw .notJSON(error)
        }
        path = ""
        guard object.members != nil else { throw .invalid(key: "", expectation: "an object") }
    }

    private init(_ object: PlacedJSON, at path: String) throws(ControlError) {
        guard object.members != nil else { throw .invalid(key: path, expectation: "an object") }
        self.object = object
        self.path = path + "."
    }

    /// What is longer ago or later is wrong: about 127 years, so that sums of a few stay within 64 bits.
    private static let longestSeconds = 4e9

    var names: [String] { object.members?.map(\.name) ?? [] }

    /// The value of a key; `nil` when it is not there or `null`.
    private func value(_ name: String) -> PlacedJSON? { object[name].flatMap { $0.isNull ? nil : $0 } }

    private func invalid(_ name: String, _ expectation: String) -> ControlError {
        .invalid(key: path + name, expectation: expectation)
    }

    private func read<Value>(
        _ name: String, _ expectation: @autoclosure () -> String, _ read: (PlacedJSON) -> Value?
    ) throws(ControlError) -> Value? {
        guard let value = value(name) else { return nil }
        guard let result = read(value) else { throw invalid(name, expectation()) }
        return result
    }

    private func need<Value>(_ name: String, _ value: Value?) throws(ControlError) -> Value {
        guard let value else { throw .missing(key: path + name) }
        return value
    }

    // MARK: What may be absent

    func stringIfThere(_ name: String) throws(ControlError) -> String? { try read(name, "a text", \.string) }

    func dayIfThere(_ name: String) throws(ControlError) -> CalendarDay? {
        try read(name, "a date such as 2026-03-01") { $0.string.flatMap(CalendarDay.init) }
    }

    func planIfThere(_ name: String) throws(ControlError) -> PlanOutline? {
        guard let value = value(name) else { return nil }
        var reader = PlanReader()
        guard let plan = reader.plan(value) else { throw invalid(name, "a plan as docs/plans.md has it") }
        return plan
    }

    func doubleIfThere(_ name: String) throws(ControlError) -> Double? { try read(name, "a number", \.double) }

    func integerIfThere(_ name: String, in range: ClosedRange<Int>) throws(ControlError) -> Int? {
        try read(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
            value.integer.flatMap(Int.init(exactly:)).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func microsecondsIfThere(_ name: String) throws(ControlError) -> Int64? {
        try read(name, "a number of seconds") { value in
            value.double.flatMap { $0.magnitude <= Self.longestSeconds ? Int64(($0 * 1e6).rounded()) : nil }
        }
    }

    func choiceIfThere<Choice: RawRepresentable<String>>(
        _ name: String, _ type: Choice.Type, _ expectation: @autoclosure () -> String = "one of its words (docs/control.md)"
    ) throws(ControlError) -> Choice? {
        try read(name, expectation()) { $0.string.flatMap(Choice.init(rawValue:)) }
    }

    func fieldsIfThere(_ name: String) throws(ControlError) -> ControlFields? {
        guard let value = value(name) else { return nil }
        return try ControlFields(value, at: path + name)
    }

    // MARK: What must be there

    func string(_ name: String) throws(ControlError) -> String { try need(name, try stringIfThere(name)) }
    func double(_ name: String) throws(ControlError) -> Double { try need(name, try doubleIfThere(name)) }
    func bool(_ name: String) throws(ControlError) -> Bool { try need(name, try read(name, "true or false", \.bool)) }
    func fields(_ name: String) throws(ControlError) -> ControlFields { try need(name, try fieldsIfThere(name)) }
    func microseconds(_ name: String) throws(ControlError) -> Int64 { try need(name, try microsecondsIfThere(name)) }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(ControlError) -> Int {
        try need(name, try integerIfThere(name, in: range))
    }

    func choice<Choice: RawRepresentable<String>>(_ name: String, _ type: Choice.Type) throws(ControlError) -> Choice {
        try need(name, try choiceIfThere(name, type))
    }

    // MARK: Lists, which must be there

    func list<Element>(
        _ name: String, _ read: (ControlFields) throws(ControlError) -> Element
    ) throws(ControlError) -> [Element] {
        var result: [Element] = []
        for (index, value) in try elements(name).enumerated() {
            result.append(try read(try ControlFields(value, at: "\(path)\(name)[\(index)]")))
        }
        return result
    }

    func strings(_ name: String) throws(ControlError) -> [String] { try scalars(name, "a list of texts", \.string) }
    func doubles(_ name: String) throws(ControlError) -> [Double] { try scalars(name, "a list of numbers", \.double) }

    private func scalars<Scalar>(
        _ name: String, _ expectation: String, _ read: (PlacedJSON) -> Scalar?
    ) throws(ControlError) -> [Scalar] {
        let elements = try elements(name)
        let scalars = elements.compactMap(read)
        guard scalars.count == elements.count else { throw invalid(name, expectation) }
        return scalars
    }

    private func elements(_ name: String) throws(ControlError) -> [PlacedJSON] {
        try need(name, try read(name, "a list", \.elements))
    }
}
