import Foundation
import Testing
import Workouts

@testable import Storage

/// A store of its own, gone when the test is over, whose clock stands until it is set.
final class StoreFixture {
    let folder: TemporaryFolder
    let path: String
    let store: HistoryStore
    let clock = Clock()

    final class Clock {
        var now = Timestamp(secondsSince1970: 1_780_000_000)
    }

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("history.db")
        let clock = clock
        store = try HistoryStore(path: path, for: .writing, patienceMilliseconds: 50) { clock.now }
    }

    /// Another value on the same file, as another program would have it.
    func another(_ access: HistoryStore.Access = .reading) throws(StorageError) -> HistoryStore {
        let clock = clock
        return try HistoryStore(path: path, for: access, patienceMilliseconds: 50) { clock.now }
    }

    func pass(days: Int64) { clock.now = clock.now + TimeSpan(microseconds: days * 86_400_000_000) }

    /// Runs SQL on the file as a stranger.
    func execute(_ sql: String) throws {
        try store.connection.execute(sql)
    }
}

/// Made-up workouts, a winter and some spring of them.
enum Demo {
    static let history = DemoHistory(seed: 7, from: CivilDate(year: 2026, month: 1, day: 5), days: 90)

    /// The first one of a kind, folded once.
    static func workout(_ type: ActivityType) throws -> Workout { try #require(folded[type]) }

    private static let folded: [ActivityType: Workout] = {
        var folded: [ActivityType: Workout] = [:]
        for session in history.sessions where folded[session.type] == nil {
            folded[session.type] = try? history.workout(of: session)
        }
        return folded
    }()

    /// One that takes no time to make: no samples.
    static func small(_ number: Int) -> Workout { smalls[number] }

    private static let smalls = history.sessions.prefix(12).map { history.figures(of: $0) }
}
