import Transports

extension SystemFacts {
    /// The edition that the rules of this version bear in their first line.
    static let newestRuleEdition = 2

    /// What the machine's files tell of devices and of who uses them.
    ///
    /// - Parameter receivers: paths that the settings name; what udev knows comes beside them.
    mutating func lookAtDevices(in tree: SystemTree, receivers named: [String]) {
        let processes = tree.processes()
        func process(_ name: String) -> Int32? { processes.first { $0.name == name }?.process }
        isModemManagerRunning = process("ModemManager") != nil
        isGPSDRunning = process("gpsd") != nil
        bluetoothd = process("bluetoothd").map { Bluetoothd(process: $0) }
        isBluetoothdInstalled = Self.bluetoothdPlaces.contains(where: tree.exists)
        adapters = tree.names(in: "/sys/class/bluetooth").filter { $0.hasPrefix("hci") && !$0.contains(":") }
            .map { Adapter(name: $0, block: RadioSwitch.state(of: $0, in: tree)) }
        sticks = Self.sticks(in: tree)
        ruleEdition = Self.ruleEdition(in: tree)
        let paths = named.filter(tree.exists) + ReceiverFinder.candidates(in: tree).filter { !named.contains($0) }
        self.receivers = paths.map { path in
            var receiver = Receiver(path: path, isUsable: tree.isUsable(path), group: tree.group(owning: path))
            receiver.holders = tree.holders(of: path)
            return receiver
        }
        hasOwnGroup = tree.groups().contains { $0.name == "wattbeat" }
        timeZone = Self.timeZone(in: tree)
    }

    static let bluetoothdPlaces = ["/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd", "/usr/sbin/bluetoothd"]

    private static func sticks(in tree: SystemTree) -> [Stick] {
        ANTStickPlace.all(in: tree).map { place in
            let node = place.isSerial ? place.tty : place.devicePath
            var stick = Stick(
                name: place.productName ?? "0fcf:" + String(place.product, radix: 16), node: node,
                isUsable: node.map(tree.isUsable) ?? false, group: node.flatMap(tree.group),
                // The kernel names usbfs as the driver of what a program has claimed.
                isClaimed: place.driver == "usbfs")
            stick.holders = node.map(tree.holders) ?? []
            return stick
        }
    }

    /// Of rules with the same name the first folder's are in force.
    private static func ruleEdition(in tree: SystemTree) -> Int? {
        let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d" }
        guard let text = folders.lazy.compactMap({ tree.text("\($0)/60-wattbeat.rules") }).first else { return nil }
        let words = text.split(whereSeparator: \.isNewline).first?.split(separator: " ") ?? []
        guard let place = words.firstIndex(of: "Edition"), place + 1 < words.count else { return 1 }
        return Int(words[place + 1]) ?? 1
    }

    private static func timeZone(in tree: SystemTree) -> String? {
        if let target = tree.link("/etc/localtime"), let mark = target.firstRange(of: "/zoneinfo/") {
            return String(target[mark.upperBound...])
        }
        return tree.text("/etc/timezone").flatMap { $0.isEmpty ? nil : $0 }
    }
}
