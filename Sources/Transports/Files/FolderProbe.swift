internal import Glibc

extension Folder {
    /// The path itself, or what is there of those above it.
    public static func nearest(to path: String) -> String {
        var path = path
        var status = stat()
        while stat(path, &status) != 0, let parent = parent(of: path), parent != path { path = parent }
        return path
    }

    /// Writes a block to a file of its own in the folder, and takes it away again. Where the folder is not there yet, only the right to
    /// make it is looked at.
    ///
    /// - Returns: why no file can be written there; `nil` when one can.
    public static func obstacle(writingIn path: String) -> TransportError? {
        let nearest = nearest(to: path)
        func obstacle(_ code: CInt) -> TransportError { .cannotWrite(path: path, code: code) }
        var status = stat()
        guard stat(nearest, &status) == 0 else { return obstacle(errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return obstacle(ENOTDIR) }
        guard nearest == path else { return access(nearest, W_OK | X_OK) == 0 ? nil : obstacle(errno) }
        let probe = "\(path)/.wattbeat-probe-\(getpid())"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return obstacle(errno) }
        defer {
            close(descriptor)
            unlink(probe)
        }
        // A full disk takes the name, and not the bytes.
        let block = [UInt8](repeating: 0, count: 4096)
        let count = write(descriptor, block, block.count)
        guard count == block.count, fdatasync(descriptor) == 0 else { return obstacle(count < 0 ? errno : ENOSPC) }
        return nil
    }
}

extension TransportError {
    /// The reason alone, as the system words it.
    public var reason: String {
        switch self {
        case .cannotOpen(_, let code), .cannotRead(_, let code), .cannotKeep(_, let code), .cannotCreate(_, let code),
            .cannotWrite(_, let code):
            Self.message(code)
        case .badCapture(_, let reason): "\(reason)"
        }
    }

    /// Whether another user might be let do it.
    public var isOfRights: Bool {
        switch self {
        case .cannotOpen(_, let code), .cannotRead(_, let code), .cannotKeep(_, let code), .cannotCreate(_, let code),
            .cannotWrite(_, let code):
            code == EACCES || code == EPERM
        case .badCapture: false
        }
    }
}
