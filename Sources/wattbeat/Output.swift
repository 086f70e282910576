import Glibc

/// Standard output through one buffer. A failed write ends the command: with a sentence, or silently when the reader has gone.
final class Output {
    /// How to draw when a person watches.
    let terminal: Terminal

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private static let capacity = 1 << 16

    init(descriptor: Int32) {
        self.descriptor = descriptor
        terminal = Terminal(descriptor: descriptor)
        buffer.reserveCapacity(Self.capacity)
    }

    /// Appends `text` as it is.
    func write(_ text: String) throws(CommandError) { try write(text.utf8) }

    /// Appends `text` and a line end.
    func line(_ text: String = "") throws(CommandError) {
        try write(text.utf8)
        try write(CollectionOfOne(UInt8(ascii: "\n")))
    }

    /// Appends bytes; they leave when the buffer is full, at `flush()` and at the command's end.
    func write(_ bytes: some Collection<UInt8>) throws(CommandError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Hands everything written so far to the system.
    func flush() throws(CommandError) {
        let failure = Self.send(buffer, to: descriptor)
        buffer.removeAll(keepingCapacity: true)
        switch failure {
        case nil: return
        case EPIPE?: throw .readerGone
        case let code?: throw .system(.inputOutput, "cannot write standard output", errno: code)
        }
    }

    /// One line on standard error, control characters in the names of files shown; when even that fails there is no one left to tell.
    static func complain(_ sentence: String) { _ = send(Array("\(shown(sentence))\n".utf8), to: STDERR_FILENO) }

    /// A piece of a picture for a person at standard error, which need not be complete.
    static func show(_ text: String) { _ = send(Array(text.utf8), to: STDERR_FILENO) }

    /// - Returns: the error number of the write that failed.
    private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&waiting, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }
}
