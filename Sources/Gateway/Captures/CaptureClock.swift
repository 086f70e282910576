import Transports

/// What the machine says of the time when a capture begins or is taken up again.
struct CaptureClock: Equatable {
    var time: MachineTime
    /// Names the time since the machine started; `nil` where the system has no such name.
    var boot: String?
    /// Whether a clock that goes on without power bears the wall clock out.
    var hasBattery = false

    /// Whether a span from an earlier moment can be told by the wall clock.
    var isKept: Bool { time.isSynchronised || hasBattery }

    /// The system's name for this start of the machine.
    static func bootName() -> String? {
        let bytes = (try? RecordedFile(path: "/proc/sys/kernel/random/boot_id").prefix(64)) ?? []
        let name = bytes.filter { $0 > 0x20 && $0 < 0x7F }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}
