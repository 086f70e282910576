import TestSupport
import Testing
import Workouts

@testable import Storage

/// Followers: what core §7 promises them.
struct ChangesTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }

    init() throws { fixture = try StoreFixture() }

    private func mood(_ second: Int64) throws -> MoodCheckIn {
        try MoodCheckIn(at: Timestamp(secondsSince1970: second), .momentary, valence: 0.5)
    }

    private func id(_ kind: StoredKind, _ uid: String, _ version: Int = 1) -> StoredID {
        StoredID(kind: kind, uid: uid, version: version)
    }

    @Test func aNewFollowerGetsAllThatThereIs() throws {
        let first = try store.changes(of: .mood)
        #expect(first.added.isEmpty && first.deleted.isEmpty && !first.hasMore)
        let (a, b) = (try store.add(mood(1)), try store.add(mood(2)))
        try store.deleteMood(a)
        let second = try store.changes(of: .mood)
        #expect(second.added == [id(.mood, b)] && second.deleted.isEmpty)
        // The one of before hears of a deletion of something that it never saw, which is harmless.
        let third = try store.changes(of: .mood, after: first.anchor)
        #expect(third.added == [id(.mood, b)] && third.deleted == [id(.mood, a)])
    }

    /// "The new anchor of an answer that is not cut by the limit is the store's counter at that moment, whatever types the last changes
    /// had … and an anchor got with one type is valid for another."
    @Test func anAnchorIsGoodForEveryKind() throws {
        let start = try store.anchor()
        _ = try store.add(mood(1))
        let plan = try store.add(PlanOutline(steps: []), named: "easy")
        let moods = try store.changes(of: .mood, after: start)
        #expect(try moods.anchor == store.anchor())
        let plans = try store.changes(of: .plan, after: start)
        #expect(plans.added == [id(.plan, plan)])
        #expect(try store.changes(of: .plan, after: moods.anchor).added.isEmpty)
        #expect(try store.changes(of: .mood, after: plans.anchor).added.isEmpty)
    }

    @Test func aReplacementIsADeletionAndAnAdditionInOneAnswer() throws {
        let workout = Demo.small(0)
        let uid = workout.id.storeText
        try store.store(workout, from: WorkoutOrigin(.demo))
        let before = try store.anchor()
        try store.setEdits(WorkoutEdits(name: "Home"), of: workout.id)
        for limit in [1, 2, 50] {
            let changes = try store.changes(of: .workout, after: before, limit: limit)
            #expect(changes.deleted == [id(.workout, uid, 1)] && changes.added == [id(.workout, uid, 2)])
            #expect(!changes.hasMore)
        }
    }

    @Test func limitsCutInTheOrderOfTheCounter() throws {
        let start = try store.anchor()
        let moods = try (0..<7).map { try store.add(mood($0)) }
        try store.deleteMood(moods[3])
        var anchor = start
        var (added, deleted): ([String], [String]) = ([], [])
        var answers = 0
        while true {
            let changes = try store.changes(of: .mood, after: anchor, limit: 3)
            answers += 1
            added += changes.added.map(\.uid)
            deleted += changes.deleted.map(\.uid)
            #expect(changes.anchor.counter >= anchor.counter)
            anchor = changes.anchor
            if !changes.hasMore { break }
        }
        #expect(added == moods.filter { $0 != moods[3] } && deleted == [moods[3]])
        #expect(try answers == 3 && anchor == store.anchor())
    }

    @Test func anchorsOutliveARestartAndAreText() throws {
        let before = try store.anchor()
        _ = try store.add(mood(1))
        let kept = try #require(ChangeAnchor(text: before.text))
        #expect(try fixture.another().changes(of: .mood, after: kept).added.count == 1)
        for text in ["", "x", "-", "\(before.text)x", "12-3", before.text.replacing("-", with: "--")] {
            #expect(ChangeAnchor(text: text) == nil)
        }
    }

    @Test func anAnchorOfAnotherStoreIsForeign() throws {
        let other = try StoreFixture()
        let anchor = try other.store.anchor()
        #expect(throws: StorageError.foreignAnchor) { try store.changes(of: .mood, after: anchor) }
        // A backup is another store: it may be put in this one's place when this one has gone on.
        let copy = fixture.folder.file("copy.db")
        try store.backup(to: copy)
        let backup = try HistoryStore(path: copy, for: .reading) { Timestamp(secondsSince1970: 0) }
        let own = try store.anchor()
        #expect(throws: StorageError.foreignAnchor) { try backup.changes(of: .mood, after: own) }
    }

    /// "Tombstones are kept at least 90 days; an older anchor gives `anchorExpired`."
    @Test func anchorsExpireWithTheTombstones() throws {
        let first = try store.anchor()
        let doomed = try store.add(mood(1))
        let second = try store.anchor()
        try store.deleteMood(doomed)
        let third = try store.anchor()
        fixture.pass(days: 90)
        try store.pruneDeletions()
        #expect(try store.changes(of: .mood, after: first).deleted == [id(.mood, doomed)])
        fixture.pass(days: 1)
        try store.pruneDeletions()
        for anchor in [first, second] {
            #expect(throws: StorageError.anchorExpired) { try store.changes(of: .mood, after: anchor) }
        }
        #expect(try store.changes(of: .mood, after: third).deleted.isEmpty)
        #expect(try store.changes(of: .mood).added.isEmpty)
    }

    /// A file that was put back to an older state knows less than the follower.
    @Test func anAnchorFromTheFutureHasExpired() throws {
        let anchor = ChangeAnchor(store: store.identity, counter: 99)
        #expect(throws: StorageError.anchorExpired) { try store.changes(of: .mood, after: anchor) }
    }

    @Test func aFilterCutsAdditionsAlone() throws {
        let start = try store.anchor()
        let workouts = (0..<6).map { Demo.small($0) }
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        let wanted = workouts[0].type
        var filter = WorkoutFilter(types: [wanted])
        let expected = workouts.filter { $0.type == wanted }.map(\.id.storeText)
        #expect(try store.changes(of: .workout, matching: filter, after: start).added.map(\.uid) == expected)
        // What it is called by hand counts.
        let before = try store.anchor()
        try store.setEdits(WorkoutEdits(type: wanted == .other ? .walking : .other), of: workouts[0].id)
        let changes = try store.changes(of: .workout, matching: filter, after: before)
        #expect(changes.added.isEmpty && changes.deleted == [id(.workout, workouts[0].id.storeText, 1)])
        filter = WorkoutFilter(from: workouts[2].startTimestamp, to: workouts[4].startTimestamp)
        #expect(
            try store.changes(of: .workout, matching: filter, after: start).added.map(\.uid)
                == workouts[2..<4].map(\.id.storeText))
    }

    @Test func whatFailsIsNoChange() throws {
        let before = try store.anchor()
        #expect(throws: StorageError.refused("no")) {
            try store.batch { store throws(StorageError) in
                _ = try store.add(PlanOutline(steps: []), named: "lost")
                throw StorageError.refused("no")
            }
        }
        #expect(try store.anchor() == before && store.plans().isEmpty)
    }

    /// Each call is whole within a batch, too: what one of them leaves half done is not there when the others are.
    @Test func aPartThatFailsIsNotThereWhenTheRestIs() throws {
        try store.batch { store throws(StorageError) in
            _ = try store.add(PlanOutline(steps: []), named: "kept")
            do throws(StorageError) {
                try store.batch { store throws(StorageError) in
                    _ = try store.add(PlanOutline(steps: []), named: "lost")
                    throw StorageError.refused("no")
                }
            } catch {}
            _ = try store.add(PlanOutline(steps: []), named: "too")
        }
        #expect(try store.plans().map(\.name) == ["kept", "too"])
        #expect(try store.changes(of: .plan).added.count == 2 && store.anchor().counter == 2)
    }

    /// A workout takes its route along.
    @Test func routesGoAndComeWithTheirWorkout() throws {
        let workout = try Demo.workout(.running)
        try store.store(workout, from: WorkoutOrigin(.demo))
        let before = try store.anchor()
        try store.delete(workout.id)
        let gone = try store.changes(of: .route, after: before)
        #expect(gone.deleted == [id(.route, workout.id.storeText)] && gone.added.isEmpty)
        try store.restore(workout.id)
        #expect(try store.changes(of: .route, after: gone.anchor).added == [id(.route, workout.id.storeText, 2)])
    }

    @Test func observersAreToldOfCommits() async throws {
        var told = store.observe().makeAsyncIterator()
        let first = try store.add(mood(1))
        #expect(try await told.next() == store.anchor())
        try store.batch { store throws(StorageError) in
            try store.deleteMood(first)
            _ = try store.add(PlanOutline(steps: []), named: "easy")
        }
        #expect(try await told.next() == store.anchor())
    }

    /// Whatever is done in whatever order, a follower that asks now and then, with any limit, knows what there is.
    @Test(arguments: UInt64(1)...12)
    func followersKnowWhatThereIs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var there: Set<String> = []
        var known: Set<StoredID> = []
        var anchor: ChangeAnchor?
        for step in 0..<60 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1: there.insert(try store.add(PlanOutline(steps: []), named: "\(step)"))
            case 2:
                guard let one = there.sorted().randomElement(using: &random) else { continue }
                try store.deletePlan(one)
                there.remove(one)
            default:
                guard let one = there.sorted().randomElement(using: &random) else { continue }
                try store.replace(StoredPlan(id: one, name: "\(step)", outline: PlanOutline(steps: [])))
            }
            guard Int.random(in: 0..<5, using: &random) == 0 || step == 59 else { continue }
            var hasMore = true
            while hasMore {
                let changes = try store.changes(of: .plan, after: anchor, limit: Int.random(in: 1...9, using: &random))
                known.subtract(changes.deleted)
                known.formUnion(changes.added)
                anchor = changes.anchor
                hasMore = changes.hasMore
            }
            #expect(Set(known.map(\.uid)) == there && known.count == there.count)
        }
        #expect(try store.check() == [])
    }
}
