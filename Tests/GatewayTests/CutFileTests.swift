import Foundation
import Gateway
import Ingest
import TestSupport
import Testing
import Transports
import WireFormats
import Workouts

/// Files cut anywhere, as by a power failure: nothing traps, and everything before the cut is used.
struct CutFileTests {
    private final class Workouts: IngestSink {
        var ended: [Workout] = []
        func apply(_ output: IngestOutput) { if case .workoutEnded(let workout) = output { ended.append(workout) } }
    }

    private struct Result: Equatable {
        var workouts: [Workout]
        var report: IngestReport
    }

    private static func replay(_ path: String) async throws -> Result {
        let plan = try ReplayPlan([.init(path: path)])
        let sink = Workouts()
        var loop = IngestLoop(engine: IngestEngine(header: plan.header), sinks: [sink])
        await loop.run(ReplayRecords(plan))
        return Result(workouts: sink.ended, report: loop.engine.report)
    }

    private static func read(_ path: String) throws -> (records: [CaptureRecord], faults: [FileFault]) {
        let plan = try ReplayPlan([.init(path: path)])
        var records: [CaptureRecord] = []
        while let record = plan.next() { records.append(record) }
        return (records, plan.faults)
    }

    /// Some 20 kB of a recorded ride as a capture of ours: a strap and a meter over BLE, a stick, a receiver, the rider's commands.
    private static func ride() throws -> [UInt8] {
        let names = ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"]
        let plan = try ReplayPlan(names.map { .init(path: Fixture("captures/morning-ride/\($0)").url.path) })
        var bytes: [UInt8] = []
        CaptureCodec.append(plan.header, to: &bytes)
        while let record = plan.next(), bytes.count < 20_000 {
            // One second in eight, so that two minutes with a start fit.
            if case .bytes = record.input, record.offset / 1_000_000 % 8 != 0 { continue }
            CaptureCodec.append(record, to: &bytes)
        }
        return bytes
    }

    @Test func everyCutOfARideGivesWhatItsWholeLinesGive() async throws {
        let bytes = try Self.ride()
        #expect(bytes.count >= 20_000)
        let headerLength = try #require(bytes.firstRange(of: Array("\n\n".utf8))).upperBound
        let lineEnds = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        // Each worker cuts a file of its own.
        try await withThrowingTaskGroup { group in
            for worker in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask {
                    let path = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID()).capture").path
                    defer { try? FileManager.default.removeItem(atPath: path) }
                    for line in stride(from: worker, to: lineEnds.count - 1, by: ProcessInfo.processInfo.activeProcessorCount) {
                        try Data(bytes.prefix(lineEnds[line + 1])).write(to: URL(filePath: path))
                        try await Self.check(lineEnds[line]..<lineEnds[line + 1], of: path, headerLength: headerLength)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Cuts within one line, from its end to its beginning, where the file ends with a whole line. Every cut is read; the same records give
    /// the same workout, so that is made of one cut of the line only and of its whole lines.
    private static func check(_ line: Range<Int>, of path: String, headerLength: Int) async throws {
        var cuts: [(cut: Int, records: [CaptureRecord], faults: [FileFault])] = []
        var partial: Result?
        for cut in line.reversed() {
            #expect(truncate(path, cut) == 0)
            let (records, faults) = try read(path)
            cuts.append((cut, records, faults))
            if cut == (line.lowerBound + line.upperBound) / 2 { partial = try await replay(path) }
        }
        guard let whole = cuts.popLast() else { return }
        let result = try await replay(path)
        if whole.cut < headerLength {
            #expect(result.workouts.isEmpty)
            for (cut, records, faults) in cuts + [whole] {
                #expect(records.isEmpty && faults.count == 1 && faults[0].isUnreadable == (cut == 0), "cut at \(cut)")
            }
        } else {
            #expect(whole.faults.isEmpty && partial.map { $0 == result } ?? true, "cut at \(whole.cut)")
            let sentence = "\(path): cut at byte \(whole.cut), in the middle of a record; everything before it was used"
            for (cut, records, faults) in cuts {
                #expect(records == whole.records && faults.map(\.sentence) == [sentence], "cut at \(cut)")
            }
        }
    }

    /// Other tools' files: no cut traps, and a shorter file never holds more records.
    @Test(arguments: ["morning-ride/ble.btsnoop", "morning-ride/ant.pcap", "morning-ride/gps.nmea"])
    func everyCutOfAForeignFileIsRead(name: String) throws {
        let bytes = Array(try Fixture("captures/\(name)").bytes().prefix(15_000))
        var last = 0
        // Every byte of the last packets, and of the beginning; in between now and then.
        for length in 0...bytes.count where length < 50 || length > 14_800 || length % 499 == 0 {
            var decoder = CaptureDecoder()
            decoder.append(bytes.span.extracting(0..<length))
            decoder.finish()
            var count = 0
            do throws(CaptureError) {
                while try decoder.next() != nil { count += 1 }
                if length == bytes.count { #expect(count > 20) }
                #expect(decoder.ending != .open, "cut at \(length)")
            } catch {
                #expect("\(error)".contains("byte \(length)") || length < 200, "cut at \(length): \(error)")
            }
            #expect(count >= last, "cut at \(length)")
            last = count
        }
    }
}
