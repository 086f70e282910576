/// Looks at a document's outermost element and no further.
struct XMLRoot {
    /// Its local name; `nil` where none is reached.
    let name: String?
    /// Why bytes that begin as XML are neither of the two documents; `nil` for bytes that do not.
    let fault: ActivityFault?

    /// - Parameter bytes: of the beginning enough for the first tag.
    init(of bytes: [UInt8]) {
        let finder = Finder()
        let ending = XMLReader.read(bytes, finder)
        name = finder.root ?? (ending?.reason == .documentType ? Self.named(in: bytes) : nil)
        let first = NumberText.trimmed(bytes.prefix(64)).first
        let isXML = first == UInt8(ascii: "<") || finder.root != nil || ending?.reason == .documentType
        fault = isXML ? ending : nil
    }

    /// What stands behind a declaration that is not read: by its look, so that it can be said what is refused.
    private static func named(in bytes: [UInt8]) -> String? {
        let beginning = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
        return ["gpx", "TrainingCenterDatabase"].first { beginning.contains("<\($0)") }
    }

    private final class Finder: XMLHandler {
        private(set) var root: String?
        var refusal: ActivityFault.Reason? { root.map { .otherDocument($0) } }
        func start(_ name: XMLName, _ attributes: XMLAttributes, at place: FilePlace) { root = root ?? name.local }
        func end(_ name: XMLName, text: [UInt8], at place: FilePlace) {}
    }
}
