/// The heights that climbs are reckoned from: the best barometer's, or else the receiver's that are good enough (core §6.6).
struct ClimbHeights: Sequence {
    /// Metres; vaguer heights of a receiver are skipped, before they are smoothed.
    private static let worstAccuracy = 25.0

    let altimeter: Altimeter
    private let heights: AnySequence<(offset: Offset, metres: Double)>

    init(series: [SampleSeries], route: Route, sources: [SampleSource]) {
        let altimeters = series.filter { $0.quantity == .altitude }
        let barometers = sources.ranked(for: .altitude).filter { $0.kind != .gps && $0.kind != .imported }
        if let best = barometers.lazy.compactMap({ source in altimeters.first { $0.source == source.id } }).first {
            altimeter = .barometer
            heights = AnySequence(best.samples.lazy.map { (offset: $0.offset, metres: $0.value) })
        } else {
            altimeter = .gps
            heights = AnySequence(
                route.places.lazy.compactMap { location in
                    location.altitude.flatMap { altitude in
                        (location.verticalAccuracy ?? 0) <= Self.worstAccuracy ? (offset: location.offset, metres: altitude) : nil
                    }
                })
        }
    }

    func makeIterator() -> AnySequence<(offset: Offset, metres: Double)>.Iterator { heights.makeIterator() }
}
