import Foundation
import Testing

/// A TCP server on a loopback port, driven by hand from the test's own thread.
final class PretendedServer {
    let port: Int
    private var listener: CInt
    private(set) var client: CInt = -1

    /// - Parameter port: 0: any.
    init(port: Int = 0) throws {
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
        var one: CInt = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let (bound, named) = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                (bind(listener, $0, size), getsockname(listener, $0, &size))
            }
        }
        try #require(listener >= 0 && bound == 0 && named == 0)
        self.port = Int(in_port_t(bigEndian: address.sin_port))
        try #require(listen(listener, 4) == 0)
    }

    deinit { close() }

    /// - Returns: whether somebody is connected.
    func accept() -> Bool {
        if client < 0 { client = Foundation.accept(listener, nil, nil) }
        if client >= 0 { _ = fcntl(client, F_SETFL, O_NONBLOCK) }
        return client >= 0
    }

    /// - Returns: how many bytes went; fewer when the client does not read.
    @discardableResult func say(_ text: String) -> Int { max(send(client, text, text.utf8.count, CInt(MSG_NOSIGNAL)), 0) }

    func heard() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(client, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    func hangUp() {
        if client >= 0 { Foundation.close(client) }
        client = -1
    }

    func close() {
        hangUp()
        if listener >= 0 { Foundation.close(listener) }
        listener = -1
    }
}
