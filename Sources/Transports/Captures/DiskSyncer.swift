internal import Glibc
internal import Synchronization

/// Asks the disk for what the kernel holds, on a thread of its own: a slow card must not hold up the loop.
///
/// What `note()` told of is on the disk one interval later, the last of it too; while nothing new comes, nothing wakes.
final class DiskSyncer: Sendable {
    private struct Schedule {
        /// When the disk is to be asked, by the condition's clock; `nil` while nothing new is written.
        var due: Int64?
        var hasThread = false
        var isFinished = false
        /// When the last sync began; `nil` before the first.
        var last: Int64?
        var fault: Int32?
        var isDisplaced = false
        /// Where the file should be; `nil` when it has no name.
        var path: String?
        /// The folder, until the file's name in it is on the disk.
        var folder: String?
    }

    private let descriptor: CInt
    private let interval: Int64
    private let put: @Sendable (CInt) -> Int32?
    private let schedule: Condition<Schedule>
    /// Held while the disk is asked.
    private let asking = Mutex(())

    /// - Parameters:
    ///   - path: where the file is, from now on; `nil` when its name needs no care.
    ///   - interval: seconds, 0...60.
    ///   - put: asks the disk, and says why it refused; only a test has another way.
    init(
        _ descriptor: CInt, path: String? = nil, interval: Double,
        put: @escaping @Sendable (CInt) -> Int32? = { fdatasync($0) == 0 ? nil : errno }
    ) {
        self.descriptor = descriptor
        self.put = put
        // A tenth early: the disk takes its time as well.
        self.interval = Int64(min(max(interval, 0), 60) * 0.9e9)
        schedule = Condition(Schedule(path: path, folder: path.map { Folder.parent(of: $0) ?? "/" }))
    }

    /// Why the disk once did not take what it was asked to; `nil` while it took everything. It stays: what was refused is lost to
    /// the kernel, which takes the next bytes as if nothing had been.
    var fault: Int32? { schedule.withLock(\.fault) }

    /// Whether the file was not at its path when it was last looked at: somebody removed it, or moved it away, or its folder.
    var isDisplaced: Bool { schedule.withLock(\.isDisplaced) }

    /// Something was written.
    func note() {
        let isNews = schedule.withLock { $0.due == nil && !$0.isFinished }
        guard isNews else { return }
        let needsThread = schedule.change { schedule in
            schedule.due = schedule.last.map { $0 + interval } ?? 0
            defer { schedule.hasThread = true }
            return !schedule.hasThread
        }
        if needsThread, !OwnThread.start({ [self] in attend() }) { schedule.withLock { $0.hasThread = false } }
    }

    /// Waits until the disk has all of it.
    ///
    /// - Returns: why it has not.
    func settle() -> Int32? {
        ask()
        return fault
    }

    /// The same, for the last time: the descriptor may be closed then.
    ///
    /// - Parameter isSettled: whether the disk was asked already.
    func finish(isSettled: Bool = false) -> Int32? {
        let fault = isSettled ? fault : settle()
        asking.withLock { _ in schedule.change { $0.isFinished = true } }
        return fault
    }

    /// Gives the file another name in its folder; the name is on the disk then.
    ///
    /// - Returns: whether it has it.
    func move(to other: String) -> Bool {
        // Who looks meanwhile whether the file is at its path would not find it.
        asking.withLock { _ in
            guard let path = schedule.withLock(\.path), Folder.holds(descriptor, at: path) else { return false }
            do throws(TransportError) { try Folder.rename(path, to: other) } catch { return false }
            schedule.withLock { $0.path = other }
            return true
        }
    }

    /// The thread's way: asks whenever it is due, and ends with the file.
    private func attend() {
        while true {
            let goesOn = schedule.wait { schedule in
                if schedule.isFinished { return .done(false) }
                guard let due = schedule.due else { return .wait(until: nil) }
                return due <= Condition<Schedule>.now ? .done(true) : .wait(until: due)
            }
            guard goesOn else { return }
            ask()
        }
    }

    private func ask() {
        asking.withLock { _ in
            let begun = schedule.withLock { schedule -> (folder: String?, path: String?, isFinished: Bool) in
                // From here on what is written waits for the next time.
                schedule.due = nil
                schedule.last = Condition<Schedule>.now
                return (schedule.folder, schedule.path, schedule.isFinished)
            }
            guard !begun.isFinished else { return }
            var fault = put(descriptor)
            // A pipe has no disk behind it.
            if fault == EINVAL || fault == EROFS { fault = nil }
            if fault == nil, let folder = begun.folder { fault = Folder.sync(folder) }
            let isDisplaced = begun.path.map { !Folder.holds(descriptor, at: $0) } ?? false
            schedule.withLock { schedule in
                // Without its folder it is displaced, which says more.
                if schedule.fault == nil, !isDisplaced { schedule.fault = fault }
                schedule.isDisplaced = isDisplaced
                if fault == nil { schedule.folder = nil }
            }
        }
    }
}
