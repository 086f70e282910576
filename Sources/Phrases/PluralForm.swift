/// The form of a word that a number asks for.
///
/// - SeeAlso: Unicode CLDR 48, `plurals.xml`. Spanish, French, Italian and Portuguese have `many` besides, for whole millions ("un
///   millón de pasos"); numbers here are not written with the word, so the form for `other` serves.
enum PluralForm: String, CaseIterable, Sendable {
    case one, few, many, other

    /// - Parameter digits: as shown: `1` and `1.0` may ask for different forms.
    init(_ digits: DecimalDigits, in language: Language) {
        let isWhole = digits.fraction.isEmpty
        self =
            switch language {
            case .english, .german, .italian: isWhole && digits.whole == "1" ? .one : .other
            case .spanish: digits.whole == "1" && digits.fraction.utf8.allSatisfy { $0 == UInt8(ascii: "0") } ? .one : .other
            case .french, .portuguese: digits.whole == "0" || digits.whole == "1" ? .one : .other
            case .czech:
                if !isWhole {
                    .many
                } else if digits.whole == "1" {
                    .one
                } else {
                    ["2", "3", "4"].contains(digits.whole) ? .few : .other
                }
            case .japanese, .korean, .simplifiedChinese: .other
            }
    }

    /// The forms that a catalog must have for each phrase with a number.
    static func needed(in language: Language) -> [PluralForm] {
        switch language {
        case .english, .german, .spanish, .french, .italian, .portuguese: [.one, .other]
        case .czech: [.one, .few, .many, .other]
        case .japanese, .korean, .simplifiedChinese: [.other]
        }
    }
}
