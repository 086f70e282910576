public import Workouts

extension HistoryStore {
    /// Stores another version of a workout's route, as a smoothed one. Versions below stay; the highest is the one that is read.
    ///
    /// - Returns: `.unchanged`, when this version or a higher one is there already.
    /// - Throws: `unknown`, when no version of it is there.
    @discardableResult
    public func store(_ route: Route) throws(StorageError) -> StoringOutcome {
        try write { () throws(StorageError) in
            let uid = route.syncID.storeText
            var statement = try connection.prepare(
                "SELECT version, workout, clock_origin_us FROM routes WHERE uid = ? ORDER BY version DESC LIMIT 1")
            try statement.bind([.text(uid)])
            guard try statement.step(), let highest = statement[0].integer, let origin = statement[2].moment else {
                throw StorageError.unknown(kind: "route", id: uid)
            }
            guard route.version > highest else { return .unchanged }
            try insert(route, workout: statement[1], origin: origin, isOpen: false)
            try noteChange(.route, uid)
            return .replaced
        }
    }

    /// The route of a workout that is stored, unless it is there already.
    ///
    /// - Returns: whether it was not.
    func store(recorded route: Route, of workout: Workout) throws(StorageError) -> Bool {
        let uid = route.syncID.storeText
        let others = try connection.rows(
            "SELECT DISTINCT uid FROM routes WHERE workout = ? AND uid <> ?", [.text(workout.id.storeText), .text(uid)]
        ) { row throws(StorageError) in row[0].text }
        for other in others {
            try connection.run("DELETE FROM routes WHERE uid = ?", .text(other))
            try noteDeletion(.route, other)
        }
        if try isStored(route, origin: workout.clock.origin) { return false }
        // Versions that were made of the old one, if there is one, are none of the new one.
        try connection.run("DELETE FROM routes WHERE uid = ?", .text(uid))
        try insert(route, workout: .text(workout.id.storeText), origin: workout.clock.origin, isOpen: false)
        let isGone = try isDeleted(workout.id.storeText)
        if route.placeCount > 0, !isGone { try noteChange(.route, uid) } else { try noteDeletion(.route, uid) }
        return true
    }

    /// Whether this is the recorded version as it is there; one that is damaged is none.
    private func isStored(_ route: Route, origin: Timestamp) throws(StorageError) -> Bool {
        let uid = route.syncID.storeText
        return try unlessDamaged { () throws(StorageError) in
            guard let stored = try storedRoutes("uid = ? ORDER BY version LIMIT 1", [.text(uid)]).first, !stored.isOpen,
                stored.version == route.version, stored.source == route.source, stored.isSmoothed == route.isSmoothed,
                stored.origin == origin
            else { return false }
            return try self.route(uid, version: stored.version, isRecorded: true) == route
        } ?? false
    }

    private func insert(_ route: Route, workout: SQLValue, origin: Timestamp, isOpen: Bool) throws(StorageError) {
        let id = try connection.value(
            """
            INSERT INTO routes (uid, version, workout, source, is_smoothed, is_open, clock_origin_us, count)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0) RETURNING id
            """, .text(route.syncID.storeText), .integer(route.version), workout,
            .integer(route.source.map { Int64($0.rawValue) }), .integer(route.isSmoothed ? 1 : 0), .integer(isOpen ? 1 : 0),
            .integer(origin.microseconds)
        ).integer
        guard let id else { throw damaged("a route got no key") }
        try append(route.chunksOneByOne, places: route.places, toRow: id, firstPlace: 0)
    }

