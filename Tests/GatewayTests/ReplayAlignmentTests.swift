import Gateway
import Ingest
import Testing
import WireFormats
import Workouts

/// Which file's clock counts, and what becomes of those that are wrong: the morning ride with clocks of every kind.
@Suite struct ReplayAlignmentTests {
    private let files: RedatedFiles
    init() throws { files = try RedatedFiles() }

    private static let commands = RedatedFiles.original("commands.capture")
    private static let trace = RedatedFiles.original("ble.btsnoop")
    private static let log = RedatedFiles.original("gps.nmea")
    /// 2026-11-30T07:58:25Z, the log's first sentence; `date -u -d … +%s`.
    private static let logStart: Int64 = 1_796_025_505_000_000
    /// 2026-11-30T07:58:29.486Z, as `commands.capture` states.
    private static let captureStart: Int64 = 1_796_025_509_486_000
    /// 2026-11-30T00:00:00Z since 1970.
    private static let day: Int64 = 1_795_996_800_000_000

    private struct Timeline {
        var header: CaptureHeader
        var notes: [String]
        /// UTC of each value's arrival, from the clock of the header.
        private var arrivals: [(kind: LinkIdentity.Kind, time: Int64)] = []

        init(_ files: [ReplayPlan.File]) throws {
            let plan = try ReplayPlan(files)
            (header, notes) = (plan.header, plan.notes)
            var links: [LinkID: LinkIdentity.Kind] = [:]
            while let record = plan.next() {
                if case .linkOpened(let link, let identity) = record.input { links[link] = identity.kind }
                if case .bytes(let link, _) = record.input, let kind = links[link] {
                    arrivals.append((kind, (header.start ?? 0) + record.offset))
                }
            }
        }

        init(_ paths: String...) throws { try self.init(paths.map { .init(path: $0) }) }

        func times(_ kind: LinkIdentity.Kind) -> [Int64] { arrivals.filter { $0.kind == kind }.map(\.time) }
        var heartRate: [Int64] { times(.gatt(characteristic: 0x2A37)) }
        var receiver: [Int64] { times(.nmea) }
    }

    // MARK: Beside a synchronised capture

    @Test func aMachineWithoutAClockMovesNothing() throws {
        let plain = try Timeline(Self.commands, Self.trace, Self.log)
        let trace = try files.trace(movedBy: -Self.day)
        for order in [[Self.commands, trace, Self.log], [trace, Self.log, Self.commands]] {
            let found = try Timeline(order.map { .init(path: $0) })
            // The receiver's log began before the capture, by a clock that agrees with it.
            #expect(found.header.start == Self.logStart)
            #expect(found.header.isSynchronised)
            #expect(found.receiver == plain.receiver)
            #expect(found.heartRate.map { $0 - found.heartRate[0] } == plain.heartRate.map { $0 - plain.heartRate[0] })
            #expect(found.notes.count == 1)
            #expect(found.notes.first?.hasPrefix("\(trace) began days before \(Self.commands) by its clock") == true)
        }
        // The trace begins with the capture; its own first packet is not a heart rate yet.
        let alone = try Timeline(Self.commands, trace)
        #expect(alone.header.start == Self.captureStart)
        let original = try Timeline(Self.trace)
        let first = try #require(original.header.start)
        #expect(alone.heartRate.map { $0 - Self.captureStart } == original.heartRate.map { $0 - first })
    }

    /// 2026-11-30 less 1024 weeks is 2007-04-16.
    @Test func aReceiverPastItsRolloverIsMovedByWholeEras() async throws {
        let log = try files.log(dated: "160407")
        let found = try Timeline(Self.commands, Self.trace, log)
        let plain = try Timeline(Self.commands, Self.trace, Self.log)
        #expect(found.header.start == plain.header.start)
        #expect(found.header.isSynchronised)
        #expect(found.receiver == plain.receiver)
        #expect(found.heartRate == plain.heartRate)
        #expect(found.notes.map { $0.hasPrefix("\(log) is dated 1024 weeks early") } == [true])
        let moved = try await ReplayedRide(paths: [Self.commands, Self.trace, log]).workout()
        let due = try await ReplayedRide(paths: [Self.commands, Self.trace, Self.log]).workout()
        #expect(moved.route.locations == due.route.locations)
        #expect(moved.clock == due.clock)
    }

