/// How a zero offset went.
public enum CalibrationOutcome: Equatable, Sendable {
    /// What the meter measured, in the words and units of its protocol (`offset 1.25 Nm`, `offset 512`); `nil` when it tells none.
    case success(offset: String?)
    /// It refused, in words.
    case refused(String)
    /// It said nothing in time.
    case silent
    /// Not connected, or it can do no such thing, in words.
    case impossible(String)
}
