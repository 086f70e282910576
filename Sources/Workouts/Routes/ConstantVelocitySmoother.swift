/// The most likely path of a point whose velocity changes by white noise, from measured places: a Kalman filter forwards and a
/// Rauch–Tung–Striebel smoother backwards over position and velocity on each axis.
///
/// The axes share their deviations, and so one covariance and one gain serve all three. Nothing is presumed of the velocity: the
/// first two places give it (two-point differencing), so that even motion is returned as it came.
///
/// - SeeAlso: H. Rauch, F. Tung, C. Striebel, "Maximum likelihood estimates of linear dynamic systems", AIAA Journal 3 (1965);
///   Y. Bar-Shalom, X. Li, T. Kirubarajan, "Estimation with Applications to Tracking and Navigation" (2001), §5.5.3 (the start),
///   §6.2.2 (acceleration as continuous white noise).
struct ConstantVelocitySmoother {
    /// Seconds, strictly increasing; as many as `places` and `deviations`.
    let offsets: [Double]
    let places: [SpherePoint]
    /// Metres, on each axis, more than 0.
    let deviations: [Double]
    /// The spectral density of acceleration, m²/s³, more than 0.
    let agility: Double

    /// Position and velocity, and how sure they are: the covariance is symmetric and the same on each axis.
    private struct State {
        var position: SIMD3<Double>
        var velocity: SIMD3<Double>
        var positionVariance: Double
        var covariance: Double
        var velocityVariance: Double

        /// Later by `t` seconds, nothing having been measured meanwhile.
        func predicted(after t: Double, agility q: Double) -> State {
            State(
                position: position + velocity * t, velocity: velocity,
                positionVariance: positionVariance + 2 * t * covariance + t * t * velocityVariance + q * t * t * t / 3,
                covariance: covariance + t * velocityVariance + q * t * t / 2,
                velocityVariance: velocityVariance + q * t)
        }

        /// Weighed against a measured position.
        func corrected(by measured: SIMD3<Double>, variance: Double) -> State {
            let doubt = positionVariance + variance
            let surprise = measured - position
            return State(
                position: position + surprise * (positionVariance / doubt), velocity: velocity + surprise * (covariance / doubt),
                positionVariance: positionVariance * (variance / doubt), covariance: covariance * (variance / doubt),
                velocityVariance: velocityVariance - covariance * (covariance / doubt))
        }

        /// What it must have been when `t` seconds later it was `later`.
        func smoothed(by later: State, after t: Double, agility: Double) -> State {
            let expected = predicted(after: t, agility: agility)
            let (p, c, v) = (expected.positionVariance, expected.covariance, expected.velocityVariance)
            let determinant = p * v - c * c
            guard determinant > 0 else { return self }
            let (moved, turned) = (later.position - expected.position, later.velocity - expected.velocity)
            /// This state's covariance with the one expected, over that one's.
            func gains(_ onPosition: Double, _ onVelocity: Double) -> (moved: Double, turned: Double) {
                let moved = (onPosition * v - onVelocity * c) / determinant
                let turned = (onVelocity * p - onPosition * c) / determinant
                return (moved, turned)
            }
            let positionGains = gains(positionVariance + t * covariance, covariance)
            let velocityGains = gains(covariance + t * velocityVariance, velocityVariance)
            var state = self
            state.position += moved * positionGains.moved
            state.position += turned * positionGains.turned
            state.velocity += moved * velocityGains.moved
            state.velocity += turned * velocityGains.turned
            return state
        }
    }

    /// One place for each that was measured; fewer than three places are returned as they are.
    func smoothed() -> [SpherePoint] {
        guard places.count > 2, offsets.count == places.count, deviations.count == places.count else { return places }
        // Numbers stay small, and so exact, around the first place.
        let origin = SIMD3(places[0].x, places[0].y, places[0].z)
        let measured = places.map { SIMD3($0.x, $0.y, $0.z) - origin }

        // states[i] belongs to place i + 1: the first place alone says nothing of the velocity.
        var states: [State] = []
        states.reserveCapacity(places.count - 1)
        var latest = start(measured)
        states.append(latest)
        for index in 2..<measured.count {
            latest = latest.predicted(after: offsets[index] - offsets[index - 1], agility: agility)
                .corrected(by: measured[index], variance: deviations[index] * deviations[index])
            states.append(latest)
        }
        for index in states.indices.dropLast().reversed() {
            latest = states[index].smoothed(by: latest, after: offsets[index + 2] - offsets[index + 1], agility: agility)
            states[index] = latest
        }

        // From the second place the motion leads back to the first, where it is weighed against what was measured.
        let t = offsets[1] - offsets[0]
        let (doubtOfWay, variance) = (agility * t * t * t / 3, deviations[0] * deviations[0])
        let ledBack = latest.position - latest.velocity * t
        let first = ledBack + (measured[0] - ledBack) * (doubtOfWay / (variance + doubtOfWay))
        return ([first] + states.map(\.position)).map { relative in
            let position = relative + origin
            return SpherePoint(x: position.x, y: position.y, z: position.z)
        }
    }

    /// The state at the second place, of the first two alone.
    private func start(_ measured: [SIMD3<Double>]) -> State {
        let t = offsets[1] - offsets[0]
        let (before, variance) = (deviations[0] * deviations[0], deviations[1] * deviations[1])
        return State(
            position: measured[1], velocity: (measured[1] - measured[0]) / t, positionVariance: variance,
            covariance: variance / t, velocityVariance: (before + variance) / (t * t) + agility * t / 3)
    }
}
