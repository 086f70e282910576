import CExpat

/// Takes a document's elements as they come.
protocol XMLHandler: AnyObject {
    /// - Parameter place: of its first tag.
    func start(_ name: XMLName, _ attributes: XMLAttributes, at place: FilePlace)
    /// - Parameters:
    ///   - text: what stood in it behind its last child, in UTF-8.
    ///   - place: of its last tag.
    func end(_ name: XMLName, text: [UInt8], at place: FilePlace)
    /// Once it is there, nothing more is read.
    var refusal: ActivityFault.Reason? { get }
}

/// Reads XML by expat: a part of the bytes after the other, elements told as they come, nothing kept.
///
/// Total over every byte array. UTF-8, UTF-16, ISO 8859-1 and ASCII, as expat reads them. A document type declaration that declares
/// anything itself is refused before that is read, and one elsewhere is never fetched, so that no entity is ever defined; depth, the
/// length of one tag and that of one text are bounded.
final class XMLReader {
    static let deepest = 64
    /// Bytes of one tag or comment.
    static let longestPiece = 1 << 20
    /// Bytes of one text; what does not fit is left out.
    static let longestText = 4096
    private static let part = 1 << 16

    private let handler: any XMLHandler
    private let parser: XML_Parser
    private var path: [XMLName] = []
    private var text: [UInt8] = []
    private var isTextFull = false
    private var namespaces: [(address: [UInt8], namespace: XMLNamespace)] = []
    private var refusal: ActivityFault?
    private var given = 0
    /// What had been given when something was last made of it.
    private var understood = 0

    private init?(_ handler: any XMLHandler) {
        guard let parser = XML_ParserCreateNS(nil, XML_Char(Self.separator)) else { return nil }
        self.parser = parser
        self.handler = handler
    }

    deinit { XML_ParserFree(parser) }

    /// - Returns: what ended the reading before the end; `nil` for a whole document.
    static func read(_ bytes: [UInt8], _ handler: any XMLHandler) -> ActivityFault? {
        // There is no memory for a few hundred bytes.
        guard let reader = XMLReader(handler) else { return ActivityFault(.malformed("out of memory"), at: 0) }
        return withExtendedLifetime(reader) { reader.read(bytes) }
    }

    private func read(_ bytes: [UInt8]) -> ActivityFault? {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(parser, { XMLReader.from($0)?.started($1, $2) }, { data, _ in XMLReader.from(data)?.ended() })
        XML_SetCharacterDataHandler(parser) { XMLReader.from($0)?.take($1, count: $2) }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, declares in
            if declares != 0 { XMLReader.from(data)?.refuse(.documentType) }
        }
        // Comments, instructions and white space around the root: nothing but progress.
        XML_SetDefaultHandler(parser) { data, _, _ in XMLReader.from(data)?.progress() }
        var start = 0
        repeat {
            let end = min(start + Self.part, bytes.count)
            given = end
            let status = bytes[start..<end].withUnsafeBytes { part in
                XML_Parse(
                    parser, part.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(part.count), end == bytes.count ? 1 : 0)
            }
            if status != XML_STATUS_OK { return fault(isLast: end == bytes.count) }
            if end - understood > Self.longestPiece { return ActivityFault(.tooLong(limit: Self.longestPiece), at: end) }
            start = end
        } while start < bytes.count
        return nil
    }

    private func fault(isLast: Bool) -> ActivityFault {
        if let refusal { return refusal }
        let code = XML_GetErrorCode(parser)
        switch code {
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
            return ActivityFault(.cutShort, at: isLast ? given : offset)
        default:
            return ActivityFault(.malformed(XML_ErrorString(code).map { String(cString: $0) } ?? "unknown"), at: offset)
        }
    }

    // MARK: What expat calls

    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
        data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func progress() { understood = given }

    /// Of what is told.
    private var offset: Int { max(Int(XML_GetCurrentByteIndex(parser)), 0) }

    private func refuse(_ reason: ActivityFault.Reason) {
        guard refusal == nil else { return }
        refusal = ActivityFault(reason, at: offset)
        XML_StopParser(parser, XML_Bool(0))
    }

    private func started(_ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        progress()
        // Expat may tell what it has already made of a part after it was asked to stop.
        guard refusal == nil, let name else { return }
        guard path.count < Self.deepest else { return refuse(.nestedTooDeep(limit: Self.deepest)) }
        let element = self.name(name)
        path.append(element)
        clearText()
        handler.start(element, XMLAttributes(pairs: attributes), at: .byte(offset))
        if let reason = handler.refusal { refuse(reason) }
    }

    private func ended() {
        progress()
        guard refusal == nil, let element = path.popLast() else { return }
        handler.end(element, text: text, at: .byte(offset))
        clearText()
        if let reason = handler.refusal { refuse(reason) }
    }

    private func take(_ characters: UnsafePointer<XML_Char>?, count: Int32) {
        progress()
        // Expat hands out whole characters, so that none is cut here.
        isTextFull = isTextFull || text.count + Int(count) > Self.longestText
        guard let characters, !isTextFull else { return }
        text.append(contentsOf: UnsafeRawBufferPointer(start: characters, count: Int(count)))
    }

    private func clearText() {
        text.removeAll(keepingCapacity: true)
        isTextFull = false
    }

    // MARK: Names

    /// What expat puts between a namespace and a name: no address has it.
    private static let separator = UInt8(ascii: "\n")

    private func name(_ characters: UnsafePointer<XML_Char>) -> XMLName {
        let whole = XMLAttributes.bytes(characters)
        guard let split = whole.lastIndex(of: Self.separator) else {
            return XMLName(namespace: .none, local: String(decoding: whole, as: UTF8.self))
        }
        return XMLName(namespace: namespace(whole[..<split]), local: String(decoding: whole[(split + 1)...], as: UTF8.self))
    }

    /// Addresses are long and few.
    private func namespace(_ address: Slice<UnsafeRawBufferPointer>) -> XMLNamespace {
        if let known = namespaces.first(where: { $0.address.count == address.count && $0.address.elementsEqual(address) }) {
            return known.namespace
        }
        let namespace = XMLNamespace(address: address)
        if namespaces.count < 16 { namespaces.append((Array(address), namespace)) }
        return namespace
    }
}
