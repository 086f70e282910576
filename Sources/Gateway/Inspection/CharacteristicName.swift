import Ingest
public import WireFormats

extension GATTUUID {
    /// What the assigned numbers call a characteristic: `Heart Rate Measurement`; `nil` for one that is not decoded here.
    public var characteristicName: String? {
        if let name = Self.ofDeviceInformation[rawValue] { return name }
        let number = " (\(shortString.uppercased()))"
        guard let kind = DecodeRegistry.kinds.first(where: { $0.summary.hasSuffix(number) }) else { return nil }
        return String(kind.summary.dropLast(number.count))
    }

    /// The registry decodes all of these as one kind.
    private static let ofDeviceInformation: [UInt16: String] = [
        0x2A24: "Model Number", 0x2A25: "Serial Number", 0x2A26: "Firmware Revision", 0x2A27: "Hardware Revision",
        0x2A28: "Software Revision", 0x2A29: "Manufacturer Name",
    ]
}
