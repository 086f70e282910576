import Workouts

/// A workout that is over, and who waits until its files are written.
final class WorkoutEnding {
    let workout: Workout
    private var waiting: [(ControlReply) -> Void]
    /// Whether it was told how the writing went.
    private(set) var isTold = false

    init(_ workout: Workout, waiting: [(ControlReply) -> Void]) {
        self.workout = workout
        self.waiting = waiting
    }

    func awaitFiles(_ reply: @escaping (ControlReply) -> Void) { waiting.append(reply) }

    /// Who is answered may ask again at once.
    func tell(_ outcome: WorkoutOutcome) {
        isTold = true
        let answers = CommandDesk.Answers(to: waiting, .success(.workout(outcome)))
        waiting = []
        answers.give()
    }
}
