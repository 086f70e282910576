/// Tells that the current zone became another one (core §4.6).
public struct LiveZoneUpdate: Equatable, Sendable {
    public enum Reason: String, Sendable {
        /// The first sample, or the first after a loss or a pause.
        case entered
        case changed
        /// The last hold ran out.
        case signalLost
        case paused
    }

    public var reason: Reason
    /// When the zone changed.
    public var offset: Offset
    public var currentZone: Zone?
    /// `nil` for `entered`.
    public var previousZone: Zone?
    /// Totals up to `offset`.
    public var zoneGroup: ZoneGroup
    /// The latest sample that was taken into account.
    public var lastSampleOffset: Offset?

    public var quantity: Quantity { zoneGroup.configuration.quantity }
}
