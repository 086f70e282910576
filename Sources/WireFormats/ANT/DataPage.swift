/// The eight bytes that one broadcast, acknowledged or burst message carries: an ANT+ data page.
///
/// A page always has its eight bytes, so its fields are read by position and no read can fail.
public struct DataPage: Equatable, Hashable, Sendable {
    /// Byte 0 lowest.
    var word: UInt64

    init(word: UInt64) { self.word = word }

    /// A page of which only the number is set; every other byte is 0xFF, which the profiles read as "not stated".
    public init(number: UInt8) { word = ~0xFF | UInt64(number) }

    /// - Throws: `WireError.truncated` below eight bytes, `WireError.invalid` above.
    public init(_ bytes: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(bytes)
        guard let word = reader.uint64() else { throw .truncated(field: "data page") }
        guard reader.isAtEnd else { throw .invalid(field: "data page length", value: Int64(bytes.count)) }
        self.word = word
    }

    /// - Throws: `WireError.truncated` below eight bytes, `WireError.invalid` above.
    public init(_ bytes: [UInt8]) throws(WireError) { try self.init(bytes.span) }

    /// Byte 0...7; beyond, reads 0 and takes nothing.
    public subscript(index: Int) -> UInt8 {
        get { (0..<8).contains(index) ? UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) : 0 }
        set {
            guard (0..<8).contains(index) else { return }
            set(UInt64(newValue), width: 8, at: index)
        }
    }

    /// All eight, in the order of the wire.
    public var bytes: [UInt8] { (0..<8).map { self[$0] } }

    func uint16(at index: Int) -> UInt16 { UInt16(truncatingIfNeeded: word >> UInt64(8 * index)) }
    func uint24(at index: Int) -> UInt32 { UInt32(truncatingIfNeeded: word >> UInt64(8 * index)) & 0xFF_FFFF }
    func uint32(at index: Int) -> UInt32 { UInt32(truncatingIfNeeded: word >> UInt64(8 * index)) }
    func int8(at index: Int) -> Int8 { Int8(bitPattern: self[index]) }
    func int16(at index: Int) -> Int16 { Int16(bitPattern: uint16(at: index)) }
    func bigUInt16(at index: Int) -> UInt16 { uint16(at: index).byteSwapped }

    /// The byte, unless it says that there is no value.
    func uint8(at index: Int, absent: UInt8) -> UInt8? { self[index] == absent ? nil : self[index] }
    /// The number, unless it says that there is no value.
    func uint16(at index: Int, absent: UInt16) -> UInt16? { uint16(at: index) == absent ? nil : uint16(at: index) }

    mutating func set(uint16 value: UInt16, at index: Int) { set(UInt64(value), width: 16, at: index) }
    mutating func set(uint32 value: UInt32, at index: Int) { set(UInt64(value), width: 32, at: index) }

    private mutating func set(_ value: UInt64, width: UInt64, at index: Int) {
        let shift = UInt64(8 * index)
        word = word & ~(((1 << width) - 1) << shift) | value << shift
    }
}

/// A profile's reading of one data page; it never fails, since a page nobody knows stays raw.
public protocol ANTPage: Equatable, Sendable {
    init(decoding page: DataPage)
}

extension ANTPage {
    /// - Throws: `WireError.truncated` or `.invalid`, when there are not exactly eight bytes.
    public init(decoding bytes: Span<UInt8>) throws(WireError) { self.init(decoding: try DataPage(bytes)) }

    /// - Throws: `WireError.truncated` or `.invalid`, when there are not exactly eight bytes.
    public init(decoding bytes: [UInt8]) throws(WireError) { self.init(decoding: try DataPage(bytes.span)) }
}
