public import ActivityFiles
public import Ingest
import WireFormats

extension IngestEngine {
    /// What a workout's JSON form says of the way to it: a reason and a count, without times or texts that vary.
    public var workoutReport: WorkoutReport {
        var rejects: [WorkoutReport.Reject] = []
        for rejection in report.rejections {
            // A sensor may have failed alike on several links.
            let reason = rejection.error.reason
            if let index = rejects.firstIndex(where: { $0.source == rejection.source && $0.reason == reason }) {
                rejects[index].count += rejection.count
            } else {
                rejects.append(.init(source: rejection.source, reason: reason, count: rejection.count))
            }
        }
        for (reason, count) in [
            ("dropped", report.dropped), ("idleZero", report.idleZeros), ("unpaired", report.unpaired),
            ("voidFix", report.voidFixes), ("misplacedFix", report.misplacedFixes), ("spareFix", report.spareFixes),
            ("clockStepped", report.clockSteps),
        ] where count > 0 {
            rejects.append(.init(reason: reason, count: count))
        }
        return WorkoutReport(rejects: rejects, implausible: report.implausible)
    }
}

extension WireError {
    /// Without the values, which vary.
    var reason: String {
        switch self {
        case .truncated(let field): "truncated \(field)"
        case .invalid(let field, _): "invalid \(field)"
        case .checksumMismatch: "checksumMismatch"
        }
    }
}
