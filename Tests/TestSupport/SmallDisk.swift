import Foundation
import Testing

/// A disk of a few pages in memory, which only root may have.
public final class SmallDisk {
    public static let isAvailable = geteuid() == 0 && canMount

    private let path: String

    /// Mounts it over a folder.
    public init(at path: String, kilobytes: Int = 64) throws {
        self.path = path
        try #require(Self.mount(path, kilobytes))
    }

    deinit { _ = umount2(path, Int32(MNT_DETACH)) }

    /// Leaves no page free.
    public func fill() {
        let file = fopen("\(path)/filler", "w")
        let page = [UInt8](repeating: 0, count: 4096)
        setvbuf(file, nil, Int32(_IONBF), 0)
        while fwrite(page, 1, page.count, file) == page.count {}
        fclose(file)
    }

    /// Makes room again.
    public func free() { unlink("\(path)/filler") }

    /// From here on nothing on it can be written, by root either.
    public func becomeReadOnly() throws {
        try #require(Glibc.mount("none", path, nil, UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) == 0)
    }

    private static func mount(_ path: String, _ kilobytes: Int) -> Bool {
        Glibc.mount("none", path, "tmpfs", 0, "size=\(kilobytes)k") == 0
    }

    private static let canMount: Bool = {
        let path = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString)").path
        guard mkdir(path, 0o700) == 0 else { return false }
        defer { rmdir(path) }
        guard mount(path, 64) else { return false }
        return umount2(path, Int32(MNT_DETACH)) == 0
    }()
}
