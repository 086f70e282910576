import Foundation
import Gateway
import Testing
import Transports
import WireFormats

/// Captures of which one goes on with the other, given to a replay.
@Suite final class ReplayChainTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: root) }

    private static func identity(_ digit: Int) -> String { String(repeating: String(digit), count: 32) }

    /// A capture of two values, at 1 s and at 2 s.
    ///
    /// - Parameters:
    ///   - start: seconds since 2026-11-30T08:00:00Z, by a clock that is kept; `nil` without one.
    ///   - more: further lines of the header.
    private func write(_ digit: Int, start: Int64?, continues: Int? = nil, after: String? = nil) throws -> String {
        var lines = ["wattbeat-capture 1", "identity \(Self.identity(digit))"]
        if let start {
            lines.append(
                "start 2026-11-30T08:\(start / 60 < 10 ? "0" : "")\(start / 60):\(start % 60 < 10 ? "0" : "")\(start % 60)Z synchronised"
            )
        } else {
            lines.append("start unknown")
        }
        if let continues { lines.append("continues \(Self.identity(continues))") }
        if let after { lines.append("continues-after \(after)") }
        lines += ["", "0 open 1 gatt:2a37 C0:11:22:33:44:01 -", "1000000 rx 1 003\(digit)", "2000000 rx 1 004\(digit)", ""]
        let path = root.appending(path: "\(digit).capture").path
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// When each value came, in seconds, and over which link.
    private func values(_ plan: ReplayPlan) -> [String] {
        var values: [String] = []
        while let record = plan.next() {
            guard case .bytes(let link, let bytes) = record.input else { continue }
            values.append("\(record.offset / 1_000_000) \(link.rawValue) \(String(bytes[1], radix: 16))")
        }
        return values
    }

    private func plan(_ paths: String...) throws -> ReplayPlan { try ReplayPlan(paths.map { .init(path: $0) }) }

    /// What the second says of the gap counts, whatever the clocks say.
    @Test func theHeaderSaysWhere() throws {
        let first = try write(1, start: 0)
        let second = try write(2, start: 600, continues: 1, after: "60000000")
        let third = try write(3, start: nil, continues: 2, after: "10000000")
        for paths in [[first, second, third], [third, first, second], [second, third, first]] {
            let plan = try ReplayPlan(paths.map { .init(path: $0) })
            #expect(plan.header.identity == Self.identity(1))
            #expect(plan.notes.isEmpty)
            #expect(values(plan) == ["1 1 31", "2 1 41", "61 1 32", "62 1 42", "71 1 33", "72 1 43"])
        }
    }

    @Test func theClocksSayWhere() throws {
        let plan = try plan(try write(2, start: 100, continues: 1, after: "unknown"), try write(1, start: 0))
        #expect(plan.notes.isEmpty)
        #expect(values(plan) == ["1 1 31", "2 1 41", "101 1 32", "102 1 42"])
    }

    @Test func nobodySaysWhere() throws {
        let (first, second) = (try write(1, start: 0), try write(2, start: nil, continues: 1, after: "unknown"))
        let plan = try plan(second, first)
        #expect(plan.notes == ["how long after \(first) \(second) began is not known, so it begins right behind it"])
        #expect(values(plan) == ["1 1 31", "2 1 41", "3 1 32", "4 1 42"])
    }

    /// A gap as no gateway writes it is none.
    @Test(arguments: ["-1", "9223372036854775807", "soon", "1 s"]) func anImpossibleGapIsUnknown(after: String) throws {
        let plan = try plan(try write(1, start: nil), try write(2, start: nil, continues: 1, after: after))
        #expect(plan.notes.count == 1)
        #expect(values(plan) == ["1 1 31", "2 1 41", "3 1 32", "4 1 42"])
    }

    /// A third file stands beside the chain, with links of its own; the chain's two have the same link.
    @Test func besideOtherFiles() throws {
        let other = root.appending(path: "other.nmea").path
        try "$GPTXT,01,01,02,a*2F\r\n".write(toFile: other, atomically: true, encoding: .utf8)
        let plan = try plan(try write(2, start: nil, continues: 1, after: "60000000"), other, try write(1, start: 0))
        let sentence = "0 1 47"
        #expect(values(plan).filter { $0 != sentence } == ["1 2 31", "2 2 41", "61 2 32", "62 2 42"])
    }

    /// Two that say they go on with each other, one that goes on with itself, two that go on with the same: no circle, and every record once.
    @Test func noCircles() throws {
        let circle = try plan(
            try write(1, start: 0, continues: 2, after: "0"), try write(2, start: 0, continues: 1, after: "5000000"))
        #expect(values(circle).count == 4)
        let own = try write(3, start: 0, continues: 3, after: "5000000")
        #expect(values(try plan(own)) == ["1 1 33", "2 1 43"])
        #expect(values(try plan(own, own)).count == 4)
        let twins = try plan(
            try write(4, start: 0), try write(5, start: 10, continues: 4, after: "10000000"),
            try write(6, start: 20, continues: 4, after: "20000000"))
        #expect(values(twins).count == 6)
    }

    @Test func whatIsMissingIsSaid() throws {
        let path = try write(2, start: 0, continues: 1, after: "60000000")
        let notes = try plan(path).notes
        #expect(notes.count == 1)
        #expect(
            notes.first?.hasPrefix("\(path) goes on after the capture \(Self.identity(1)), which is not among the files") == true)
    }
}
