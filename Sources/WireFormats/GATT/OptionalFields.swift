/// Walks the fields that a value's flags announce, in flag order: whole fields come out, and from the first that is cut on, none.
struct OptionalFields: ~Escapable {
    private var reader: ByteReader
    private(set) var isTruncated = false

    @_lifetime(copy reader)
    init(_ reader: ByteReader) { self.reader = reader }

    /// Whether a field of `width` bytes is announced and whole. What belongs together is asked for at once and stands or falls so.
    @_lifetime(self: copy self)
    mutating func holds(_ width: Int, if announced: Bool) -> Bool {
        guard announced, !isTruncated else { return false }
        isTruncated = reader.remaining < width
        return !isTruncated
    }

    @_lifetime(self: copy self)
    mutating func uint8(if announced: Bool) -> UInt8? { holds(1, if: announced) ? reader.uint8() : nil }

    @_lifetime(self: copy self)
    mutating func uint16(if announced: Bool) -> UInt16? { holds(2, if: announced) ? reader.uint16() : nil }

    @_lifetime(self: copy self)
    mutating func uint24(if announced: Bool) -> UInt32? { holds(3, if: announced) ? reader.uint24() : nil }

    @_lifetime(self: copy self)
    mutating func uint32(if announced: Bool) -> UInt32? { holds(4, if: announced) ? reader.uint32() : nil }

    @_lifetime(self: copy self)
    mutating func int16(if announced: Bool) -> Int16? { holds(2, if: announced) ? reader.int16() : nil }

    /// Two signed numbers that say nothing apart.
    @_lifetime(self: copy self)
    mutating func int16Pair(if announced: Bool) -> (Int16, Int16)? {
        guard holds(4, if: announced), let first = reader.int16(), let second = reader.int16() else { return nil }
        return (first, second)
    }

    @_lifetime(self: copy self)
    mutating func wheel(_ rate: TickRate, if announced: Bool) -> WheelRevolutions? {
        guard holds(6, if: announced), let count = reader.uint32(), let ticks = reader.uint16() else { return nil }
        return WheelRevolutions(count: count, lastEvent: EventTime(ticks: ticks, rate: rate))
    }

    @_lifetime(self: copy self)
    mutating func crank(if announced: Bool) -> CrankRevolutions? {
        guard holds(4, if: announced), let count = reader.uint16(), let ticks = reader.uint16() else { return nil }
        return CrankRevolutions(count: count, lastEvent: EventTime(ticks: ticks, rate: .perSecond1024))
    }

    /// 16-bit numbers to the end of the value, each with `use`; half of one is a cut.
    @_lifetime(self: copy self)
    mutating func uint16sToEnd(if announced: Bool, _ use: (UInt16) -> Void) {
        guard announced, !isTruncated else { return }
        while let number = reader.uint16() { use(number) }
        isTruncated = !reader.isAtEnd
    }

    /// What is left when all known fields were asked for; a cut field is not counted as trailing bytes.
    func remainder(reservedFlags: UInt32 = 0) -> PacketRemainder {
        PacketRemainder(
            isTruncated: isTruncated, reservedFlags: reservedFlags, trailingByteCount: isTruncated ? 0 : reader.remaining)
    }
}
