/// Hides where a route begins and ends before others see it (core §9).
///
/// What lies within the radius of the first or the last place is left out, wherever on the route it is: a route that passes home
/// again does not show it then. The first and the last metres along the route are inside that circle, since no way is shorter than the
/// straight one. Left out too are places too vague to count for distance, which would show where nobody was.
public struct RouteTrimming: Equatable, Sendable {
    /// Metres.
    public static let usualRadiusMetres = 200.0

    /// Metres, 0...100 000; anything else becomes `usualRadiusMetres`, so that a slip hides rather than shows.
    public let radiusMetres: Double

    public init(radiusMetres: Double = usualRadiusMetres) {
        self.radiusMetres = (0...100_000).contains(radiusMetres) ? radiusMetres : Self.usualRadiusMetres
    }

    /// - Parameters:
    ///   - route: what is to be shown.
    ///   - recorded: what it was made of, when it was smoothed: where that begins and ends is hidden too.
    /// - Returns: what may be shown, in order, parted where something was left out between two places, or where the straight line
    ///   between them would lead through a hidden circle. Nothing of fewer than two places is a stretch.
    public func stretches(of route: Route, recorded: Route? = nil) -> [[Location]] {
        let trusted = Self.trusted(route.locations)
        let centres = [route, recorded ?? route].flatMap { Self.ends(of: $0.locations) }.map(SpherePoint.init)

        var stretches: [[Location]] = []
        var current: [Location] = []
        var previous: SpherePoint?
        func close() {
            if current.count > 1 { stretches.append(current) }
            current = []
        }
        for location in trusted {
            let place = SpherePoint(location)
            if centres.contains(where: { $0.chord(to: place) <= radiusMetres }) {
                close()
                previous = nil
                continue
            }
            if let previous, centres.contains(where: { $0.distance(toLineFrom: previous, to: place) <= radiusMetres }) { close() }
            current.append(location)
            previous = place
        }
        close()
        return stretches
    }

    /// The first place may be too vague to count and tell the way home all the same.
    private static func ends(of locations: [Location]) -> [Location] {
        let (plausible, trusted) = (locations.filter(\.isPlausible), trusted(locations))
        return [plausible.first, plausible.last, trusted.first, trusted.last].compactMap(\.self)
    }

    /// The places that count for the length (core §6.7).
    private static func trusted(_ locations: [Location]) -> [Location] {
        var track = TrackLength()
        return locations.filter { location in
            guard location.isPlausible else { return false }
            let isFirst = track.isEmpty
            return track.append(location) != nil || (isFirst && !track.isEmpty)
        }
    }
}

extension SpherePoint {
    /// Metres to the nearest point of the straight line between two places.
    fileprivate func distance(toLineFrom a: SpherePoint, to b: SpherePoint) -> Double {
        let (lineX, lineY, lineZ) = (b.x - a.x, b.y - a.y, b.z - a.z)
        let square = lineX * lineX + lineY * lineY + lineZ * lineZ
        guard square > 0 else { return chord(to: a) }
        let along = (x - a.x) * lineX + (y - a.y) * lineY + (z - a.z) * lineZ
        let share = min(max(along / square, 0), 1)
        return chord(to: SpherePoint(x: a.x + share * lineX, y: a.y + share * lineY, z: a.z + share * lineZ))
    }
}
