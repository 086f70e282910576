import Foundation

/// A JSON document as a tree that paths lead into; numbers and truth values stay apart.
enum JSONTree: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONTree].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    init(parsing bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSONTree.self, from: Data(bytes)) }

    /// What stands under `path`, names and indices with dots between; `.null` where nothing does.
    subscript(path: String) -> JSONTree {
        path.split(separator: ".").reduce(self) { tree, step in
            switch tree {
            case .object(let members): members[String(step)] ?? .null
            case .list(let elements): Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? .null
            case .null, .bool, .number, .text: .null
            }
        }
    }

    /// Whether it is what is expected, numbers to within `tolerance`.
    func agrees(with expected: JSONTree, within tolerance: Double) -> Bool {
        switch (self, expected) {
        case (.number(let found), .number(let due)): abs(found - due) <= tolerance
        case (.list(let found), .list(let due)):
            found.count == due.count && zip(found, due).allSatisfy { $0.agrees(with: $1, within: tolerance) }
        default: self == expected
        }
    }
}

extension JSONTree: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "nothing"
        case .bool(let value): "\(value)"
        case .number(let value): value == value.rounded() ? "\(Int64(value))" : "\(value)"
        case .text(let value): "\"\(value)\""
        case .list(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
        case .object(let members): "{\(members.keys.sorted().joined(separator: ", "))}"
        }
    }
}
