import ActivityFiles
import Gateway
import Ingest
import JSONText
import WireFormats
import Workouts

/// A capture run through plan, loop and engine, and all that came of it.
struct ReplayedCapture {
    let workouts: [Workout]
    let notices: [IngestNotice]
    let report: IngestReport
    let findings: CaptureFindings
    let isTorn: Bool
    /// Why the file was not read to its end, a torn tail aside.
    let faults: [String]

    /// - Parameter paths: one, or several of one workout.
    init(paths: [String]) async throws {
        let plan = try ReplayPlan(paths.map { .init(path: $0) })
        let sink = Sink()
        var loop = IngestLoop(engine: IngestEngine(header: plan.header), sinks: [sink])
        await loop.run(ReplayRecords(plan))
        workouts = sink.finished.workouts
        notices = sink.notices
        report = loop.engine.report
        findings = plan.findings.first?.findings ?? CaptureFindings()
        let ends = plan.faults.map(\.sentence)
        isTorn = ends.contains { $0.contains("cut at byte") }
        faults = ends.filter { !$0.contains("cut at byte") }
    }

    private final class Sink: IngestSink {
        var finished = FinishedWorkouts()
        var notices: [IngestNotice] = []

        func apply(_ output: IngestOutput) {
            finished.apply(output)
            if case .notice(let notice) = output { notices.append(notice) }
        }
    }

    /// The workouts' own JSON form, and beside it what that does not hold: single beats, counters, notices.
    func tree() throws -> JSONTree {
        let document: JSONValue = [
            "workouts": .array(workouts.map { workoutJSON($0, route: .full) }),
            "beats": .array(workouts.map { .array($0.beats.map(\.json)) }),
            "counters": report.json, "notices": .array(notices.map { .string($0.word) }),
            "unknownLines": .integer(Int64(findings.unknownLines)), "torn": .bool(isTorn),
        ]
        return try JSONTree(parsing: document.utf8(.compact))
    }
}

extension Beats {
    fileprivate var json: JSONValue {
        [
            "source": .integer(Int64(source.rawValue)), "offset": .number(offset.seconds, decimals: 6),
            "rr": .array(rrTicks.map { .integer(Int64($0)) }), "missed": .integer(Int64(missed)),
        ]
    }
}

extension IngestReport {
    fileprivate var json: JSONValue {
        var implausible = JSONObject()
        for (quantity, count) in self.implausible.sorted(by: { $0.key < $1.key }) {
            implausible.append(quantity.rawValue, .integer(Int64(count)))
        }
        return [
            "rejected": .integer(Int64(rejected)), "dropped": .integer(Int64(dropped)), "idleZeros": .integer(Int64(idleZeros)),
            "unpaired": .integer(Int64(unpaired)), "voidFixes": .integer(Int64(voidFixes)),
            "misplacedFixes": .integer(Int64(misplacedFixes)), "spareFixes": .integer(Int64(spareFixes)),
            "implausible": .object(implausible),
        ]
    }
}

extension IngestNotice {
    fileprivate var word: String {
        switch self {
        case .commandIgnored: "commandIgnored"
        case .targetLeftOut(let target): "targetLeftOut \(target.quantity.rawValue)"
        case .settingRejected(let name, _, _): "settingRejected \(name)"
        case .sensorLost(let source): "sensorLost \(source.rawValue)"
        case .sensorBack(let source): "sensorBack \(source.rawValue)"
        case .batteryLow(_, let percent): "batteryLow" + (percent.map { " \($0)" } ?? "")
        case .unknownLink(let link): "unknownLink \(link.rawValue)"
        case .endedWhereLastHeard: "endedWhereLastHeard"
        case .eventRefused(let reason): "eventRefused \(reason)"
        case .dropped(_, let count): "dropped \(count)"
        }
    }
}
