import ActivityFiles
import Gateway
import Ingest
import WireFormats
import Workouts

/// Keeps what a replay is about: its workouts, and what a person should know of its course.
final class ReplayCollector: IngestSink {
    private var finished = FinishedWorkouts()
    private let isCommanded: Bool
    /// What nobody asked to record is a workout only if something was measured in it.
    var workouts: [Workout] { kept.map(\.workout) }
    /// Each with what its way there was like.
    var kept: [(workout: Workout, report: WorkoutReport)] {
        zip(finished.workouts, finished.reports).map { ($0, $1) }.filter { isCommanded || $0.0.isMeasured }
    }
    /// Each once, in the order of first sight.
    private(set) var sentences: [String] = []
    private var seen: Set<String> = []
    private static let most = 50

    init(isCommanded: Bool) { self.isCommanded = isCommanded }

    func apply(_ output: IngestOutput) {
        finished.apply(output)
        if case .notice(let notice) = output, let sentence = ReplayWords.sentence(notice) { note(sentence) }
    }

    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) { finished.passed(engine) }
    func ended(_ engine: borrowing IngestEngine) { finished.passed(engine) }

    private func note(_ sentence: String) {
        guard sentences.count < Self.most, seen.insert(sentence).inserted else { return }
        sentences.append(sentence)
    }
}

extension Workout {
    /// Whether any sensor or receiver told anything.
    fileprivate var isMeasured: Bool { !series.isEmpty || !amounts.isEmpty || !beats.isEmpty || route.placeCount > 0 }
}
