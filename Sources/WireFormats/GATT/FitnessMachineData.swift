/// A record of a fitness machine, or one part of it: bit 0 of the flags is inverted, so a part without it is the last or the only
/// one and carries the instantaneous speed. Parts of one record have disjoint fields.
///
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.18, §4.19, appendix 1.
public protocol FitnessMachineData: CharacteristicValue {
    /// More parts of this record follow.
    var hasMoreParts: Bool { get }
    /// The fields that the part announces: its flags with bit 0 turned round.
    var announcedFields: UInt16 { get }
    /// Adds what a later part of the same record says.
    mutating func merge(_ later: Self)
}

/// What every fitness machine tells about the session so far, in this order behind the fields of its own.
public struct FitnessMachineSession: Equatable, Sendable {
    /// Since the session began.
    public var totalEnergyKilocalories: Reported<UInt16>
    /// At the present rate.
    public var kilocaloriesPerHour: Reported<UInt16>
    /// At the present rate.
    public var kilocaloriesPerMinute: Reported<UInt8>
    /// Machines send 0 when they hear no heart: unavailable.
    public var beatsPerMinute: Reported<UInt8>
    /// Metabolic equivalent of task, in steps of 0.1.
    public var metabolicEquivalent: Double?
    /// Since the session began.
    public var elapsedSeconds: UInt16?
    /// To the session's end.
    public var remainingSeconds: UInt16?

    /// - Parameter first: the number of the energy flag; the others follow it.
    @_lifetime(fields: copy fields)
    init(reading fields: inout OptionalFields, flags: UInt16, first: UInt16) {
        func has(_ bit: UInt16) -> Bool { flags & (1 << (first + bit)) != 0 }
        totalEnergyKilocalories = Reported(fields.uint16(if: has(0)), unavailable: .max)
        kilocaloriesPerHour = Reported(fields.uint16(if: has(0)), unavailable: .max)
        kilocaloriesPerMinute = Reported(fields.uint8(if: has(0)), unavailable: .max)
        beatsPerMinute = Reported(fields.uint8(if: has(1)), unavailable: 0)
        metabolicEquivalent = fields.uint8(if: has(2)).map { Double($0) / 10 }
        elapsedSeconds = fields.uint16(if: has(3))
        remainingSeconds = fields.uint16(if: has(4))
    }

    mutating func merge(_ later: Self) {
        totalEnergyKilocalories = later.totalEnergyKilocalories.or(totalEnergyKilocalories)
        kilocaloriesPerHour = later.kilocaloriesPerHour.or(kilocaloriesPerHour)
        kilocaloriesPerMinute = later.kilocaloriesPerMinute.or(kilocaloriesPerMinute)
        beatsPerMinute = later.beatsPerMinute.or(beatsPerMinute)
        metabolicEquivalent = later.metabolicEquivalent ?? metabolicEquivalent
        elapsedSeconds = later.elapsedSeconds ?? elapsedSeconds
        remainingSeconds = later.remainingSeconds ?? remainingSeconds
    }
}
