/// Why zones cannot be had. The first five are checked in this order.
public enum ZoneError: Error, Equatable, Sendable {
    /// Fewer than 2 boundaries.
    case tooFewZones(boundaries: Int)
    /// More than 8 boundaries.
    case tooManyZones(boundaries: Int)
    /// Not finite, or not above 0.
    case invalidBoundary(index: Int)
    case notStrictlyIncreasing(index: Int)
    /// A boundary in watts for heart rate, say.
    case incompatibleUnit(index: Int, unit: ZoneBoundary.Unit, quantity: Quantity)

    /// Zones of different quantity or boundaries are never compared, added, ranked or averaged (core §5).
    case incompatibleConfigurations
    /// The configuration is frozen once the workout has begun.
    case collectionAlreadyStarted
}
