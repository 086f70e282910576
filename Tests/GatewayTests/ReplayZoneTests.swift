import Foundation
import Gateway
import Testing
import WireFormats

/// A capture's time zone in a replay.
struct ReplayZoneTests {
    private func zone(_ settings: [(String, String)]) throws -> String? {
        let file = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString).capture")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = [
            "wattbeat-capture 1", "identity 0123456789abcdef0123456789abcdef", "start 2026-11-30T08:00:00.000000Z synchronised",
            "utc-offset 3600", "time-zone Europe/Prague", "", "0 command - start cycling", "9000000 command - stop", "",
        ]
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        return try ReplayPlan([.init(path: file.path)], settings: settings.map { .init(name: $0.0, value: $0.1) }).header.timeZone
    }

    @Test func itIsKept() throws {
        #expect(try zone([]) == "Europe/Prague")
        #expect(try zone([("ftp", "250"), ("utc-offset", "3600")]) == "Europe/Prague")
    }

    /// Another local time is another zone's, and nobody said which.
    @Test func anotherOffsetIsAnotherZone() throws { #expect(try zone([("utc-offset", "-3600")]) == nil) }
}
