import Foundation
import TestSupport
import Testing
import Workouts

@testable import Storage

/// Two that write at once, each by a connection of its own, and a third that follows: core §7 promises that nothing is missed.
struct FollowingWritersTests {
    private static let count = 150

    /// - Returns: a writer's thread, and what is signalled when it has ended.
    private func writer(_ number: Int, _ path: String) -> (thread: Thread, end: DispatchSemaphore) {
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            defer { end.signal() }
            guard let store = try? HistoryStore(path: path, for: .writing, patienceMilliseconds: 20_000, now: { Self.now }) else {
                return
            }
            for step in 0..<Self.count {
                // Now and then two in one transaction, one of which is replaced in it.
                _ = try? store.batch { store throws(StorageError) in
                    let id = try store.add(PlanOutline(steps: []), named: "\(number) \(step)")
                    if step % 7 == 0 {
                        try store.replace(StoredPlan(id: id, name: "\(number) \(step)!", outline: PlanOutline(steps: [])))
                    }
                }
            }
        }
        return (thread, end)
    }

    private static var now: Timestamp { Timestamp(secondsSince1970: 1_780_000_000) }

    @Test(arguments: UInt64(1)...3)
    func nothingIsMissedAndNothingComesTwice(seed: UInt64) throws {
        let fixture = try StoreFixture()
        var random = SeededGenerator(seed: seed)
        let writers = [writer(1, fixture.path), writer(2, fixture.path)]
        // Before anything is written, or that would be missed by right.
        let follower = try fixture.another()
        var anchor = try follower.anchor()
        for writer in writers { writer.thread.start() }
        var added: [StoredID] = []
        var gone: Set<StoredID> = []
        var isOver = false
        while true {
            let changes = try follower.changes(of: .plan, after: anchor, limit: Int.random(in: 1...12, using: &random))
            #expect(changes.anchor.counter >= anchor.counter)
            added += changes.added
            gone.formUnion(changes.deleted)
            anchor = changes.anchor
            if changes.hasMore { continue }
            if isOver { break }
            isOver = writers.allSatisfy { $0.thread.isFinished }
        }
        for writer in writers { writer.end.wait() }
        let names = Dictionary(try follower.plans().map { ($0.id, $0.name) }) { first, _ in first }
        let there = added.filter { !gone.contains($0) }
        #expect(there.count == 2 * Self.count && Set(there.map(\.uid)).count == there.count)
        // In the order in which each writer committed.
        for number in 1...2 {
            let steps = there.compactMap { names[$0.uid] }.filter { $0.hasPrefix("\(number) ") }
                .compactMap { Int($0.dropFirst(2).filter(\.isNumber)) }
            #expect(steps == Array(0..<Self.count))
        }
        #expect(try follower.anchor() == anchor && follower.check() == [])
    }
}
