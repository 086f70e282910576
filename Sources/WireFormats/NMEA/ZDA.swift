/// Time and date, the year in four digits: the best date there is.
///
/// ```
/// ZDA,time,day,month,year,zone hours,zone minutes
///     1    2   3     4    5          6
/// ```
public struct ZDA: Equatable, Sendable {
    /// UTC; `nil` when empty.
    public let timeOfDay: NMEATimeOfDay?
    /// `nil` when empty or no date.
    public let date: NMEADate?

    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        timeOfDay = fields.timeOfDay()
        let day = fields.integer(0...99)
        let month = fields.integer(0...99)
        let year = fields.integer(0...9999)
        guard fields.fieldsRead == 4, !fields.hasFailed else { return nil }
        if let day, let month, let year { date = NMEADate(year: year, month: month, day: day) } else { date = nil }
    }
}
