/// Where a workout went: locations in time order, handed out in batches. Replaceable by a higher version of the same sync id.
public struct Route: Equatable, Sendable {
    public var syncID: WorkoutID
    /// 1 for the route as recorded; a higher version of the same sync id replaces the whole of it.
    public var version: Int
    /// The receiver; `nil` for an empty route.
    public var source: SourceID?
    /// Whether the places are not the recorded ones but `RouteSmoothing`'s; whoever shows them says so.
    public var isSmoothed: Bool
    /// As they are kept.
    var log: PackedLog<Location>

    public init(
        syncID: WorkoutID, version: Int = 1, locations: [Location] = [], source: SourceID? = nil, isSmoothed: Bool = false
    ) {
        self.init(syncID: syncID, version: version, log: PackedLog(locations), source: source, isSmoothed: isSmoothed)
    }

    init(syncID: WorkoutID, version: Int = 1, log: PackedLog<Location>, source: SourceID?, isSmoothed: Bool = false) {
        self.syncID = syncID
        self.isSmoothed = isSmoothed
        self.version = version
        self.source = source
        self.log = log
    }

    /// All of them in an array that is made anew each time: keep it, or read `places`, which take no memory to speak of.
    public var locations: [Location] {
        get { log.rows }
        set { log = PackedLog(newValue) }
    }

    /// All of them, one after the other.
    public var places: Places { places() }

    /// - Parameters:
    ///   - start: earlier ones are left out; `nil`: none are.
    ///   - end: this and later ones are left out; `nil`: none are.
    public func places(from start: Offset? = nil, to end: Offset? = nil) -> Places {
        Places(log: log, start: start, end: end)
    }

    /// How many there are.
    public var placeCount: Int { log.count }
    public var firstPlace: Location? { log.first }
    public var lastPlace: Location? { log.last }
}

extension Route {
    /// Locations in the route's order, unpacked as they are read.
    public struct Places: Sequence, Sendable {
        let log: PackedLog<Location>
        let start: Offset?
        let end: Offset?

        public func makeIterator() -> Iterator { Iterator(self) }

        public var first: Location? { makeIterator().peek }

        public var last: Location? {
            guard let end else { return log.last.flatMap { $0.offset >= start ?? $0.offset ? $0 : nil } }
            guard log.isOrdered else { return reduce(nil) { $1 } }
            var cursor = log.makeIterator()
            cursor.skip(to: Offset(microseconds: end.microseconds &- 1))
            guard let last = cursor.peek, last.offset < end, last.offset >= start ?? last.offset else { return nil }
            return last
        }

        public struct Iterator: IteratorProtocol, Sendable {
            private var cursor: PackedLog<Location>.Cursor
            private let end: Offset?

            init(_ places: Places) {
                cursor = places.log.makeIterator()
                end = places.end
                guard let start = places.start else { return }
                if places.log.isOrdered { cursor.skip(to: start) }
                while let next = cursor.peek, next.offset < start { _ = cursor.next() }
            }

            /// What `next` returns.
            public var peek: Location? {
                guard let next = cursor.peek, end.map({ next.offset < $0 }) ?? true else { return nil }
                return next
            }

            public mutating func next() -> Location? {
                guard let next = peek else { return nil }
                _ = cursor.next()
                return next
            }
        }
    }
}
