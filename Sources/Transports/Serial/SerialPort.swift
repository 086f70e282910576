internal import Glibc

/// A tty in raw mode that nobody else may open meanwhile; as it was before, once closed.
final class SerialPort {
    let descriptor: CInt
    private let before: termios
    private var isOpen = true

    /// Whether the line is there still.
    enum Reading {
        case bytes([UInt8])
        case nothing
        case gone
    }

    /// - Throws: `.cannotOpen`; `ENOTTY` for what is no line, `EBUSY` when another program holds it.
    init(path: String) throws(TransportError) {
        // Not blocking, or the open would wait for a carrier.
        let opened = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw .cannotOpen(path: path, code: errno) }
        var line = termios()
        guard tcgetattr(opened, &line) == 0 else {
            let code = errno
            close(opened)
            throw .cannotOpen(path: path, code: code)
        }
        descriptor = opened
        before = line
        _ = ioctl(opened, UInt(TIOCEXCL))
    }

    deinit { shut() }

    /// Sets the line, and throws away what came at another speed.
    ///
    /// - Returns: whether the line took it.
    func set(_ settings: LineSettings) -> Bool {
        var line = before
        guard settings.apply(to: &line), tcsetattr(descriptor, TCSANOW, &line) == 0, tcgetattr(descriptor, &line) == 0,
            settings.stands(in: line)
        else { return false }
        tcflush(descriptor, TCIFLUSH)
        return true
    }

    /// At most 4 KiB of what has come.
    func read() -> Reading {
        var code: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            code = result < 0 ? errno : 0
            filled = max(result, 0)
        }
        if !bytes.isEmpty { return .bytes(bytes) }
        return code == EAGAIN || code == EINTR ? .nothing : .gone
    }

    /// Gives the line back; a second time does nothing.
    func shut() {
        guard isOpen else { return }
        isOpen = false
        var line = before
        tcsetattr(descriptor, TCSANOW, &line)
        _ = ioctl(descriptor, UInt(TIOCNXCL))
        close(descriptor)
    }
}
