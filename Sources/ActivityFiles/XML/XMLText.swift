/// What people wrote into a document.
enum XMLText {
    private static let longest = 256

    /// Without white space around it, and cut where it is longer than a name can be; `nil` for none.
    static func words(_ text: [UInt8]) -> String? {
        let words = String(decoding: NumberText.trimmed(text.prefix(4 * longest)), as: UTF8.self).prefix(longest)
        return words.isEmpty ? nil : String(words)
    }
}
