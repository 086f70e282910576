import Gateway
import Transports
import WireFormats

/// Whether anybody listens for sensors: an adapter or a stick.
enum RadioWords {
    /// A sentence when no radio listens, and why; `nil` when one does.
    static func trouble(_ status: GatewayStatus) -> String? {
        guard !status.isDemo else { return nil }
        let radios = status.devices.filter(isRadio)
        guard !radios.contains(where: \.mayListen) else { return nil }
        guard !radios.isEmpty else { return none }
        let reasons = radios.map { radio in
            name(of: radio) + ": " + (radio.sentence.map { shown($0) } ?? radio.state.rawValue)
        }
        return "no radio listens: " + reasons.joined(separator: "; ")
    }

    /// An adapter's or a stick's own name, else where it is; bluetoothd's is nobody's.
    private static func name(of radio: DeviceStatus) -> String {
        radio.name.map { shown($0) } ?? (radio.device == "bluetooth:bluez" ? "Bluetooth" : shown(radio.device))
    }

    /// What is said where there is neither an adapter nor a stick.
    static let none = "no radio listens: neither a Bluetooth adapter nor an ANT+ stick is in use; wattbeat doctor looks why"

    static func isRadio(_ device: DeviceStatus) -> Bool {
        (device.device.hasPrefix("bluetooth:") || device.device.hasPrefix("ant:")) && SensorIdentity(device.device) == nil
    }
}

extension DeviceStatus {
    /// Of an adapter or a stick: who is about to listen, and has nothing to say against it, counts. One that searches listens.
    fileprivate var mayListen: Bool {
        switch state {
        case .open, .searching: true
        case .connecting: sentence == nil
        case .lost, .fault, .removed: false
        }
    }
}
