internal import Glibc

/// Where a host's port is. A name server may take its time: not to be asked on the reactor's thread.
enum HostLookup {
    /// Something to connect to.
    struct Place: Sendable {
        var family: CInt
        var address: [UInt8]
    }

    /// - Returns: nothing when the name is not known.
    static func places(host: String, port: Int) -> [Place] {
        var hints = addrinfo()
        hints.ai_socktype = SocketType.stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var places: [Place] = []
        var next = list
        while let entry = next?.pointee, places.count < 8 {
            let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
            places.append(Place(family: entry.ai_family, address: Array(bytes)))
            next = entry.ai_next
        }
        return places
    }
}
