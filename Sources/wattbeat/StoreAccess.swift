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
            case .notOurs, .tooNew, .tooOld, .damaged, .anchorExpired, .foreignAnchor: .badData
            case .notWritable: .cannotCreate
            case .diskFull, .locked, .failed: .inputOutput
            case .unknown, .refused: .refused
            }
        self.init(exit, "\(error)")
    }
}
