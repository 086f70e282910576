public import Workouts

extension HistoryStore {
    /// The places of a route in time order, batch by batch, read from the file as they are asked for (core §7). Ends by itself: the last
    /// batch says that it is done. A route without places, or without any in the interval, is one empty batch that is done.
    ///
    /// No transaction is held between batches, so that a slow reader is in nobody's way.
    ///
    /// - Parameters:
    ///   - route: as `route(of:)` or `routeVersions(of:)` gave it.
    ///   - from: places before it are left out.
    ///   - to: places at it and after it are left out.
    public func batches(
        of route: StoredRoute, from: Timestamp? = nil, to: Timestamp? = nil, ofAtMost size: Int = 500
    ) -> StoredRouteBatches {
        func offset(_ moment: Timestamp?) -> Offset? {
            moment.map { Offset(microseconds: $0.microseconds &- route.origin.microseconds) }
        }
        return StoredRouteBatches(store: self, route: route, start: offset(from), end: offset(to), size: max(1, size))
    }

    /// The chunk of a route at a place; `nil` behind the last one.
    func locations(of route: StoredRoute, place: Int) throws(StorageError) -> [Location]? {
        var statement = try connection.prepare(
            """
            SELECT c.count, c.first_offset_us, c.last_offset_us, c.crc32, c.data FROM routes AS r
            LEFT JOIN route_chunks AS c ON c.route = r.id AND c.place = ? WHERE r.id = ? AND r.uid = ? AND r.version = ?
            """)
        try statement.bind([
            .integer(place), .integer(route.row), .text(route.syncID.storeText), .integer(route.version),
        ])
        guard try statement.step() else { throw .refused("the route was replaced while it was read: ask for it again") }
        guard let data = statement[4].blob else { return nil }
        let chunk = try chunk(
            data, count: statement[0], first: statement[1], last: statement[2], crc32: statement[3], of: "route \(route.row)")
        guard let locations = chunk.locations else {
            throw damaged("route \(route.syncID.storeText) is not as it was stored")
        }
        return locations
    }
}

/// Batches of a stored route; a task that is cancelled gets no more of them.
public struct StoredRouteBatches: AsyncSequence {
    let store: HistoryStore
    let route: StoredRoute
    let start: Offset?
    let end: Offset?
    let size: Int

    public func makeAsyncIterator() -> Iterator { Iterator(of: self) }

    public struct Iterator: AsyncIteratorProtocol {
        private let batches: StoredRouteBatches
        private var place = 0
        private var waiting: ArraySlice<Location> = []
        private var isReadToTheEnd = false
        private var isOver = false

        init(of batches: StoredRouteBatches) { self.batches = batches }

        public mutating func next() async throws(StorageError) -> RouteBatch? { try nextBatch() }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(StorageError) -> RouteBatch? {
            try nextBatch()
        }

        private mutating func nextBatch() throws(StorageError) -> RouteBatch? {
            guard !isOver, !Task.isCancelled else { return nil }
            // One more than a batch holds, to know whether it is the last.
            while !isReadToTheEnd, waiting.count <= batches.size {
                guard let locations = try batches.store.locations(of: batches.route, place: place) else {
                    isReadToTheEnd = true
                    break
                }
                place += 1
                waiting += locations.filter { location in
                    (batches.start.map { location.offset >= $0 } ?? true) && (batches.end.map { location.offset < $0 } ?? true)
                }
            }
            let locations = waiting.prefix(batches.size)
            waiting = waiting.dropFirst(batches.size)
            isOver = waiting.isEmpty && isReadToTheEnd
            return RouteBatch(locations: Array(locations), isDone: isOver)
        }
    }
}
