import JSONText
import Testing

@testable import Phrases

/// A catalog that lacks a key, a placeholder or a plural form fails here, and so does one that has too much.
@Suite struct CatalogTests {
    private static let shape = CatalogShape()

    /// What a number changes nothing in: a zone's number is a name, and hours and minutes are written by their signs.
    private static let named: Set<String> = ["zone", "first", "last", "hours", "minutes"]

    @Test func everySentenceHasItsOwnKey() {
        for key in Sentence.Key.allCases {
            for example in key.examples() { #expect(example.shape.key == key) }
        }
        #expect(Self.shape.placeholders.count > 300)
    }

    @Test(arguments: Language.allCases)
    func isReadAsItStands(language: Language) throws {
        let document = try JSONReader.read(Catalog.bytes(of: language))
        let members = try #require(document.members)
        let catalog = Catalog.of(language)
        #expect(members.count == catalog.entries.count, "an entry is neither a text nor forms")
    }

    @Test(arguments: Language.allCases)
    func hasEveryKeyAndNoOther(language: Language) {
        let own = Set(Catalog.of(language).entries.keys)
        let needed = Set(Self.shape.placeholders.keys)
        #expect(needed.subtracting(own).sorted() == [], "missing in \(language)")
        #expect(own.subtracting(needed).sorted() == [], "unknown in \(language)")
    }

    @Test(arguments: Language.allCases)
    func everyFormHasEveryPlaceholder(language: Language) {
        for (key, entry) in Catalog.of(language).entries {
            for text in entry.texts {
                let names = Template.placeholders(text)
                #expect(Set(names) == Self.shape.placeholders[key], "\(language) \(key): \(text)")
                #expect(names.count == Set(names).count, "\(language) \(key) says something twice")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func everyNumberHasTheFormsThatItNeeds(language: Language) {
        let needed = Set(PluralForm.needed(in: language))
        for (key, numbers) in Self.shape.numbers {
            let choosing = numbers.subtracting(Self.named)
            switch Catalog.of(language).entries[key] {
            case .text?: #expect(choosing.isEmpty || needed == [.other], "\(language) \(key) has one form for all numbers")
            case .forms(let forms, let by)?:
                #expect(Set(forms.keys) == needed, "\(language) \(key)")
                #expect(by.map(choosing.contains) ?? true, "\(language) \(key) is chosen by no number of its own")
            case nil: Issue.record("\(language) lacks \(key)")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func textsAreTidy(language: Language) {
        for (key, entry) in Catalog.of(language).entries {
            for text in entry.texts {
                #expect(!text.isEmpty, "\(language) \(key)")
                #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false, "\(language) \(key): '\(text)'")
                #expect(!text.contains("  ") && !text.contains("'") && !text.contains("..."), "\(language) \(key): \(text)")
            }
        }
    }

    @Test(arguments: Language.allCases.filter { $0 != .english })
    func noEnglishIsLeftOver(language: Language) {
        let english = Catalog.of(.english).entries
        let words: Set<Substring> = ["the", "of", "your", "with", "and", "from", "is", "than", "were", "stayed"]
        for (key, entry) in Catalog.of(language).entries {
            for text in entry.texts {
                let own = Set(Template.fill(text, Self.blanks).lowercased().split { !$0.isLetter })
                #expect(own.isDisjoint(with: words), "\(language) \(key): \(text)")
            }
            guard entry == english[key], !isInternational(key, language) else { continue }
            Issue.record("\(language) \(key) is the English one: \(entry.texts)")
        }
    }

    /// Every placeholder, for what is left of a text without them.
    private static let blanks = Set(shape.placeholders.values.joined()).map { (name: $0, text: " ") }

    /// Figures by their signs, units, and words that both languages have.
    private func isInternational(_ key: String, _ language: Language) -> Bool {
        if key.hasPrefix("unit.") || key.hasPrefix("date.") || key == "duration.hoursAndMinutes"
            || Self.international.contains(key)
        {
            return true
        }
        let signs = ["normalizedPower", "intensityFactor", "variabilityIndex", "efficiencyFactor", "trainingStressScore"]
        let more = ["trainingImpulse", "heartRateStressScore", "wPrimeBalance", "averageTemperature", "averageStepRate"]
        if (signs + more).contains(where: { key == "short.\($0)" }) { return true }
        return Self.shared[language]?.contains(key) ?? false
    }

    private static let international: Set<String> = [
        "distanceOrigin.gps", "zone.between", "table.total", "table.trend", "table.plans", "zoneName.vo2max", "zoneName.tempo",
        "intent.tempo",
    ]

    private static let shared: [Language: Set<String>] = [
        .german: [
            "notice.demo", "notice.ring", "zone.one", "figure.form", "short.form", "association.fitness",
            "figure.fitness", "short.fitness", "short.averagePace",
        ],
        .french: [
            "zone.one", "zone.several", "quantity.altitude", "quantity.distance", "quantity.cadence", "figure.distance",
            "short.distance", "figure.fatigue", "short.fatigue", "sport.transition", "outing.transition", "short.timeInZones",
            "short.averageAltitude", "short.averageCadenceWithoutZeros", "distanceOrigin.machine", "count.minutes",
            "page.date", "page.miles", "page.note", "page.pauses", "page.plan", "zoneName.endurance",
        ],
        .spanish: ["page.plan"],
        .portuguese: ["quantity.altitude", "short.averageAltitude"],
    ]

    /// A word in the wrong file would show: each of these scripts is in nearly every phrase of its language.
    @Test(
        arguments: [(.japanese, 0x3040...0x9FFF), (.korean, 0xAC00...0xD7A3), (.simplifiedChinese, 0x4E00...0x9FFF)]
            as [(Language, ClosedRange<UInt32>)])
    func isWrittenInItsScript(language: Language, script: ClosedRange<UInt32>) {
        for (key, entry) in Catalog.of(language).entries {
            if key.hasPrefix("unit.") || key.hasPrefix("short.") || key == "distanceOrigin.gps" { continue }
            for text in entry.texts.map({ Template.fill($0, Self.blanks) }) where text.contains(where: \.isLetter) {
                #expect(text.unicodeScalars.contains { script.contains($0.value) }, "\(language) \(key): \(text)")
            }
        }
    }

    @Test func koreanKanaAndSimplifiedStayApart() {
        let kana: ClosedRange<UInt32> = 0x3040...0x30FF
        for language in [Language.korean, .simplifiedChinese] {
            for (key, entry) in Catalog.of(language).entries {
                #expect(!entry.texts.joined().unicodeScalars.contains { kana.contains($0.value) }, "\(language) \(key)")
            }
        }
    }
}

extension Catalog.Entry {
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .forms(let forms, _): PluralForm.allCases.compactMap { forms[$0] }
        }
    }
}
