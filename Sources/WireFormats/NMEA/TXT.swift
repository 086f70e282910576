/// A message for people: antenna state, firmware.
///
/// ```
/// TXT,sentences,number,identifier,text
///     1         2      3          4
/// ```
public struct TXT: Equatable, Sendable {
    /// Sentences of this message.
    public let sentenceCount: Int
    /// From 1.
    public let sentenceNumber: Int
    /// u-blox: 0 error, 1 warning, 2 notice, 7 user.
    public let identifier: Int
    /// What follows the identifier, commas included.
    public let text: String

    /// Allocates the text: for people, not for the hot path.
    ///
    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        guard let count = fields.integer(0...99), let number = fields.integer(0...99), let identifier = fields.integer(0...99)
        else {
            return nil
        }
        sentenceCount = count
        sentenceNumber = number
        self.identifier = identifier
        // A comma in the text is no separator.
        var pieces: [UInt8] = []
        while let piece = fields.text() {
            if fields.fieldsRead > 4 { pieces.append(UInt8(ascii: ",")) }
            pieces.append(contentsOf: [UInt8](piece))
        }
        text = String(decoding: pieces, as: UTF8.self)
    }
}
