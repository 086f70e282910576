/// What followers can ask for.
public enum StoredKind: String, CaseIterable, Sendable {
    case workout, route, mood, plan, sensor
    /// A threshold, a body's figure or zones, from a date on.
    case athleteFact
    /// A day's values of one sensor and quantity outside of workouts.
    case daySeries
}

/// One version of one thing in the store. It never changes: an edit is the deletion of the old version and a new one.
public struct StoredID: Hashable, Comparable, Sendable {
    public var kind: StoredKind
    /// The same for all versions: of workouts and routes the 32 digits of a `WorkoutID`, of sensors their identity.
    public var uid: String
    /// From 1.
    public var version: Int

    public init(kind: StoredKind, uid: String, version: Int) {
        self.kind = kind
        self.uid = uid
        self.version = version
    }

    public static func < (a: StoredID, b: StoredID) -> Bool {
        (a.kind.rawValue, a.uid, a.version) < (b.kind.rawValue, b.uid, b.version)
    }
}
