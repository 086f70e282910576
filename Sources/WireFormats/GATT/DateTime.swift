/// A calendar moment of no stated zone, as characteristics carry it (0x2A08): year, month, day, hours, minutes, seconds.
public struct DateTime: Hashable, Sendable {
    /// 1582...9999; 0 when it is not known.
    public var year: UInt16
    /// 1...12; 0 when it is not known.
    public var month: UInt8
    /// 1...31; 0 when it is not known.
    public var day: UInt8
    /// 0...23.
    public var hours: UInt8
    /// 0...59.
    public var minutes: UInt8
    /// 0...59.
    public var seconds: UInt8

    /// A moment as it is sent; not checked.
    public init(year: UInt16, month: UInt8, day: UInt8, hours: UInt8 = 0, minutes: UInt8 = 0, seconds: UInt8 = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
    }

    @_lifetime(reader: copy reader)
    init?(_ reader: inout ByteReader) {
        guard let year = reader.uint16(), let month = reader.uint8(), let day = reader.uint8(), let hours = reader.uint8(),
            let minutes = reader.uint8(), let seconds = reader.uint8()
        else { return nil }
        self.init(year: year, month: month, day: day, hours: hours, minutes: minutes, seconds: seconds)
    }

    func append(to writer: inout ByteWriter) {
        writer.uint16(year)
        writer.append([month, day, hours, minutes, seconds])
    }
}
