import Glibc

/// Puts a finished file in its place.
enum FileMove {
    /// On the disk when it returns; what is at the target already stays there.
    static func place(_ half: String, at target: String) throws(StorageError) {
        let file = open(half, O_RDONLY | O_CLOEXEC)
        if file >= 0 {
            fsync(file)
            close(file)
        }
        chmod(half, 0o600)
        // Not `rename`, which would take the place of what is there.
        guard link(half, target) == 0 else {
            let fault = errno
            remove(half)
            if fault == ENOSPC { throw .diskFull(path: target) }
            throw .cannotOpen(path: target, message: String(cString: strerror(fault)))
        }
        remove(half)
    }

    static func remove(_ path: String) { unlink(path) }
}
