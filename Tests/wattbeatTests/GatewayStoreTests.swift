import Foundation
import TestSupport
import Testing

/// What a gateway in the foreground puts into a store, and where that is.
@Suite struct GatewayStoreTests {
    private static let ride = Fixture("captures/nasty/laps.capture").url.path

    private static func record(_ folder: TemporaryFolder, _ more: [String]) throws -> Program.Outcome {
        let path = folder.url.path
        return try Program.run(
            [
                "record", "--demo", ride, "--demo-speed", "100", "--settings", path + "/settings.json", "--captures",
                path + "/captures", "--workouts", path + "/workouts", "--socket", path + "/s",
            ] + more)
    }

    private static func listed(_ store: String) throws -> [[String: Any]] {
        let outcome = try Program.run(["workouts", "list", "--json", "--store", store])
        let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        return try #require(list?["workouts"] as? [[String: Any]], "\(outcome.complaint)")
    }

    /// What is made up has a store of its own, beside its captures.
    @Test func aDemosOwn() throws {
        let folder = try TemporaryFolder()
        #expect(try Self.record(folder, []).status == 0)
        let store = folder.url.path + "/captures/demo/history.db"
        let workouts = try Self.listed(store)
        #expect(workouts.count == 1 && workouts[0]["isDemo"] as? Bool == true)
        let capture = try #require(workouts[0]["originPath"] as? String)
        #expect(capture.hasSuffix(".capture") && FileManager.default.fileExists(atPath: capture))
        #expect(try Program.run(["store", "check", "--store", store]).status == 0)
    }

    @Test func theOneThatIsNamedOrNone() throws {
        let folder = try TemporaryFolder()
        let store = folder.url.path + "/mine.db"
        #expect(try Self.record(folder, ["--store", store]).status == 0)
        #expect(try Self.listed(store).count == 1)
        let other = try TemporaryFolder()
        #expect(try Self.record(other, ["--no-store"]).status == 0)
        let left = FileManager.default.enumerator(atPath: other.url.path)?.compactMap { $0 as? String } ?? []
        #expect(left.contains { $0.hasSuffix(".capture") } && !left.contains { $0.hasSuffix(".db") })
        let both = try Self.record(other, ["--no-store", "--store", store])
        #expect(both.status == 64 && both.complaint.contains("--store and --no-store exclude each other"))
    }
}
