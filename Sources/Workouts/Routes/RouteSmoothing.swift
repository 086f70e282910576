/// Takes the jitter out of a recorded route. Opt-in: the result is another `Route`, labelled, and the recorded one stays as it is.
///
/// The places are points of the sphere in three dimensions, in metres, and each stretch between pauses and gaps is the most
/// likely path of something that goes on as it goes, seen with the accuracies that the receiver stated
/// (`ConstantVelocitySmoother`). A point is moved by `greatestMoveMetres` or its own accuracy at most, whichever is more; what would be
/// moved further is moved so far. In three dimensions there is no antimeridian and no pole. Times, altitudes, speeds, courses and accuracies
/// stay as recorded, and so do the workout's distance and splits, which are made of the recorded route.
public struct RouteSmoothing: Equatable, Sendable {
    /// How eagerly one may brake and turn: the spectral density of acceleration, m²/s³, 0.01 (hardly) to 100 (jitter stays).
    public var agility = 1.0
    /// Metres that any point may be moved; a point whose accuracy is worse may be moved by that.
    public var greatestMoveMetres = 5.0
    /// Metres, for points without an accuracy.
    public var assumedAccuracyMetres = 5.0
    /// A longer silence is a gap, and nothing is smoothed across it.
    public var longestGap = TimeSpan(microseconds: 15_000_000)

    /// The standard deviation on each axis is the accuracy divided by this: 68 % of a round normal distribution lie within
    /// √(−2 ln 0.32) standard deviations.
    static let accuracyInDeviations = 1.509_592
    /// Metres: no receiver is better, and a filter needs some doubt.
    private static let bestDeviation = 0.1

    public init() {}

    /// - Parameters:
    ///   - route: as recorded; one that is smoothed already is returned as it is, since the bound counts from what was recorded.
    ///   - timer: when the timer ran; points in pauses stay.
    /// - Returns: the same points in the same order, the next version of the same sync id, `isSmoothed`.
    public func smoothed(_ route: Route, timer: TimerIntervals) -> Route {
        guard !route.isSmoothed else { return route }
        var result = route
        result.version += 1
        result.isSmoothed = true
        let recorded = route.locations
        var locations = recorded
        let places = recorded.map(SpherePoint.init)
        for stretch in stretches(of: recorded, places, timer) where stretch.count > 2 {
            let smoother = ConstantVelocitySmoother(
                offsets: recorded[stretch].map(\.offset.seconds), places: Array(places[stretch]),
                deviations: recorded[stretch].map(deviation), agility: agility.clamped(to: 0.01...100))
            for (index, place) in zip(stretch, smoother.smoothed()) {
                let kept = places[index].moved(towards: place, by: boundMetres(of: recorded[index]))
                locations[index].latitude = kept.latitude
                locations[index].longitude = kept.longitude
            }
        }
        result.locations = locations
        return result
    }

    /// Metres by which a point may be moved.
    public func boundMetres(of location: Location) -> Double {
        max(0, greatestMoveMetres.isFinite ? greatestMoveMetres : 0, location.horizontalAccuracyMetres ?? 0)
    }

    private func deviation(_ location: Location) -> Double {
        let accuracy = location.horizontalAccuracyMetres ?? (assumedAccuracyMetres.isFinite ? assumedAccuracyMetres : 0)
        return (accuracy / Self.accuracyInDeviations).clamped(to: Self.bestDeviation...10_000)
    }

    /// Runs of points with nothing between them: no pause, no gap, no jump that cannot be, no place that is none.
    private func stretches(of locations: [Location], _ places: [SpherePoint], _ timer: TimerIntervals) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var first = 0
        for index in locations.indices.dropFirst() {
            let (before, after) = (locations[index - 1], locations[index])
            let isJoined =
                before.isPlausible && after.isPlausible && before.offset < after.offset
                && before.offset.isPlausible && after.offset.isPlausible && after.offset - before.offset <= longestGap
                && timer.containsAll(from: before.offset, to: after.offset)
                && places[index - 1].chord(to: places[index])
                    <= TrackLength.fastest * (after.offset - before.offset).seconds
            if !isJoined {
                runs.append(first..<index)
                first = index
            }
        }
        if first < locations.count { runs.append(first..<locations.count) }
        return runs
    }
}

extension Workout {
    /// The route without jitter, labelled as smoothed; `route` stays as recorded.
    public func smoothedRoute(_ smoothing: RouteSmoothing = RouteSmoothing()) -> Route {
        smoothing.smoothed(route, timer: timerIntervals)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
