import Glibc
import Transports

/// Finds the files of a person's paths: folders with all that lies in them, by name, each file and folder once whatever leads to it.
///
/// Pipes, sockets and devices are never opened: that might wait forever.
struct ArchiveWalk {
    struct Found: Equatable {
        var path: String
        var bytes: Int64
        /// Whether a person named it, and is told when it is of no use.
        var isNamed: Bool
    }

    private(set) var skipped: [SkippedFile] = []

    /// The next one last.
    private var waiting: [(path: String, isNamed: Bool)]
    private var seen: Set<Identity> = []

    private struct Identity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    init(_ paths: [String]) { waiting = paths.reversed().map { ($0, true) } }

    /// - Returns: the next regular file; `nil` after the last.
    mutating func next() -> Found? {
        while let (path, isNamed) = waiting.popLast() {
            var status = stat()
            guard stat(path, &status) == 0 else {
                noteUnreadable(path, isNamed, errno)
                continue
            }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFDIR else {
                if isNamed { skipped.append(SkippedFile(path, .notARecording, "\(path) is neither a file nor a folder")) }
                continue
            }
            let identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
            guard seen.insert(identity).inserted else { continue }
            if kind == S_IFREG { return Found(path: path, bytes: Int64(status.st_size), isNamed: isNamed) }
            do throws(TransportError) {
                let names = try Folder.names(in: path).filter { !$0.hasPrefix(".") }
                let folder = path.hasSuffix("/") ? path : path + "/"
                waiting += names.reversed().map { (folder + $0, false) }
            } catch {
                skipped.append(SkippedFile(path, .unreadable, "\(error)"))
            }
        }
        return nil
    }

    /// A link that leads nowhere is nobody's workout.
    private mutating func noteUnreadable(_ path: String, _ isNamed: Bool, _ code: Int32) {
        guard isNamed || code != ENOENT && code != ELOOP else { return }
        skipped.append(SkippedFile(path, .unreadable, "\(TransportError.cannotOpen(path: path, code: code))"))
    }
}
