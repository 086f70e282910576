public import WireFormats

extension LinkIdentity {
    /// The fact of a receiver whose clock is corrected: microseconds to add to the time that it states.
    public static let clockShift = "clock-shift"
    /// The fact of a receiver whose time does not go on from what the link said before.
    public static let clockStepped = "clock-stepped"

    private static let longestClockShift: Int64 = 1 << 56

    /// Microseconds to add to the receiver's own time; setting it leaves out the fact where it is 0.
    public var clockShift: Int64 {
        get {
            let stated = facts.last { $0.name == Self.clockShift }.flatMap { Int64($0.value) } ?? 0
            return stated.magnitude <= Self.longestClockShift.magnitude ? stated : 0
        }
        set {
            facts.removeAll { $0.name == Self.clockShift }
            if newValue != 0 { facts.append(Fact(name: Self.clockShift, value: "\(newValue)")) }
        }
    }

    var hasClockStepped: Bool { facts.contains { $0.name == Self.clockStepped } }
}
