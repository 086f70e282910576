internal import Glibc

/// A folder's names, its room, and what makes changes to it last.
public enum Folder {
    private static let ownerWritesGroupReads: mode_t = 0o750

    /// Makes the folder, and those above it, where they are not there yet.
    ///
    /// - Throws: `.cannotCreate`, naming the one that could not be made.
    public static func create(_ path: String) throws(TransportError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw .cannotCreate(path: path, code: ENOTDIR) }
            return
        }
        if let parent = parent(of: path), parent != path { try create(parent) }
        guard mkdir(path, ownerWritesGroupReads) == 0 || errno == EEXIST else { throw .cannotCreate(path: path, code: errno) }
    }

    /// The names in the folder, sorted; those of no regular files too.
    ///
    /// - Throws: `.cannotRead`.
    public static func names(in path: String) throws(TransportError) -> [String] {
        guard let stream = opendir(path) else { throw .cannotRead(path: path, code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Puts the folder's names on the disk.
    ///
    /// - Returns: why that failed.
    @discardableResult
    public static func sync(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        // Some file systems know no such thing.
        return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? nil : errno
    }

    /// Gives a file another name in its folder, in place of no other file, and puts that on the disk.
    ///
    /// - Throws: `.cannotCreate`; with `EEXIST` when the name is taken.
    public static func rename(_ path: String, to other: String) throws(TransportError) {
        // `link` would refuse a taken name by itself, but not every card's file system has links.
        var status = stat()
        guard lstat(other, &status) != 0 else { throw .cannotCreate(path: other, code: EEXIST) }
        guard Glibc.rename(path, other) == 0 else { throw .cannotCreate(path: other, code: errno) }
        if let parent = parent(of: other) { sync(parent) }
    }

    /// - Returns: whether it is gone.
    @discardableResult
    public static func remove(_ path: String) -> Bool { unlink(path) == 0 }

    /// Bytes that anybody may still write there, and how many the file system has; `nil` when that cannot be told.
    public static func room(in path: String) -> (free: Int64, total: Int64)? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let block = Int64(clamping: status.f_frsize)
        let free = Int64(clamping: status.f_bavail).multipliedReportingOverflow(by: block)
        let total = Int64(clamping: status.f_blocks).multipliedReportingOverflow(by: block)
        return (free.overflow ? .max : free.partialValue, total.overflow ? .max : total.partialValue)
    }

    /// Microseconds since 1970 of the last change to a regular file; `nil` when there is none of this name.
    public static func changed(_ path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_mtim.tv_sec) &* 1_000_000 &+ Int64(status.st_mtim.tv_nsec) / 1000
    }

    /// How many bytes a regular file has; `nil` when there is none of this name.
    public static func bytes(_ path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// Names a file whatever it is called: its file system and number there; `nil` when there is none of this name.
    public static func identity(_ path: String) -> [UInt64]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// Whether the path leads to a regular file.
    public static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a path leads to the file that is open, and to no other.
    static func holds(_ descriptor: CInt, at path: String) -> Bool {
        var (opened, found) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, stat(path, &found) == 0 else { return false }
        return opened.st_dev == found.st_dev && opened.st_ino == found.st_ino
    }

    /// Whether somebody holds a lock on the file, as a capture's writer does.
    public static func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// The folder that a path lies in; `nil` for the root.
    public static func parent(of path: String) -> String? {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        guard path != "/" else { return nil }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// A folder that one process alone writes to, as long as this lives.
public final class FolderLock {
    private let descriptor: CInt
    private let path: String

    /// Whether the folder is still the one that was locked: it may have been removed and made again.
    public var holds: Bool { Folder.holds(descriptor, at: path) }

    /// - Throws: `.cannotCreate`; with `EWOULDBLOCK` when another process has it.
    public init(_ folder: String) throws(TransportError) {
        let path = "\(folder)/.lock"
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
        guard opened >= 0 else { throw .cannotCreate(path: path, code: errno) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(opened)
            throw .cannotCreate(path: path, code: code)
        }
        // Last, since what is whole when an initialiser throws is torn down by `deinit`, which would close it again.
        self.path = path
        descriptor = opened
    }

    deinit { close(descriptor) }
}
