/// Appends values to bytes; little-endian unless the name says big. With `ByteReader`, the only byte shuffling.
public struct ByteWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public mutating func uint8(_ value: UInt8) { bytes.append(value) }
    public mutating func uint16(_ value: UInt16) { little(UInt64(value), 2) }
    public mutating func uint24(_ value: UInt32) { little(UInt64(value), 3) }
    public mutating func uint32(_ value: UInt32) { little(UInt64(value), 4) }
    public mutating func int16(_ value: Int16) { uint16(UInt16(bitPattern: value)) }
    public mutating func bigUInt16(_ value: UInt16) { uint16(value.byteSwapped) }
    public mutating func bigUInt32(_ value: UInt32) { uint32(value.byteSwapped) }
    public mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    private mutating func little(_ value: UInt64, _ width: Int) {
        for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }
}
