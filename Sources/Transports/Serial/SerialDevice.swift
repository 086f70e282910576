/// What the machine knows of a tty: its lasting name and what is plugged in behind it.
struct SerialDevice: Equatable {
    /// The name that does not change with the port: what udev calls it, else the path as it was given.
    var path: String
    /// As its maker calls it.
    var product: String?
    var manufacturer: String?
    var serial: String?
    /// Whether it speaks USB's own serial class, which has no speed.
    var isCDC: Bool

    /// Where udev puts lasting names; of two names the earlier folder's is taken.
    static let folders = ["/dev/wattbeat", "/dev/serial/by-id"]

    /// - Parameter path: is there.
    init(_ path: String, in tree: SystemTree) {
        self.path = tree.isLink(path) ? path : Self.lastingName(of: path, in: tree) ?? path
        let node = tree.resolved(path).map(Self.lastPart) ?? Self.lastPart(path)
        let device = "/sys/class/tty/\(node)/device"
        isCDC = tree.link(device + "/driver").map(Self.lastPart) == "cdc_acm" || node.hasPrefix("ttyACM")
        // Between the tty and its USB device stand an interface and, of converters, a port.
        var folder = tree.resolved(device) ?? ""
        for _ in 0..<4 where !folder.isEmpty && !tree.exists(folder + "/idVendor") {
            folder = Folder.parent(of: folder) ?? ""
        }
        guard !folder.isEmpty, tree.exists(folder + "/idVendor") else { return }
        product = tree.text(folder + "/product")
        manufacturer = tree.text(folder + "/manufacturer")
        serial = tree.text(folder + "/serial")
    }

    private static func lastingName(of path: String, in tree: SystemTree) -> String? {
        guard let real = tree.resolved(path) else { return nil }
        for folder in folders {
            if let name = tree.names(in: folder).first(where: { tree.resolved("\(folder)/\($0)") == real }) {
                return "\(folder)/\(name)"
            }
        }
        return nil
    }

    static func lastPart(_ path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
}
