internal import Glibc
internal import Synchronization

/// Scripts and styles of others, served from where Debian installs them. Only what is listed here is ever opened.
final class Libraries: Sendable {
    private static let folder = "/usr/share/javascript"
    private static let mostBytes = 2 << 20

    /// Below the folder, and below `/lib`.
    static let names = [
        "leaflet/leaflet.js", "leaflet/leaflet.min.js", "leaflet/leaflet.esm.min.js", "leaflet/leaflet.css",
        "leaflet/images/layers.png", "leaflet/images/layers-2x.png",
        "leaflet/images/marker-icon.png", "leaflet/images/marker-icon-2x.png", "leaflet/images/marker-shadow.png",
        "dygraphs/dygraph.min.js", "dygraphs/dygraph.min.css", "chart.js/chart.min.js",
    ]

    private let known = Mutex<[String: Asset]>([:])

    /// - Returns: `nil` for what is not listed, or not installed.
    func asset(_ name: String) -> Asset? {
        guard Self.names.contains(name) else { return nil }
        if let asset = known.withLock({ $0[name] }) { return asset }
        guard let bytes = Self.read(Self.folder + "/" + name) else { return nil }
        let asset = Asset(bytes, type: Asset.type(of: name), cacheControl: "max-age=86400")
        known.withLock { $0[name] = asset }
        return asset
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0, bytes.count + count <= mostBytes else { return nil }
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
    }
}
