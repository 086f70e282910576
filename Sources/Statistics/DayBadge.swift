/// What a day earns by its steps (core §9).
public enum DayBadge: String, CaseIterable, Comparable, Sendable {
    case upAndAbout, onTheMove, goingStrong, farAndWide

    /// The least steps that earn it.
    public var steps: Double {
        switch self {
        case .upAndAbout: 3000
        case .onTheMove: 7000
        case .goingStrong: 10_000
        case .farAndWide: 15_000
        }
    }

    /// The highest that is earned, unrounded: 6999.5 steps are not 7000. `nil` below the first, and for NaN.
    public init?(steps: Double) {
        guard let badge = Self.allCases.last(where: { steps >= $0.steps }) else { return nil }
        self = badge
    }

    public static func < (a: Self, b: Self) -> Bool { a.steps < b.steps }
}
