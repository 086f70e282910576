import JSONText

extension StoreState {
    /// The `store` of a status (docs/control.md).
    var json: JSONValue {
        switch self {
        case .off: ["state": "off"]
        case .current(let path): ["state": "current", "path": .string(path)]
        case .storing(let path, let captures, let total):
            ["state": "storing", "path": .string(path), "captures": .integer(captures), "total": .integer(total)]
        case .waiting(let path, let captures, let total, let sentence):
            [
                "state": "waiting", "path": .string(path), "captures": .integer(captures), "total": .integer(total),
                "sentence": .string(sentence),
            ]
        }
    }

    private enum Word: String { case off, current, storing, waiting }

    init(_ fields: ControlFields) throws(ControlError) {
        let count = 0...Int.max
        switch try fields.choice("state", Word.self) {
        case .off: self = .off
        case .current: self = .current(path: try fields.string("path"))
        case .storing:
            self = .storing(
                path: try fields.string("path"), captures: try fields.integer("captures", in: count),
                total: try fields.integer("total", in: count))
        case .waiting:
            self = .waiting(
                path: try fields.string("path"), captures: try fields.integer("captures", in: count),
                total: try fields.integer("total", in: count), sentence: try fields.string("sentence"))
        }
    }
}
