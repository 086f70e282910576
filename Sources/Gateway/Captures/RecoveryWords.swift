import Ingest
import WireFormats
import Workouts

/// The sentences about what an earlier run left behind.
enum RecoveryWords {
    /// - Parameter gap: microseconds.
    static func resumed(_ capture: CutCapture, gap: Int64, isSameBoot: Bool) -> String {
        "\(cutOff(capture, isSameBoot)); it goes on, \(span(gap)) are missing"
    }

    /// Why a workout does not go on. Spans are microseconds.
    enum Hindrance {
        case unknownGap
        /// So that it seems to have been in the future, or ages ago.
        case clockSetOtherwise
        case longGap(Int64, limit: Int64)
        /// So says the settings file.
        case neverResumed
        case demonstration
        /// By the rider, which the disk had no room for.
        case stopped
        /// Another one was heard later.
        case another
    }

    static func finished(_ capture: CutCapture, _ hindrance: Hindrance, isSameBoot: Bool) -> String {
        let reason =
            switch hindrance {
            case .unknownGap: "how long ago that was cannot be told, since the clock was not set"
            case .clockSetOtherwise:
                "how long ago that was cannot be told, since the clock was set to another time in between"
            case .longGap(let gap, let limit): "that is \(span(gap)) ago, more than \(span(limit))"
            case .neverResumed: "workouts are not taken up again (resume-minutes is 0)"
            case .demonstration: "it was for show"
            case .stopped: "it was stopped by then, and the disk had no room for the rest"
            case .another: "another workout was going on later"
            }
        return "\(cutOff(capture, isSameBoot)); it ends there: \(reason)"
    }

    static func stored(_ capture: CutCapture) -> String {
        let count = capture.finished.workouts.count
        return "the files of \(count == 1 ? "a workout" : "\(count) workouts") were made again from \(capture.path)"
    }

    static func damaged(_ name: CaptureName, _ reason: String, _ capture: CutCapture) -> String {
        let used = capture.finished.workouts.isEmpty ? "no workout was in it" : "everything before it made the workout"
        return "a capture is damaged (\(reason)): \(used); it is kept as \(name.text)"
    }

    static func unreadable(_ name: CaptureName, _ reason: CaptureError) -> String {
        "a capture that was left open holds nothing that can be read (\(reason)); it is kept as \(name.text)"
    }

    private static func cutOff(_ capture: CutCapture, _ isSameBoot: Bool) -> String {
        let live = capture.engine.live
        let length = live.map { " after \(ClockText.span($0.elapsed))" } ?? ""
        let cause = isSameBoot ? ", when the gateway was killed or failed" : " by a power failure or a restart of the machine"
        return "the workout\(begin(capture, live)) was cut off\(length)\(cause)"
    }

    /// ` of 10:02`, in local time where that is known; nothing without a clock.
    private static func begin(_ capture: CutCapture, _ live: LiveFigures?) -> String {
        let clock = capture.engine.clock
        guard clock.isTrusted, let live else { return "" }
        let start = clock.timestamp(at: live.now) - live.elapsed
        let date = CivilDate(start, utcOffsetSeconds: clock.utcOffsetSeconds ?? 0)
        return " of \(ClockText.two(Int64(date.hour))):\(ClockText.two(Int64(date.minute)))"
            + (clock.utcOffsetSeconds == nil ? " UTC" : "")
    }

    /// `85 s`, `14 min`, `3 h`, `2 days`: as exact as it matters.
    private static func span(_ microseconds: Int64) -> String {
        let seconds = (microseconds + 500_000) / 1_000_000
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
