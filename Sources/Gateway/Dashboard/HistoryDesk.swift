import Dashboard
import JSONText
import Statistics
import Storage
import Synchronization
import Transports
import Workouts

/// The pages' own connection to the store: one question after the other, on a thread that there is only while there are questions.
final class HistoryDesk: @unchecked Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isWorking = false
    }

    static let mostWaiting = 64
    private static let cacheKibibytes: Int32 = 1024
    /// How long another program that writes is waited for.
    private static let patienceMilliseconds: Int32 = 2000

    let path: String?
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    /// Touched by the one thread alone.
    private var opened: (store: HistoryStore, file: [UInt64])?

    init(path: String?, now: @escaping @Sendable () -> Timestamp) {
        self.path = path
        self.now = now
    }

    /// - Returns: whether it will be done; not so when too many wait.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let begins = state.withLock { state -> Bool? in
            guard state.waiting.count < Self.mostWaiting else { return nil }
            state.waiting.append(work)
            defer { state.isWorking = true }
            return !state.isWorking
        }
        guard let begins else { return false }
        // Without a thread to be had, late is better than never.
        if begins, !OwnThread.start({ self.work() }) { work() }
        return true
    }

    private func work() {
        while let next = next() { next() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isWorking = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    /// - Throws: when there is none yet, or it cannot be opened.
    func store() throws(Problem) -> HistoryStore {
        guard let path else { throw .notFound("This gateway keeps no store (--no-store): what was recorded lies in its files.") }
        let file = Folder.identity(path)
        // One that was moved or put back is another.
        if let opened, opened.file == file { return opened.store }
        opened = nil
        guard let file else { throw .notFound("Nothing is stored yet: record something first.") }
        do throws(StorageError) {
            let store = try open(path)
            opened = (store, file)
            return store
        } catch {
            throw Problem(503, "No store", "The store cannot be opened: \(error).")
        }
    }

    /// For writing where that can be, so that sums are kept.
    private func open(_ path: String) throws(StorageError) -> HistoryStore {
        do throws(StorageError) {
            return try HistoryStore(
                path: path, for: .writing, patienceMilliseconds: Self.patienceMilliseconds, cacheKibibytes: Self.cacheKibibytes,
                now: now)
        } catch {
            guard case .notWritable = error else { throw error }
            return try HistoryStore(path: path, for: .reading, cacheKibibytes: Self.cacheKibibytes, now: now)
        }
    }

    /// Where the store stands; `nil` where there is none.
    func anchor() -> String? {
        guard let store = try? store() else { return nil }
        return (try? store.anchor())?.text
    }
}

extension Problem {
    init(_ error: StorageError) {
        switch error {
        case .unknown(_, let id): self = .notFound("There is no \(id).")
        case .refused(let reason): self = Problem(409, "Refused", reason.asSentence)
        case .locked: self = Problem(503, "Busy", "Another program writes into the store; try again.")
        default: self = Problem(500, "Store", "\(error)".asSentence)
        }
    }
}

/// What the store has to say becomes an answer.
func asking<Result>(_ body: () throws(StorageError) -> Result) throws(Problem) -> Result {
    do throws(StorageError) { return try body() } catch { throw Problem(error) }
}
