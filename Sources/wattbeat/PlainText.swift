extension String {
    /// For terminals and logs that know ASCII alone: dashes, signs and spaces by their nearest neighbours there. Letters of languages
    /// stay, since names would be other names without them.
    var withPlainSigns: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.flatMap { Self.plain[$0].map { Array($0.unicodeScalars) } ?? [$0] })
        )
        .replacing("degC", with: "C").replacing("degF", with: "F")
    }

    /// Of one column where that is possible, so that tables stay aligned.
    private static let plain: [Unicode.Scalar: String] = [
        "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "...", "’": "'", "‘": "'", "′": "'", "“": "\"", "”": "\"",
        "„": "\"", "«": "\"", "»": "\"", "·": ".", "×": "x", "±": "~", "≤": "<=", "≥": ">=", "°": "deg", "²": "2", "³": "3",
        "₂": "2", "▸": ">", "→": "->", "•": "*", "✓": "+", "✗": "-", "│": "|", "\u{A0}": " ", "\u{202F}": " ", "\u{2009}": " ",
    ]
}
