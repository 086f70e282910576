import Statistics
import Testing
import Workouts

@testable import Phrases

/// Whatever the case and the number, there is a text, and nothing of the machinery shows in it.
@Suite struct EveryPhraseTests {
    private static let numbers = Array(0...21) + [100, 1000]

    @Test(arguments: Language.allCases)
    func sentences(language: Language) {
        let book = Phrasebook(language)
        for key in Sentence.Key.allCases {
            for number in Self.numbers { for sentence in key.examples(number) { check(book.say(sentence), book) } }
            for type in ActivityType.allCases { for sentence in key.examples(2, type) { check(book.say(sentence), book) } }
        }
    }

    @Test(arguments: Language.allCases)
    func words(language: Language) {
        let book = Phrasebook(language)
        for key in wordFamilies.flatMap({ $0.keys }) { check(book.phrase(key, []), book) }
        for figure in Figure.allCases {
            check(book.name(of: figure), book)
            check(book.shortName(of: figure), book)
            #expect(book.shortName(of: figure).count <= 14, "\(language) \(figure)")
        }
        for type in ActivityType.allCases { check(book.name(of: type), book) }
    }

    @Test(arguments: Language.allCases)
    func coaching(language: Language) {
        let book = Phrasebook(language)
        for type in ActivityType.allCases {
            for number in Self.numbers {
                check(book.text(.easy(percent: number, belowZone: number, activity: type)), book)
                for share in CoachingLine.Share.allCases {
                    check(book.text(.recovery(share, spikes: number, activity: type)), book)
                }
            }
            for line in [CoachingLine.mostlyEasy(activity: type), .mostlySteady(activity: type), .mostlyHard(activity: type)] {
                check(book.text(line), book)
            }
        }
        for number in Self.numbers {
            check(book.text(.tempo(minutes: number, zones: 2...2)), book)
            check(book.text(.tempo(minutes: number, zones: 2...4)), book)
            for planned in [1, 5, 21] {
                for cameDown in [nil, true, false] {
                    check(
                        book.text(.intervals(reached: number, planned: planned, zone: 3, recoveriesCameDown: cameDown)), book)
                }
            }
            check(book.text(.workAhead(seconds: number)), book)
        }
        for quantity in Quantity.allCases {
            check(book.text(.aboveTarget(quantity)), book)
            check(book.text(.belowTarget(quantity)), book)
        }
        for kind in PlanStep.Kind.allCases { check(book.text(.stepBegins(kind)), book) }
        check(book.text(.planDone), book)
    }

    @Test(arguments: Language.allCases)
    func figures(language: Language) {
        let numbers = Self.numbers.map(Double.init) + [1.5, -1.5, 1e9]
        for units in [Units.metric, Units(.imperial, energy: .kilojoules)] {
            let book = Phrasebook(language, units)
            for number in numbers {
                for quantity in Quantity.allCases { check(book.value(number, quantity), book) }
                check(book.pace(number), book)
            }
        }
        let book = Phrasebook(language)
        for number in numbers {
            for what in Countable.allCases { check(book.count(number, what, decimals: 1), book) }
            check(book.rrVariability(number), book)
            check(book.work(kilojoules: number), book)
            check(book.roughDuration(TimeSpan(seconds: number * 60)), book)
            check(book.lowCoverage(number / 1000), book)
            check(book.endsHidden(metres: number), book)
            for baseline in ComparedPeriod.allCases { check(book.comparison(number, with: 20, baseline), book) }
        }
    }

    /// A pattern's brace or a key's dot between two letters would be a fault.
    private func check(_ text: String, _ book: Phrasebook) {
        let isClean = !text.isEmpty && !text.contains("{") && !text.contains("}") && !looksLikeAKey(text)
        if !isClean { Issue.record("\(book.language): '\(text)'") }
    }

    private func looksLikeAKey(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) } }
    }
}
