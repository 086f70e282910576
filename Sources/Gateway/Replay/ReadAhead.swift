import Dispatch
import Synchronization
import WireFormats

/// Reads a plan's records on a thread of its own, some batches ahead of who takes them: reading and computing then share two cores.
///
/// The order is the plan's, whatever the threads do. While it lives, the plan belongs to it.
final class ReadAhead {
    private let reader: Reader
    /// Of the batch at hand what is left, the next one last: a record is handed out without being copied.
    private var batch: [CaptureRecord] = []
    private var isLast = false

    init(_ plan: ReplayPlan) { reader = Reader(plan) }

    deinit { reader.finish() }

    /// The next record, waited for; `nil` after the last.
    func next() -> CaptureRecord? {
        while batch.isEmpty {
            if isLast { return nil }
            (batch, isLast) = reader.next()
        }
        return batch.popLast()
    }

    /// The next record, unless it must be waited for.
    func nextAtHand() -> CaptureRecord? { batch.popLast() }
}

/// The other thread and what passes between the two. Unchecked, since the plan is no `Sendable`: only `read()` touches it until
/// `finish()` has returned.
private final class Reader: @unchecked Sendable {
    private static let batchLength = 256
    /// Batches that may wait: bounded, since a replay of days must not grow.
    private static let batchesAhead = 16

    private let plan: ReplayPlan
    private let batches = Mutex<[[CaptureRecord]]>([])
    private let isStopped = Atomic<Bool>(false)
    private let filled = DispatchSemaphore(value: 0)
    /// Begins at 0 and is raised at once: a semaphore may not be let go below the value that it was made with.
    private let free = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ plan: ReplayPlan) {
        self.plan = plan
        for _ in 0..<Self.batchesAhead { free.signal() }
        DispatchQueue.global(qos: .userInitiated).async { [self] in read() }
    }

    private func read() {
        var isOver = false
        while !isOver {
            free.wait()
            if isStopped.load(ordering: .acquiring) { break }
            var batch: [CaptureRecord] = []
            batch.reserveCapacity(Self.batchLength)
            while batch.count < Self.batchLength, let record = plan.next() { batch.append(record) }
            plan.noteProgress()
            isOver = batch.count < Self.batchLength
            batch.reverse()
            batches.withLock { $0.append(batch) }
            filled.signal()
        }
        ended.signal()
    }

    /// The next batch, waited for, the last record first; a short one is the last.
    func next() -> (records: [CaptureRecord], isLast: Bool) {
        filled.wait()
        let batch = batches.withLock { $0.removeFirst() }
        free.signal()
        return (batch, batch.count < Self.batchLength)
    }

    /// Waits until the plan is nobody's: after the last batch, or in the middle when nobody wants more.
    func finish() {
        isStopped.store(true, ordering: .releasing)
        free.signal()
        ended.wait()
    }
}
