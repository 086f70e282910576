internal import CSystemd
internal import Dialogues
internal import Glibc

/// Reads what a message holds into values, within bounds: a message that holds more, or nests deeper, is refused whole.
struct DBusMessageReader {
    private static let deepest = 16
    /// A large neighbourhood's tree has some ten thousand values.
    private var valuesLeft = 400_000
    private let message: OpaquePointer

    private init(_ message: OpaquePointer) { self.message = message }

    /// The arguments of a message; `nil` when they are malformed, or too many.
    static func arguments(of message: OpaquePointer) -> [DBusValue]? {
        var reader = Self(message)
        return reader.values(depth: 0)
    }

    /// All values up to the end of the container that was entered.
    private mutating func values(depth: Int) -> [DBusValue]? {
        var values: [DBusValue] = []
        while true {
            let isAtEnd = sd_bus_message_at_end(message, 0)
            if isAtEnd > 0 { return values }
            guard isAtEnd == 0, let value = next(depth: depth) else { return nil }
            values.append(value)
        }
    }

    private mutating func next(depth: Int) -> DBusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard depth < Self.deepest, valuesLeft > 0, sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
        valuesLeft -= 1
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"): return text(type)
        case UInt8(ascii: "b"):
            var value: CInt = 0
            return sd_bus_message_read_basic(message, type, &value) >= 0 ? .boolean(value != 0) : nil
        case UInt8(ascii: "y"): return integer(type, UInt8.self)
        case UInt8(ascii: "n"): return integer(type, Int16.self)
        case UInt8(ascii: "q"): return integer(type, UInt16.self)
        case UInt8(ascii: "i"): return integer(type, Int32.self)
        case UInt8(ascii: "u"): return integer(type, UInt32.self)
        case UInt8(ascii: "x"): return integer(type, Int64.self)
        case UInt8(ascii: "t"): return integer(type, UInt64.self)
        case UInt8(ascii: "d"):
            var value = 0.0
            return sd_bus_message_read_basic(message, type, &value) >= 0 ? .double(value) : nil
        case UInt8(ascii: "v"):
            guard let held = container(type, contents, depth) else { return nil }
            return held.first
        case UInt8(ascii: "r"): return container(type, contents, depth).map { .structure($0) }
        case UInt8(ascii: "a"): return array(contents, depth)
        default: return sd_bus_message_skip(message, nil) >= 0 ? .other : nil
        }
    }

    private func text(_ type: CChar) -> DBusValue? {
        var value: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, type, &value) >= 0, let value else { return nil }
        return switch UInt8(bitPattern: type) {
        case UInt8(ascii: "s"): .string(String(cString: value))
        case UInt8(ascii: "o"): .path(String(cString: value))
        default: .other
        }
    }

    private func integer<Number: FixedWidthInteger>(_ type: CChar, _: Number.Type) -> DBusValue? {
        var value: Number = 0
        return sd_bus_message_read_basic(message, type, &value) >= 0 ? .integer(Int64(clamping: value)) : nil
    }

    private mutating func container(_ type: CChar, _ contents: UnsafePointer<CChar>?, _ depth: Int) -> [DBusValue]? {
        guard sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
        guard let values = values(depth: depth + 1) else { return nil }
        return sd_bus_message_exit_container(message) >= 0 ? values : nil
    }

    private mutating func array(_ contents: UnsafePointer<CChar>?, _ depth: Int) -> DBusValue? {
        guard let contents else { return nil }
        switch UInt8(bitPattern: contents[0]) {
        case UInt8(ascii: "y"):
            var pointer: UnsafeRawPointer?
            var size = 0
            guard sd_bus_message_read_array(message, contents[0], &pointer, &size) >= 0 else { return nil }
            return .bytes(pointer.map { Array(UnsafeRawBufferPointer(start: $0, count: size)) } ?? [])
        case UInt8(ascii: "{"): return dictionary(contents, depth)
        default: return container(CChar(bitPattern: UInt8(ascii: "a")), contents, depth).map { .array($0) }
        }
    }

    /// Pairs whose key is a text; others are passed over.
    private mutating func dictionary(_ contents: UnsafePointer<CChar>, _ depth: Int) -> DBusValue? {
        guard sd_bus_message_enter_container(message, CChar(bitPattern: UInt8(ascii: "a")), contents) > 0 else { return nil }
        var entries: [DBusValue.Entry] = []
        while true {
            let isAtEnd = sd_bus_message_at_end(message, 0)
            if isAtEnd > 0 { break }
            var type: CChar = 0
            var pair: UnsafePointer<CChar>?
            guard isAtEnd == 0, sd_bus_message_peek_type(message, &type, &pair) > 0 else { return nil }
            guard let held = container(type, pair, depth + 1), held.count == 2 else { return nil }
            switch held[0] {
            case .string(let key), .path(let key): entries.append(DBusValue.Entry(key, held[1]))
            default: break
            }
        }
        return sd_bus_message_exit_container(message) >= 0 ? .dictionary(entries) : nil
    }
}

/// Appends values to a message; each answer is whether that went well.
enum DBusMessageWriter {
    static func append(_ value: DBusValue, to message: OpaquePointer) -> Bool {
        switch value {
        case .boolean(let isTrue):
            var number: CInt = isTrue ? 1 : 0
            return sd_bus_message_append_basic(message, code("b"), &number) >= 0
        // A text goes in by its pointer, not by a pointer to that.
        case .string(let text): return text.withCString { sd_bus_message_append_basic(message, code("s"), $0) >= 0 }
        case .path(let text): return text.withCString { sd_bus_message_append_basic(message, code("o"), $0) >= 0 }
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count) >= 0 }
        case .array(let elements):
            let type = elements.first.map(signature) ?? "s"
            return sd_bus_message_open_container(message, code("a"), type) >= 0
                && elements.allSatisfy { signature(of: $0) == type && append($0, to: message) }
                && sd_bus_message_close_container(message) >= 0
        case .dictionary(let entries):
            return sd_bus_message_open_container(message, code("a"), "{sv}") >= 0
                && entries.allSatisfy { entry in
                    sd_bus_message_open_container(message, code("e"), "sv") >= 0 && append(.string(entry.key), to: message)
                        && append(.variant(entry.value), to: message) && sd_bus_message_close_container(message) >= 0
                } && sd_bus_message_close_container(message) >= 0
        case .variant(let held):
            return sd_bus_message_open_container(message, code("v"), signature(of: held)) >= 0 && append(held, to: message)
                && sd_bus_message_close_container(message) >= 0
        // Nothing that BlueZ is asked for takes one.
        case .integer, .double, .structure, .other: return false
        }
    }

    private static func signature(of value: DBusValue) -> String {
        switch value {
        case .boolean: "b"
        case .string, .integer, .double, .structure, .other: "s"
        case .path: "o"
        case .bytes: "ay"
        case .array(let elements): "a" + (elements.first.map(signature) ?? "s")
        case .dictionary: "a{sv}"
        case .variant: "v"
        }
    }

    private static func code(_ letter: Unicode.Scalar) -> CChar { CChar(bitPattern: UInt8(ascii: letter)) }
}
