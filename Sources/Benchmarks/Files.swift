import Glibc

/// Whole files, and what stands in a folder.
enum Files {
    static let blockLength = 1 << 16

    /// Hands a file's bytes to `take`, a block at a time.
    static func read(_ path: String, _ take: (Span<UInt8>) throws -> Void) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.cannotOpen(path, errno: errno) }
        defer { close(descriptor) }
        var block = [UInt8](repeating: 0, count: blockLength)
        while true {
            let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            try take(block.span.extracting(0..<count))
        }
    }

    static func contents(of path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path) { block in block.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
        return bytes
    }

    /// The paths of a folder's files with one of these endings, sorted; empty when there is no such folder.
    static func paths(in folder: String, endings: [String]) -> [String] {
        names(in: folder).filter { endings.contains(where: $0.hasSuffix) }.map { "\(folder)/\($0)" }.sorted()
    }

    /// What a folder holds, itself and its parent left out, in no order; empty when there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Why there is nothing to measure with.
    enum Failure: Error {
        case cannotOpen(String, errno: Int32)
        case cannotWrite(String, errno: Int32)
    }
}

/// A file that goes away with this value.
final class TemporaryFile {
    let path: String
    private(set) var length = 0

    /// - Parameters:
    ///   - paths: files whose bytes stand in it, one after the other.
    ///   - times: how often all of them do.
    init(joining paths: [String] = [], times: Int = 1) throws {
        var template = Array("/tmp/wattbeat-bench-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        path = template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        defer { close(descriptor) }
        for _ in 0..<times {
            for source in paths {
                try Files.read(source) { block in
                    guard block.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == block.count
                    else { throw Files.Failure.cannotWrite(path, errno: errno) }
                    length += block.count
                }
            }
        }
    }

    deinit { unlink(path) }
}
