internal import CMicroHTTPD
internal import Glibc

/// Where a server listens: `127.0.0.1:8737`, `[::1]:8737`, `0.0.0.0:80`.
public struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    public var host: String
    /// 0: whichever is free.
    public var port: UInt16

    public static let usual = ServerAddress(host: "127.0.0.1", port: 8737)

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// - Parameter text: `ADDRESS:PORT`, or a port alone; `localhost` is 127.0.0.1. `nil` for what is none: names of machines mean several
    ///   addresses, of which one would be meant.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = Self.port(text) else { return nil }
            self.init(host: Self.usual.host, port: port)
            return
        }
        guard let port = Self.port(text[text.index(after: colon)...]) else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard IPAddress(host)?.isSix == true else { return nil }
        } else if host == "localhost" {
            host = Self.usual.host
        } else {
            guard IPAddress(host)?.isSix == false else { return nil }
        }
        self.init(host: host, port: port)
    }

    /// Digits alone: no sign.
    private static func port(_ text: some StringProtocol) -> UInt16? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(text) : nil
    }

    public var isLoopback: Bool { IPAddress(host)?.isLoopback ?? false }
    public var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
    /// What a browser on this machine opens.
    public var url: String {
        let isAny = IPAddress(host)?.isAny ?? false
        return "http://\(isAny ? ServerAddress(host: Self.usual.host, port: port) : self)/"
    }
}

/// An address by its bytes, 4 or 16.
public struct IPAddress: Equatable, Sendable {
    public let bytes: [UInt8]

    public init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        bytes = withUnsafeBytes(of: six) { Array($0) }
    }

    public var isSix: Bool { bytes.count == 16 }
    public var isAny: Bool { bytes.allSatisfy { $0 == 0 } }
    public var isLoopback: Bool {
        if bytes.count == 4 { return bytes[0] == 127 }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 || isMapped && bytes[12] == 127
    }
    /// IPv4 in IPv6 (RFC 4291, §2.5.5.2).
    private var isMapped: Bool { bytes.count == 16 && bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) }
}

/// Why a server does not listen.
public enum ServerError: Error, Equatable, Sendable {
    /// - Parameter code: `errno`.
    case cannotListen(address: String, code: Int32)
    case cannotStart
    /// Others could reach it, and no token is there by which anybody is known.
    case noTokens(address: String)
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotListen(let address, EADDRINUSE): "another program listens at \(address)"
        case .cannotListen(let address, let code): "cannot listen at \(address): \(String(cString: strerror(code)))"
        case .noTokens(let address):
            "others could reach the pages at \(address), and nobody was given a token: make one on the settings page at "
                + "\(ServerAddress.usual.url) first"
        case .cannotStart: "the web server has no descriptors or no memory to start with"
        }
    }
}

/// A listening socket. Whoever has it closes it.
struct Listener {
    let descriptor: CInt
    let address: ServerAddress

    init(_ wanted: ServerAddress) throws(ServerError) {
        guard let ip = IPAddress(wanted.host) else { throw .cannotListen(address: "\(wanted)", code: EADDRNOTAVAIL) }
        let family = ip.isSix ? AF_INET6 : AF_INET
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(family, kind, 0)
        address = wanted
        guard descriptor >= 0 else { throw .cannotListen(address: "\(wanted)", code: errno) }
        var yes: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        if ip.isSix { setsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
        guard Self.bind(descriptor, ip, wanted.port), listen(descriptor, 128) == 0 else {
            let code = errno
            close(descriptor)
            throw .cannotListen(address: "\(wanted)", code: code)
        }
    }

    /// The port that the system gave.
    var port: UInt16 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard code == 0 else { return self.address.port }
        // The port stands at the same place for both families.
        return withUnsafeBytes(of: address) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }

    private static func bind(_ descriptor: CInt, _ ip: IPAddress, _ port: UInt16) -> Bool {
        if ip.isSix {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: ip.bytes) }
            return bind(descriptor, to: address)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: ip.bytes) }
        return bind(descriptor, to: address)
    }

    /// - Parameter address: a socket address of whichever family.
    private static func bind<Address>(_ descriptor: CInt, to address: Address) -> Bool {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
    }
}
