/// A language in which people are spoken to.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case czech = "cs"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case italian = "it"
    case portuguese = "pt"
    case japanese = "ja"
    case korean = "ko"
    case simplifiedChinese = "zh-Hans"
}
