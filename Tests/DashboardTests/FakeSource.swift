import Dashboard
import Foundation
import Synchronization

/// Answers each query with its name, some later and from another thread.
final class FakeSource: DashboardSource {
    private let queries = Mutex<[DashboardQuery]>([])
    private let audience = Mutex<[Bool]>([])
    private let kept = Mutex<[UInt8]?>(nil)
    let answersLate: Bool

    var asked: [DashboardQuery] { queries.withLock { $0 } }
    var told: [Bool] { audience.withLock { $0 } }

    init(answersLate: Bool = false) { self.answersLate = answersLate }

    func answer(_ query: DashboardQuery, _ reply: @escaping @Sendable (DashboardAnswer) -> Void) {
        queries.withLock { $0.append(query) }
        let answer: DashboardAnswer
        switch query {
        case .route, .liveRoute: answer = lines()
        case .workout(id: "ffffff", language: _): answer = .problem(.notFound("There is no such workout."))
        case .delete, .deleteMood, .restore, .clearCache: answer = .done
        case .file: answer = .download([1, 2, 3], type: "application/octet-stream", name: "ride.fit")
        default:
            answer = .document(Array(#"{"asked":"\#(query)","heartRate":142}"#.replacingOccurrences(of: "\n", with: " ").utf8))
        }
        guard answersLate else { return reply(answer) }
        Thread.detachNewThread {
            usleep(20_000)
            reply(answer)
        }
    }

    /// Three batches.
    private func lines() -> DashboardAnswer {
        let count = Mutex(0)
        return .lines { reply in
            let number = count.withLock { count in
                count += 1
                return count
            }
            reply(number > 3 ? nil : Array(#"{"batch":\#(number),"done":\#(number == 3)}"#.utf8))
        }
    }

    func setAudience(_ isThere: Bool) { audience.withLock { $0.append(isThere) } }
    var facts: DashboardFacts {
        var facts = DashboardFacts()
        facts.version = "1.0"
        facts.languages = ["en", "cs"]
        facts.names = ["pi"]
        return facts
    }
    var nowMicroseconds: Int64 { 1_700_000_000_000_000 }
    func keptTokens() -> [UInt8]? { kept.withLock { $0 } }
    func keep(tokens: [UInt8]) -> String? {
        kept.withLock { $0 = tokens }
        return nil
    }
}

/// A server on a free port, stopped with this.
final class Stage {
    let source: FakeSource
    let server: DashboardServer
    let port: UInt16

    init(answersLate: Bool = false, limits: HTTPServer.Limits = .init(), address: String = "127.0.0.1") throws {
        source = FakeSource(answersLate: answersLate)
        server = DashboardServer(source)
        port = try server.listen(at: ServerAddress(host: address, port: 0), limits: limits).port
    }

    deinit { server.stop() }
}
