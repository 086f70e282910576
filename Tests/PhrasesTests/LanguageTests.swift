import Testing
import Workouts

@testable import Phrases

@Suite struct LanguageTests {
    @Test(
        arguments: [
            ("cs_CZ.UTF-8", .czech), ("cs", .czech), ("de_AT@euro", .german), ("pt-BR", .portuguese),
            ("pt_PT.UTF-8", .portuguese),
            ("PT-br", .portuguese), ("zh_CN", .simplifiedChinese), ("zh-Hans-CN", .simplifiedChinese),
            ("zh_SG.UTF-8", .simplifiedChinese), ("zh", .simplifiedChinese), ("zh-Hans-HK", .simplifiedChinese),
            ("ja_JP.eucJP", .japanese), ("ko-KR", .korean), ("fr-CA", .french), ("it_CH", .italian), ("es-419", .spanish),
            ("en_GB.UTF-8", .english),
            // nothing of these can be had
            ("C", .english), ("C.UTF-8", .english), ("POSIX", .english), ("pl_PL", .english), ("", .english), ("_", .english),
            ("zh_TW.UTF-8", .english), ("zh-Hant", .english), ("zh-Hant-CN", .english), ("español", .english),
        ] as [(String, Language)])
    func tags(tag: String, language: Language) {
        #expect(Language(preferred: [tag]) == language)
    }

    @Test func theFirstThatCanBeHad() {
        #expect(Language(preferred: ["pl_PL", "sk", "cs", "de"]) == .czech)
        #expect(Language(preferred: ["zh-TW", "ja"]) == .japanese)
        #expect(Language(preferred: ["sk:de:en"]) == .german)
        #expect(Language(preferred: []) == .english)
    }

    @Test func everyCodeIsItsOwnTag() {
        for language in Language.allCases { #expect(Language(preferred: [language.rawValue]) == language) }
    }
}

/// What a catalog lacks is told in English, and by its key where English lacks it too (core §9).
@Suite struct FallbackTests {
    private func book(_ json: String) -> Phrasebook { Phrasebook(.czech, catalog: Catalog(json: Array(json.utf8))) }

    @Test func english() {
        let book = book(#"{"cue.recovered": "Tep klesl pod zónu {zone}", "line.spikes": {"one": "jeden"}, "quantity.power": 7}"#)
        #expect(book.text(.recovered(belowZone: 1)) == "Tep klesl pod zónu 2")
        #expect(book.say(.spikes(2)) == "with 2 short spikes")
        #expect(book.name(of: .power) == "Power")
    }

    @Test func thenTheKey() {
        #expect(book("{}").phrase("no.such.key", []) == "no.such.key")
        #expect(Phrasebook(.english).phrase("no.such.key", []) == "no.such.key")
    }

    @Test(arguments: ["", "[]", "{", #"{"cue.recovered": }"#])
    func aCatalogThatCannotBeRead(json: String) {
        #expect(book(json).text(.recovered(belowZone: 1)) == "Heart rate is back below Zone 2")
    }

    @Test func templates() {
        #expect(Template.placeholders("{a} and {b}, {") == ["a", "b"])
        #expect(Template.fill("{a}{b}}{", [("a", "{b}"), ("b", "1")]) == "{b}1}{")
        #expect(Template.fill("{c} {", [("a", "")]) == "{c} {")
        #expect(Template.fill("", []) == "")
    }
}
