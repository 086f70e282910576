internal import CBlueZ
internal import Glibc

/// Why Bluetooth cannot be had without bluetoothd, in words that say what to do.
enum Obstacle {
    /// Of Linux's capabilities, by number.
    private static let netRaw: UInt64 = 13
    /// Blocked by a switch; Glibc's module has no name for it.
    private static let blocked: CInt = 132

    static func words(for error: TransportError) -> String {
        guard case .cannotOpen(_, let code) = error else { return "\(error)" }
        return words(for: code)
    }

    static func words(for code: CInt) -> String {
        switch code {
        case EPERM, EACCES:
            "CAP_NET_RAW is needed: run it as root, or as the service with its drop-in for Bluetooth without bluetoothd"
        case EAFNOSUPPORT, EPROTONOSUPPORT: "this kernel has no Bluetooth: load it with modprobe bluetooth"
        case blocked: "it is blocked: type rfkill unblock bluetooth"
        case EBUSY: "another program holds it"
        default: TransportError.message(code)
        }
    }

    static func words(switchingOn adapter: String, _ code: CInt) -> String {
        switch code {
        case EPERM, EACCES: "\(adapter) is off, and CAP_NET_ADMIN is needed to switch it on: type sudo hciconfig \(adapter) up"
        default: "\(adapter) is off and cannot be switched on: \(words(for: code))"
        }
    }

    /// - Returns: why this process can use no adapter, whichever there is; `nil` when nothing stands in the way.
    static func ofThisProcess() -> String? {
        let descriptor = socket(AF_BLUETOOTH, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), BTPROTO_HCI)
        guard descriptor >= 0 else { return words(for: errno) }
        close(descriptor)
        // The kernel lets anybody have the socket, and refuses only the commands.
        return hasNetRaw(status: SystemTree.machine.text("/proc/self/status") ?? "") ? nil : words(for: EPERM)
    }

    /// - Parameter status: as /proc/self/status has it.
    static func hasNetRaw(status: String) -> Bool {
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("CapEff:") }),
            let bits = UInt64(line.dropFirst(7).filter { !$0.isWhitespace }, radix: 16)
        else { return false }
        return bits >> netRaw & 1 == 1
    }
}

extension ATTTransport {
    /// Why Bluetooth cannot be used this way in this process, a sentence without a full stop that says what to do; `nil` when it can.
    public static var obstacle: String? { Obstacle.ofThisProcess() }

    /// The adapters that the kernel has, by name: `hci0`.
    public static var adapters: [String] { KernelLEHost().adapters().map(\.name) }
}
