public import Phrases

/// The families in which pictures are written, the wanted one first.
///
/// Inter has every letter of the seven languages in Latin script, and its figures are of one width; what Noto Sans CJK has of them
/// lacks Czech ones. The others follow, so that a text looks the same wherever these packages are, and a machine without Inter still
/// writes every language.
public struct FontFamilies: Equatable, Sendable {
    /// For reading.
    public let text: String
    /// For large figures and headings.
    public let display: String
    /// As BCP 47 has it: Chinese and Japanese draw some characters differently.
    let language: String

    public init(_ language: Language) {
        let east =
            switch language {
            case .korean: "KR"
            case .simplifiedChinese: "SC"
            default: "JP"
            }
        let others = "DejaVu Sans,Noto Sans CJK \(east)"
        text = "Inter,\(others)"
        display = "Inter Display,Inter,\(others)"
        self.language = language.rawValue
    }
}
