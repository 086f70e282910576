internal import Glibc
public import WireFormats

/// Appends records to a new capture file.
///
/// A batch reaches the kernel before `append` returns, so that a crash of the program loses nothing, and the disk within an
/// interval, so that a power failure loses little. A full disk never throws into the loop: it is a state. What could not be
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

    /// Why the file was written anew.
    public enum Renewal: Equatable, Sendable {
        /// It was not at its path any more.
        case displaced
        /// The disk had refused some of it: `errno`.
        case diskFault(code: Int32)
    }

    /// What may wait in memory while the disk takes nothing.
    public static let mostWaiting = 1 << 20

    /// The file's path: as it was given, until it is moved.
    public private(set) var path: String
    /// How the writing goes now.
    public private(set) var state = State.writing

    /// What came of the last `close()`; `nil` before, and when the disk has all of it.
    public private(set) var shortfall: Shortfall?

    /// Why the disk refused some of what the kernel holds; `nil` when it took it all. It stays until the file is written anew.
    public var diskFault: Int32? { file?.syncer.fault }

    /// How many records found no place even in memory, since the beginning: the file says so of each link, once there is room.
    public private(set) var lostRecords = 0

    /// `nil` until it could be made.
    private var file: CaptureFile?
    private let syncSeconds: Double
    /// Whether a file that cannot be made, is not at its path any more, or that the disk refused, is made again and again.
    private let isPersistent: Bool
    private var isEnding = false
    private var renewal: Renewal?
    private var pace = RenewalPace()
    /// Bytes that the kernel has not taken yet, from `written` on.
    private var waiting: [UInt8] = []
    private var written = 0
    /// Records lost, by link; link 0 stands for those of none.
    private var lost: [LinkID: Int] = [:]
    private var lastOffset: Int64 = 0

    /// How long what was appended may wait for the disk, where nobody says otherwise.
    public static let defaultSyncSeconds = 1.0

    /// Creates the file, with its header.
    ///
    /// - Parameter syncSeconds: the longest that what was appended waits for the disk.
    /// - Throws: `.cannotCreate`; with `EEXIST` when there is such a file: a capture is never written over.
    public convenience init(
        path: String, header: CaptureHeader, syncSeconds: Double = defaultSyncSeconds
    ) throws(TransportError) {
        let file = try CaptureFile(creating: path, syncSeconds: syncSeconds)
        self.init(path: path, header: header, file: file, syncSeconds: syncSeconds, isPersistent: false)
    }

    /// The same for a gateway, which goes on without a disk: a file that cannot be made now is made when it can be, with its folder,
    /// and one that somebody removes or moves away is written anew, as is one of which the disk refused some. All are a state.
    public convenience init(persistingAt path: String, header: CaptureHeader, syncSeconds: Double = defaultSyncSeconds) {
        self.init(path: path, header: header, file: nil, syncSeconds: syncSeconds, isPersistent: true)
    }

    /// The same, from a file that is there.
    convenience init(persistingAt path: String, header: CaptureHeader, file: CaptureFile) {
        self.init(path: path, header: header, file: file, syncSeconds: Self.defaultSyncSeconds, isPersistent: true)
    }

    /// - Parameter descriptor: open for writing; closed with the writer.
    convenience init(path: String, header: CaptureHeader, descriptor: CInt) {
        let file = CaptureFile(descriptor, syncer: DiskSyncer(descriptor, interval: Self.defaultSyncSeconds))
        self.init(path: path, header: header, file: file, syncSeconds: Self.defaultSyncSeconds, isPersistent: false)
    }

    private init(path: String, header: CaptureHeader, file: CaptureFile?, syncSeconds: Double, isPersistent: Bool) {
        self.path = path
        self.file = file
        self.syncSeconds = syncSeconds
        self.isPersistent = isPersistent
        CaptureCodec.append(header, to: &waiting)
        write()
    }

    deinit {
        if !close() { _ = file?.finish() }
    }

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

    /// Waits until the disk has what was appended so far.
    ///
    /// - Returns: whether it has.
    public func settle() -> Bool { state == .writing && file?.syncer.settle() == nil }

    /// Hands over what still waits, waits for the disk and closes the file: nothing more is taken. A gateway's capture stays open
    /// while it is not whole; called again, this tries again. What the file lacks is its `shortfall`.
    ///
    /// - Returns: whether the file is closed.
    @discardableResult
    public func close() -> Bool {
        guard state != .closed else { return true }
        isEnding = true
        pace.reset()
        write()
        if isPersistent, state == .writing, let file, file.syncer.settle() != nil || file.syncer.isDisplaced {
            pace.reset()
            write()
            _ = settle()
        }
        if case .suspended(let code, let lostRecords) = state {
            shortfall = Shortfall(code: code, lostRecords: lostRecords)
        } else {
            shortfall = diskFault.map { Shortfall(code: $0, lostRecords: 0) }
        }
        guard !isPersistent || shortfall == nil else { return false }
        if let code = file?.finish(isSettled: isPersistent), shortfall == nil {
            shortfall = Shortfall(code: code, lostRecords: 0)
        }
        state = .closed
        return true
    }

    /// Gives the file another name in its folder.
    ///
    /// - Returns: whether it has it.
    public func move(to other: String) -> Bool {
        guard let file, file.syncer.move(to: other) else { return false }
        path = other
        return true
    }

    /// Why the file was written anew since this was last asked.
    public func takeRenewal() -> Renewal? { renewal.take() }

    private func take(_ record: CaptureRecord) {
        guard state != .closed, !isEnding else { return }
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
        lostRecords += count
        if case .suspended(let code, let before) = state { state = .suspended(code: code, lostRecords: before + count) }
    }

    private func write() {
        guard state != .closed, let file = usableFile() else { return }
        repeat {
            guard writeWaiting(to: file) else { return }
            noteLosses()
        } while !waiting.isEmpty
        if !file.syncer.isDisplaced { state = .writing }
        file.syncer.note()
    }

    /// The file, made if need be; one that is displaced or was refused is replaced by a copy, or serves on until that can be made.
    private func usableFile() -> CaptureFile? {
        guard isPersistent else { return file }
        do throws(TransportError) {
            guard let former = file else {
                file = try CaptureFile(making: path, syncSeconds: syncSeconds)
                return file
            }
            let (isDisplaced, fault) = (former.syncer.isDisplaced, former.syncer.fault)
            guard isDisplaced || fault != nil, pace.takesTurn(at: lastOffset) else { return file }
            file = try CaptureFile(replacing: former, at: path, syncSeconds: syncSeconds)
            _ = former.finish(isSettled: true)
            renewal = fault.map { .diskFault(code: $0) } ?? .displaced
            if fault == nil { pace.reset() }
        } catch {
            if case .cannotCreate(_, let code) = error { note(refusal: code) }
        }
        return file
    }

    /// - Returns: whether the kernel has taken all that waited.
    private func writeWaiting(to file: CaptureFile) -> Bool {
        while written < waiting.count {
            let count = file.write(waiting, from: written)
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
        note(refusal: code)
    }

    private func note(refusal code: Int32) {
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
