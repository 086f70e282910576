import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// A gateway that plays a recording of a minute and serves its pages.
@Suite struct PagesTests {
    /// Stopped with this.
    private final class Gateway {
        let folder: TemporaryFolder
        private let process = Process()
        private let log: URL
        let url: String

        init(listening place: String = "127.0.0.1:0") throws {
            folder = try TemporaryFolder()
            let path = folder.url.path
            log = URL(filePath: try folder.write([], "log"))
            process.executableURL = Program.url
            process.arguments = [
                "run", "--demo", Fixture("captures/nasty/laps.capture").url.path, "--demo-speed", "100", "--listen", place,
                "--settings", path + "/settings.json", "--captures", path + "/captures", "--workouts", path + "/workouts",
                "--socket", path + "/s",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: log)
            process.standardError = FileHandle.nullDevice
            try process.run()
            var patience = Patience()
            var found: String?
            while found == nil, patience.lasts() {
                let text = try String(contentsOf: log, encoding: .utf8)
                found = text.firstMatch(of: /pages are at (http:\/\/[0-9.:]+\/)/).map { String($0.1) }
                if found == nil { usleep(10_000) }
            }
            url = try #require(found)
        }

        deinit {
            process.terminate()
            process.waitUntilExit()
        }

        func get(_ path: String) throws -> Data { try Data(contentsOf: #require(URL(string: url + path))) }

        func object(_ path: String) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: get("api/v1/" + path)) as? [String: Any])
        }

        /// The workout, once it is stored.
        func workout() throws -> String {
            var patience = Patience()
            while patience.lasts() {
                let rows = (try? object("workouts"))?["workouts"] as? [[String: Any]]
                if let id = rows?.first?["id"] as? String { return id }
                usleep(20_000)
            }
            return try #require(nil)
        }
    }

    /// What the store tells by way of the pages is what the gateway wrote when the workout ended.
    @Test func theWorkoutIsTheOneThatWasWritten() throws {
        let gateway = try Gateway()
        let id = try gateway.workout()
        let folder = gateway.folder.url.appending(path: "workouts/demo")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".json") })
        let bytes = try Data(contentsOf: folder.appending(path: name))
        let written = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let told = try gateway.object("workouts/\(id.prefix(8))")
        #expect(written["id"] as? String == id)
        for key in ["id", "type", "start", "end", "laps", "summary", "settings", "clock", "zoneGroups", "pauses", "splits"] {
            #expect(told[key] as? NSObject == written[key] as? NSObject, "\(key)")
        }
        #expect((told["title"] as? String)?.hasPrefix("Your ") == true)

        let summary = try #require(written["summary"] as? [String: Any])
        let metres = try #require((summary["distance"] as? [String: Any])?["metres"] as? Double)
        let series = try gateway.object("workouts/\(id)/series?step=5")
        let distance = try #require(series["distance"] as? [Double])
        #expect(distance == distance.sorted())
        #expect(abs(try #require(distance.last) - metres) < 0.1)
        let quantities = try #require(series["quantities"] as? [String: [String: [Any]]])
        for (quantity, columns) in quantities {
            let rows = zip(
                zip(try #require(columns["minimum"]), try #require(columns["average"])), try #require(columns["maximum"]))
            for ((least, mean), most) in rows {
                guard let least = least as? Double, let mean = mean as? Double, let most = most as? Double else { continue }
                #expect(least <= mean && mean <= most, "\(quantity)")
            }
        }
        let days = try #require(try gateway.object("days?from=2000-01-01&to=2090-01-01")["days"] as? [[String: Any]])
        #expect(days.map { $0["workouts"] as? Int } == [1])
        let seconds = try #require(summary["timerSeconds"] as? Double)
        #expect(abs(try #require(days.first?["exerciseSeconds"] as? Double) - seconds) <= 0.5)
    }

    @Test func allIsAnswered() throws {
        let gateway = try Gateway()
        let id = try gateway.workout()
        for path in [
            "status", "session", "live/trace", "workouts", "statistics?period=day", "today", "zones", "moods", "plans",
            "templates",
            "sensors", "settings", "storage", "tokens", "join/code", "phrases?language=cs", "workouts/\(id)/series",
        ] {
            #expect(throws: Never.self, "\(path)") { try gateway.object(path) }
        }
        let session = try gateway.object("session")
        #expect(session["isOwner"] as? Bool == true && session["isDemo"] as? Bool == true)
        for (ending, beginning) in [("fit", ".FIT"), ("tcx", "<?xml"), ("csv", ""), ("json", "{")] {
            let file = try gateway.get("api/v1/workouts/\(id)/file.\(ending)")
            let start = String(decoding: file.prefix(64).filter { $0 < 0x80 }, as: UTF8.self)
            #expect(!file.isEmpty && (beginning.isEmpty || start.contains(beginning)), "\(ending)")
        }
        let lines = String(decoding: try gateway.get("api/v1/workouts/\(id)/route"), as: UTF8.self).split(separator: "\n")
        #expect(lines.last?.hasSuffix(#""done":true}"#) == true)
    }

    @Test func othersAreNotServedWithoutAToken() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        let outcome = try Program.run([
            "run", "--demo", Fixture("captures/nasty/laps.capture").url.path, "--listen", "0.0.0.0:0", "--settings",
            path + "/settings.json", "--captures", path + "/captures", "--workouts", path + "/workouts", "--socket", path + "/s",
        ])
        #expect(outcome.status == 69)
        #expect(outcome.complaint.contains("nobody was given a token"), "\(outcome.complaint)")
    }
}
