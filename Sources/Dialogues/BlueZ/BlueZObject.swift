public import WireFormats

/// What BlueZ tells of one adapter (`org.bluez.Adapter1`).
struct BlueZAdapter: Equatable, Sendable {
    static let interface = "org.bluez.Adapter1"
    /// `/org/bluez/hci0`
    let path: String
    private(set) var address: String?
    private(set) var isPowered = false
    /// Whether anyone's discovery runs.
    private(set) var isDiscovering = false

    init(path: String) { self.path = path }

    /// `hci0`
    var name: String { path.lastComponent }

    mutating func apply(_ properties: [DBusValue.Entry]) {
        for property in properties {
            switch property.key {
            case "Address": address = property.value.text?.uppercased()
            case "Powered": isPowered = property.value.boolean ?? isPowered
            case "Discovering": isDiscovering = property.value.boolean ?? isDiscovering
            default: break
            }
        }
    }
}

/// What BlueZ tells of one peripheral, as one adapter knows it (`org.bluez.Device1`, `org.bluez.Battery1`).
public struct BlueZDevice: Equatable, Sendable {
    public static let interface = "org.bluez.Device1"
    static let batteryInterface = "org.bluez.Battery1"
    /// `/org/bluez/hci0/dev_C0_11_22_33_44_01`
    public let path: String
    /// Upper case.
    public private(set) var address: String
    private var isAddressRandom = false
    /// The name that a person gave it on this machine, else its own.
    public private(set) var name: String?
    /// dBm; `nil` when it is not heard.
    public private(set) var signalDBm: Int?
    /// Services it advertises, and those that were found in it.
    public private(set) var services: Set<GATTUUID> = []
    public private(set) var isConnected = false
    public private(set) var areServicesResolved = false
    public private(set) var isPaired = false
    /// 0...100
    public internal(set) var batteryPercent: Int?

    init(path: String) {
        self.path = path
        // dev_AA_BB_CC_DD_EE_FF; the property says it again.
        address = String(path.lastComponent.dropFirst(4).map { $0 == "_" ? ":" : $0 }).uppercased()
    }

    /// `/org/bluez/hci0`
    public var adapter: String { path.parent }

    /// Services by which this program knows a sensor.
    public var measuredServices: Set<GATTUUID> { services.intersection(SensorServices.all.map(\.service)) }

    /// Whether the peripheral makes itself a new address now and then, so that this one names it for minutes only: a private
    /// address (Bluetooth Core Specification 5.4, volume 6, part B, §1.3.2). Once paired, BlueZ tells the one behind it.
    var hasChangingAddress: Bool {
        guard isAddressRandom, let top = UInt8(address.prefix(2), radix: 16) else { return false }
        return top < 0x80
    }

    mutating func apply(_ properties: [DBusValue.Entry]) {
        for property in properties {
            switch property.key {
            case "Address": address = property.value.text?.uppercased() ?? address
            case "AddressType": isAddressRandom = property.value.text == "random"
            case "Alias": alias = property.value.text
            case "Name": ownName = property.value.text
            case "RSSI": signalDBm = property.value.integer
            case "UUIDs": services = Set(property.value.elements.prefix(256).compactMap { $0.text.flatMap { GATTUUID($0) } })
            case "Connected": isConnected = property.value.boolean ?? isConnected
            case "Paired": isPaired = property.value.boolean ?? isPaired
            case "ServicesResolved": areServicesResolved = property.value.boolean ?? areServicesResolved
            default: break
            }
        }
        // BlueZ makes an alias of the address where there is no name.
        let isMadeUp = alias.map { $0.uppercased().replacing("-", by: ":") == address } ?? true
        name = (isMadeUp ? ownName : alias).flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func invalidate(_ property: String) {
        if property == "RSSI" { signalDBm = nil }
    }

    private var alias: String?
    private var ownName: String?
}

/// What BlueZ tells of one characteristic (`org.bluez.GattCharacteristic1`) with a number of the Bluetooth SIG's.
struct BlueZCharacteristic: Equatable, Sendable {
    static let interface = "org.bluez.GattCharacteristic1"
    /// `/org/bluez/hci0/dev_C0_11_22_33_44_01/service000e/char000f`
    let path: String
    let type: GATTUUID
    private(set) var flags: Set<String> = []
    /// Whether values are sent unasked; `nil` when BlueZ does not say.
    private(set) var isNotifying: Bool?
    /// What the link carries at most; `nil` when BlueZ is too old to say.
    private(set) var mtu: Int?

    init?(path: String, properties: [DBusValue.Entry]) {
        guard let text = properties.first(where: { $0.key == "UUID" })?.value.text, let type = GATTUUID(text) else { return nil }
        self.path = path
        self.type = type
        apply(properties)
    }

    var device: String { path.parent.parent }
    var canNotify: Bool { flags.contains("notify") || flags.contains("indicate") }

    mutating func apply(_ properties: [DBusValue.Entry]) {
        for property in properties {
            switch property.key {
            case "Flags": flags = Set(property.value.elements.prefix(32).compactMap(\.text))
            case "Notifying": isNotifying = property.value.boolean
            case "MTU": mtu = property.value.integer
            default: break
            }
        }
    }
}

extension String {
    /// What follows the last `/`.
    var lastComponent: String { split(separator: "/").last.map(String.init) ?? "" }
    /// What stands before the last `/`.
    var parent: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }

    fileprivate func replacing(_ old: Character, by new: Character) -> String { String(map { $0 == old ? new : $0 }) }
}
