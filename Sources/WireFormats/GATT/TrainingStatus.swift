/// What a fitness machine is doing (0x2AD3); values that are reserved keep their number.
///
/// Its text allocates: it comes once a phase.
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.10.
public struct TrainingStatus: CharacteristicValue {
    /// The assigned number: 0...15 have names.
    public var status: UInt8
    /// The machine's own words, when it has some.
    public var text: String?
    /// The words go on: reading the characteristic gives the rest.
    public var isTextExtended: Bool
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: flags, the status, then text when the flags say so.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let flags = reader.uint8() else { throw .truncated(field: "flags") }
        guard let status = reader.uint8() else { throw .truncated(field: "training status") }
        self.status = status
        text = flags & 1 != 0 ? String(deviceText: reader.rest()) : nil
        isTextExtended = flags & 2 != 0
        remainder = PacketRemainder(reservedFlags: UInt32(flags & 0xFC), trailingByteCount: reader.remaining)
    }
}
