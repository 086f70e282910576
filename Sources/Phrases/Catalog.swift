internal import JSONText

/// The phrases of one language, by key.
struct Catalog: Sendable {
    /// A phrase with its placeholders, such as `{place}`, in braces.
    enum Entry: Equatable, Sendable {
        case text(String)
        /// Chosen by the argument `by`, by the phrase's first number where the catalog names none.
        case forms([PluralForm: String], by: String?)
    }

    let entries: [String: Entry]

    /// A bad document or entry is left out: the phrase is then told in English, or by its key, and the tests complain.
    init(json: [UInt8]) {
        var entries: [String: Entry] = [:]
        for member in (try? JSONReader.read(json))?.members ?? [] {
            if let text = member.value.string {
                entries[member.name] = .text(text)
            } else if let forms = Self.forms(member.value.members ?? []) {
                entries[member.name] = forms
            }
        }
        self.entries = entries
    }

    private static func forms(_ members: [PlacedJSON.Member]) -> Entry? {
        var forms: [PluralForm: String] = [:]
        var by: String?
        for member in members {
            guard let text = member.value.string else { return nil }
            if member.name == "by" {
                by = text
            } else if let form = PluralForm(rawValue: member.name) {
                forms[form] = text
            } else {
                return nil
            }
        }
        return forms[.other] == nil ? nil : .forms(forms, by: by)
    }

    /// Read when a language is first spoken, once.
    static func of(_ language: Language) -> Catalog {
        switch language {
        case .english: english
        case .czech: czech
        case .german: german
        case .spanish: spanish
        case .french: french
        case .italian: italian
        case .portuguese: portuguese
        case .japanese: japanese
        case .korean: korean
        case .simplifiedChinese: simplifiedChinese
        }
    }

    private static let english = Catalog(json: bytes(of: .english))
    private static let czech = Catalog(json: bytes(of: .czech))
    private static let german = Catalog(json: bytes(of: .german))
    private static let spanish = Catalog(json: bytes(of: .spanish))
    private static let french = Catalog(json: bytes(of: .french))
    private static let italian = Catalog(json: bytes(of: .italian))
    private static let portuguese = Catalog(json: bytes(of: .portuguese))
    private static let japanese = Catalog(json: bytes(of: .japanese))
    private static let korean = Catalog(json: bytes(of: .korean))
    private static let simplifiedChinese = Catalog(json: bytes(of: .simplifiedChinese))

    /// `Catalogs/<code>.json`.
    static func bytes(of language: Language) -> [UInt8] {
        switch language {
        case .english: PackageResources.en_json
        case .czech: PackageResources.cs_json
        case .german: PackageResources.de_json
        case .spanish: PackageResources.es_json
        case .french: PackageResources.fr_json
        case .italian: PackageResources.it_json
        case .portuguese: PackageResources.pt_json
        case .japanese: PackageResources.ja_json
        case .korean: PackageResources.ko_json
        case .simplifiedChinese: PackageResources.zh_Hans_json
        }
    }
}
