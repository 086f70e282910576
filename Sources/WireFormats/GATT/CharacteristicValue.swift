/// A whole characteristic value, as one notification, indication, read or write carries it.
public protocol CharacteristicValue: Equatable, Sendable {
    /// - Throws: `WireError.truncated`, naming the mandatory field in which the value ended; `WireError.invalid` where the format
    ///   allows no such value. Optional fields never throw: see `PacketRemainder`.
    init(decoding value: Span<UInt8>) throws(WireError)
}

extension CharacteristicValue {
    /// Decodes bytes that are kept in an array.
    @inlinable public init(decoding value: [UInt8]) throws(WireError) { try self.init(decoding: value.span) }
}

/// What a decoder could not use of a value whose mandatory fields are whole.
public struct PacketRemainder: Hashable, Sendable {
    /// The flags announce more than the value holds: the field that was cut, and all after it, are absent. Machines do this whose
    /// ATT MTU stayed at 23.
    public var isTruncated: Bool
    /// Reserved flag bits that are set, in their places; ignored otherwise.
    public var reservedFlags: UInt32
    /// Bytes after the last field that is known.
    public var trailingByteCount: Int

    /// Nothing, unless said otherwise.
    public init(isTruncated: Bool = false, reservedFlags: UInt32 = 0, trailingByteCount: Int = 0) {
        self.isTruncated = isTruncated
        self.reservedFlags = reservedFlags
        self.trailingByteCount = trailingByteCount
    }

    /// Whether every byte was used as the format says.
    public var isEmpty: Bool { self == PacketRemainder() }

    /// What two parts of one record leave over together.
    func merged(with other: PacketRemainder) -> PacketRemainder {
        PacketRemainder(
            isTruncated: isTruncated || other.isTruncated, reservedFlags: reservedFlags | other.reservedFlags,
            trailingByteCount: trailingByteCount + other.trailingByteCount)
    }
}
