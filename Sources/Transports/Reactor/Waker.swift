internal import Glibc

/// Ends a reactor's waiting from any thread.
public final class Waker: Sendable {
    let reading: CInt
    private let writing: CInt

    init() throws(TransportError) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .cannotOpen(path: "a pipe", code: errno) }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// The reactor's turn ends soon.
    public func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes as well.
        _ = write(writing, &byte, 1)
    }

    func drain() {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) == bytes.count {}
    }
}
