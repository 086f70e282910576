import ActivityFiles
public import Ingest
public import WireFormats
import Workouts

/// Keeps what a capture's engine makes, for the files that are written when the capture is over; itself it waits for no disk.
public final class WorkoutFiles: IngestSink {
    /// A workout that ended, and how it came about.
    struct Ended: Sendable {
        let workout: Workout
        let report: WorkoutReport
    }

    /// Microseconds of capture time between attempts at what waits for the disk.
    private static let retryInterval: Int64 = 30_000_000

    /// Whether a workout began in the capture.
    private(set) var holdsWorkout = false
    /// Called now and then while records come.
    var tend: (() -> Void)?

    /// What the engine knew of the time in the end; `nil` before.
    private(set) var clock: WallClock?

    private var finished = FinishedWorkouts()
    private var lastRetry: Int64 = 0

    init() {}

    /// Where demonstrations are written.
    public static func demoFolder(in folder: String) -> String { folder + "/demo" }

    public func apply(_ output: IngestOutput) {
        if case .workoutStarted = output { holdsWorkout = true }
        finished.apply(output)
    }

    public func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        finished.passed(engine)
        guard record.offset - lastRetry >= Self.retryInterval else { return }
        lastRetry = record.offset
        tend?()
    }

    public func ended(_ engine: borrowing IngestEngine) {
        finished.passed(engine)
        clock = engine.clock
    }

    /// Another capture begins.
    func begin() {
        (holdsWorkout, lastRetry, clock) = (false, 0, nil)
        finished = FinishedWorkouts()
    }

    /// The workouts that ended in the capture.
    func takeEnded() -> [Ended] {
        defer { finished = FinishedWorkouts() }
        return zip(finished.workouts, finished.reports).map(Ended.init)
    }
}
