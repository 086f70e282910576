import Foundation
import TestSupport
import Testing

@testable import Phrases

/// The few lines of CLDR that stand in the code, against babel's copy of it.
@Suite struct CLDRTests {
    private struct Question: Encodable {
        let language: String
        let numbers: [String]
        let percents: [Int]
        let units: [String]
    }

    private struct Answer: Decodable {
        let plurals: [String]
        let decimals: [String]
        let percents: [String]
        let units: [String?]
    }

    /// Numbers as digits: whole, with decimals, large. Whole millions are left out, whose form for "de pasos" is not used here.
    private static let numbers =
        (0...130).map(String.init) + ["1000", "1001", "1234", "9999", "10000", "12345", "123456", "1234567"]
        + ["0.0", "0.5", "1.0", "1.00", "1.5", "1.50", "2.0", "2.5", "5.25", "10.1", "1234.5", "98765.43"]

    private static let units: [(UnitPattern, String)] = [
        (.kilometres, "length-kilometer"), (.metres, "length-meter"), (.miles, "length-mile"), (.feet, "length-foot"),
        (.kilometresPerHour, "speed-kilometer-per-hour"), (.milesPerHour, "speed-mile-per-hour"), (.watts, "power-watt"),
        (.kilocalories, "energy-kilocalorie"), (.kilojoules, "energy-kilojoule"), (.celsius, "temperature-celsius"),
        (.fahrenheit, "temperature-fahrenheit"),
    ]

    @Test(.enabled(if: Peer.isPresent))
    func pluralsNumbersPercentsAndUnits() throws {
        let questions = Language.allCases.map {
            Question(
                language: $0.rawValue, numbers: Self.numbers, percents: [0, 1, 12, 84, 100, 1234], units: Self.units.map(\.1))
        }
        let answers = try JSONDecoder().decode([Answer].self, from: Peer("cldr_check.py").answer(to: questions))
        #expect(answers.count == Language.allCases.count)
        for (language, (question, answer)) in zip(Language.allCases, zip(questions, answers)) {
            let book = Phrasebook(language)
            for (index, number) in Self.numbers.enumerated() {
                let digits = try #require(read(number))
                #expect(PluralForm(digits, in: language).rawValue == answer.plurals[index], "\(language) \(number)")
                // babel does not know that Spanish and Italian leave four digits together.
                if number.prefix(while: { $0 != "." }).count == 4, [.spanish, .italian].contains(language) { continue }
                #expect(book.symbols.text(digits) == answer.decimals[index], "\(language) \(number)")
            }
            for (index, percent) in question.percents.enumerated() where percent < 1000 {
                #expect(book.percent(percent) == answer.percents[index], "\(language)")
            }
            for (index, (unit, name)) in Self.units.enumerated() {
                let pattern = try #require(answer.units[index], "\(language) \(name)")
                let own = book.phrase(unit.key, [("value", .text("{0}"))])
                #expect(bound(own) == bound(pattern), "\(language) \(name)")
            }
        }
    }

    /// Spaces of whatever width: CLDR allows a line to break before a unit, which here it never may.
    private func bound(_ text: String) -> String {
        text.replacing(" ", with: "\u{A0}").replacing("\u{202F}", with: "\u{A0}")
    }

    private func read(_ text: String) -> DecimalDigits? {
        let places = text.split(separator: ".").dropFirst().first?.count ?? 0
        return Double(text).flatMap { DecimalDigits($0, decimals: places, keepsZeros: true) }
    }

    /// `minimumGroupingDigits` is 2 in Spanish and Italian (CLDR 48), as JavaScript's `Intl.NumberFormat` shows.
    @Test(
        arguments: [
            (.english, "1,234", "12,345"), (.czech, "1\u{A0}234", "12\u{A0}345"), (.german, "1.234", "12.345"),
            (.spanish, "1234", "12.345"), (.french, "1\u{202F}234", "12\u{202F}345"), (.italian, "1234", "12.345"),
            (.portuguese, "1.234", "12.345"), (.japanese, "1,234", "12,345"), (.korean, "1,234", "12,345"),
            (.simplifiedChinese, "1,234", "12,345"),
        ] as [(Language, String, String)])
    func fourDigits(language: Language, four: String, five: String) {
        #expect(Phrasebook(language).number(1234) == four)
        #expect(Phrasebook(language).number(12_345) == five)
        #expect(Phrasebook(language).number(-1234) == "-" + four)
        #expect(Phrasebook(language).number(999) == "999")
    }

    @Test func formsOfCzechAndFrench() throws {
        func form(_ value: Double, _ decimals: Int, _ language: Language) throws -> PluralForm {
            PluralForm(try #require(DecimalDigits(value, decimals: decimals, keepsZeros: true)), in: language)
        }
        #expect(try form(1.5, 1, .czech) == .many)
        #expect(try form(1, 1, .czech) == .many)
        #expect(try form(1, 0, .czech) == .one)
        #expect(try form(1.5, 1, .french) == .one)
        #expect(try form(0, 0, .french) == .one)
        #expect(try form(0, 0, .portuguese) == .one)
        #expect(try form(1, 1, .english) == .other)
        #expect(try form(1, 1, .spanish) == .one)
    }
}
