/// Says what settlement a place is near to, for the names of workouts. Where nobody can say, names have no place (core §9).
public struct PlaceFinder {
    private let find: (_ latitude: Double, _ longitude: Double) -> String?

    /// - Parameter find: degrees in; the settlement's name, or `nil`.
    public init(_ find: @escaping (_ latitude: Double, _ longitude: Double) -> String?) { self.find = find }

    /// Knows no place at all.
    public static var none: PlaceFinder { PlaceFinder { _, _ in nil } }

    /// Of the settlement nearest to the middle of a route; `nil` for an empty one.
    public func place(of route: Route) -> String? {
        route.centroid.flatMap { find($0.latitude, $0.longitude) }
    }
}
