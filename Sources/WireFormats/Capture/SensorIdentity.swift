/// A sensor's name as captures have it, taken apart: `ble:C0:11:22:33:44:01`, `ant:120:12345`, `gps:/dev/serial/by-id/…`.
public enum SensorIdentity: Equatable, Sendable {
    /// Six octets in upper case, with colons.
    case ble(address: String)
    /// Device type 1...127, and all 20 bits of the device number, the lower 16 of which are not all 0: that would be a wish for any.
    case ant(type: UInt8, number: UInt32)
    /// A link's address.
    case gps(address: String)

    /// Letters of an address may be of either case; `nil` for what names no sensor.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        switch parts[0].lowercased() {
        case "ble":
            guard let address = BluetoothAddress(parts[1]) else { return nil }
            self.init(address)
        case "ant":
            let numbers = parts[1].split(separator: ":", omittingEmptySubsequences: false).map { Self.number(String($0)) }
            guard numbers.count == 2, let type = numbers[0], let number = numbers[1], (1...127).contains(type),
                number <= 0xF_FFFF, number & 0xFFFF != 0
            else { return nil }
            self = .ant(type: UInt8(truncatingIfNeeded: type), number: number)
        case "gps":
            guard parts[1].utf8.count <= 255, parts[1].unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
                return nil
            }
            self = .gps(address: parts[1])
        default: return nil
        }
    }

    public init(_ address: BluetoothAddress) { self = .ble(address: "\(address)") }

    /// As in captures.
    public var text: String {
        switch self {
        case .ble(let address): "ble:\(address)"
        case .ant(let type, let number): "ant:\(type):\(number)"
        case .gps(let address): "gps:\(address)"
        }
    }

    /// `nil` of a sensor that is heard by other means than Bluetooth.
    public var bluetoothAddress: BluetoothAddress? { if case .ble(let address) = self { BluetoothAddress(address) } else { nil } }

    /// Digits alone: a sign or a leading zero would make a second name of the same sensor.
    private static func number(_ text: String) -> UInt32? {
        guard !text.hasPrefix("0"), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt32(text)
    }
}

extension LinkIdentity {
    /// The sensor at the other end; `nil` of a stick, which hears many.
    public var sensor: String? {
        switch kind {
        case .gatt: SensorIdentity.ble(address: address).text
        case .nmea, .gpsd: SensorIdentity.gps(address: address).text
        case .ant: nil
        }
    }
}
