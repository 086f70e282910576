import Glibc

/// A file that is read once, from its beginning, a piece at a time.
struct PlaceTableFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private(set) var bytesRead: Int64 = 0
    /// `nil` for a pipe.
    let length: Int64?

    private static let chunk = 1 << 16

    init(_ path: String) throws(PlaceTableError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotRead(path: path, message: String(cString: strerror(errno))) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        self.path = path
        self.descriptor = descriptor
        length = isFile ? Int64(status.st_size) : nil
    }

    deinit { close(descriptor) }

    /// The next bytes; none at the end.
    mutating func next() throws(PlaceTableError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            var result: Int
            repeat { result = read(descriptor, buffer.baseAddress, Self.chunk) } while result < 0 && errno == EINTR
            if result < 0 { failure = errno }
            count = max(result, 0)
        }
        guard failure == 0 else { throw .cannotRead(path: path, message: String(cString: strerror(failure))) }
        bytesRead += Int64(bytes.count)
        return bytes
    }
}
