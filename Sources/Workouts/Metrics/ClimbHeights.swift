/// The heights that climbs are reckoned from: the best barometer's, or else the receiver's that are good enough (core §6.6).
struct ClimbHeights: Sequence {
    /// Metres; vaguer heights of a receiver are skipped, before they are smoothed.
    private static let worstAccuracy = 25.0

    let altimeter: Altimeter
    /// Of the barometer.
    private var samples: PackedLog<Sample>?
    private let places: Route.Places

    init(series: [SampleSeries], route: Route, sources: [SampleSource]) {
        let altimeters = series.filter { $0.quantity == .altitude }
        let barometers = sources.ranked(for: .altitude).filter { $0.kind != .gps && $0.kind != .imported }
        samples = barometers.lazy.compactMap { source in altimeters.first { $0.source == source.id } }.first?.samples
        altimeter = samples != nil ? .barometer : .gps
        places = route.places
    }

    func makeIterator() -> Iterator { Iterator(samples: samples?.makeIterator(), places: places.makeIterator()) }

    /// No erased type between: every place of a day passes through it.
    struct Iterator: IteratorProtocol {
        fileprivate var samples: PackedLog<Sample>.Cursor?
        fileprivate var places: Route.Places.Iterator

        mutating func next() -> (offset: Offset, metres: Double)? {
            if samples != nil { return samples?.next().map { ($0.offset, $0.value) } }
            while let place = places.next() {
                guard let altitude = place.altitudeMetres, (place.verticalAccuracyMetres ?? 0) <= ClimbHeights.worstAccuracy
                else { continue }
                return (place.offset, altitude)
            }
            return nil
        }
    }
}
