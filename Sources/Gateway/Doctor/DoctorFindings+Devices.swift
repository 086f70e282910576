import Transports

extension DoctorFindings {
    /// The oldest BlueZ whose notifications can be relied on.
    private static let oldestBlueZ = (5, 48)

    static func bluetooth(_ facts: SystemFacts) -> [DoctorFinding] {
        guard !facts.adapters.isEmpty else {
            return [.init("Bluetooth", .warning, "no adapter", "plug one in, where sensors are to be heard over Bluetooth")]
        }
        return [bluetoothd(facts)] + facts.adapters.map(adapter)
    }

    private static func bluetoothd(_ facts: SystemFacts) -> DoctorFinding {
        guard let daemon = facts.bluetoothd else {
            return facts.isBluetoothdInstalled
                ? .init(
                    "bluetoothd", .warning, "not running: without it only root, or the service with att.conf, reaches sensors",
                    "sudo systemctl enable --now bluetooth.service")
                : .init(
                    "bluetoothd", .warning, "not installed: without it only root, or the service with att.conf, reaches sensors",
                    "sudo apt install bluez")
        }
        let version = daemon.version.map { ", version \($0)" } ?? ""
        if daemon.isOnBus == false {
            return .init(
                "bluetoothd", .fault, "running\(version), but not on D-Bus", "sudo systemctl restart dbus bluetooth.service")
        }
        if daemon.isOnBus == nil {
            return .init(
                "bluetoothd", .warning, "running\(version), but D-Bus does not answer whether it is there",
                "systemctl status dbus.service")
        }
        let numbers = (daemon.version ?? "").split(separator: ".").compactMap { Int($0) }
        if numbers.count >= 2, (numbers[0], numbers[1]) < oldestBlueZ {
            return .init(
                "bluetoothd", .warning, "running\(version): older than 5.48, which loses notifications", "sudo apt upgrade bluez")
        }
        return .init("bluetoothd", .ok, "running\(version)")
    }

    private static func adapter(_ adapter: SystemFacts.Adapter) -> DoctorFinding {
        switch (adapter.block, adapter.isUp) {
        case (.soft, _): .init(adapter.name, .fault, "blocked by rfkill", "sudo rfkill unblock bluetooth")
        case (.hard, _): .init(adapter.name, .fault, "switched off by a key or lever", "find the machine's radio switch")
        case (.unblocked, false?):
            .init(adapter.name, .warning, "powered off: the gateway switches it on", "bluetoothctl power on")
        case (.unblocked, true?): .init(adapter.name, .ok, "powered on")
        case (.unblocked, nil): .init(adapter.name, .ok, "there")
        }
    }

    static func group(_ facts: SystemFacts) -> [DoctorFinding] {
        let join = "sudo usermod -aG wattbeat $USER, then log in again"
        if facts.isRoot { return [.init("groups", .ok, "root needs none")] }
        if facts.groups.contains("wattbeat") { return [.init("groups", .ok, "in group wattbeat")] }
        guard facts.hasOwnGroup else {
            return [.init("groups", .warning, "there is no group wattbeat", "sudo systemd-sysusers; \(join)")]
        }
        return [.init("groups", .warning, "not in group wattbeat, which speaks to the service and uses the sticks", join)]
    }

    static func sticks(_ facts: SystemFacts) -> [DoctorFinding] {
        guard !facts.sticks.isEmpty else { return [.init("ANT stick", .ok, "none is plugged in")] }
        return facts.sticks.map { stick in
            guard let node = stick.node else {
                return .init("ANT stick", .fault, "\(stick.name): the kernel made no tty for it", "sudo modprobe cp210x")
            }
            let others = stick.holders.filter { $0.name != "wattbeat" }
            if let holder = others.first {
                let remedy = "end it: kill \(holder.process)"
                return .init("ANT stick", .fault, "\(stick.name): \(holder.name) (process \(holder.process)) holds it", remedy)
            }
            let isOurs = !stick.holders.isEmpty || isGatewayRunning(facts)
            if stick.isClaimed, !isOurs {
                return .init(
                    "ANT stick", .fault, "\(stick.name): another program holds it", "see which: sudo fuser -v \(node)")
            }
            if stick.isClaimed || !stick.holders.isEmpty { return .init("ANT stick", .ok, stick.name + ", used by the gateway") }
            guard stick.isUsable else { return forbidden("ANT stick", stick.name, node, stick.group, facts) }
            return .init("ANT stick", .ok, stick.name + ", free to use")
        }
    }

    static func rule(_ facts: SystemFacts) -> [DoctorFinding] {
        let reload = "sudo udevadm control --reload; sudo udevadm trigger"
        return switch facts.ruleEdition {
        case nil:
            [
                .init(
                    "udev rules", .warning, "not installed: devices are root's, and ModemManager tries receivers",
                    "sudo make install")
            ]
        case let edition? where edition < SystemFacts.newestRuleEdition:
            [.init("udev rules", .warning, "older than this program", "sudo make install; \(reload)")]
        default: [.init("udev rules", .ok, "installed")]
        }
    }

    static func receivers(_ facts: SystemFacts) -> [DoctorFinding] {
        guard !facts.receivers.isEmpty else {
            return facts.isGPSDRunning
                ? [.init("GPS receiver", .ok, "gpsd is asked")]
                : [.init("GPS receiver", .ok, "none is known: one on a plain converter is named with --gps /dev/ttyUSB0")]
        }
        return facts.receivers.map { receiver in
            let others = receiver.holders.filter { $0.name != "wattbeat" }
            if let holder = others.first(where: { $0.name != "gpsd" }) {
                let remedy =
                    holder.name == "ModemManager"
                    ? "sudo make install, or sudo systemctl stop ModemManager" : "kill \(holder.process)"
                return .init(
                    "GPS receiver", .fault, "\(receiver.path): \(holder.name) (process \(holder.process)) holds it", remedy)
            }
            if let holder = others.first {
                return .init(
                    "GPS receiver", .warning,
                    "\(receiver.path): gpsd (process \(holder.process)) holds it, and is read in its place",
                    "to read it directly: sudo systemctl stop gpsd.socket gpsd")
            }
            guard receiver.isUsable || !receiver.holders.isEmpty else {
                return forbidden("GPS receiver", receiver.path, receiver.path, receiver.group, facts)
            }
            if facts.isModemManagerRunning, facts.ruleEdition == nil {
                return .init(
                    "GPS receiver", .warning,
                    "\(receiver.path): ModemManager may take it for a modem, as our udev rules are missing",
                    "sudo make install")
            }
            return .init("GPS receiver", .ok, receiver.path)
        }
    }

    private static func forbidden(
        _ subject: String, _ name: String, _ node: String, _ group: String?, _ facts: SystemFacts
    ) -> DoctorFinding {
        if isGatewayRunning(facts) {
            // Only root sees what another user's program has open.
            return .init(subject, .warning, "\(name): not seen whether the gateway uses it", "wattbeat status")
        }
        let remedy =
            if let group, group != "root" {
                facts.groups.contains(group)
                    ? "log in again: group \(group) does not count yet" : "sudo usermod -aG \(group) $USER, then log in again"
            } else {
                "sudo make install; sudo udevadm control --reload; sudo udevadm trigger"
            }
        return .init(subject, .fault, "\(name): no permission to use \(node)", remedy)
    }

    private static func isGatewayRunning(_ facts: SystemFacts) -> Bool {
        if case .running = facts.gateway { true } else { false }
    }
}
