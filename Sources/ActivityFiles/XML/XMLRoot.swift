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
        name = finder.root
        let first = NumberText.trimmed(bytes.prefix(64)).first
        let isXML = first == UInt8(ascii: "<") || finder.root != nil || ending?.reason == .documentType
        fault = isXML ? ending : nil
    }

    private final class Finder: XMLHandler {
        private(set) var root: String?
        var refusal: ActivityFault.Reason? { root.map { .otherDocument($0) } }
        func start(_ name: XMLName, _ attributes: XMLAttributes) { root = root ?? name.local }
        func end(_ name: XMLName, text: [UInt8]) {}
    }
}
