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
        var chosen = locations[...]
        if let interval {
            let first = locations.partitioningIndex { $0.offset >= interval.lowerBound }
            chosen = locations[first..<locations.partitioningIndex { $0.offset >= interval.upperBound }]
        }
        let size = max(1, size)
        return sequence(state: Optional(chosen)) { rest in
            guard let remaining = rest else { return RouteBatch?.none }
            let left = remaining.dropFirst(size)
            rest = left.isEmpty ? nil : left
            return RouteBatch(locations: Array(remaining.prefix(size)), isDone: left.isEmpty)
        }
    }

    /// Adds points and keeps the order strict: of two at one moment, the one that arrived last stays.
    public mutating func append(_ batch: some Sequence<Location>) {
        var isOrdered = true
        for location in batch {
            if let last = locations.last, last.offset >= location.offset { isOrdered = false }
            locations.append(location)
        }
        if !isOrdered { restoreOrder() }
    }

    /// Sorts by time; of several points at one moment the last stays.
    mutating func restoreOrder() {
        let order = locations.indices.sorted { (locations[$0].offset, $0) < (locations[$1].offset, $1) }
        var sorted: [Location] = []
        sorted.reserveCapacity(order.count)
        for index in order {
            if sorted.last?.offset == locations[index].offset { sorted.removeLast() }
            sorted.append(locations[index])
        }
        locations = sorted
    }
}
