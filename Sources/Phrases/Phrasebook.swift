/// What people are told, in one language and one system of units.
///
/// Total: whatever the numbers, there is a text; a figure that is not finite is a dash. A phrase that a catalog lacks is told in
/// English, and by its key where English lacks it too.
public struct Phrasebook: Sendable {
    public let language: Language
    public let units: Units
    let symbols: NumberSymbols
    private let catalog: Catalog

    public init(_ language: Language, _ units: Units = .metric) {
        self.init(language, units, catalog: .of(language))
    }

    init(_ language: Language, _ units: Units = .metric, catalog: Catalog) {
        self.language = language
        self.units = units
        self.catalog = catalog
        symbols = NumberSymbols(language)
    }

    /// Stands where a figure cannot be told.
    static let dash = "–"

    // MARK: Asking the catalogs

    func word(_ word: some Worded) -> String { phrase(word.key, []) }

    func say(_ sentence: Sentence) -> String {
        let (key, slots) = sentence.shape
        return phrase(key.rawValue, slots)
    }

    func phrase(_ key: String, _ slots: [Sentence.Slot]) -> String {
        if let entry = catalog.entries[key] { return fill(entry, slots) }
        guard language != .english else { return key }
        // English forms follow English rules.
        return Phrasebook(.english, units).phrase(key, slots)
    }

    private func fill(_ entry: Catalog.Entry, _ slots: [Sentence.Slot]) -> String {
        let template =
            switch entry {
            case .text(let text): text
            case .forms(let forms, let by): forms[form(slots, by: by)] ?? forms[.other] ?? ""
            }
        return Template.fill(template, slots.map { ($0.name, text($0.value)) })
    }

    /// What the named number, or the first one, asks for.
    private func form(_ slots: [Sentence.Slot], by name: String?) -> PluralForm {
        for slot in slots where name == nil || slot.name == name {
            if case .number(let digits) = slot.value { return PluralForm(digits, in: language) }
        }
        return .other
    }

    private func text(_ argument: Sentence.Argument) -> String {
        switch argument {
        case .text(let text): text
        case .number(let digits): symbols.text(digits)
        case .word(let key): phrase(key, [])
        case .sentence(let sentence): say(sentence)
        case .percent(let percent): self.percent(percent)
        }
    }
}