    @Test func aDateThatNoEraExplainsBeginsWithTheCapture() throws {
        let log = try files.log(dated: "020307")
        let found = try Timeline(Self.commands, Self.trace, log)
        #expect(found.header.start == (try Timeline(Self.commands, Self.trace).header.start))
        #expect(found.header.isSynchronised)
        #expect(found.receiver.first == Self.captureStart)
        #expect(found.notes.map { $0.hasPrefix("\(log) began days before \(Self.commands)") } == [true])
    }

    // MARK: Without one

    @Test func aReceiversTimeCountsMoreThanThatOfAMachineWithoutAClock() throws {
        let trace = try files.trace(movedBy: -Self.day)
        let found = try Timeline(trace, Self.log)
        #expect(found.header.start == Self.logStart)
        #expect(!found.header.isSynchronised)
        #expect(found.receiver.first == Self.logStart)
        #expect(found.notes.map { $0.hasPrefix("\(trace) began days before \(Self.log)") } == [true])
        // An old ride's receiver, too.
        let old = try files.log(dated: "091209")
        // 2009-12-09T07:58:25Z
        #expect(try Timeline(trace, old).header.start == 1_260_345_505_000_000)
    }

    /// A receiver's impossible date does not become the workout's, and one of another era only after its correction.
    @Test(arguments: ["020307", "160407"]) func aMachinesTimeOfTodayCountsMoreThanAReceiversOfLongAgo(date: String) async throws {
        let start = try #require(try Timeline(Self.trace).header.start)
        let workout = try await ReplayedRide(paths: [Self.trace, try files.log(dated: date)]).workout()
        #expect(abs(workout.clock.origin.microseconds - start) < 2_000_000)
        #expect(workout.route.locations.count > 1000)
    }

    /// A machine that was told the time while it recorded: from then on its stamps are right, and so are those before, counted back.
    @Test func aClockThatWasSetWithinTheFileCounts() throws {
        let trace = try files.trace(movedBy: -Self.day, packets: 400)
        let found = try Timeline(trace, Self.log)
        let plain = try Timeline(Self.trace, Self.log)
        #expect(found.notes.isEmpty)
        #expect(found.receiver == plain.receiver)
        #expect(found.heartRate.suffix(500) == plain.heartRate.suffix(500))
        #expect(found.heartRate.count == plain.heartRate.count)
    }

    /// Stamps of the time of day, as a terminal program writes them in Vienna's winter, 0.2 s after the fix.
    @Test func stampsWithoutADateAreDatedByTheReceiver() throws {
        var second: Int64 = 0
        let log = try files.log { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            if fields[0].hasSuffix("RMC"), let time = Int64(fields[1].prefix(6)) {
                second = (time / 10000 + 1) * 3600 + time / 100 % 100 * 60 + time % 100
            }
            func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "[\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)).200] \(line)"
        }
        let found = try Timeline(Self.trace, log)
        #expect(found.receiver.first == Self.logStart + 200_000)
        #expect(found.heartRate == (try Timeline(Self.trace).heartRate))
        #expect(found.notes.isEmpty)
    }

    /// gpsd's reports of ten seconds of the ride, 07:59:00 to 07:59:09.
    @Test func gpsdsReportsAreAlignedByTheirTime() async throws {
        var text = "{\"class\":\"VERSION\",\"release\":\"3.25\",\"proto_major\":3,\"proto_minor\":15}\n"
        for second in 0..<10 {
            text += "{\"class\":\"TPV\",\"device\":\"/dev/ttyACM0\",\"mode\":3,\"time\":\"2026-11-30T07:59:0\(second).000Z\","
            text += "\"lat\":47.1\(second),\"lon\":9.5,\"speed\":6.0}\n"
            text += "{\"class\":\"SKY\",\"device\":\"/dev/ttyACM0\",\"hdop\":0.9}\n"
        }
        let log = try files.write(text.utf8, "gpsd.jsonl")
        let found = try Timeline(Self.trace, log)
        #expect(found.notes.isEmpty)
        #expect(found.heartRate == (try Timeline(Self.trace).heartRate))
        // 07:59:00 is 28 740 s into the day.
        let first = Self.day + 28_740_000_000
        let due: [Int64] = (0..<10).map { first + $0 * 1_000_000 }
        #expect(Set(found.times(.gpsd)).sorted() == due)
    }
}
