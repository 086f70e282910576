internal import Glibc

/// A file under way to its name; what cannot be written shows in the end.
public final class FileDraft {
    private let descriptor: CInt
    /// Why the first of the writes that failed did; nothing is written after it.
    private(set) var fault: Int32?

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    public func append(_ bytes: [UInt8]) {
        writeAll(bytes) { write(descriptor, $0, $1) }
    }

    /// Writes over bytes that stand there already.
    public func overwrite(_ bytes: [UInt8], at position: Int) {
        writeAll(bytes) { pwrite(descriptor, $0, $1, off_t(position + bytes.count - $1)) }
    }

    /// - Parameter step: writes some of the bytes that are left, and says how many.
    private func writeAll(_ bytes: [UInt8], _ step: (UnsafeRawPointer?, Int) -> Int) {
        var written = 0
        while fault == nil, written < bytes.count {
            let count = bytes.withUnsafeBytes { step($0.baseAddress.map { $0 + written }, $0.count - written) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { fault = count < 0 ? errno : ENOSPC }
            written += max(count, 0)
        }
    }
}
