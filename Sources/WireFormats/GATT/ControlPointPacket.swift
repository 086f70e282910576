/// What a client writes to a control point and what the sensor answers: an op code and its parameter.
public protocol ControlPointProcedure: Equatable, Sendable {
    /// Takes what it knows from `reader`; what it leaves there is trailing.
    ///
    /// - Parameter isTruncated: set when an answer ends before the parameter that it owes.
    /// - Throws: `WireError.truncated`, naming the part of a request or of an answer's head in which the value ended.
    @_lifetime(reader: copy reader)
    init(reading reader: inout ByteReader, isTruncated: inout Bool) throws(WireError)

    /// The bytes to write, or to indicate.
    func encoded() -> [UInt8]
}

extension ControlPointProcedure {
    /// Decodes a whole value, whatever it leaves over.
    public init(decoding value: [UInt8]) throws(WireError) {
        self = try ControlPointPacket<Self>(decoding: value.span).procedure
    }
}

/// A control point's value and what its decoder could not use.
public struct ControlPointPacket<Procedure: ControlPointProcedure>: CharacteristicValue {
    /// What is asked or answered.
    public var procedure: Procedure
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: as written or indicated.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        var isTruncated = false
        procedure = try Procedure(reading: &reader, isTruncated: &isTruncated)
        remainder = PacketRemainder(isTruncated: isTruncated, trailingByteCount: isTruncated ? 0 : reader.remaining)
    }
}
