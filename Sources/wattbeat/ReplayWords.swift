import Gateway
import Ingest
import WireFormats
import Workouts

/// The sentences of a replay.
enum ReplayWords {
    /// `nil` for what shows elsewhere.
    static func sentence(_ notice: IngestNotice) -> String? {
        switch notice {
        case .settingRejected(let name, let value, let reason):
            "setting \(name) \(quoted(value)) is not used: \(reason)" + ReplayOptions.advice(on: reason)
        case .commandIgnored(let command, let reason): "a command (\(shown(command.words))) was ignored: \(reason)"
        case .endedWhereLastHeard(let offset):
            "the workout's end came more than 31 days after its start, by a forgotten stop or a wrong time stamp; it ends where "
                + "something was last heard, \(ClockText.span(offset - .zero)) into the recording"
        case .eventRefused(let reason): "the workout could not take an event, which is a fault of wattbeat: \(reason)"
        case .unknownLink(let link): "bytes arrived on link \(link.rawValue), which the recording does not introduce"
        case .batteryLow(_, let percent): "a sensor's battery is " + (percent.map { "at \($0) %" } ?? "low")
        case .targetLeftOut(let target): target.sentence
        case .sensorLost, .sensorBack, .dropped: nil
        }
    }

    static func findings(_ plan: ReplayPlan) -> [String] {
        plan.findings.flatMap { path, findings in findings.lossSentences.map { "\(path): \($0)" } }
    }

    static let redated = "the clock was never set, so the file begins at the earliest date that FIT allows"

    /// What came in, and how much of it was turned away.
    static func counters(_ engine: IngestEngine) -> String {
        let report = engine.report
        var parts = [Count.text(report.records, "record", "records"), Count.text(report.bytes, "byte", "bytes")]
        if report.rejected > 0 { parts.append("\(report.rejected) unreadable") }
        if report.dropped > 0 { parts.append("\(report.dropped) dropped") }
        let implausible = report.implausible.values.reduce(0, +)
        if implausible > 0 { parts.append("\(implausible) implausible") }
        for (count, one, many) in [
            (report.voidFixes, "epoch without a fix", "epochs without a fix"),
            (report.misplacedFixes, "fix out of time or reach", "fixes out of time or reach"),
            (report.spareFixes, "fix of a second receiver", "fixes of a second receiver"),
            (report.unpaired, "value of an unpaired sensor", "values of unpaired sensors"),
            (report.idleZeros, "zero of an idle sensor", "zeros of idle sensors"),
        ] where count > 0 { parts.append(Count.text(count, one, many)) }
        if report.clockSteps > 0 { parts.append(Count.text(report.clockSteps, "step", "steps") + " of a receiver's clock") }
        return "Read " + parts.joined(separator: ", ")
    }
}
