import Gateway
import JSONText
import Statistics
import Storage
import Workouts

/// `wattbeat stats [PATH…]`: what a period came to.
enum Stats: Command {
    static let name = "stats"
    static let summary = "what a day, a week or a year came to, beside the one before"
    static let operands = Operands("[PATH…]", 0...1024)
    static let options = StatsOptions.all
    static let discussion = """
        A PATH is a capture, a FIT, TCX, GPX or CSV file, or a folder of them; without one the store is read, and what
        lies in the folders of the settings in use and is not in the store (docs/archive.md).
        A period that is not over is compared with as much of the other as had passed by the same time. A dash is a figure that
        nobody measured, which is not 0; a bucket without anything is one that is still ahead.
        Zones are those in force now, into which every workout's samples are cut anew, each leg in those of its sport. A workout
        that has not ended by now (or by --today) is not there yet. TSS is told with the FTP it was reckoned by. Load over weeks is read from all workouts,
        whatever the period. A goal is of today, or of this week: distance=50km/week, time=5h/week, steps=10000/day, tss=400/week.
        Of heart rate the figure is that of the whole day or week; zone2 is time in a zone of heart rate, power-zone4 of power.
        Times of day and first weekday are the machine's unless --time-zone and --week-starts say otherwise.

        examples:
          wattbeat stats
          wattbeat stats --period month --back 1 --scope activities ~/rides
          wattbeat stats --period year --baseline last-year --metric climb --json
          wattbeat stats --demo --goal distance=150km/week --goal time=45min/day
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let session = try ArchiveSession(arguments, of: self)
        let rules = session.calendar
        let request = try StatsRequest(arguments, today: rules.day(containing: session.now))
        let plan = try plan(request, rules, session.now)
        let sports = arguments.values(of: ArchiveOptions.sport)
        let settings = session.athlete.settings(at: session.now).undated(session.now)
        var gathering = StatsGathering(
            request, plan, rules: rules, settings: settings,
            goals: try goals(request.goals, rules, settings, sports))
        let tally = try await session.forEachOutline(within: StatsGathering.allTime, gathering.wish) {
            found throws(CommandError) in
            try storing { () throws(StorageError) in try gathering.add(found) }
        }
        for counts in session.counts { gathering.add(counts) }
        let (summed, moods) = (session.summed, try session.moods)
        let made = try storing { () throws(StorageError) in
            try gathering.report(tally, summed: summed, isOfSome: session.isOfSome, moods: moods)
        }
        guard let report = made else {
            throw CommandError(
                .noInput,
                tally.workoutsWithoutDate > 0
                    ? "of no workout is it known when it was: the clocks were not set"
                    : ArchiveWords.nothingWanted(Set(sports), isOfSomeDays: arguments.has(ArchiveOptions.today)))
        }
        if arguments[ArchiveOptions.json] {
            try output.write(StatsJSON(report, zoneName: rules.timeZone.name).value.utf8(.indented))
            try output.line()
        } else {
            try output.page(StatsText(report, style: output.terminal, book: session.naming.words).lines)
        }
        for note in report.notes { Output.complain("wattbeat: \(note)") }
    }

    private static func plan(
        _ request: StatsRequest, _ rules: CalendarRules, _ now: Timestamp
    ) throws(CommandError) -> HistoryPlan {
        do throws(PeriodError) {
            return try request.plan(rules, now: now)
        } catch {
            throw .usage("there is no such period: figures reach back to year 1 and over a hundred years at most", see: self)
        }
    }

    private static func goals(
        _ asked: [StatsGoal], _ rules: CalendarRules, _ settings: WorkoutSettings, _ sports: [ActivityType]
    ) throws(CommandError) -> StatsGoals {
        do throws(StatsGoalMistake) {
            return try StatsGoals(asked, rules: rules, zones: settings, sports: sports)
        } catch {
            switch error {
            case .noZones(let quantity, let label):
                throw .usage(
                    "--goal: no \(quantity.rawValue) zones are set, so there is no zone \(quoted(label)): "
                        + "wattbeat settings set zones.\(quantity.rawValue) sets some, or --zones \(quantity.rawValue)=…",
                    see: self)
            case .noSuchZone(let quantity, let label, let labels):
                throw .usage(
                    "--goal: there is no \(quantity.rawValue) zone \(quoted(label)): there are \(labels.joined(separator: ", "))",
                    see: self)
            }
        }
    }
}

extension StatsReport {
    /// What is not in the figures.
    var notes: [String] {
        var notes: [String] = []
        if workoutsWithoutDate > 0 {
            notes.append(
                Count.text(workoutsWithoutDate, "workout does", "workouts do")
                    + " not count: the clock was not set, so nobody knows on which day")
        }
        return notes
    }
}
