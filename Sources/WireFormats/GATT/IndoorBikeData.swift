/// One value of the Indoor Bike Data characteristic (0x2AD2).
///
/// Averages never stand in for what is instantaneous: a bike at rest keeps a non-zero average.
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.9 (gatt-xml has bits 1 and 2 the wrong way round).
public struct IndoorBikeData: FitnessMachineData {
    /// More parts of this record follow.
    public var hasMoreParts: Bool
    /// The flags with bit 0 turned round.
    public var announcedFields: UInt16
    /// In steps of 0.01.
    public var kilometresPerHour: Double?
    /// In steps of 0.01.
    public var averageKilometresPerHour: Double?
    /// Cadence, in steps of a half.
    public var revolutionsPerMinute: Double?
    /// Average cadence, in steps of a half.
    public var averageRevolutionsPerMinute: Double?
    /// Since the session began.
    public var distanceMetres: UInt32?
    /// In the machine's own units: some send levels, some tenths.
    public var resistanceLevel: Int16?
    /// Instantaneous power.
    public var watts: Int16?
    /// Average power.
    public var averageWatts: Int16?
    /// Energy, heart rate and time.
    public var session: FitnessMachineSession
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
        revolutionsPerMinute = fields.uint16(if: has(2)).map { Double($0) / 2 }
        averageRevolutionsPerMinute = fields.uint16(if: has(3)).map { Double($0) / 2 }
        distanceMetres = fields.uint24(if: has(4))
        resistanceLevel = fields.int16(if: has(5))
        watts = fields.int16(if: has(6))
        averageWatts = fields.int16(if: has(7))
        session = FitnessMachineSession(reading: &fields, flags: flags, first: 8)
        remainder = fields.remainder(reservedFlags: UInt32(flags & 0xE000))
    }

    /// Adds what a later part of the same record says.
    public mutating func merge(_ later: Self) {
        hasMoreParts = later.hasMoreParts
        announcedFields |= later.announcedFields
        kilometresPerHour = later.kilometresPerHour ?? kilometresPerHour
        averageKilometresPerHour = later.averageKilometresPerHour ?? averageKilometresPerHour
        revolutionsPerMinute = later.revolutionsPerMinute ?? revolutionsPerMinute
        averageRevolutionsPerMinute = later.averageRevolutionsPerMinute ?? averageRevolutionsPerMinute
        distanceMetres = later.distanceMetres ?? distanceMetres
        resistanceLevel = later.resistanceLevel ?? resistanceLevel
        watts = later.watts ?? watts
        averageWatts = later.averageWatts ?? averageWatts
        session.merge(later.session)
        remainder = remainder.merged(with: later.remainder)
    }
}
