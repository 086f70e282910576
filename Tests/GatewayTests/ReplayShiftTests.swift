import Gateway
import Ingest
import Testing
import WireFormats
import Workouts

/// A corrected clock moves what its receiver says by exactly the correction.
@Suite struct ReplayShiftTests {
    private let files: RedatedFiles
    init() throws { files = try RedatedFiles() }

    private static let commands = RedatedFiles.original("commands.capture")
    private static let log = RedatedFiles.original("gps.nmea")
    /// 2026-11-30T07:58:25Z, the log's first sentence; `date -u -d … +%s`.
    private static let logStart: Int64 = 1_796_025_505_000_000

    @Test(arguments: [0.25, -1.5, 2, 90, -90]) func aShiftMovesARouteByExactlyThat(seconds: Double) async throws {
        let shift = Int64(seconds * 1e6)
        let plain = try await route([.init(path: Self.commands), .init(path: Self.log)])
        let files = [ReplayPlan.File(path: Self.commands), .init(path: Self.log, shift: shift)]
        let moved = try await route(files)
        let expected = plain.map { Point(time: $0.time + shift, latitude: $0.latitude, longitude: $0.longitude) }
        let times = [moved.map(\.time), expected.map(\.time)]
        let common = try #require(times.compactMap(\.first).max())...(try #require(times.compactMap(\.last).min()))
        #expect(moved.filter { common ~= $0.time } == expected.filter { common ~= $0.time })
        #expect(moved.count { common ~= $0.time } > 800)

        // A capture of it all says the same.
        let plan = try ReplayPlan(files)
        var bytes: [UInt8] = []
        CaptureCodec.append(plan.header, to: &bytes)
        while let record = plan.next() { CaptureCodec.append(record, to: &bytes) }
        #expect(try await route([.init(path: try self.files.write(bytes, "all.capture"))]) == moved)
    }

    /// Where a receiver is all that knows the time, correcting it corrects the clock.
    @Test func aShiftedReceiverShiftsTheClock() async throws {
        let trace = try files.trace(movedBy: -1_795_996_800_000_000)
        let found = try await route([.init(path: trace), .init(path: Self.log, shift: 3_600_000_000)])
        #expect(found.first?.time == Self.logStart + 3_600_000_000)
    }

    private struct Point: Equatable {
        var time: Int64
        var latitude, longitude: Double
    }

    private func route(_ files: [ReplayPlan.File]) async throws -> [Point] {
        let plan = try ReplayPlan(files)
        let workout = try await ReplayedRide(header: plan.header, ReplayRecords(plan)).workout()
        return workout.route.locations.map {
            Point(
                time: workout.clock.timestamp(at: $0.offset).microseconds, latitude: $0.latitude, longitude: $0.longitude)
        }
    }
}
