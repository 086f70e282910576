extension Language {
    /// The first of the wishes that can be had; English when none can.
    ///
    /// - Parameter preferred: tags in order of preference, as BCP 47 (`pt-BR`, `zh-Hans-CN`) or POSIX (`cs_CZ.UTF-8`, `de_AT@euro`)
    ///   writes them, or several with colons between as `LANGUAGE` does. Whoever reads Chinese in traditional characters is not given
    ///   simplified ones.
    public init(preferred: [String]) {
        let tags = preferred.lazy.flatMap { $0.split(separator: ":") }
        self = tags.compactMap { Language(tag: $0) }.first ?? .english
    }

    /// - Returns: `nil` for what is none of the ten, `C` and `POSIX` among it.
    private init?(tag: Substring) {
        let subtags = tag.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        guard let code = subtags.first else { return nil }
        guard code == "zh" else {
            guard let language = Language(rawValue: code) else { return nil }
            self = language
            return
        }
        let isTraditional =
            subtags.contains("hant")
            || !subtags.contains("hans") && !Set(subtags).isDisjoint(with: ["tw", "hk", "mo"])
        guard !isTraditional else { return nil }
        self = .simplifiedChinese
    }
}
