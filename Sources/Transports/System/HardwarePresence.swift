/// What there is to ride with: decides whether a demo is all that can be shown.
public struct HardwarePresence: Equatable, Sendable {
    /// Bluetooth adapters: `hci0`.
    public let adapters: [String]
    /// ANT sticks by their place on the bus: `1-2`.
    public let sticks: [String]
    /// Receivers that can be told from other ttys, by their lasting names.
    public let receivers: [String]

    /// Nothing is there that a sensor could speak to.
    public var isNone: Bool { adapters.isEmpty && sticks.isEmpty && receivers.isEmpty }

    public init(in tree: SystemTree = .machine) {
        // An open connection is listed beside its adapter: `hci0:64`.
        adapters = tree.names(in: "/sys/class/bluetooth").filter { $0.hasPrefix("hci") && !$0.contains(":") }
        sticks = ANTStickPlace.all(in: tree).map(\.port)
        receivers = ReceiverFinder.candidates(in: tree)
    }
}
