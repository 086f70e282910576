public import Workouts

/// A route as the store has it, without its places.
public struct StoredRoute: Equatable, Sendable {
    public var syncID: WorkoutID
    public var version: Int
    public var source: SourceID?
    /// Whether the places are not the recorded ones; whoever shows them says so.
    public var isSmoothed: Bool
    /// Whether it is still being recorded, so that more may come.
    public var isOpen: Bool
    /// How many places.
    public var count: Int
    /// UTC at the places' offset zero.
    public var origin: Timestamp
    /// Its row.
    let row: Int64
}

/// What there is to say of a workout's route.
public enum RouteAnswer: Equatable, Sendable {
    case route(StoredRoute)
    /// None yet, and why; a later answer may differ.
    case none(RouteGap)
}

extension HistoryStore {
    /// The highest version of a workout's route, or why there is none.
    ///
    /// - Throws: `unknown`, when there is no such workout and no route that is recorded for one.
    public func route(of workout: WorkoutID) throws(StorageError) -> RouteAnswer {
        try connection.snapshot { () throws(StorageError) in
            let found = try storedRoutes("workout = ? AND count > 0 ORDER BY version DESC LIMIT 1", [.text(workout.storeText)])
            if let route = found.first { return .route(route) }
            var statement = try connection.prepare("SELECT route_gap, start_at_us, end_at_us FROM workouts WHERE uid = ?")
            try statement.bind([.text(workout.storeText)])
            guard try statement.step(), let start = statement[1].moment, let end = statement[2].moment else {
                guard try connection.value("SELECT 1 FROM routes WHERE workout = ?", .text(workout.storeText)) == .null else {
                    return .none(.noneRecorded)
                }
                throw StorageError.unknown(kind: "workout", id: workout.storeText)
            }
            if statement[0].text == "noAccess" { return .none(.noAccess) }
            let places = try unassignedPlaces(from: start, to: end)
            return .none(places > 0 ? .unassigned(places: places) : .noneRecorded)
        }
    }

    /// All versions of a route, the recorded one first.
    public func routeVersions(of syncID: WorkoutID) throws(StorageError) -> [StoredRoute] {
        try storedRoutes("uid = ? ORDER BY version", [.text(syncID.storeText)])
    }

    /// A route with its places.
    ///
    /// - Parameter version: `nil` for the highest.
    public func route(_ syncID: WorkoutID, version: Int? = nil) throws(StorageError) -> Route? {
        try connection.snapshot { () throws(StorageError) in
            try route(syncID.storeText, version: version, isRecorded: false)
        }
    }

    /// As a workout was made of it; an empty one where there is none.
    func route(ofRecorded workout: WorkoutID) throws(StorageError) -> Route {
        let uids = try connection.rows(
            "SELECT uid FROM routes WHERE workout = ? ORDER BY version LIMIT 1", [.text(workout.storeText)]
        ) { row throws(StorageError) in row[0].text }
        guard let uid = uids.first, let route = try route(uid, version: nil, isRecorded: true) else {
            return Route(syncID: workout)
        }
        return route
    }

    func route(_ uid: String, version: Int?, isRecorded: Bool) throws(StorageError) -> Route? {
        let condition = version == nil ? "" : "AND version = ?2"
        let values: [SQLValue] = [.text(uid)] + (version.map { [.integer($0)] } ?? [])
        let found = try storedRoutes("uid = ?1 \(condition) ORDER BY version \(isRecorded ? "" : "DESC") LIMIT 1", values)
        guard let stored = found.first else { return nil }
        let chunks = try chunks(ofRoute: stored.row)
        let route = Route(
            syncID: stored.syncID, version: stored.version, source: stored.source, isSmoothed: stored.isSmoothed, chunks: chunks)
        guard let route, route.placeCount == stored.count else { throw damaged("route \(uid) is not as it was stored") }
        return route
    }

    private func chunks(ofRoute row: Int64) throws(StorageError) -> [PackedChunk] {
        try connection.rows(
            "SELECT count, first_offset_us, last_offset_us, crc32, data FROM route_chunks WHERE route = ? ORDER BY place",
            [.integer(row)]
        ) { statement throws(StorageError) in
            try chunk(
                statement[4].blob ?? [], count: statement[0], first: statement[1], last: statement[2], crc32: statement[3],
                of: "route \(row)")
        }
    }

    func storedRoutes(_ condition: String, _ values: [SQLValue]) throws(StorageError) -> [StoredRoute] {
        try connection.rows(
            """
            SELECT id, uid, version, source, is_smoothed, is_open, count, clock_origin_us FROM routes WHERE \(condition)
            """, values
        ) { row throws(StorageError) in
            guard let id = row[0].integer, let uid = row[1].text.flatMap({ WorkoutID(storeText: $0) }),
                let version = row[2].integer, let count = row[6].integer, let origin = row[7].moment
            else { throw damaged("a route is not readable") }
            return StoredRoute(
                syncID: uid, version: Int(clamping: version),
                source: row[3].integer.flatMap(UInt16.init(exactly:)).map { SourceID($0) }, isSmoothed: row[4].integer == 1,
                isOpen: row[5].integer == 1, count: Int(clamping: count), origin: origin, row: id)
        }
    }

    /// Places of routes that belong to no workout, recorded in `[start, end]`.
    private func unassignedPlaces(from start: Timestamp, to end: Timestamp) throws(StorageError) -> Int {
        let loose = try storedRoutes(
            "workout IS NULL AND start_at_us <= ? AND end_at_us >= ?",
            [.integer(end.microseconds), .integer(start.microseconds)])
        var count = 0
        for stored in loose {
            guard let route = try route(stored.syncID.storeText, version: stored.version, isRecorded: true) else { continue }
            for place in route.places {
                let moment = stored.origin.microseconds &+ place.offset.microseconds
                if moment >= start.microseconds, moment <= end.microseconds { count += 1 }
            }
        }
        return count
    }
}
