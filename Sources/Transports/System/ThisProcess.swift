internal import Glibc

/// Who this process runs as, and what the kernel lets it do.
public enum ThisProcess {
    public static var isRoot: Bool { geteuid() == 0 }

    /// Numbers of the groups that it is in.
    public static var groups: Set<UInt32> {
        var numbers = [gid_t](repeating: 0, count: 1024)
        let count = Int(getgroups(CInt(numbers.count), &numbers))
        return Set(numbers.prefix(max(count, 0)) + [getegid()])
    }

    /// As /proc/self/status has it; empty when it cannot be read.
    static var status: String { SystemTree.machine.text("/proc/self/status") ?? "" }
}
