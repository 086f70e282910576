internal import CSystemd

/// What the C library's allocator is told.
public enum ProcessHeap {
    /// All threads allocate from one heap, from now on: to be called before there is a second thread. Else each thread that waits for
    /// the disk gets one of its own, which keeps what it once took, beside all that the first one has free.
    public static func share() {
        // What it answers is no matter: without it the program is only larger.
        _ = mallopt(M_ARENA_MAX, 1)
    }
}
