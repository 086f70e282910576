/// Counts this program's allocations. `make bench` links it with `malloc` and its kin standing for the functions below
/// (`--defsym`), for Swift's runtime too; linked without, the count stays 0 and the table says nothing about it.
///
/// One thread measures; the count is not guarded.
enum AllocationCounter {
    nonisolated(unsafe) fileprivate(set) static var calls = 0

    /// Whether the program was linked to count: by now, something has been allocated.
    static var isCounting: Bool { calls > 0 }
}

@_silgen_name("__libc_malloc") private func glibcMalloc(_ size: Int) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_calloc") private func glibcCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_realloc")
private func glibcRealloc(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_memalign") private func glibcMemalign(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer?

/// Stands for `malloc`.
@_cdecl("counted_malloc")
public func countedMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
    AllocationCounter.calls &+= 1
    return glibcMalloc(size)
}

/// Stands for `calloc`.
@_cdecl("counted_calloc")
public func countedCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    AllocationCounter.calls &+= 1
    return glibcCalloc(count, size)
}

/// Stands for `realloc`.
@_cdecl("counted_realloc")
public func countedRealloc(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    AllocationCounter.calls &+= 1
    return glibcRealloc(old, size)
}

/// Stands for `posix_memalign`, by which Swift allocates what needs more than 16 bytes' alignment.
@_cdecl("counted_posix_memalign")
public func countedPosixMemalign(
    _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
) -> CInt {
    AllocationCounter.calls &+= 1
    result.pointee = glibcMemalign(alignment, size)
    return result.pointee == nil ? 12 : 0  // ENOMEM
}
