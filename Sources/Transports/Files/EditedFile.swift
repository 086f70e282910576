internal import Glibc

/// A small file that people and programs edit: read whole, replaced whole, by one of us at a time.
public struct EditedFile: Sendable {
    public let path: String
    private let mostBytes: Int
    private let mode: UInt32

    /// - Parameters:
    ///   - mostBytes: a longer file is read as far as this and one byte.
    ///   - mode: of a new file; one that is there keeps its own.
    public init(path: String, mostBytes: Int, mode: UInt32 = 0o640) {
        self.path = path
        self.mostBytes = mostBytes
        self.mode = mode
    }

    /// What is in it; `nil` when there is no such file.
    ///
    /// - Throws: `.cannotOpen`, `.cannotRead`.
    public func read() throws(TransportError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .cannotOpen(path: path, code: errno)
        }
        defer { close(descriptor) }
        var content = [UInt8](repeating: 0, count: mostBytes + 1)
        var length = 0
        while length < content.count {
            let count = content.withUnsafeMutableBytes { all in
                Glibc.read(descriptor, all.baseAddress.map { $0 + length }, all.count - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .cannotRead(path: path, code: errno) }
            if count == 0 { break }
            length += count
        }
        content.removeSubrange(length...)
        return content
    }

    /// Reads the file, and puts what `change` makes of it in its place, whole and on the disk; who edits at the same moment in the same
    /// way waits. Folders that are missing are made.
    ///
    /// - Parameter change: told `nil` when there is no file yet; says `nil` to leave it as it is.
    /// - Throws: `.cannotOpen`, `.cannotRead`, `.cannotCreate` (a folder), `.cannotWrite`; the file is then as it was. And what `change` throws.
    public func edit<Refusal: Error>(
        _ change: ([UInt8]?) throws(Refusal) -> [UInt8]?
    ) throws(TransportError) -> Result<Void, Refusal> {
        let target = Self.followed(path)
        let folder = Folder.parent(of: target) ?? "/"
        try Folder.create(folder)
        // The folder is locked, not the file, which another takes the place of.
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        if lock >= 0 { Self.lock(lock) }
        let former = try read()
        let bytes: [UInt8]?
        do throws(Refusal) { bytes = try change(former) } catch { return .failure(error) }
        if let bytes { try DurableFile.replace(target, with: bytes, mode: mode, keepsOwner: true) }
        return .success(())
    }

    private static let lockAttempts = 50
    private static let lockPause: useconds_t = 10_000

    /// Half a second at most: where someone sleeps on the lock, or the file system has none, we go on without it.
    private static func lock(_ descriptor: CInt) {
        for _ in 0..<lockAttempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
            usleep(lockPause)
        }
    }

    /// Where a link leads, so that the link stays.
    private static func followed(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
