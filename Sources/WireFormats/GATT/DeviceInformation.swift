/// A string of the Device Information service: manufacturer, model, serial number, revisions (0x2A24…0x2A29).
///
/// - SeeAlso: Bluetooth SIG, Device Information Service 1.1, §3.
public struct DeviceInformationString: CharacteristicValue {
    /// Without the NULs and spaces that many devices pad it with; what is no UTF-8 becomes U+FFFD.
    public var text: String

    /// - Parameter value: any bytes, none included.
    public init(decoding value: Span<UInt8>) throws(WireError) { text = String(deviceText: value) }
}

/// Which product this is (0x2A50).
///
/// - SeeAlso: Bluetooth SIG, Device Information Service 1.1, §3.9.
public struct PnPID: CharacteristicValue {
    /// Who assigned the vendor's number: 1 the Bluetooth SIG, 2 the USB Implementers Forum.
    public var vendorIDSource: UInt8
    /// The vendor's number.
    public var vendorID: UInt16
    /// The vendor's number for the product.
    public var productID: UInt16
    /// 0xJJMN is JJ.M.N.
    public var productVersion: UInt16
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: seven bytes.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let source = reader.uint8() else { throw .truncated(field: "vendor ID source") }
        guard let vendor = reader.uint16() else { throw .truncated(field: "vendor ID") }
        guard let product = reader.uint16() else { throw .truncated(field: "product ID") }
        guard let version = reader.uint16() else { throw .truncated(field: "product version") }
        vendorIDSource = source
        vendorID = vendor
        productID = product
        productVersion = version
        remainder = PacketRemainder(trailingByteCount: reader.remaining)
    }
}

/// What identifies one device of one maker (0x2A23).
///
/// - SeeAlso: Bluetooth SIG, Device Information Service 1.1, §3.8.
public struct SystemID: CharacteristicValue {
    /// 40 bits of the maker's choice.
    public var manufacturerIdentifier: UInt64
    /// The maker's 24-bit IEEE number.
    public var organizationallyUniqueIdentifier: UInt32
    /// What could not be used.
    public var remainder: PacketRemainder

    /// - Parameter value: eight bytes.
    public init(decoding value: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(value)
        guard let bits = reader.uint64() else { throw .truncated(field: "system ID") }
        manufacturerIdentifier = bits & 0xFF_FFFF_FFFF
        organizationallyUniqueIdentifier = UInt32(truncatingIfNeeded: bits >> 40)
        remainder = PacketRemainder(trailingByteCount: reader.remaining)
    }
}

extension String {
    /// Text as devices send it: padding of NULs and white space at either end cut off.
    init(deviceText bytes: Span<UInt8>) {
        func isPadding(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x20 || (0x09...0x0D).contains(byte) }
        var start = 0
        var end = bytes.count
        while start < end, isPadding(bytes[start]) { start += 1 }
        while end > start, isPadding(bytes[end - 1]) { end -= 1 }
        self = bytes.extracting(start..<end).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
