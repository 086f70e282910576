public import Statistics
public import Workouts

/// Which workouts are meant; what is not said is not asked.
public struct WorkoutFilter: Equatable, Sendable {
    /// Those that began in `[from, to)`.
    public var from: Timestamp?
    public var to: Timestamp?
    /// Those that went on in it, if only in part.
    public var within: TimeRange?
    /// As they are called now, edits included.
    public var types: Set<ActivityType>?
    /// Identity of a sensor that took part.
    public var source: String?
    public var isDemo: Bool?

    public init(
        from: Timestamp? = nil, to: Timestamp? = nil, types: Set<ActivityType>? = nil, source: String? = nil, isDemo: Bool? = nil
    ) {
        self.from = from
        self.to = to
        self.types = types
        self.source = source
        self.isDemo = isDemo
    }

    static let tables = """
        workouts AS w LEFT JOIN workout_edits AS e ON e.uid = w.uid LEFT JOIN workout_deletions AS d ON d.uid = w.uid
        """

    /// - Parameter firstParameter: the number of the first value.
    func conditions(firstParameter: Int) -> (sql: String, values: [SQLValue]) {
        var sql = "d.uid IS NULL"
        var values: [SQLValue] = []
        func place(_ value: SQLValue) -> String {
            values.append(value)
            return "?\(firstParameter + values.count - 1)"
        }
        if let from { sql += " AND w.start_at_us >= \(place(.integer(from.microseconds)))" }
        if let to { sql += " AND w.start_at_us < \(place(.integer(to.microseconds)))" }
        if let within {
            sql += " AND w.start_at_us < \(place(.integer(within.end.microseconds)))"
            sql += " AND w.end_at_us > \(place(.integer(within.start.microseconds)))"
        }
        if let types {
            let places = types.sorted { $0.rawValue < $1.rawValue }.map { place(.text($0.rawValue)) }
            sql += " AND coalesce(e.type, w.type) IN (\(places.joined(separator: ", ")))"
        }
        if let source {
            sql +=
                " AND EXISTS (SELECT 1 FROM workout_sources AS o WHERE o.workout = w.id AND o.identity = \(place(.text(source))))"
        }
        if let isDemo { sql += " AND w.is_demo = \(place(.integer(isDemo ? 1 : 0)))" }
        return (sql, values)
    }
}
