internal import Glibc

/// The open file behind a capture's writer, and who puts it on the disk.
struct CaptureFile {
    private static let ownerWritesGroupReads: mode_t = 0o640

    let syncer: DiskSyncer
    private let descriptor: CInt

    /// - Parameter descriptor: closed by `finish()`.
    init(_ descriptor: CInt, syncer: DiskSyncer) {
        self.descriptor = descriptor
        self.syncer = syncer
    }

    /// - Parameter draft: the name it has until it gets its own.
    /// - Throws: `.cannotCreate`; with `EEXIST` when there is such a file.
    init(creating path: String, as draft: String? = nil, syncSeconds: Double) throws(TransportError) {
        // Readable too, so that what somebody removes can be copied.
        let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
        let descriptor = open(draft ?? path, flags, Self.ownerWritesGroupReads)
        guard descriptor >= 0 else { throw .cannotCreate(path: draft ?? path, code: errno) }
        // Says that somebody writes to it; where locks are unknown, the folder's alone must do.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        self.init(descriptor, syncer: DiskSyncer(descriptor, path: path, interval: syncSeconds))
    }

    /// Writes what the kernel takes of `bytes`.
    ///
    /// - Returns: how many those were; -1 with `errno` when it takes none.
    func write(_ bytes: [UInt8], from start: Int) -> Int {
        var count = -1
        repeat {
            count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
        } while count < 0 && errno == EINTR
        return count
    }

    /// Takes over all that another file holds.
    ///
    /// - Returns: why that failed.
    func copy(_ other: CaptureFile) -> Int32? {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var position: off_t = 0
        while true {
            let count = block.withUnsafeMutableBytes { pread(other.descriptor, $0.baseAddress, $0.count, position) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? nil : errno }
            position += off_t(count)
            let part = Array(block[..<count])
            var written = 0
            while written < count {
                let taken = write(part, from: written)
                guard taken > 0 else { return taken < 0 ? errno : ENOSPC }
                written += taken
            }
        }
    }

    /// Waits for the disk and closes the file.
    ///
    /// - Parameter isSettled: whether the disk was waited for already.
    /// - Returns: why not all of it is there.
    func finish(isSettled: Bool = false) -> Int32? {
        let fault = syncer.finish(isSettled: isSettled)
        let closing = close(descriptor) == 0 ? nil : errno
        return fault ?? closing
    }
}
