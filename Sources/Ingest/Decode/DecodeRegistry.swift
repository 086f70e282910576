/// Every decodable kind, in the order in which a person would look for them.
public enum DecodeRegistry {
    public static let kinds: [DecodableKind] = gattKinds + antKinds + nmeaKinds

    public static func kind(named name: String) -> DecodableKind? { kinds.first { $0.name == name } }
}
