internal import Glibc
public import WireFormats

/// Changes to files that are whole or not there, and stay when the power fails.
public enum DurableFile {
    public static let ownerWritesAllRead: UInt32 = 0o644

    /// Puts `bytes` where `path` says; what stood there is gone only when all of it is on the disk.
    ///
    /// - Throws: `.cannotWrite`; the file is then as it was.
    public static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32 = ownerWritesAllRead, keepsOwner: Bool = false
    ) throws(TransportError) {
        try replace(path, mode: mode, keepsOwner: keepsOwner) { $0.append(bytes) }
    }

    /// Puts what `fill` appends where `path` says; what stood there is gone only when all of it is on the disk.
    ///
    /// - Parameters:
    ///   - mode: of a new file.
    ///   - keepsOwner: whether a file that is there gives the new one its mode and its owner.
    /// - Throws: `.cannotWrite`; the file is then as it was.
    public static func replace(
        _ path: String, mode: UInt32 = ownerWritesAllRead, keepsOwner: Bool = false, _ fill: (FileDraft) -> Void
    ) throws(TransportError) {
        let draft = "\(path).part"
        unlink(draft)  // left by one who was ended while writing
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
        guard descriptor >= 0 else { throw .cannotWrite(path: path, code: errno) }
        var former = stat()
        if keepsOwner, stat(path, &former) == 0 {
            fchmod(descriptor, former.st_mode & 0o777)
            _ = fchown(descriptor, former.st_uid, former.st_gid)
        }
        let file = FileDraft(descriptor)
        fill(file)
        let code = file.fault ?? sync(descriptor)
        let closing = close(descriptor) == 0 ? nil : errno
        if let code = code ?? closing ?? (rename(draft, path) == 0 ? nil : errno) {
            unlink(draft)
            throw .cannotWrite(path: path, code: code)
        }
        if let folder = Folder.parent(of: path), let code = Folder.sync(folder) { throw .cannotWrite(path: path, code: code) }
    }

    /// Cuts a capture's torn tail and appends records to it.
    ///
    /// - Parameter length: what of the file stays.
    /// - Throws: `.cannotOpen`, `.cannotWrite`; none of the records is in the file then.
    public static func append(_ records: [CaptureRecord], to path: String, cutAt length: Int64) throws(TransportError) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, code: errno) }
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .cannotWrite(path: path, code: errno) }
        var lines: [UInt8] = []
        for record in records { CaptureCodec.append(record, to: &lines) }
        let file = FileDraft(descriptor)
        file.append(lines)
        if let code = file.fault ?? sync(descriptor) {
            _ = ftruncate(descriptor, off_t(length))
            throw .cannotWrite(path: path, code: code)
        }
    }

    /// Waits for the disk.
    ///
    /// - Returns: why that failed.
    private static func sync(_ descriptor: CInt) -> Int32? {
        fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? nil : errno
    }
}
