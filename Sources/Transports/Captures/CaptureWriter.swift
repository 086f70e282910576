internal import Dispatch
internal import Glibc
internal import Synchronization
public import WireFormats

/// Appends records to a new capture file.
///
/// A batch reaches the kernel before `append` returns, so that a crash of the program loses nothing, and the disk every few
/// seconds, so that a power failure loses little. A full disk never throws into the loop: it is a state. What could not be
/// written waits in memory and goes out first when there is room again; what links brought and found no place there either is
/// counted, and written as `drop` lines.
public final class CaptureWriter {
    /// How the writing goes.
    public enum State: Equatable, Sendable {
        case writing
        /// The system refuses bytes: `errno`, and how many records were lost since.
        case suspended(code: Int32, lostRecords: Int)
        case closed
    }

    /// Why a closed file is not whole.
    public struct Shortfall: Equatable, Sendable {
        /// The system's `errno`.
        public let code: Int32
        /// How many records found no place even in memory; those that waited there are missing as well.
        public let lostRecords: Int
    }

    /// What may wait in memory while the disk takes nothing.
    public static let mostWaiting = 1 << 20
    private static let ownerWritesGroupReads: mode_t = 0o640

    /// The file's path, as it was given.
    public let path: String
    /// How the writing goes now.
    public private(set) var state = State.writing

    /// `nil` while the file is open, and when the disk has all of it.
    public private(set) var shortfall: Shortfall?

    private let descriptor: CInt
    private let syncer: DiskSyncer
    /// Bytes that the kernel has not taken yet, from `written` on.
    private var waiting: [UInt8] = []
    private var written = 0
    /// Records lost, by link; link 0 stands for those of none.
    private var lost: [LinkID: Int] = [:]
    private var lastOffset: Int64 = 0

    /// Creates the file, with its header.
    ///
    /// - Throws: `.cannotCreate`; with `EEXIST` when there is such a file: a capture is never written over.
    public convenience init(path: String, header: CaptureHeader) throws(TransportError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, Self.ownerWritesGroupReads)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
        self.init(path: path, header: header, descriptor: descriptor)
    }

    /// - Parameter descriptor: open for writing; closed with the writer.
    init(path: String, header: CaptureHeader, descriptor: CInt) {
        self.path = path
        self.descriptor = descriptor
        syncer = DiskSyncer(descriptor)
        CaptureCodec.append(header, to: &waiting)
        write()
    }

    deinit { close() }

    /// Appends one record.
    public func append(_ record: CaptureRecord) {
        take(record)
        write()
    }

    /// Appends a batch, in one write.
    public func append(_ batch: some Sequence<CaptureRecord>) {
        for record in batch { take(record) }
        write()
    }

    /// Hands over what still waits, waits for the disk and closes the file. Nothing is written after it; what the file then lacks
    /// is its `shortfall`.
    public func close() {
        guard state != .closed else { return }
        write()
        let failures = [syncer.finish(), Glibc.close(descriptor) == 0 ? nil : errno].compactMap(\.self)
        if case .suspended(let code, let lostRecords) = state {
            shortfall = Shortfall(code: code, lostRecords: lostRecords)
        } else if let code = failures.first {
            shortfall = Shortfall(code: code, lostRecords: 0)
        }
        state = .closed
    }

    private func take(_ record: CaptureRecord) {
        guard state != .closed else { return }
        lastOffset = record.offset
        let hasRoom = lost.isEmpty && waiting.count - written <= Self.mostWaiting
        // What a link is and what the rider asked for is little, and gives all the rest its meaning: it may wait longer.
        if hasRoom || !Self.isExpendable(record) && waiting.count - written <= 2 * Self.mostWaiting {
            CaptureCodec.append(record, to: &waiting)
        } else {
            lose(record)
        }
    }

    private static func isExpendable(_ record: CaptureRecord) -> Bool {
        switch record.input {
        case .bytes, .dropped, .tick: true
        default: false
        }
    }

    private func lose(_ record: CaptureRecord) {
        var (link, count) = (LinkID(0), 1)
        switch record.input {
        case .bytes(let id, _): link = id
        case .dropped(let id, let more): (link, count) = (id, more)
        default: break
        }
        lost[link, default: 0] += count
        if case .suspended(let code, let before) = state { state = .suspended(code: code, lostRecords: before + count) }
    }

    private func write() {
        guard state != .closed else { return }
        repeat {
            guard writeWaiting() else { return }
            noteLosses()
        } while !waiting.isEmpty
        state = .writing
        syncer.sync()
    }

    /// - Returns: whether the kernel has taken all that waited.
    private func writeWaiting() -> Bool {
        while written < waiting.count {
            let count = waiting.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                suspend(count < 0 ? errno : ENOSPC)
                return false
            }
            written += count
        }
        waiting.removeAll(keepingCapacity: true)
        written = 0
        return true
    }

    private func suspend(_ code: Int32) {
        // Taken bytes need not wait any longer; whole lines or not, the file goes on where it stopped.
        waiting.removeSubrange(0..<written)
        written = 0
        if case .suspended(_, let lostRecords) = state {
            state = .suspended(code: code, lostRecords: lostRecords)
        } else {
            state = .suspended(code: code, lostRecords: 0)
        }
    }

    /// There is room again: the file says what it lacks.
    private func noteLosses() {
        for (link, count) in lost.sorted(by: { $0.key < $1.key }) where link.rawValue > 0 {
            CaptureCodec.append(CaptureRecord(offset: lastOffset, input: .dropped(link, count: count)), to: &waiting)
        }
        lost.removeAll()
    }
}

/// Asks the disk for what the kernel holds, at most every few seconds, on a thread of its own: a slow card must not hold up the
/// loop.
private final class DiskSyncer: Sendable {
    private static let pause: UInt64 = 5_000_000_000

    private struct Schedule {
        var isRunning = false
        var last: UInt64 = 0
    }

    private let descriptor: CInt
    private let queue = DispatchQueue(label: "capture.sync", qos: .utility)
    private let schedule = Mutex(Schedule())

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    func sync() {
        let now = DispatchTime.now().uptimeNanoseconds
        let isDue = schedule.withLock { schedule in
            guard !schedule.isRunning, now - schedule.last >= Self.pause || schedule.last == 0 else { return false }
            schedule = Schedule(isRunning: true, last: now)
            return true
        }
        guard isDue else { return }
        queue.async { [self] in
            _ = fdatasync(descriptor)
            schedule.withLock { $0.isRunning = false }
        }
    }

    /// Waits until the disk has all of it.
    ///
    /// - Returns: why it has not.
    func finish() -> Int32? {
        queue.sync {
            // A pipe has no disk behind it.
            guard fdatasync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return nil }
            return errno
        }
    }
}
