internal import WireFormats

/// A Bluetooth adapter as the kernel lists it.
struct LEAdapter: Equatable {
    /// 0 for hci0.
    var number: Int
    /// `nil` while it has none.
    var address: BluetoothAddress?
    var isUp: Bool

    var name: String { "hci\(number)" }
}

/// A link to a peripheral as the kernel lists it.
struct LELink: Equatable {
    var address: BluetoothAddress
    var handle: UInt16
}

/// What the kernel does for Bluetooth Low Energy; the stand-in of tests does it with socket pairs. Descriptors do not block and are
/// the caller's to close.
protocol LEHost: AnyObject {
    /// Why this process can use no adapter, whichever there is; `nil` when nothing stands in the way.
    var obstacle: String? { get }
    /// By number.
    func adapters() -> [LEAdapter]
    /// Switches an adapter on, sooner or later.
    ///
    /// - Returns: why the attempt before this one failed, an `errno`; `nil` when there was none or it did not.
    func bringUp(_ adapter: LEAdapter) -> CInt?
    /// The links over an adapter, whoever made them.
    func links(over adapter: LEAdapter) -> [LELink]
    /// A socket that takes commands and gives events, each packet in one write or read, its H4 type first.
    func openController(_ adapter: LEAdapter) throws(TransportError) -> CInt
    /// A socket that will be writable when the link is up, or broken when it could not be made; then each read and write is one
    /// unit of the Attribute Protocol.
    func connect(to peripheral: BluetoothAddress, isRandom: Bool, from adapter: LEAdapter) throws(TransportError) -> CInt
}
