/// Error statistics of the position: standard deviations in metres.
///
/// ```
/// GST,time,RMS,semi-major,semi-minor,orientation,σ latitude,σ longitude,σ altitude
///     1    2   3          4          5           6          7           8
/// ```
///
/// Fields 2 to 5 are often empty or nonsense and are passed over.
public struct GST: Equatable, Sendable {
    /// UTC; `nil` when empty.
    public let timeOfDay: NMEATimeOfDay?
    /// North and south.
    public let latitudeSigmaMetres: Double?
    /// East and west.
    public let longitudeSigmaMetres: Double?
    /// Up and down.
    public let altitudeSigmaMetres: Double?

    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        timeOfDay = fields.timeOfDay()
        fields.skip(4)
        latitudeSigmaMetres = fields.decimal(0...1e6)
        longitudeSigmaMetres = fields.decimal(0...1e6)
        altitudeSigmaMetres = fields.decimal(0...1e6)
        guard fields.fieldsRead == 8, !fields.hasFailed else { return nil }
    }
}
