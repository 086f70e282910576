/// Who wrote a FIT file and when: `file_id`.
public struct FITMaker: Equatable, Sendable {
    /// The profile's number; 255 is "development".
    public var manufacturer: UInt16?
    public var product: UInt16?
    public var serialNumber: UInt32?
    /// Seconds since 1989-12-31T00:00:00Z.
    public var createdSeconds: UInt32?
    public var productName: String?

    /// The profile's name of the manufacturer, of those that this program knows.
    public var manufacturerName: String? { manufacturer.flatMap { FITNames.manufacturer($0) } }

    /// What services know a file by: manufacturer, serial number and time; `nil` when it has neither of the last two.
    var identity: String? {
        guard serialNumber != nil || createdSeconds != nil else { return nil }
        let parts: [UInt32?] = [manufacturer.map { UInt32($0) }, product.map { UInt32($0) }, serialNumber, createdSeconds]
        return "fit:" + parts.map { $0.map(String.init) ?? "" }.joined(separator: ":")
    }

    /// Whether this program wrote the file.
    var isOurs: Bool { manufacturer == FITDevices.manufacturer && (productName == FITDevices.name || isDemo) }
    /// Whether it did, and what is in it was made up for show.
    var isDemo: Bool { manufacturer == FITDevices.manufacturer && productName == FITDevices.demoName }

    init() {}

    init(_ message: FITDataMessage) {
        manufacturer = message.integer(1).flatMap { UInt16(exactly: $0) }
        product = message.integer(2).flatMap { UInt16(exactly: $0) }
        serialNumber = message.integer(3).flatMap { UInt32(exactly: $0) }
        createdSeconds = message.integer(4).flatMap { UInt32(exactly: $0) }
        productName = message.text(8)
    }
}
