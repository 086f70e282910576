/// Names a source within one capture; small, since every reading carries one.
public struct SourceID: Hashable, Comparable, Sendable {
    public var rawValue: UInt16
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
    public static func < (a: SourceID, b: SourceID) -> Bool { a.rawValue < b.rawValue }
}

/// One origin of readings: a sensor on one radio, a receiver, a machine.
public struct SampleSource: Hashable, Sendable {
    public var id: SourceID
    public var kind: Kind
    /// What stays the same from ride to ride: `ble:C0:11:22:33:44:01`, `ant:120:12345`, `gps:/dev/serial/by-id/…`.
    public var identity: String
    public var name: String?
    public var manufacturer: String?
    public var model: String?
    public var serialNumber: String?
    public var firmware: String?
    /// 0...100, the last one heard.
    public var batteryPercent: Int?
    /// The last one heard of a sensor that states words instead of percents.
    public var batteryStatus: BatteryStatus?
    /// Rank per quantity, 0 first; a quantity that is missing ranks last. Ties are broken by `identity`, so results are stable.
    public var priorities: [Quantity: Int]
    /// Where this source's distance comes from; `nil` when it gives none.
    public var distanceOrigin: DistanceOrigin?

    /// How full a battery is, in ANT+'s words; nobody knows how many percent a word is.
    public enum BatteryStatus: String, Sendable { case new, good, ok, low, critical }

    public enum Kind: String, Sendable { case ble, antPlus, gps, barometer, imported, manual, demo }

    /// The kinds of distance, which are never mixed silently (core §6.7), best first. `machine`: a trainer's, a treadmill's, a rower's
    /// own count; `device`: what a watch or a bike computer made of whatever it had.
    public enum DistanceOrigin: String, CaseIterable, Sendable { case wheel, footPod, machine, device, gps }

    public init(
        id: SourceID, kind: Kind, identity: String, name: String? = nil, priorities: [Quantity: Int] = [:],
        distanceOrigin: DistanceOrigin? = nil
    ) {
        self.id = id
        self.kind = kind
        self.identity = identity
        self.name = name
        self.priorities = priorities
        self.distanceOrigin = distanceOrigin
    }
}
