import Foundation
import Testing

/// A disk of a few pages in memory, which only root may have.
final class SmallDisk {
    static let isAvailable = geteuid() == 0 && canMount

    private let path: String

    /// Mounts it over a folder.
    init(at path: String) throws {
        self.path = path
        try #require(Self.mount(path))
    }

    deinit { _ = umount2(path, Int32(MNT_DETACH)) }

    /// Leaves no page free.
    func fill() {
        let file = fopen("\(path)/filler", "w")
        let page = [UInt8](repeating: 0, count: 4096)
        setvbuf(file, nil, Int32(_IONBF), 0)
        while fwrite(page, 1, page.count, file) == page.count {}
        fclose(file)
    }

    /// Makes room again.
    func free() { unlink("\(path)/filler") }

    private static func mount(_ path: String) -> Bool { Glibc.mount("none", path, "tmpfs", 0, "size=64k") == 0 }

    private static let canMount: Bool = {
        let path = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString)").path
        guard mkdir(path, 0o700) == 0 else { return false }
        defer { rmdir(path) }
        guard mount(path) else { return false }
        return umount2(path, Int32(MNT_DETACH)) == 0
    }()
}
