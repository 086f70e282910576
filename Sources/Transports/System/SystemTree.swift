internal import Glibc

/// The machine as its files tell it: `/sys`, `/proc`, `/dev`, `/etc`, or a folder that stands for them in a test.
public struct SystemTree: Sendable {
    private let root: String

    /// The machine itself.
    public static let machine = SystemTree(root: "")

    /// - Parameter root: the folder that stands for `/`, without a slash at its end.
    public init(root: String) { self.root = root }

    /// Where a path of the tree really is, for opening.
    public func place(_ path: String) -> String { root + path }

    /// What a folder holds, in order; empty when it cannot be read.
    public func names(in folder: String) -> [String] { (try? Folder.names(in: place(folder))) ?? [] }

    /// A small file's text, at most 64 KiB of it, line end at its end cut; `nil` when it cannot be read.
    public func text(_ path: String) -> String? {
        let descriptor = open(place(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var all: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while all.count < 64 << 10 {
            let count = read(descriptor, &block, block.count)
            guard count > 0 else {
                if count < 0 { return nil }
                break
            }
            all += block[..<count]
        }
        while all.last == UInt8(ascii: "\n") { all.removeLast() }
        return String(decoding: all, as: UTF8.self)
    }

    /// Whether something of that name is there.
    public func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(place(path), &status) == 0
    }

    public func isLink(_ path: String) -> Bool { link(path) != nil }

    /// What a symbolic link says; `nil` when it is none or may not be read.
    public func link(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(place(path), &target, target.count)
        return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The path without symbolic links, as a path of the tree where it lies within; `nil` when it leads nowhere.
    public func resolved(_ path: String) -> String? {
        guard let real = realpath(place(path), nil) else { return nil }
        defer { free(real) }
        let text = String(cString: real)
        return !root.isEmpty && text.hasPrefix(root + "/") ? String(text.dropFirst(root.count)) : text
    }

    /// The group that owns a file, by name where `/etc/group` has one.
    public func group(owning path: String) -> String? {
        var status = stat()
        guard stat(place(path), &status) == 0 else { return nil }
        return groups().first { $0.number == status.st_gid }?.name ?? "\(status.st_gid)"
    }

    /// Whether this process may read and write a file.
    public func isUsable(_ path: String) -> Bool { access(place(path), R_OK | W_OK) == 0 }

    /// `/etc/group`.
    public func groups() -> [(name: String, number: UInt32, members: [String])] {
        (text("/etc/group") ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 4, let number = UInt32(fields[2]) else { return nil }
            return (String(fields[0]), number, fields[3].split(separator: ",").map(String.init))
        }
    }
}
