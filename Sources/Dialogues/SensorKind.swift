/// What a sensor is for, as a person would call it.
public enum SensorKind: String, CaseIterable, Comparable, Sendable {
    case heartRate, power, speed, cadence, speedAndCadence, footPod, trainer, receiver

    /// In the order of the cases.
    public static func < (a: Self, b: Self) -> Bool {
        (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
}
