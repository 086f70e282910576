import Foundation
import Testing

/// A pty pair: the far end stands for a receiver, `path` for the tty that it is plugged into.
final class PseudoTerminal {
    let path: String
    private var far: CInt

    init() throws {
        far = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not import; grantpt and ptsname are not in its C library.
        var lock: CInt = 0
        var number: CUnsignedInt = 0
        try #require(far >= 0 && ioctl(far, 0x4004_5431, &lock) == 0 && ioctl(far, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
    }

    deinit { hangUp() }

    func say(_ bytes: [UInt8]) { #expect(bytes.withUnsafeBytes { write(far, $0.baseAddress, $0.count) } == bytes.count) }

    /// What the near end wrote, or echoed.
    func heard() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(far, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : []
    }

    /// The cable comes out.
    func hangUp() {
        if far >= 0 { close(far) }
        far = -1
    }

    /// How the line is set now.
    var settings: termios {
        var line = termios()
        tcgetattr(far, &line)
        return line
    }
}
