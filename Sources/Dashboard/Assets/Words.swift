internal import JSONText
internal import Phrases
internal import Synchronization

/// What pages say: words of their own and the program's phrases, in one flat object; made when a language is first asked for.
final class Words: Sendable {
    private let own: [String: [UInt8]]
    private let known = Mutex<[Language: Asset]>([:])

    /// - Parameter own: words of the pages alone, as flat JSON objects, by the language's tag.
    init(_ own: [String: [UInt8]]) { self.own = own }

    /// - Returns: `nil` for a language that the program does not speak.
    func asset(_ tag: String) -> Asset? {
        guard let language = Language(rawValue: tag) else { return nil }
        if let asset = known.withLock({ $0[language] }) { return asset }
        let asset = Asset(phrases(language), type: Asset.type(of: "words.json"), cacheControl: "no-cache")
        known.withLock { $0[language] = asset }
        return asset
    }

    private func phrases(_ language: Language) -> [UInt8] {
        var all = JSONObject()
        for document in [language.phrasesJSON, own[language.rawValue] ?? []] {
            for member in (try? JSONReader.read(document))?.members ?? [] where all[member.name] == nil {
                all.append(member.name, member.value.value)
            }
        }
        return JSONValue.object(all).utf8()
    }
}
