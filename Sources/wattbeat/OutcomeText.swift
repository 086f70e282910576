import Gateway
import Glibc
import JSONText
import Workouts

/// What a workout came to, in a few lines: what `stop` prints, and `run` writes down.
struct OutcomeText {
    let outcome: WorkoutOutcome
    let terminal: Terminal
    var measures = Measures.own

    var lines: [String] {
        let mark = outcome.isDemo ? terminal.bold("DEMO ") : ""
        return [mark + terminal.bold(title) + (moment.map { terminal.dim("  \($0)") } ?? ""), figures.joined(separator: "  ")]
            + outcome.files.map { terminal.dim("  " + shown($0)) } + (outcome.files.isEmpty ? [Self.notWritten] : [])
    }

    /// What it is called.
    var title: String { outcome.title.map(shown) ?? outcome.activity.words }

    /// Instead of the files, of a gateway that has ended: what becomes of the workout.
    ///
    /// - Parameter capture: as it stood before the end.
    static func withoutFiles(_ capture: GatewayStatus.CaptureState) -> String {
        let (files, next) = ("its files could not be written", "the next run or record makes them from")
        guard case .suspended(let path, let sentence, _) = capture else { return "\(files); \(next) the capture" }
        guard access(path, F_OK) == 0 else {
            return "the workout is lost, since nothing of it could be written (\(shown(sentence)))"
        }
        return "\(files), nor the end of its capture (\(shown(sentence))); \(next) what is there"
    }

    /// Instead of the files.
    static let notWritten = "its files are not written yet: `wattbeat status` says why"

    /// `20:00  9.87 km  142 bpm (171)  213 W  NP 230 W  TSS 21  88 rpm  124 m up`: averages, the highest in brackets.
    var figures: [String] {
        var parts = [ClockText.span(outcome.timer)]
        if outcome.elapsed.seconds - outcome.timer.seconds >= 1 { parts.append("elapsed \(ClockText.span(outcome.elapsed))") }
        if let metres = outcome.distanceMetres { parts.append(measures.distance(metres)) }
        if let rate = outcome.averageBeatsPerMinute {
            parts.append("\(whole(rate)) bpm" + (outcome.maximumBeatsPerMinute.map { " (\(whole($0)))" } ?? ""))
        }
        if let power = outcome.averagePowerWatts { parts.append("\(whole(power)) W") }
        if let power = outcome.normalizedPowerWatts { parts.append("NP \(whole(power)) W") }
        if let score = outcome.trainingStressScore { parts.append("TSS \(whole(score))") }
        if let cadence = outcome.averageRevolutionsPerMinute { parts.append("\(whole(cadence)) rpm") }
        if let ascent = outcome.ascentMetres { parts.append("\(measures.height(ascent)) up") }
        return parts
    }

    private var moment: String? {
        outcome.start.map { ClockText.moment($0, utcOffsetSeconds: outcome.utcOffsetSeconds) }
    }

    private func whole(_ value: Double) -> String { Decimals.text(value, decimals: 0) }
}
