public import Workouts

/// A rider's history in one SQLite file: workouts, what they are made of, what people add to them, and the order in which all of it
/// came. For one thread; any number may be open on one file, and who reads never waits for who writes.
///
/// Workouts are derived: the capture or file that they came from can make them again. Names, notes, moods and deletions are kept beside
/// them by identity, and survive that. Each function that stores is one transaction: all of it is on the disk, or nothing.
public final class HistoryStore {
    let connection: Connection
    /// Random, for all copies of this file but backups.
    public let identity: String
    let now: () -> Timestamp
    private var observers: [AsyncStream<ChangeAnchor>.Continuation] = []
    /// Whether the running transaction changed what followers see.
    var hasNews = false
    /// Of what `news` told last, and whether something was stored here since.
    var seenVersion: Int64?
    var seenAnchor: ChangeAnchor?
    var hasCommitted = false
    /// Rows of `zone_configurations` that the running transaction knows, by their JSON.
    var knownZones: [String: Int64] = [:]

    public enum Access: Sendable { case reading, writing }

    /// - Parameters:
    ///   - path: of the file; for writing it is made when it is not there, its folder is not.
    ///   - patienceMilliseconds: how long to wait for another program that writes.
    ///   - cacheKibibytes: memory for what was read and is written; `nil`: 2000 or so, quicker for who reads much.
    ///   - now: the clock that deletions are dated by.
    /// - Throws: `cannotOpen`, `notOurs`, `tooNew`, `tooOld`, `damaged`, `notWritable`, `locked`, `diskFull`.
    public init(
        path: String, for access: Access, patienceMilliseconds: Int32 = 5000, cacheKibibytes: Int32? = nil,
        now: @escaping () -> Timestamp
    ) throws(StorageError) {
        let connection = try Connection(
            path, for: access == .reading ? .reading : .writing, .history, patienceMilliseconds: patienceMilliseconds,
            cacheKibibytes: cacheKibibytes)
        guard let identity = try connection.value("SELECT identity FROM store").text else {
            throw .damaged(path: path, message: "it has no identity")
        }
        self.connection = connection
        self.identity = identity
        self.now = now
    }

    init(_ connection: Connection, identity: String, now: @escaping () -> Timestamp) {
        self.connection = connection
        self.identity = identity
        self.now = now
    }

    deinit { for observer in observers { observer.finish() } }

    public var path: String { connection.path }

    /// 32 hexadecimal digits that nothing else has.
    static func randomUID() -> String { WorkoutID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)).storeText }

    // MARK: Transactions and changes

    /// One transaction, after which observers are told; within another one, part of that, and nothing of it when it throws.
    func write<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        let isWhole = !connection.isInTransaction
        // Another program may have thrown rows away since the last one.
        if isWhole { (hasNews, knownZones) = (false, [:]) }
        let result: Result
        do throws(StorageError) {
            result = try connection.transaction(body)
        } catch {
            // Rows that were made in it are not there.
            knownZones.removeAll()
            throw error
        }
        if isWhole, hasNews { hasCommitted = true }
        if isWhole, hasNews, !observers.isEmpty { tellObservers() }
        return result
    }

    private func tellObservers() {
        // What was stored is stored, whether or not it can be told.
        guard let anchor = try? anchor() else { return }
        observers.removeAll { observer in
            if case .terminated = observer.yield(anchor) { true } else { false }
        }
    }

    /// Several things at once: all that `body` stores is one transaction.
    public func batch<Result>(_ body: (HistoryStore) throws(StorageError) -> Result) throws(StorageError) -> Result {
        try write { () throws(StorageError) in try body(self) }
    }

    /// All that `body` reads is of one moment, whatever others write meanwhile.
    ///
    /// - Throws: `refused`, when it stores something, as totals of days that are not current do.
    public func snapshot<Result>(_ body: (HistoryStore) throws(StorageError) -> Result) throws(StorageError) -> Result {
        try connection.snapshot { () throws(StorageError) in try body(self) }
    }

    /// Told after each commit of this value that changed something, in the order of the commits; of several that nobody took yet the
    /// last counts. Ends with the store.
    public func observe() -> AsyncStream<ChangeAnchor> {
        let (stream, continuation) = AsyncStream.makeStream(of: ChangeAnchor.self, bufferingPolicy: .bufferingNewest(1))
        observers.append(continuation)
        return stream
    }

    /// Takes the next change number, in the transaction that goes on.
    private func nextChange() throws(StorageError) -> Int64 {
        guard let change = try connection.value("UPDATE store SET counter = counter + 1 RETURNING counter").integer else {
            throw .damaged(path: path, message: "it has no counter")
        }
        hasNews = true
        return change
    }

    /// Notes that something is new or different: a new version; the old one is gone, both by one change.
    @discardableResult
    func noteChange(_ kind: StoredKind, _ uid: String) throws(StorageError) -> Int64 {
        let change = try nextChange()
        let (name, uidValue) = (SQLValue.text(kind.rawValue), SQLValue.text(uid))
        let old = try connection.value("SELECT version FROM objects WHERE kind = ? AND uid = ?", name, uidValue).integer
        let buried = try connection.value("SELECT max(version) FROM tombstones WHERE kind = ? AND uid = ?", name, uidValue)
        let last = old ?? buried.integer ?? 0
        if let old { try bury(change, kind, uid, version: old) }
        try connection.run(
            "INSERT INTO objects (change, kind, uid, version) VALUES (?, ?, ?, ?)", .integer(change), name, uidValue,
            .integer(last + 1))
        return change
    }

    /// Notes that something is gone. - Returns: the change; `nil` when it was not there.
    @discardableResult
    func noteDeletion(_ kind: StoredKind, _ uid: String) throws(StorageError) -> Int64? {
        let old = try connection.value(
            "SELECT version FROM objects WHERE kind = ? AND uid = ?", .text(kind.rawValue), .text(uid)
        ).integer
        guard let old else { return nil }
        let change = try nextChange()
        try bury(change, kind, uid, version: old)
        return change
    }

    private func bury(_ change: Int64, _ kind: StoredKind, _ uid: String, version: Int64) throws(StorageError) {
        try connection.run("DELETE FROM objects WHERE kind = ? AND uid = ?", .text(kind.rawValue), .text(uid))
        try connection.run(
            "INSERT INTO tombstones (change, kind, uid, version, deleted_at_us) VALUES (?, ?, ?, ?, ?)", .integer(change),
            .text(kind.rawValue), .text(uid), .integer(version), .integer(now().microseconds))
    }

    /// The version that there is; `nil` for what is not there.
    public func currentID(_ kind: StoredKind, _ uid: String) throws(StorageError) -> StoredID? {
        try connection.value("SELECT version FROM objects WHERE kind = ? AND uid = ?", .text(kind.rawValue), .text(uid))
            .integer.map { StoredID(kind: kind, uid: uid, version: Int(clamping: $0)) }
    }

    /// `nil` where what is read is not as it was stored.
    func unlessDamaged<Result>(_ read: () throws(StorageError) -> Result?) throws(StorageError) -> Result? {
        do throws(StorageError) {
            return try read()
        } catch {
            if case .damaged = error { return nil }
            throw error
        }
    }

    func damaged(_ what: String) -> StorageError { .damaged(path: path, message: what) }
}

extension WorkoutID {
    /// 32 hexadecimal digits, as captures write it.
    public var storeText: String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    public init?(storeText text: String) {
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}
