/// Satellites in view: the head of the message, which is all that a workout needs to know of them.
///
/// ```
/// GSV,sentences,number,satellites in view,(id,elevation,azimuth,SNR)×1…4[,signal]
///     1         2      3
/// ```
public struct GSV: Equatable, Sendable {
    /// Sentences of this message.
    public let sentenceCount: Int
    /// From 1.
    public let sentenceNumber: Int
    /// In view, not used.
    public let satellitesInView: Int

    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        guard let count = fields.integer(0...99), let number = fields.integer(0...99), let satellites = fields.integer(0...999)
        else {
            return nil
        }
        sentenceCount = count
        sentenceNumber = number
        satellitesInView = satellites
    }
}
