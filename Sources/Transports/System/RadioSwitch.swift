/// Whether a switch keeps an adapter's radio off, as the kernel tells below `/sys/class/rfkill`.
public enum RadioSwitch: Sendable {
    case unblocked
    /// By software: `rfkill unblock` helps.
    case soft
    /// By a key or a lever.
    case hard

    /// - Parameter adapter: `hci0`; where no switch bears its name, those of all Bluetooth devices count.
    public static func state(of adapter: String, in tree: SystemTree = .machine) -> Self {
        let folder = "/sys/class/rfkill"
        let switches = tree.names(in: folder).filter { tree.text("\(folder)/\($0)/type") == "bluetooth" }
        let named = switches.filter { tree.text("\(folder)/\($0)/name") == adapter }
        let relevant = named.isEmpty ? switches : named
        if relevant.contains(where: { tree.text("\(folder)/\($0)/hard") == "1" }) { return .hard }
        return relevant.contains { tree.text("\(folder)/\($0)/soft") == "1" } ? .soft : .unblocked
    }
}
