internal import CBlueZ

extension SystemTree {
    /// Whether a Bluetooth adapter is switched on, as the kernel says; `nil` when it does not. No rights are needed to ask.
    ///
    /// - Parameter adapter: `hci0`.
    public static func isAdapterUp(_ adapter: String) -> Bool? {
        guard adapter.hasPrefix("hci"), let number = Int32(adapter.dropFirst(3)) else { return nil }
        var info = hci_dev_info()
        guard hci_devinfo(number, &info) == 0 else { return nil }
        return info.flags & (1 << UInt32(HCI_UP)) != 0
    }
}
