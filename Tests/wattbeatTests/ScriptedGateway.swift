import Foundation
import Synchronization

/// Stands in for a running gateway: lets one client in, takes its lines, and answers each with the next of a script (docs/control.md).
final class ScriptedGateway: Sendable {
    let path: String
    private let listener: Int32
    private let lines = Mutex<[String]>([])
    private let folder: TemporaryFolderHold

    /// What was asked, in order.
    var asked: [String] { lines.withLock { $0 } }

    private final class TemporaryFolderHold: Sendable {
        let path: String
        init() throws {
            path = FileManager.default.temporaryDirectory.appending(path: "wb\(UInt32.random(in: 0 ... .max))").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// - Parameters:
    ///   - answers: to each line in turn, each of one or more lines; a client that asks for more is hung up on.
    init(_ answers: [String]) throws {
        folder = try TemporaryFolderHold()
        path = folder.path + "/s"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard bound == 0, listen(listener, 4) == 0 else { throw CocoaError(.fileWriteUnknown) }
        Thread.detachNewThread { [self] in serve(answers) }
    }

    private func serve(_ answers: [String]) {
        let client = accept(listener, nil, nil)
        defer {
            close(client)
            close(listener)
        }
        for answer in answers {
            guard let line = Self.line(client) else { return }
            lines.withLock { $0.append(line) }
            let bytes = Array((answer + "\n").utf8)
            guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
        }
    }

    private static func line(_ descriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 {
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
