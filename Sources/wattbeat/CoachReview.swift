import ActivityFiles
import Gateway
import Ingest
import JSONText
import Phrases
import Statistics
import Workouts

/// Gathers what is told of the workouts as they are read, one at a time: all of the only one, a line of each of many.
struct CoachReview {
    /// What was asked for.
    struct Wish {
        let plan: CoachPlan?
        let intent: PlanKind?
        let isJSON: Bool
        /// All of each workout, where there are several.
        let isDetailed: Bool
        /// Whether the zones that a workout is computed with are those that the person wants.
        let hasOwnZones: Bool
    }

    private let session: ArchiveSession
    private let wish: Wish
    private let style: Terminal

    /// Kept until it is known whether another one comes.
    private var only: ArchivedWorkout?
    private var count = 0
    private var planned = 0
    private var told: [Told] = []

    private struct Told {
        var row: CoachList.Row
        var json: JSONValue?
        /// With `--details`.
        var lines: [String] = []
    }

    init(_ session: ArchiveSession, wish: Wish, style: Terminal) {
        self.session = session
        self.wish = wish
        self.style = style
    }

    mutating func take(_ found: ArchivedWorkout) {
        count += 1
        guard count > 1 else { return only = found }
        if let first = only {
            only = nil
            keep(first)
        }
        keep(found)
    }

    private mutating func keep(_ found: ArchivedWorkout) {
        let isMeant = wish.plan?.isMeant(for: found.workout) ?? false
        if isMeant { planned += 1 }
        told.append(tell(found, with: isMeant ? wish.plan : nil, isComplete: wish.isDetailed))
    }

    func write(to output: Output) throws(CommandError) {
        if let only {
            let one = tell(only, with: wish.plan, isComplete: true)
            if wish.isJSON { return try write([one], to: output) }
            try output.page(one.lines)
            return
        }
        if let plan = wish.plan, planned == 0 {
            throw CommandError(
                .badData,
                "none of the \(count) workouts was recorded with a template or a plan called \(quoted(plan.names.last ?? "")): name "
                    + "the one file that it is for")
        }
        // Of two that began together the one that was read first.
        let newestFirst = told.enumerated().sorted { ($1.element.row.start, $0.offset) < ($0.element.row.start, $1.offset) }
            .map(\.element)
        if wish.isJSON { return try write(newestFirst, to: output) }
        try output.page(newestFirst.flatMap({ $0.lines.isEmpty ? [] : $0.lines + [""] }))
        let list = CoachList(
            rows: newestFirst.map(\.row), calendar: session.calendar, style: style, words: session.naming.words)
        for line in list.lines { try output.line(line) }
    }

    /// One document, whether there is one workout or many.
    private func write(_ told: [Told], to output: Output) throws(CommandError) {
        let meant = told.map(\.row).filter(\.isDated).compactMap(\.meant)
        let document: JSONValue = [
            "format": "wattbeat coaching", "version": 1, "workouts": .array(told.compactMap(\.json)),
            "weeks": .array(
                WeeklyCompliance(of: meant).entries.inWeeksDescending.map {
                    weekJSON($0, from: "\(CalendarDay(number: $0.week))")
                }),
            "withoutIntent": .integer(told.count { $0.row.meant == nil }),
            "undated": .integer(told.count { $0.row.meant != nil && !$0.row.isDated }),
        ]
        try output.write(document.utf8(.indented))
        try output.line()
    }

    private func tell(_ found: ArchivedWorkout, with plan: CoachPlan?, isComplete: Bool) -> Told {
        var workout = found.workout
        if let plan {
            let followed = plan.followed(by: workout)
            workout = followed.workout
            let file = found.path.isEmpty ? "" : "\(found.path): "
            for target in followed.leftOut { Output.complain("wattbeat: \(file)\(target.sentence)") }
        }
        let preferred = preferred(for: workout)
        let day = session.calendar.day(containing: workout.startTimestamp)
        let remark = workout.coachingRemark(as: wish.intent, preferred: preferred)
        let row = CoachList.Row(
            start: workout.startTimestamp, isDemo: workout.isDemo, title: session.naming.title(of: workout),
            timer: workout.summary.timer,
            isDated: found.isDated,
            meant: workout.intended(as: wish.intent, week: day.firstOfWeek(from: session.calendar.firstWeekday).number),
            line: remark.map(session.naming.words.text) ?? "")
        if wish.isJSON {
            return Told(
                row: row,
                json: coachingJSON(workout, path: found.path, as: wish.intent, preferred: preferred, isComplete: isComplete))
        }
        guard isComplete else { return Told(row: row) }
        let text = CoachText(workout, as: wish.intent, preferred: preferred, style: style, naming: session.naming)
        return Told(row: row, lines: Array(text.lines))
    }

    /// What the athlete preferred when the workout began, above what was frozen into it.
    private func preferred(for workout: Workout) -> [Quantity: ZoneConfiguration]? {
        if wish.hasOwnZones { return nil }
        let own = workout.settings.zones(for: workout.type)
        return own.merging(session.athlete.settings(at: workout.startTimestamp).zones(for: workout.type)) { $1 }
    }
}
