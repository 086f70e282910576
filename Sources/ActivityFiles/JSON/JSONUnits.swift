import JSONText
import Workouts

/// How many decimals each kind of figure has in the workout JSON (docs/workout-json.md): one place for all of it.
extension JSONValue {
    /// Microseconds are whole, so six places lose nothing.
    static func seconds(_ span: TimeSpan?) -> JSONValue { .number(span?.seconds, decimals: 6) }
    static func offset(_ offset: Offset) -> JSONValue { .number(offset.seconds, decimals: 6) }
    static func metres(_ value: Double?) -> JSONValue { .number(value, decimals: 2) }
    static func metresPerSecond(_ value: Double?) -> JSONValue { .number(value, decimals: 3) }
    /// About a centimetre.
    static func degrees(_ value: Double?) -> JSONValue { .number(value, decimals: 7) }
    static func percent(_ value: Double?) -> JSONValue { .number(value, decimals: 2) }
    /// Ratios without a unit: coverage, quality, intensity factor, variability index, efficiency factor.
    static func ratio(_ value: Double?) -> JSONValue { .number(value, decimals: 4) }
    /// A value in its quantity's own unit: bpm, watts, rpm, °C, m.
    static func quantity(_ value: Double?) -> JSONValue { .number(value, decimals: 2) }
    static func kilocalories(_ value: Double?) -> JSONValue { .number(value, decimals: 1) }
    /// W′ and what is left of it.
    static func joules(_ value: Double?) -> JSONValue { .number(value, decimals: 1) }
    /// A boundary or a setting, as the person or the model gave it.
    static func given(_ value: Double?) -> JSONValue { .number(value, decimals: 6) }
}

extension JSONObject {
    /// Appends a figure, or `null` and beside it the reason, under the name with `Reason` behind.
    mutating func append<Value>(_ name: String, _ metric: Metric<Value>, _ value: (Value) -> JSONValue) {
        switch metric {
        case .value(let figure): append(name, value(figure))
        case .unavailable(let reason):
            append(name, .null)
            append(name + "Reason", .string(reason.rawValue))
        }
    }
}

extension Dictionary where Key == Quantity {
    /// In the quantities' own order, so that what is written never depends on hashing.
    var inOrder: [(key: Quantity, value: Value)] { sorted { $0.key < $1.key } }
}
