/// The tree of objects that BlueZ exports, kept from its one reading and the signals after it.
///
/// Bounded: what a hostile neighbourhood would add beyond the limits is not kept.
struct BlueZObjects: Equatable, Sendable {
    private(set) var adapters: [String: BlueZAdapter] = [:]
    private(set) var devices: [String: BlueZDevice] = [:]
    private(set) var characteristics: [String: BlueZCharacteristic] = [:]
    // What would else be searched for at each signal: a busy room brings hundreds a second.
    private var pathsByAddress: [String: Set<String>] = [:]
    private var characteristicsByDevice: [String: Set<String>] = [:]

    static let mostAdapters = 16
    static let mostDevices = 1024
    static let mostCharacteristics = 8192

    /// What a signal changed.
    enum Change: Equatable, Sendable {
        /// A value that a peripheral sent, or that was read.
        case value(characteristic: String, bytes: [UInt8])
        /// A peripheral was heard.
        case heard(device: String)
        case device(String)
        /// Anything else that the tree keeps.
        case tree
    }

    init() {}

    /// - Parameter managed: the answer to `GetManagedObjects`, `a{oa{sa{sv}}}`.
    init(managed: DBusValue) {
        for object in managed.entries { _ = add(object.key, object.value) }
    }

    /// What each adapter knows of one peripheral, by path.
    func devices(at address: String) -> [BlueZDevice] {
        (pathsByAddress[address] ?? []).sorted().compactMap { devices[$0] }
    }

    /// Characteristics of one peripheral, by path.
    func characteristics(of device: String) -> [BlueZCharacteristic] {
        (characteristicsByDevice[device] ?? []).sorted().compactMap { characteristics[$0] }
    }

    /// `InterfacesAdded`: an object, or more of one that is there.
    ///
    /// - Parameter interfaces: `a{sa{sv}}`.
    mutating func add(_ path: String, _ interfaces: DBusValue) -> [Change] {
        var changes: [Change] = []
        // Backwards by name, so that a device comes before its battery.
        for interface in interfaces.entries.sorted(by: { $0.key > $1.key }) {
            let properties = interface.value.entries
            switch interface.key {
            case BlueZAdapter.interface:
                guard adapters[path] != nil || adapters.count < Self.mostAdapters else { continue }
                adapters[path, default: BlueZAdapter(path: path)].apply(properties)
                changes.append(.tree)
            case BlueZDevice.interface:
                guard devices[path] != nil || devices.count < Self.mostDevices else { continue }
                update(path) { $0.apply(properties) }
                changes.append(devices[path]?.signalDBm == nil ? .device(path) : .heard(device: path))
            case BlueZDevice.batteryInterface:
                changes += battery(path, properties)
            case BlueZCharacteristic.interface:
                guard characteristics[path] != nil || characteristics.count < Self.mostCharacteristics else { continue }
                guard let characteristic = BlueZCharacteristic(path: path, properties: properties) else { continue }
                characteristics[path] = characteristic
                characteristicsByDevice[characteristic.device, default: []].insert(path)
                changes.append(.tree)
            default: break
            }
        }
        return changes
    }

    /// `InterfacesRemoved`: an object, or a part of it, is gone.
    mutating func remove(_ path: String, _ interfaces: [String]) -> [Change] {
        for interface in interfaces {
            switch interface {
            case BlueZAdapter.interface:
                adapters[path] = nil
                // Whatever hangs on it is gone as well, should BlueZ not say so of each.
                for device in devices.keys where device.hasPrefix(path + "/") { removeDevice(device) }
                for other in characteristics.keys where other.hasPrefix(path + "/") { removeCharacteristic(other) }
            case BlueZDevice.interface: removeDevice(path)
            case BlueZDevice.batteryInterface: devices[path]?.batteryPercent = nil
            case BlueZCharacteristic.interface: removeCharacteristic(path)
            default: break
            }
        }
        return [.tree]
    }

    /// `PropertiesChanged` of one interface of an object.
    mutating func change(
        _ path: String, _ interface: String, _ changed: [DBusValue.Entry], invalidated: [String] = []
    ) -> [Change] {
        switch interface {
        case BlueZCharacteristic.interface:
            guard characteristics[path] != nil else { return [] }
            characteristics[path]?.apply(changed)
            return changed.compactMap { entry in
                guard entry.key == "Value", let bytes = entry.value.bytes else { return entry.key == "Notifying" ? .tree : nil }
                return .value(characteristic: path, bytes: bytes)
            }
        case BlueZDevice.interface:
            guard devices[path] != nil else { return [] }
            update(path) { device in
                device.apply(changed)
                for property in invalidated { device.invalidate(property) }
            }
            let isHeard = changed.contains { ["RSSI", "ManufacturerData", "ServiceData"].contains($0.key) }
            return [isHeard ? .heard(device: path) : .device(path)]
        case BlueZDevice.batteryInterface: return battery(path, changed)
        case BlueZAdapter.interface:
            adapters[path]?.apply(changed)
            return [.tree]
        default: return []
        }
    }

    /// Changes a peripheral, there or new, and keeps it findable by its address.
    private mutating func update(_ path: String, _ change: (inout BlueZDevice) -> Void) {
        var device = devices[path] ?? BlueZDevice(path: path)
        let before = devices[path]?.address
        change(&device)
        devices[path] = device
        guard device.address != before else { return }
        if let before { forget(path, at: before) }
        pathsByAddress[device.address, default: []].insert(path)
    }

    private mutating func forget(_ path: String, at address: String) {
        pathsByAddress[address]?.remove(path)
        if pathsByAddress[address]?.isEmpty == true { pathsByAddress[address] = nil }
    }

    private mutating func removeDevice(_ path: String) {
        if let device = devices.removeValue(forKey: path) { forget(path, at: device.address) }
        for characteristic in characteristicsByDevice.removeValue(forKey: path) ?? [] { characteristics[characteristic] = nil }
    }

    private mutating func removeCharacteristic(_ path: String) {
        guard let device = characteristics.removeValue(forKey: path)?.device else { return }
        characteristicsByDevice[device]?.remove(path)
        if characteristicsByDevice[device]?.isEmpty == true { characteristicsByDevice[device] = nil }
    }

    private mutating func battery(_ path: String, _ properties: [DBusValue.Entry]) -> [Change] {
        guard let percent = properties.first(where: { $0.key == "Percentage" })?.value.integer else { return [] }
        guard devices[path] != nil, (0...100).contains(percent) else { return [] }
        devices[path]?.batteryPercent = percent
        return [.device(path)]
    }
}
