import Foundation
import Glibc
import TestSupport

/// A plain socket to a server on this machine.
final class WebClient {
    let descriptor: CInt
    private var unread: [UInt8] = []

    struct NotConnected: Error { let code: Int32 }

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw NotConnected(code: errno) }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }

    /// - Returns: whether there was more.
    private func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &piece, piece.count, 0)
        if count > 0 { unread += piece[..<count] }
        return count > 0
    }

    /// Until the server hangs up.
    func rest() -> String {
        while receive() {}
        return String(decoding: unread, as: UTF8.self)
    }

    /// Up to and with a text; `nil` when the server hangs up before.
    func read(through text: String) -> String? {
        let wanted = Array(text.utf8)
        while true {
            if let range = unread.firstRange(of: wanted) {
                defer { unread.removeSubrange(..<range.upperBound) }
                return String(decoding: unread[..<range.upperBound], as: UTF8.self)
            }
            guard receive() else { return nil }
        }
    }

    struct Answer {
        var status: Int
        var head: String
        var body: String

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    static func ask(
        _ port: UInt16, _ method: String = "GET", _ path: String, _ headers: [String] = [], body: String? = nil
    ) throws -> Answer {
        let client = try WebClient(port: port)
        var lines = ["\(method) \(path) HTTP/1.1", "Connection: close"]
        if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: localhost:\(port)") }
        if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
        client.send((lines + headers).joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        let parts = client.rest().components(separatedBy: "\r\n\r\n")
        let head = parts[0]
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(status: status, head: head, body: parts.dropFirst().joined(separator: "\r\n\r\n"))
    }
}

/// Waits for what others must do.
func eventually(_ condition: () -> Bool) -> Bool {
    var patience = Patience()
    while patience.lasts() {
        if condition() { return true }
        usleep(5000)
    }
    return false
}
