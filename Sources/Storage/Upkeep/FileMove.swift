import Glibc

/// Puts a finished file in its place.
enum FileMove {
    /// An empty file for its owner alone, in the place of what an earlier attempt left.
    static func begin(_ half: String) throws(StorageError) {
        unlink(half)
        let file = open(half, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .cannotOpen(path: half, message: String(cString: strerror(errno))) }
        close(file)
    }

    /// On the disk when it returns; what is at the target already stays there.
    static func place(_ half: String, at target: String) throws(StorageError) {
        let file = open(half, O_RDONLY | O_CLOEXEC)
        if file >= 0 {
            fsync(file)
            close(file)
        }
        // Not `rename`, which would take the place of what is there; but for file systems that have no links.
        guard link(half, target) != 0 else { return remove(half) }
        var fault = errno
        if fault == EPERM || fault == EOPNOTSUPP, access(target, F_OK) != 0 { fault = rename(half, target) == 0 ? 0 : errno }
        guard fault != 0 else { return }
        remove(half)
        if fault == ENOSPC { throw .diskFull(path: target) }
        throw .cannotOpen(path: target, message: String(cString: strerror(fault)))
    }

    static func remove(_ path: String) { unlink(path) }
}
