internal import CMicroHTTPD
internal import Glibc

/// The headers of the request that a connection carries.
struct ConnectionFields {
    /// In the client's order, names in lower case; what is no UTF-8 is left out.
    private(set) var fields: [Request.Field] = []

    init(_ connection: OpaquePointer) {
        withUnsafeMutablePointer(to: &fields) { pointer in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, gatherField, pointer)
        }
    }

    func last(_ name: String) -> String? { fields.last { $0.name == name }?.value }
}

private func gatherField(
    _ owner: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
    _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
    guard let owner, let name = text(name, nameCount) else { return .YES }
    let fields = owner.assumingMemoryBound(to: [Request.Field].self)
    if let value = valueCount == 0 ? "" : text(value, valueCount) {
        fields.pointee.append(Request.Field(name.lowercased(), value))
    }
    return .YES
}

private func text(_ pointer: UnsafePointer<CChar>?, _ count: Int) -> String? {
    guard let pointer else { return nil }
    let bytes = UnsafeRawBufferPointer(start: pointer, count: count)
    return String(validating: bytes, as: UTF8.self)
}

/// Who is at the other end.
struct ConnectionPeer {
    let text: String
    let isLoopback: Bool

    init(_ connection: OpaquePointer) {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let text = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> String? in
                guard getpeername(cmicrohttpd_descriptor(connection), pointer, &length) == 0 else { return nil }
                var host = [CChar](repeating: 0, count: 64)
                guard getnameinfo(pointer, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
                return String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
        }
        self.text = text ?? ""
        isLoopback = text.flatMap { IPAddress($0) }?.isLoopback ?? false
    }
}
