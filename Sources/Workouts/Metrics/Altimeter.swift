/// What heights are measured with, and how much of a step counts as a climb (core §6.6).
public enum Altimeter: String, Sendable {
    case barometer, gps

    /// Metres that the altitude must leave the last turning point by.
    public var climbThresholdMetres: Double { self == .barometer ? 3 : 5 }
}