    private func append(
        _ chunks: some Sequence<PackedChunk>, places: some Sequence<Location>, toRow id: Int64, firstPlace: Int
    ) throws(StorageError) {
        var statement = try connection.prepare(
            """
            INSERT INTO route_chunks (route, place, first_offset_us, last_offset_us, count, crc32, data)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        for (index, chunk) in chunks.enumerated() {
            try statement.bind([
                .integer(id), .integer(firstPlace + index), .integer(chunk.first.microseconds),
                .integer(chunk.last.microseconds), .integer(chunk.count), .integer(Checksum.crc32(chunk.bytes)),
                .blob(chunk.bytes),
            ])
            while try statement.step() {}
        }
        var (count, box) = (0, Box())
        for place in places {
            count += 1
            box.add(place)
        }
        guard count > 0 else { return }
        try connection.run(
            """
            UPDATE routes SET count = count + ?1,
            start_at_us = min(ifnull(start_at_us, clock_origin_us + ?2), clock_origin_us + ?2),
            end_at_us = max(ifnull(end_at_us, clock_origin_us + ?3), clock_origin_us + ?3),
            south = min(ifnull(south, ?4), ?4), north = max(ifnull(north, ?5), ?5), west = min(ifnull(west, ?6), ?6),
            east = max(ifnull(east, ?7), ?7) WHERE id = ?8
            """,
            .integer(count), .integer(box.first.microseconds), .integer(box.last.microseconds), .real(box.south),
            .real(box.north), .real(box.west), .real(box.east), .integer(id))
    }

    private struct Box {
        var first = Offset(microseconds: .max)
        var last = Offset(microseconds: .min)
        var (south, north, west, east) = (90.0, -90.0, 180.0, -180.0)

        mutating func add(_ place: Location) {
            first = min(first, place.offset)
            last = max(last, place.offset)
            (south, north) = (min(south, place.latitude), max(north, place.latitude))
            (west, east) = (min(west, place.longitude), max(east, place.longitude))
        }
    }

    // MARK: While it is recorded

    /// Begins a route to which places are appended as they come, or goes on with the one that was begun; the finished workout's route
    /// will replace it.
    ///
    /// - Parameters:
    ///   - syncID: of the route: the workout's own id, or any where it belongs to none.
    ///   - workout: that it is recorded for; `nil` for places that belong to none.
    ///   - origin: UTC at offset zero; a better one moves the places that are there.
    public func beginRoute(
        _ syncID: WorkoutID, of workout: WorkoutID?, origin: Timestamp, source: SourceID? = nil
    ) throws(StorageError) {
        try write { () throws(StorageError) in
            guard let begun = try storedRoutes("uid = ? LIMIT 1", [.text(syncID.storeText)]).first else {
                let route = Route(syncID: syncID, source: source)
                return try insert(route, workout: .text(workout?.storeText), origin: origin, isOpen: true)
            }
            guard begun.isOpen else { throw StorageError.refused("there is a finished route \(syncID.storeText)") }
            guard begun.origin != origin else { return }
            try connection.run(
                """
                UPDATE routes SET clock_origin_us = ?1, start_at_us = start_at_us - clock_origin_us + ?1,
                end_at_us = end_at_us - clock_origin_us + ?1 WHERE id = ?2
                """, .integer(origin.microseconds), .integer(begun.row))
            if begun.count > 0 { try noteChange(.route, syncID.storeText) }
        }
    }

    /// Throws routes away that were begun and never ended, as those of workouts that are stored under another identity.
    public func discardOpenRoutes(but kept: WorkoutID?) throws(StorageError) {
        let left = try connection.rows(
            "SELECT uid FROM routes WHERE is_open AND workout IS NOT NULL AND uid <> ?", [.text(kept?.storeText ?? "")]
        ) { row throws(StorageError) in row[0].text }
        guard !left.isEmpty else { return }
        try write { () throws(StorageError) in
            for uid in left {
                try connection.run("DELETE FROM routes WHERE uid = ? AND is_open", .text(uid))
                try noteDeletion(.route, uid)
            }
        }
    }

    /// Appends places to a route that was begun, in one transaction.
    ///
    /// - Parameter locations: in any order; those that are not later than what is there are left out, since a route's order is strict.
    /// - Returns: how many were taken.
    @discardableResult
    public func append(_ locations: [Location], toRoute syncID: WorkoutID) throws(StorageError) -> Int {
        try write { () throws(StorageError) in
            let uid = syncID.storeText
            var statement = try connection.prepare(
                """
                SELECT r.id, c.place, c.last_offset_us FROM routes AS r LEFT JOIN route_chunks AS c ON c.route = r.id
                AND c.place = (SELECT max(place) FROM route_chunks WHERE route = r.id) WHERE r.uid = ? AND r.is_open
                """)
            try statement.bind([.text(uid)])
            guard try statement.step(), let id = statement[0].integer else {
                throw StorageError.unknown(kind: "open route", id: uid)
            }
            let (lastPlace, last) = (statement[1].integer, statement[2].offset)
            while try statement.step() {}
            var fresh = Route(syncID: syncID)
            fresh.append(locations.filter { last == nil || $0.offset > last ?? .zero }.sorted { $0.offset < $1.offset })
            guard fresh.placeCount > 0 else { return 0 }
            try append(
                fresh.chunks, places: fresh.places, toRow: id, firstPlace: lastPlace.map { Int(clamping: $0) + 1 } ?? 0)
            try noteChange(.route, uid)
            return fresh.placeCount
        }
    }

    /// Nothing more comes to a route that belongs to no workout.
    public func endRoute(_ syncID: WorkoutID) throws(StorageError) {
        try write { () throws(StorageError) in
            try connection.run("UPDATE routes SET is_open = 0 WHERE uid = ?", .text(syncID.storeText))
        }
    }
}
