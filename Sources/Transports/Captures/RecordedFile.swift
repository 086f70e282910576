internal import Glibc
internal import WireFormats

/// A recording that can be read from its beginning as often as needed, whatever it was given as.
///
/// A pipe gives its bytes once: they are copied into a temporary file without a name, which goes with its last user.
public final class RecordedFile: Sendable {
    /// As it was given.
    public let path: String
    /// How many bytes it has; `nil` where that cannot be told.
    public let length: Int64?

    private let descriptor: CInt

    /// Opens the file; a pipe is read to its end.
    ///
    /// - Throws: `.cannotOpen`; of a pipe also `.cannotRead` and `.cannotKeep`.
    public init(path: String) throws(TransportError) {
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw .cannotOpen(path: path, code: errno) }
        self.path = path
        let status = Self.status(of: opened)
        switch (status?.st_mode ?? S_IFREG) & S_IFMT {
        case S_IFIFO, S_IFCHR, S_IFSOCK:
            defer { _ = close(opened) }
            descriptor = try Self.copy(opened, of: path)
            length = Self.status(of: descriptor).map { Int64($0.st_size) }
        case S_IFREG:
            descriptor = opened
            length = status.map { Int64($0.st_size) }
        default:
            // A folder, say: what it is shows when it is read.
            descriptor = opened
            length = nil
        }
    }

    deinit { _ = close(descriptor) }

    /// Fills a block from a place in the file.
    ///
    /// - Returns: how many bytes there were; 0 at the end.
    /// - Throws: `.cannotRead`.
    func read(_ block: inout [UInt8], at position: Int64) throws(TransportError) -> Int {
        try Self.retrying(path) { block.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(position)) } }
    }

    /// Its first bytes, `length` at most.
    ///
    /// - Throws: `.cannotRead`.
    public func prefix(_ length: Int) throws(TransportError) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: length)
        // Cut where it is: a long file is not held twice.
        block.removeLast(length - (try read(&block, at: 0)))
        return block
    }

    /// Whether a line ends behind a place in the file.
    ///
    /// - Throws: `.cannotRead`.
    public func hasLineEnd(from position: Int64) throws(TransportError) -> Bool {
        var (block, position) = ([UInt8](repeating: 0, count: 1 << 16), position)
        while case let count = try read(&block, at: position), count > 0 {
            if block[..<count].contains(0x0A) { return true }
            position += Int64(count)
        }
        return false
    }

    private static func status(of descriptor: CInt) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    private static func retrying(_ path: String, _ call: () -> Int) throws(TransportError) -> Int {
        var count = -1
        repeat { count = call() } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .cannotRead(path: path, code: errno) }
        return count
    }

    /// - Returns: a descriptor of the copy.
    private static func copy(_ pipe: CInt, of path: String) throws(TransportError) -> CInt {
        let copy = try temporary(for: path)
        var isKept = false
        defer { if !isKept { _ = close(copy) } }
        var block = [UInt8](repeating: 0, count: CaptureKind.detectionLength)
        var prefix: [UInt8] = []
        while true {
            let count = try retrying(path) { block.withUnsafeMutableBytes { Glibc.read(pipe, $0.baseAddress, $0.count) } }
            guard count > 0 else { break }
            try write(block[..<count], to: copy, of: path)
            guard prefix.count < CaptureKind.detectionLength else { continue }
            prefix += block[..<count]
            // What is no recording may have no end either, as /dev/zero.
            if prefix.count >= CaptureKind.detectionLength, CaptureKind.detect(prefix.span) == nil { break }
        }
        isKept = true
        return copy
    }

    private static func temporary(for path: String) throws(TransportError) -> CInt {
        let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var name = Array("\(folder)/wattbeat-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw .cannotKeep(path: path, code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = unlink(name)
        return descriptor
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to copy: CInt, of path: String) throws(TransportError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(copy, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotKeep(path: path, code: count < 0 ? errno : ENOSPC) }
            rest = rest.dropFirst(count)
        }
    }
}
