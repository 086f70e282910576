import Gateway
import Statistics
import Storage
import Transports
import Workouts

/// Which store is meant, and how it is opened.
enum StoreAccess {
    static let store = Option<String>.text(
        "store", "PATH", "the store; else your own, history.db among the program's data, or the service's")

    static func path(_ arguments: Arguments) -> String {
        if let path = arguments[store] { return path }
        return switch inUse {
        case .own(let path), .service(let path), .closed(own: let path, _): path
        }
    }

    private static var inUse: GatewayPlaces.StoreInUse { GatewayPlaces.storeInUse(environment: Environment.all) }

    /// Whether it is there.
    static func isThere(_ arguments: Arguments) -> Bool { FileIdentity(path: path(arguments)) != nil }

    /// For looking at it. One that an earlier version made is brought up to date first.
    ///
    /// - Throws: what to type where there is none.
    static func reading(_ arguments: Arguments) throws(CommandError) -> HistoryStore {
        let path = path(arguments)
        guard isThere(arguments) else { throw nothing(at: path, arguments) }
        return try storing { () throws(StorageError) in
            do throws(StorageError) {
                return try HistoryStore(path: path, for: .reading, now: now)
            } catch {
                guard case .tooOld = error else { throw error }
                return try HistoryStore(path: path, for: .writing, now: now)
            }
        }
    }

    /// For getting out of it what can be read, damaged or not.
    static func salvaging(_ arguments: Arguments) throws(CommandError) -> HistoryStore {
        do throws(CommandError) {
            return try reading(arguments)
        } catch {
            guard error.exit == .badData || error.exit == .inputOutput else { throw error }
            return try storing { () throws(StorageError) in try HistoryStore(salvaging: path(arguments), now: now) }
        }
    }

    /// For changing it; where pages of the file are damaged, what can be read of it is put into a new one first.
    static func renewing(_ arguments: Arguments) throws(CommandError) -> HistoryStore {
        guard isThere(arguments) else { throw nothing(at: path(arguments), arguments) }
        let path = path(arguments)
        guard try storing({ () throws(StorageError) in try !isSound(path) }) else { return try changing(arguments) }
        let (damaged, unreadable) = try storing { () throws(StorageError) in try HistoryStore.renew(path, now: now) }
        Output.complain("wattbeat: \(path) was damaged, and is kept as \(damaged)")
        Output.complain(
            "wattbeat: what could be read is in a new one; not read: \(unreadable.isEmpty ? "nothing" : unreadable.text)")
        return try changing(arguments)
    }

    /// Nothing is written to it, sound or not.
    private static func isSound(_ path: String) throws(StorageError) -> Bool {
        do throws(StorageError) {
            return try HistoryStore(salvaging: path, now: now).isSoundByPages()
        } catch {
            guard case .damaged(_, let message) = error else { throw error }
            throw .damaged(
                path: path,
                message: "\(message), and its tables are not known; move it away: wattbeat workouts import makes a new one")
        }
    }

    /// For looking back: what is summed on the way is kept where it can be.
    static func lookingBack(_ arguments: Arguments, _ rules: CalendarRules) throws(CommandError) -> HistoryStore {
        let store = try reading(arguments)
        if try storing({ () throws(StorageError) in try store.isSummed(rules: rules) }) { return store }
        let writing = try? HistoryStore(path: path(arguments), for: .writing, patienceMilliseconds: 100, now: now)
        return writing ?? store
    }

    /// For changing what is in it.
    static func changing(_ arguments: Arguments) throws(CommandError) -> HistoryStore {
        guard isThere(arguments) else { throw nothing(at: path(arguments), arguments) }
        return try writing(arguments)
    }

    /// For bringing something in: it is made where there is none.
    static func writing(_ arguments: Arguments) throws(CommandError) -> HistoryStore {
        let path = path(arguments)
        if arguments[store] == nil { try OwnFolder.make(for: path) }
        return try storing { () throws(StorageError) in try HistoryStore(path: path, for: .writing, now: now) }
    }

    private static func nothing(at path: String, _ arguments: Arguments) -> CommandError {
        if arguments[store] == nil, case .closed(_, let service) = inUse {
            return CommandError(
                .notAllowed,
                "the service's store, \(service), is for its group: sudo usermod -aG wattbeat $USER, then log in again")
        }
        return CommandError(
            .noInput,
            "there is no store at \(path): wattbeat workouts import makes one of what was recorded, and of files and folders")
    }

    /// Deletions are dated by the real clock.
    private static func now() -> Timestamp { Timestamp(microseconds: SystemClock().read().wall) }
}

/// What the store has to say becomes what the command ends with.
func storing<Result>(_ body: () throws(StorageError) -> Result) throws(CommandError) -> Result {
    do throws(StorageError) { return try body() } catch { throw CommandError(error) }
}

extension CommandError {
    init(_ error: StorageError) {
        let exit: Exit =
            switch error {
            case .cannotOpen: .noInput
            case .notOurs, .tooNew, .tooOld, .damaged, .anchorExpired, .foreignAnchor, .refused: .badData
            case .unknown: .noInput
            case .notWritable: .cannotCreate
            case .locked: .tryAgain
            case .diskFull, .failed: .inputOutput
            }
        self.init(exit, "\(error)")
    }
}
