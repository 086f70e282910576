/// A stretch of a route as it is handed out.
public struct RouteBatch: Equatable, Sendable {
    public var locations: [Location]
    /// Whether it is the last one.
    public var isDone: Bool

    public init(locations: [Location], isDone: Bool) {
        self.locations = locations
        self.isDone = isDone
    }
}

extension Route {
    /// The locations in time order, at most `size` in a batch; an empty route is one empty batch that is done (core §7).
    ///
    /// - Parameter interval: only points inside `[lowerBound, upperBound)`.
    public func batches(ofAtMost size: Int = 500, in interval: Range<Offset>? = nil) -> some Sequence<RouteBatch> {
        let places = places(from: interval?.lowerBound, to: interval?.upperBound)
        let size = max(1, size)
        return sequence(state: Optional(places.makeIterator())) { rest in
            guard rest != nil else { return RouteBatch?.none }
            var batch: [Location] = []
            while batch.count < size, let location = rest?.next() { batch.append(location) }
            let isDone = rest?.peek == nil
            if isDone { rest = nil }
            return RouteBatch(locations: batch, isDone: isDone)
        }
    }

    /// Adds points and keeps the order strict: of two at one moment, the one that arrived last stays.
    public mutating func append(_ batch: some Sequence<Location>) {
        for location in batch { log.append(location) }
        log = log.inOrder()
    }
}
