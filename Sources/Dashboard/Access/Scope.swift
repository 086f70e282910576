/// What a token lets its bearer do with one kind of data: `read heartRate`, `write workouts`.
public struct Scope: Hashable, Comparable, Sendable, CustomStringConvertible {
    public enum Direction: String, CaseIterable, Sendable { case read, write }

    public enum Kind: String, CaseIterable, Sendable {
        /// The workout that runs: read its figures, write its start, pauses, laps and stop.
        case live
        case workouts
        case statistics
        case moods
        case zones
        case plans
        case sensors
        // What is in the others' documents, and is left out of them without these.
        case heartRate
        case power
        case cadence
        case speed
        case location

        /// Those that are parts of others' documents.
        static let parts: [Kind] = [.heartRate, .power, .cadence, .speed, .location]
    }

    public var direction: Direction
    public var kind: Kind

    public init(_ direction: Direction, _ kind: Kind) {
        self.direction = direction
        self.kind = kind
    }

    /// - Parameter text: `read heartRate`.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let direction = Direction(rawValue: String(words[0])),
            let kind = Kind(rawValue: String(words[1])),
            Self.all.contains(Scope(direction, kind))
        else { return nil }
        self.init(direction, kind)
    }

    public var description: String { "\(direction.rawValue) \(kind.rawValue)" }

    public static func < (a: Scope, b: Scope) -> Bool { a.description < b.description }

    /// All that there are: measured values are read alone.
    public static let all: [Scope] =
        Kind.allCases.map { Scope(.read, $0) } + [.live, .workouts, .moods, .zones, .sensors].map { Scope(.write, $0) }

    /// What granting it is good for, to end a sentence.
    public var benefit: String {
        switch (direction, kind) {
        case (.read, .live): "see the ride as it goes on"
        case (.write, .live): "start, pause, lap and stop from here"
        case (.read, .workouts): "look at what was recorded"
        case (.write, .workouts): "name, sort and delete workouts from here"
        case (.read, .statistics): "see weeks, months and years, and how they compare"
        case (.read, .moods): "see moods beside training"
        case (.write, .moods): "check in from here"
        case (.read, .zones): "see the zones that count"
        case (.write, .zones): "set zones from here"
        case (.read, .sensors): "see which sensors serve and how full their batteries are"
        case (.write, .sensors): "pair and name sensors from here"
        case (.read, .plans), (.write, .plans): "see plans and templates"
        case (_, .heartRate): "see heart rate and its zones"
        case (_, .power): "see power and what it did"
        case (_, .cadence): "see cadence"
        case (_, .speed): "see speed and pace"
        case (_, .location): "see the route on the map"
        case (.write, .statistics): "change statistics"
        }
    }
}
