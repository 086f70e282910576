import Glibc

/// Puts a finished file in its place.
enum FileMove {
    /// An empty file for its owner alone, in the place of what an earlier attempt left.
    static func begin(_ half: String) throws(StorageError) {
        unlink(half)
        let file = open(half, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw fault(errno, half) }
        close(file)
    }

    /// On the disk when it returns; what is at the target already stays there.
    static func place(_ half: String, at target: String) throws(StorageError) {
        do throws(StorageError) {
            try sync(half)
            try move(half, to: target)
        } catch {
            remove(half)
            throw error
        }
        try syncFolder(of: target)
    }

    /// Likewise, but takes the place of what is there; who has that open goes on reading it.
    static func replace(_ target: String, with half: String) throws(StorageError) {
        try sync(half)
        guard rename(half, target) == 0 else { throw fault(errno, target) }
        try syncFolder(of: target)
    }

    static func remove(_ path: String) { unlink(path) }

    /// With what SQLite has beside it.
    static func removeStore(_ path: String) { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }

    /// Puts a store that nobody has open in the place of another one, with that one's mode and group.
    ///
    /// - Returns: where the other one is now.
    static func exchange(_ path: String, for half: String) throws(StorageError) -> String {
        var status = stat()
        if stat(path, &status) == 0 {
            chmod(half, status.st_mode & 0o777)
            // Who may not give it to the group has it for itself, as any file that it makes.
            _ = chown(half, uid_t.max, status.st_gid)
        }
        var kept = path + ".damaged"
        var number = 2
        while access(kept, F_OK) == 0, number < 1000 {
            kept = "\(path).damaged-\(number)"
            number += 1
        }
        guard link(path, kept) == 0 else { throw fault(errno, kept) }
        // A log of the old one would be taken for one of the new.
        for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
            guard rename(path + suffix, kept + suffix) == 0 else { throw fault(errno, kept + suffix) }
        }
        try replace(path, with: half)
        return kept
    }

    private static func move(_ half: String, to target: String) throws(StorageError) {
        // Not `rename`, which would take the place of what is there; but for file systems that have no links.
        guard link(half, target) != 0 else { return remove(half) }
        let code = errno
        guard code == EPERM || code == EOPNOTSUPP, access(target, F_OK) != 0 else { throw fault(code, target) }
        guard rename(half, target) == 0 else { throw fault(errno, target) }
    }

    /// A name is on the disk when its folder is.
    private static func syncFolder(of path: String) throws(StorageError) {
        try sync(path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }

    private static func sync(_ path: String) throws(StorageError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw fault(errno, path) }
        defer { close(file) }
        // Some file systems have nothing to wait for, and say so.
        if fsync(file) != 0, errno != EINVAL, errno != EROFS { throw fault(errno, path) }
    }

    private static func fault(_ code: Int32, _ path: String) -> StorageError {
        code == ENOSPC || code == EDQUOT
            ? .diskFull(path: path) : .cannotOpen(path: path, message: String(cString: strerror(code)))
    }
}
