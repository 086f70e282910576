import Gateway
import Storage

/// A command's way into the store: each workout once, however many files it is in (docs/archive.md, "What counts once").
final class StoreIntake {
    private let intake: HistoryIntake
    let path: String

    /// The store that is meant, made where there is none.
    init(_ arguments: Arguments) throws(CommandError) {
        let store = try StoreAccess.writing(arguments)
        path = store.path
        // A person's own is looked into by itself: what is made up would stand there for what was done.
        intake = HistoryIntake(store, takesDemo: arguments[StoreAccess.store] != nil)
    }

    var outcomes: HistoryIntake.Outcomes { intake.outcomes }

    /// Stores it with the next batch.
    func take(_ found: ArchivedWorkout) throws(CommandError) {
        try storing { () throws(StorageError) in try intake.take(found) }
    }

    /// Stores all that waits, in one transaction.
    func finish() throws(CommandError) {
        try storing { () throws(StorageError) in try intake.finish() }
    }
}
