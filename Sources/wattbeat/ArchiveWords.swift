import Gateway
import Statistics
import Workouts

/// The sentences of commands that look back.
enum ArchiveWords {
    /// As many of one kind are told one by one.
    private static let mostOfAKind = 3

    /// What did not count, or not to its end; what is as it should be is not told.
    static func complaints(_ skipped: [SkippedFile]) -> [String] {
        SkippedFile.Reason.allCases.flatMap { reason -> [String] in
            let files = skipped.filter { $0.reason == reason }
            switch reason {
            case .ownFIT, .partly: return []
            case .demo where files.count > 1: return ["\(files.count) demonstrations do not count beside real workouts"]
            default: break
            }
            let rest = files.count - mostOfAKind
            guard rest > 1 else { return files.map(\.sentence) }
            return files.prefix(mostOfAKind).map(\.sentence) + ["\(rest) more files are \(kind(reason))"]
        }
    }

    private static func kind(_ reason: SkippedFile.Reason) -> String {
        switch reason {
        case .unreadable: "not read"
        case .damaged: "damaged or cut off, and count as far as they could be read"
        case .stillWritten: "being recorded, and count as far as they go"
        case .partly: "used in part"
        case .sameWorkout, .ownFIT: "of workouts that others hold too, which count"
        case .copy: "copies of captures that count"
        case .demo: "demonstrations"
        case .undated: "of a clock that was never set"
        case .noWorkout: "without a workout"
        case .notARecording: "neither captures of wattbeat's nor files of activities"
        }
    }

    /// What does not count since it has not ended yet.
    ///
    /// - Parameter isClock: whether it is the machine's clock that says so.
    static func ahead(_ count: Int, isClock: Bool) -> String {
        let workouts = Count.text(count, "workout", "workouts")
        let verb = count == 1 ? "ends" : "end"
        return isClock
            ? "\(workouts) \(verb) after now and \(count == 1 ? "does" : "do") not count: is this machine's clock right?"
            : "\(workouts) \(verb) after the day or time of --today and \(count == 1 ? "does" : "do") not count"
    }

    /// - Parameter isOfSomeDays: whether only some days were looked at.
    static func nothingWanted(_ sports: Set<ActivityType>, isOfSomeDays: Bool) -> String {
        let names = sports.map(\.rawValue).sorted().joined(separator: " or ")
        let what = names.isEmpty ? "no workout" : "no workout of \(names)"
        return "\(what) is among those recorded" + (isOfSomeDays ? " in these days" : "")
    }
}
