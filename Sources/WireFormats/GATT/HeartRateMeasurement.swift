/// One value of the Heart Rate Measurement characteristic (0x2A37).
///
/// - SeeAlso: Bluetooth SIG, Heart Rate Service 1.0, §3.1.
public struct HeartRateMeasurement: CharacteristicValue {
    /// Beats per minute as sent; 0 is what a strap without contact sends.
    public var beatsPerMinute: UInt16
    /// Whether the sensor touches skin; `nil` when it cannot tell. Some straps never say yes: a rate stands without it.
    public var hasSkinContact: Bool?
    /// Since the last reset; stays at 65535 when full. `nil` when this value carries none.
    public var energyExpendedKilojoules: UInt16?
    /// `nil` when this value carries none; empty when it announces some and holds none, as happens.
    public var rrIntervals: RRIntervals?
    /// What could not be used.
    public var remainder: PacketRemainder

    /// The rate of a heart: `nil` for 0, which no heart has, so that lost contact never shows as 0 beats.
    public var heartBeatsPerMinute: UInt16? { beatsPerMinute == 0 ? nil : beatsPerMinute }

    /// - Parameter value: flags, a rate of 8 or 16 bits, then energy and RR-intervals as announced.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let flags = reader.uint8() else { throw .truncated(field: "flags") }
        let rateIs16Bit = flags & 1 != 0
        guard let rate = rateIs16Bit ? reader.uint16() : reader.uint8().map(UInt16.init) else {
            throw .truncated(field: "heart rate")
        }
        beatsPerMinute = rate
        // Bit 1 (contact) means something only where bit 2 (supported) is set.
        hasSkinContact = flags & 4 != 0 ? flags & 2 != 0 : nil
        var fields = OptionalFields(reader)
        energyExpendedKilojoules = fields.uint16(if: flags & 8 != 0)
        rrIntervals = nil
        if flags & 16 != 0, !fields.isTruncated {
            var intervals = RRIntervals()
            fields.uint16sToEnd(if: true) { intervals.append($0) }
            rrIntervals = intervals
        }
        remainder = fields.remainder(reservedFlags: UInt32(flags & 0xE0))
    }
}
