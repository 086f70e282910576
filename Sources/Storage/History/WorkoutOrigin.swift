/// Where a workout came from, and comes from again when the store is rebuilt.
public struct WorkoutOrigin: Equatable, Sendable {
    public var kind: Kind
    /// The path of the capture or file; of what is derived from other workouts, how.
    public var place: String?
    /// `fit`, `tcx`, … of a file.
    public var format: String?

    public enum Kind: String, Sendable {
        case capture, file
        /// Cut from another workout, or joined from several.
        case derived
        case demo
    }

    public init(_ kind: Kind, place: String? = nil, format: String? = nil) {
        self.kind = kind
        self.place = place
        self.format = format
    }
}

/// What came of storing something.
public enum StoringOutcome: Equatable, Sendable {
    case added, replaced
    /// It is there already, every byte of it.
    case unchanged
    /// It was deleted by somebody, and stays so; what is derived of it is new.
    case staysDeleted
}

/// Why a workout has no route (core §7).
public enum RouteGap: Equatable, Sendable {
    /// No place was recorded.
    case noneRecorded
    /// There was a receiver, and it could not be read or was not to be.
    case noAccess
    /// So many places were recorded while it went on, and belong to no route of a workout.
    case unassigned(places: Int)
}
