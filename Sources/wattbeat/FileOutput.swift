import ActivityFiles
import Glibc

/// Which file it is, by whatever name.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// `nil` when there is none of this name.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    fileprivate init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// Writes whole activity files.
enum FileOutput {
    /// - Parameter inUse: what is read or written besides, and must not be lost.
    /// - Throws: `.cannotCreate`, when `path` names one of those, or something that is no file of this format: a slip of the fingers.
    static func check(_ path: String, as format: ActivityFormat, sparing inUse: Set<FileIdentity>) throws(CommandError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        if inUse.contains(FileIdentity(status)) {
            throw CommandError(.cannotCreate, "\(path) is a recording in use here and is not replaced by a \(format.name) file")
        }
        if status.st_size > 0, !isFile(path, of: format) {
            throw CommandError(.cannotCreate, "\(path) is there already, is no \(format.name) file and is not replaced by one")
        }
    }

    /// Puts `bytes` where `path` says; what stood there is gone only when all of it is written.
    static func replace(
        _ path: String, with bytes: [UInt8], as format: ActivityFormat, sparing inUse: Set<FileIdentity>
    ) throws(CommandError) {
        try check(path, as: format, sparing: inUse)
        var status = stat()
        let isThere = stat(path, &status) == 0
        // A device or a pipe is written to, not replaced.
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .system(.cannotCreate, "cannot create \(path)", errno: errno) }
            return try write(bytes, to: descriptor, as: path)
        }
        let target = linked(path)
        let (draft, descriptor) = try draft(beside: target, mode: isThere ? status.st_mode & 0o777 : 0o644, as: path)
        do throws(CommandError) {
            try write(bytes, to: descriptor, as: path)
            guard rename(draft, target) == 0 else { throw .system(.cannotCreate, "cannot create \(path)", errno: errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// By its beginning. A table of summaries is CSV too.
    private static func isFile(_ path: String, of format: ActivityFormat) -> Bool {
        var beginning = beginning(of: path, 4096)
        if GzipFile.isOne(beginning) { beginning = GzipFile(unpacking: beginning, atMost: 1 << 16).bytes }
        return ActivityFormat(detecting: beginning) == format || format == .csv && CSVSummaries.isOne(beginning)
    }

    private static func beginning(of path: String, _ most: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: most)
        var count = 0
        while count < most {
            let more = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + count }, most - count) }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { break }
            count += more
        }
        return Array(bytes.prefix(count))
    }

    /// Whether a file of this name is these very bytes; `nil` where there is none, or an empty one, or what is written to and not
    /// replaced.
    static func holds(_ path: String, _ bytes: [UInt8]) -> Bool? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        return status.st_size == bytes.count && beginning(of: path, bytes.count) == bytes
    }

    /// Where a symbolic link leads, there or not: the link itself stays.
    private static func linked(_ path: String) -> String {
        var target = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(target, &buffer, buffer.count)
            guard length > 0 else { break }
            let link = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
            target = link.hasPrefix("/") ? link : folder + link
        }
        return target
    }

    private static let mostDrafts = 100

    /// A new file beside the target: no file of anybody is taken for it.
    private static func draft(
        beside target: String, mode: mode_t, as name: String
    ) throws(CommandError) -> (path: String, descriptor: Int32) {
        for number in 1...mostDrafts {
            let draft = number == 1 ? "\(target).part" : "\(target).\(number).part"
            let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor >= 0 { return (draft, descriptor) }
            guard errno == EEXIST else { break }
        }
        throw .system(.cannotCreate, "cannot create \(name)", errno: errno)
    }

    /// - Parameters:
    ///   - descriptor: closed in the end.
    ///   - name: what complaints call the file.
    private static func write(_ bytes: [UInt8], to descriptor: Int32, as name: String) throws(CommandError) {
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                Glibc.write(descriptor, all.baseAddress.map { $0 + written }, all.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(.inputOutput, "cannot write \(name)", errno: count < 0 ? errno : ENOSPC) }
            written += count
        }
        // On some file systems a full disk shows only now.
        if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
            throw .system(.inputOutput, "cannot write \(name)", errno: errno)
        }
    }
}
