/// What discovery told about one peripheral: which characteristic's value each handle holds, and what it says of itself.
struct AttributeTable: Sendable {
    private(set) var types: [UInt16: AttributeType] = [:]
    private(set) var facts: [LinkIdentity.Fact] = []
    private(set) var name: String?

    /// Descriptors and declarations: attributes that are no characteristic's value.
    private static let descriptors: ClosedRange<UInt16> = 0x2800...0x29FF
    private static let deviceName: UInt16 = 0x2A00
    /// The strings of the Device Information service, in the order in which they are told.
    private static let strings: [(type: UInt16, name: String)] = [
        (0x2A29, "manufacturer"), (0x2A24, "model"), (0x2A25, "serial"), (0x2A26, "firmware"), (0x2A27, "hardware"),
        (0x2A28, "software"),
    ]

    /// The assigned number of the characteristic whose value is on `handle`.
    func characteristic(at handle: UInt16) -> UInt16? {
        if case .assigned(let number) = types[handle] { number } else { nil }
    }

    func isKnown(_ handle: UInt16) -> Bool { types[handle] != nil }

    mutating func learn(_ declarations: [ATTPDU.AttributeValue]) {
        for entry in declarations {
            guard let declaration = try? CharacteristicDeclaration(decoding: entry.value) else { continue }
            types[declaration.valueHandle] = declaration.type
        }
    }

    mutating func learn(_ found: [ATTPDU.AttributeInformation]) {
        for entry in found {
            if case .assigned(let number) = entry.type, Self.descriptors.contains(number) { continue }
            types[entry.handle] = entry.type
        }
    }

    /// The peripheral says that its services between two handles have changed (Service Changed, 0x2A05).
    mutating func forget(_ range: ATTPDU.HandleRange) {
        types = types.filter { $0.key < range.first || $0.key > range.last }
    }

    /// Notes a value that was read, if it says what the peripheral is.
    mutating func note(_ value: [UInt8], of characteristic: UInt16) {
        let text = String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
        if characteristic == Self.deviceName { name = text }
        guard let place = Self.strings.firstIndex(where: { $0.type == characteristic }) else { return }
        let fact = LinkIdentity.Fact(name: Self.strings[place].name, value: text)
        facts.removeAll { $0.name == fact.name }
        let later = Self.strings[(place + 1)...].map(\.name)
        facts.insert(fact, at: facts.firstIndex { later.contains($0.name) } ?? facts.endIndex)
    }
}
