/// The part of the day in which a workout began, in its own zone (core §9).
public enum TimeOfDay: String, CaseIterable, Sendable {
    case night, morning, afternoon, evening

    /// - Parameter hour: 0...23, local; night is from 22 to 5, morning to 12, afternoon to 17, evening to 22, half-open.
    public init(hour: Int) {
        self =
            switch hour {
            case 5..<12: .morning
            case 12..<17: .afternoon
            case 17..<22: .evening
            default: .night
            }
    }
}
