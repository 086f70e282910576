internal import Glibc

/// A process that has a file open.
public struct FileHolder: Equatable, Sendable {
    public var process: Int32
    /// As the kernel calls it: `gpsd`, `ModemManager`.
    public var name: String

    public init(process: Int32, name: String) {
        self.process = process
        self.name = name
    }
}

extension SystemTree {
    /// Who has the file of that path open, this process left out. Only root sees all: without it, other people's processes, services
    /// among them, are not found.
    public func holders(of path: String) -> [FileHolder] {
        guard let real = resolved(path) else { return [] }
        return processes().filter { process in
            process.process != getpid()
                && names(in: "/proc/\(process.process)/fd").contains { link("/proc/\(process.process)/fd/\($0)") == real }
        }
    }

    /// Every process, by number.
    public func processes() -> [FileHolder] {
        names(in: "/proc").compactMap { Int32($0) }.sorted().map { number in
            FileHolder(process: number, name: text("/proc/\(number)/comm") ?? "")
        }
    }
}
