import Transports

/// The clock that goes on while the machine is off, where it has one: soon after a start it is all there is to believe.
struct BatteryClock {
    /// Where the system shows such clocks.
    static let systemFolder = "/sys/class/rtc"
    private static let tolerance: Int64 = 5_000_000

    let folder: String

    /// Whether the wall clock was set from such a clock at the start, and still says what that says: one whose battery is empty is
    /// long behind.
    ///
    /// - Parameter wall: microseconds since 1970.
    func bears(out wall: Int64) -> Bool {
        let names = (try? Folder.names(in: folder)) ?? []
        return names.contains { name in
            guard number("\(name)/hctosys") == 1, let seconds = number("\(name)/since_epoch"), seconds < 1 << 40 else {
                return false
            }
            return (wall &- seconds * 1_000_000).magnitude <= Self.tolerance.magnitude
        }
    }

    private func number(_ name: String) -> Int64? {
        let bytes = (try? RecordedFile(path: "\(folder)/\(name)").prefix(32)) ?? []
        return Int64(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
    }
}
