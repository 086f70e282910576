import Foundation
import TestSupport
import Testing
import WireFormats

@testable import Gateway

/// Records read on another thread are the plan's own, in its order, and whoever stops early gets the plan back.
struct ReadAheadTests {
    private func plan() throws -> ReplayPlan {
        let names = ["ble.btsnoop", "gps.nmea", "commands.capture"]
        return try ReplayPlan(names.map { .init(path: Fixture("captures/morning-ride/\($0)").url.path) })
    }

    @Test func theSameRecordsInTheSameOrder() async throws {
        let direct = try plan()
        var expected: [CaptureRecord] = []
        while let record = direct.next() { expected.append(record) }
        var found: [CaptureRecord] = []
        for await record in ReplayRecords(try plan()) { found.append(record) }
        #expect(expected.count > 5000)
        #expect(found == expected)
    }

    @Test(arguments: [0, 1, 255, 256, 257, 3000])
    func whoStopsEarlyGetsThePlanBack(count: Int) async throws {
        let plan = try plan()
        var ahead: ReadAhead? = ReadAhead(plan)
        var taken = 0
        while taken < count, ahead?.next() != nil { taken += 1 }
        ahead = nil
        #expect(taken == count)
        // Nobody else reads now: what was read ahead is gone, and the rest goes on in order.
        let rest = plan.next()
        #expect(rest.map { $0.offset >= 0 } ?? true)
        #expect(plan.faults.isEmpty)
    }
}
