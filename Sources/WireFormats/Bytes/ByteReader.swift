/// A cursor over borrowed bytes. Every read succeeds or returns `nil` and stays where it was: it never traps and never allocates.
///
/// Little-endian unless the name says big.
public struct ByteReader: ~Escapable {
    @usableFromInline let bytes: Span<UInt8>
    @usableFromInline var cursor = 0

    @_lifetime(copy bytes)
    @inlinable public init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// Bytes read so far.
    @inlinable public var position: Int { cursor }
    @inlinable public var remaining: Int { bytes.count - cursor }
    @inlinable public var isAtEnd: Bool { cursor == bytes.count }

    @_lifetime(self: copy self)
    @inlinable @inline(__always) public mutating func uint8() -> UInt8? {
        guard remaining >= 1 else { return nil }
        defer { cursor += 1 }
        return bytes[cursor]
    }

    @_lifetime(self: copy self)
    @inlinable @inline(__always) public mutating func uint16() -> UInt16? {
        little(2).map { UInt16(truncatingIfNeeded: $0) }
    }

    @_lifetime(self: copy self)
    @inlinable public mutating func uint24() -> UInt32? {
        little(3).map { UInt32(truncatingIfNeeded: $0) }
    }

    @_lifetime(self: copy self)
    @inlinable public mutating func uint32() -> UInt32? {
        little(4).map { UInt32(truncatingIfNeeded: $0) }
    }

    @_lifetime(self: copy self)
    @inlinable public mutating func uint64() -> UInt64? { little(8) }

    @_lifetime(self: copy self)
    @inlinable public mutating func int8() -> Int8? { uint8().map { Int8(bitPattern: $0) } }

    @_lifetime(self: copy self)
    @inlinable public mutating func int16() -> Int16? { uint16().map { Int16(bitPattern: $0) } }

    @_lifetime(self: copy self)
    @inlinable public mutating func int32() -> Int32? { uint32().map { Int32(bitPattern: $0) } }

    @_lifetime(self: copy self)
    @inlinable public mutating func bigUInt16() -> UInt16? { uint16().map { $0.byteSwapped } }

    @_lifetime(self: copy self)
    @inlinable public mutating func bigUInt32() -> UInt32? { uint32().map { $0.byteSwapped } }

    @_lifetime(self: copy self)
    @inlinable public mutating func bigUInt64() -> UInt64? { uint64().map { $0.byteSwapped } }

    /// Passes over `count` bytes, or over none when fewer are left.
    @_lifetime(self: copy self)
    @inlinable public mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, remaining >= count else { return false }
        cursor += count
        return true
    }

    /// The next `count` bytes, borrowed; `nil` when fewer are left.
    @_lifetime(copy self)
    @inlinable public mutating func take(_ count: Int) -> Span<UInt8>? {
        guard count >= 0, remaining >= count else { return nil }
        defer { cursor += count }
        return bytes.extracting(cursor..<cursor + count)
    }

    /// What is left, borrowed.
    @_lifetime(copy self)
    @inlinable public mutating func rest() -> Span<UInt8> {
        defer { cursor = bytes.count }
        return bytes.extracting(cursor..<bytes.count)
    }

    @_lifetime(self: copy self)
    @inlinable @inline(__always) mutating func little(_ width: Int) -> UInt64? {
        guard remaining >= width else { return nil }
        var value: UInt64 = 0
        for index in 0..<width { value |= UInt64(bytes[cursor + index]) << UInt64(8 * index) }
        cursor += width
        return value
    }
}

extension Array where Element == UInt8 {
    /// The bytes of a borrowed stretch, copied.
    public init(_ span: Span<UInt8>) {
        self = span.withUnsafeBufferPointer { Array($0) }
    }
}
