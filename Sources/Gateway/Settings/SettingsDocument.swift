public import JSONText

/// The settings file's content, free of mistakes: what it says, and the text that says it, in which a change touches nothing else.
public struct SettingsDocument: Equatable, Sendable {
    public let settings: GatewaySettings
    /// What a person wrote, in the person's order.
    public let object: JSONObject

    /// Nothing is set.
    public init() {
        settings = GatewaySettings()
        object = JSONObject()
    }

    /// - Parameters:
    ///   - bytes: the file; empty is as good as missing.
    ///   - path: names it in what is thrown.
    /// - Throws: `.mistakes`, all of them.
    public init(reading bytes: [UInt8], path: String) throws(SettingsError) {
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            (settings, object) = (GatewaySettings(), JSONObject())
            return
        }
        let tree: PlacedJSON
        do throws(JSONError) {
            tree = try JSONReader.read(bytes)
        } catch {
            throw .mistakes(path: path, [SettingsMistake(place: error.place, key: nil, sentence: error.sentence)])
        }
        let reader = SettingsReader(tree)
        guard reader.mistakes.isEmpty, case .object(let object) = tree.value else { throw .mistakes(path: path, reader.mistakes) }
        settings = reader.settings
        self.object = object
    }

    /// As a file: two spaces a level, a line end behind the last brace.
    public var utf8: [UInt8] { JSONValue.object(object).utf8(.indented) + [0x0A] }

    /// The document with one thing changed, read again as a whole.
    ///
    /// - Throws: `.refused`, in words.
    public func applying(_ edit: SettingsEdit) throws(SettingsError) -> SettingsDocument {
        let changed = try edit.apply(to: self)
        do throws(SettingsError) {
            return try SettingsDocument(reading: JSONValue.object(changed).utf8(), path: "")
        } catch {
            guard case .mistakes(_, let mistakes) = error else { throw error }
            throw .refused(mistakes.map(\.text).joined(separator: "; "))
        }
    }

    /// What is set under a key without a date; `nil` when nothing is, and its standard counts.
    public subscript(key: SettingsKey) -> JSONValue? { object[key] }
}

extension JSONObject {
    subscript(key: SettingsKey) -> JSONValue? {
        key.path.reduce(JSONValue.object(self)) { value, name in
            guard case .object(let object)? = value else { return nil }
            return object[name]
        }
    }

    /// Sets a member; a new one goes where `order` has it, so that files of many hands look alike.
    mutating func set(_ name: String, _ value: JSONValue?, order: [String]) {
        guard self[name] == nil, let value, let place = order.firstIndex(of: name) else {
            self[name] = value
            return
        }
        let later = Set(order[place...])
        var ordered = JSONObject()
        for member in members {
            if later.contains(member.name), ordered[name] == nil { ordered.append(name, value) }
            ordered.append(member.name, member.value)
        }
        if ordered[name] == nil { ordered.append(name, value) }
        self = ordered
    }
}
