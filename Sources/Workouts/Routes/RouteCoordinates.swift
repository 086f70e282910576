extension Route.Places {
    /// The same places without altitude, speed and accuracies, which most of the work of reading them goes into.
    public var coordinates: Coordinates { Coordinates(places: self) }

    public struct Coordinates: Sequence, Sendable {
        let places: Route.Places

        /// Degrees.
        public typealias Element = (latitude: Double, longitude: Double)

        public func makeIterator() -> Iterator { Iterator(places) }

        public struct Iterator: IteratorProtocol {
            private let places: Route.Places
            private var nextBlock = 0
            private var rows: [(offset: Offset, latitude: Double, longitude: Double)] = []
            private var index = 0

            init(_ places: Route.Places) {
                self.places = places
                guard let start = places.start, places.log.isOrdered else { return }
                let blocks = places.log.blocks
                nextBlock = Swift.max(0, blocks.partitioningIndex { $0.first > start } - 1)
            }

            public mutating func next() -> Element? {
                while true {
                    while index < rows.count {
                        let row = rows[index]
                        index += 1
                        if let end = places.end, row.offset >= end { return finish() }
                        if places.start.map({ row.offset >= $0 }) ?? true { return (row.latitude, row.longitude) }
                    }
                    guard unpack() else { return nil }
                }
            }

            private mutating func finish() -> Element? {
                (index, nextBlock) = (rows.count, .max)
                return nil
            }

            /// The tail counts as one more block.
            private mutating func unpack() -> Bool {
                let log = places.log
                guard nextBlock <= log.blocks.count else { return false }
                rows =
                    nextBlock < log.blocks.count
                    ? Location.coordinates(in: log.blocks[nextBlock])
                    : log.tail.map { ($0.offset, $0.latitude, $0.longitude) }
                nextBlock += 1
                index = 0
                return true
            }
        }
    }
}

extension Location {
    /// Of packed rows the columns that come first.
    fileprivate static func coordinates(
        in block: PackedLog<Location>.Block
    ) -> [(offset: Offset, latitude: Double, longitude: Double)] {
        var reader = BitReader(block.words)
        let offsets = reader.integers(block.count)
        let (latitudes, longitudes) = (reader.numbers(block.count), reader.numbers(block.count))
        return (0..<block.count).map { (Offset(microseconds: offsets[$0]), latitudes[$0], longitudes[$0]) }
    }
}
