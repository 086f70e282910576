/// How a language writes numbers.
///
/// The gateway shows some words on a machine with little memory, so these few lines stand for a library of locales.
///
/// - SeeAlso: Unicode CLDR 48, `numbers/symbols[@numberSystem='latn']` and `minimumGroupingDigits` of each language; every one of
///   them writes a minus as U+002D.
struct NumberSymbols: Sendable {
    let decimal: String
    let group: String
    /// Digits that stand before the first group; 2 leaves four digits together, as 1234.
    let leastDigitsBeforeGroup: Int

    init(_ language: Language) {
        switch language {
        case .english, .japanese, .korean, .simplifiedChinese: self.init(".", ",", 1)
        case .german, .portuguese: self.init(",", ".", 1)
        case .spanish, .italian: self.init(",", ".", 2)
        case .czech: self.init(",", "\u{A0}", 1)
        case .french: self.init(",", "\u{202F}", 1)
        }
    }

    private init(_ decimal: String, _ group: String, _ leastDigitsBeforeGroup: Int) {
        self.decimal = decimal
        self.group = group
        self.leastDigitsBeforeGroup = leastDigitsBeforeGroup
    }

    func text(_ digits: DecimalDigits) -> String {
        (digits.isNegative ? "-" : "") + grouped(digits.whole) + (digits.fraction.isEmpty ? "" : decimal + digits.fraction)
    }

    private func grouped(_ whole: String) -> String {
        let count = whole.utf8.count
        guard count >= 3 + leastDigitsBeforeGroup else { return whole }
        var text = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (count - index) % 3 == 0 { text += group }
            text.append(digit)
        }
        return text
    }
}
