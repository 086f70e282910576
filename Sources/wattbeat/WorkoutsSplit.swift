import Gateway
import JSONText
import Statistics
import Storage
import Workouts

/// `wattbeat workouts split ID`.
enum WorkoutsSplit: Command {
    private static let at = Option<Moment>(
        "at", "TIME", "cut there: so long after its start, as 45:00 or 1:10:00, or by the clock, as T14:30", isRepeatable: true,
        expecting: "a time since the start such as 45:00, or of the day such as T14:30", read: Moment.init)
    private static let lap = Option<Int>.numbers("lap", "cut at the end of this lap, from 1")
    private static let pause = Option<Int>.numbers("pause", "cut this pause out, from 1")

    static let name = "workouts split"
    static let summary = "cut a workout into several"
    static let operands = Operands("ID", 1...1)
    static let options: [any CommandOption] = [
        at, lap, pause, StoreAccess.store, WorkoutNaming.language, WorkoutsChange.json,
    ]
    static let discussion = """
        \(WorkoutReferences.words).
        Each part has all figures anew, of what was recorded in it; together they are the whole. Several cuts may be
        given. The recording stays: wattbeat workouts restore ID has it back, and wattbeat workouts merge joins parts. A
        time of the day is that of the place where the workout was.

        examples:
          wattbeat workouts split last --pause 1
          wattbeat workouts split 3f9a2c --at 1:10:00 --at T16:45
        """

    private enum Moment: Sendable {
        case since(TimeSpan)
        /// Since midnight.
        case time(TimeSpan)

        init?(_ text: String) {
            guard text.hasPrefix("T") else {
                guard text.contains(":"), let span = TimeSpan(clock: text) else { return nil }
                self = .since(span)
                return
            }
            let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let numbers = parts.compactMap { $0.utf8.count == 2 ? Int64($0) : nil }
            guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
                numbers.allSatisfy({ $0 >= 0 && $0 < 60 })
            else { return nil }
            let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
            self = .time(TimeSpan(microseconds: seconds * 1_000_000))
        }
    }

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.changing(arguments)
        let workout = try store.named(arguments.operands[0])
        var cuts: [WorkoutCut] = []
        for moment in arguments.values(of: at) { cuts.append(WorkoutCut(at: try offset(of: moment, in: workout))) }
        for number in arguments.values(of: lap) {
            guard number < workout.laps.count else {
                let laps = Count.text(workout.laps.count, "lap", "laps")
                throw CommandError(.noInput, "there is no cut at the end of lap \(number): it has \(laps)")
            }
            cuts.append(WorkoutCut(at: workout.laps[number - 1].end))
        }
        for number in arguments.values(of: pause) {
            guard number <= workout.pauses.count else {
                throw CommandError(
                    .noInput,
                    "there is no pause \(number): it has \(Count.text(workout.pauses.count, "pause", "pauses"))")
            }
            cuts.append(WorkoutCut(end: workout.pauses[number - 1].start, start: workout.pauses[number - 1].end))
        }
        guard !cuts.isEmpty else { throw .usage("where is it to be cut? --at, --lap or --pause", see: self) }
        cuts.sort { ($0.end, $0.start) < ($1.end, $1.start) }
        let parts = try storing { () throws(StorageError) in try store.split(workout.id, at: cuts) }
        try RecutReport(made: parts, gone: [workout.id]).write(arguments[WorkoutsChange.json], store, arguments, output)
    }

    private static func offset(of moment: Moment, in workout: Workout) throws(CommandError) -> Offset {
        switch moment {
        case .since(let span): return workout.start + span
        case .time(let time):
            guard let local = workout.clock.utcOffsetSeconds else {
                throw CommandError(.badData, "nobody knows the time of day of it: give a time since its start")
            }
            let day = 86_400_000_000 as Int64
            let began = (workout.startTimestamp.microseconds &+ Int64(local) * 1_000_000) % day
            // Behind midnight, where the workout began before.
            let since = (time.microseconds - began + 2 * day) % day
            return workout.start + TimeSpan(microseconds: since)
        }
    }
}

/// `wattbeat workouts merge ID ID…`.
enum WorkoutsMerge: Command {
    static let name = "workouts merge"
    static let summary = "make one workout of several"
    static let operands = Operands("ID ID…", 2...64)
    static let options: [any CommandOption] = [StoreAccess.store, WorkoutNaming.language, WorkoutsChange.json]
    static let discussion = """
        \(WorkoutReferences.words).
        In order of time, whatever order they are given in. The timer stands between them; different sports become legs
        with a transition between, as of a triathlon. All figures are made anew, of what was recorded. Parts of a
        workout that was split are joined without a seam, and all of them are the workout itself again. wattbeat
        workouts restore ID of one of them has all of them back.

        example:
          wattbeat workouts merge 1 2
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.changing(arguments)
        let references = try WorkoutReferences(store)
        var ids: [WorkoutID] = []
        for text in arguments.operands {
            let id = try references.workout(named: text)
            if !ids.contains(id) { ids.append(id) }
        }
        let joint = try storing { () throws(StorageError) in try store.merge(ids) }
        try RecutReport(made: [joint], gone: ids.filter { $0 != joint })
            .write(arguments[WorkoutsChange.json], store, arguments, output)
    }
}

extension WorkoutCut {
    init(at offset: Offset) { self.init(end: offset, start: offset) }
}

extension Option<Int> {
    fileprivate static func numbers(_ name: String, _ help: String) -> Self {
        Self(name, "NUMBER", help, isRepeatable: true, expecting: "a whole number from 1 to 100000") { text in
            Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
        }
    }
}
