/// One value of the Treadmill Data characteristic (0x2ACD). It has no cadence: treadmills send RSC beside it.
///
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.4.
public struct TreadmillData: FitnessMachineData {
    /// More parts of this record follow.
    public var hasMoreParts: Bool
    /// The flags with bit 0 turned round.
    public var announcedFields: UInt16
    /// In steps of 0.01.
    public var kilometresPerHour: Double?
    /// In steps of 0.01.
    public var averageKilometresPerHour: Double?
    /// Since the session began.
    public var distanceMetres: UInt32?
    /// In steps of 0.1.
    public var inclinationPercent: Reported<Double>
    /// In steps of 0.1.
    public var rampAngleDegrees: Reported<Double>
    /// Climbed so far, in steps of 0.1.
    public var elevationGainMetres: Reported<Double>
    /// Descended so far, in steps of 0.1.
    public var elevationLossMetres: Reported<Double>
    /// As sent. Vendors disagree on its unit: not to be used.
    public var rawPace: UInt8?
    /// As sent. Vendors disagree on its unit: not to be used.
    public var rawAveragePace: UInt8?
    /// Energy, heart rate and time.
    public var session: FitnessMachineSession
    /// What the belt feels.
    public var beltForceNewtons: Reported<Int16>
    /// The runner's power.
    public var watts: Reported<Int16>
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: flags, then what they announce, in their order.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let flags = reader.uint16() else { throw .truncated(field: "flags") }
        func has(_ bit: UInt16) -> Bool { flags & (1 << bit) != 0 }
        hasMoreParts = has(0)
        announcedFields = (flags ^ 1) & 0x1FFF
        var fields = OptionalFields(reader)
        kilometresPerHour = fields.uint16(if: !has(0)).map { Double($0) / 100 }
        averageKilometresPerHour = fields.uint16(if: has(1)).map { Double($0) / 100 }
        distanceMetres = fields.uint24(if: has(2))
        inclinationPercent = Reported(fields.int16(if: has(3)), unavailable: .max).map { Double($0) / 10 }
        rampAngleDegrees = Reported(fields.int16(if: has(3)), unavailable: .max).map { Double($0) / 10 }
        elevationGainMetres = Reported(fields.uint16(if: has(4)), unavailable: .max).map { Double($0) / 10 }
        elevationLossMetres = Reported(fields.uint16(if: has(4)), unavailable: .max).map { Double($0) / 10 }
        rawPace = fields.uint8(if: has(5))
        rawAveragePace = fields.uint8(if: has(6))
        session = FitnessMachineSession(reading: &fields, flags: flags, first: 7)
        beltForceNewtons = Reported(fields.int16(if: has(12)), unavailable: .max)
        watts = Reported(fields.int16(if: has(12)), unavailable: .max)
        remainder = fields.remainder(reservedFlags: UInt32(flags & 0xE000))
    }

    /// Adds what a later part of the same record says.
    public mutating func merge(_ later: Self) {
        hasMoreParts = later.hasMoreParts
        announcedFields |= later.announcedFields
        kilometresPerHour = later.kilometresPerHour ?? kilometresPerHour
        averageKilometresPerHour = later.averageKilometresPerHour ?? averageKilometresPerHour
        distanceMetres = later.distanceMetres ?? distanceMetres
        inclinationPercent = later.inclinationPercent.or(inclinationPercent)
        rampAngleDegrees = later.rampAngleDegrees.or(rampAngleDegrees)
        elevationGainMetres = later.elevationGainMetres.or(elevationGainMetres)
        elevationLossMetres = later.elevationLossMetres.or(elevationLossMetres)
        rawPace = later.rawPace ?? rawPace
        rawAveragePace = later.rawAveragePace ?? rawAveragePace
        session.merge(later.session)
        beltForceNewtons = later.beltForceNewtons.or(beltForceNewtons)
        watts = later.watts.or(watts)
        remainder = remainder.merged(with: later.remainder)
    }
}
