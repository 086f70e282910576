import Gateway
import JSONText
import Statistics
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
            goals: try StatsGoals(request.goals, rules: rules, zones: settings, sports: sports))
        let tally = try await session.forEachOutline(within: Self.allTime, gathering.wish) { found throws(CommandError) in
            try gathering.add(found)
        }
        for counts in session.counts { gathering.add(counts) }
        guard let report = try gathering.report(tally, from: session) else {
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
            for line in StatsText(report, style: output.terminal, book: session.naming.words).lines { try output.line(line) }
        }
        for note in report.notes { Output.complain("wattbeat: \(note)") }
    }

    private static func plan(
        _ request: StatsRequest, _ rules: CalendarRules, _ now: Timestamp
    ) throws(CommandError) -> HistoryPlan {
        // The last moment of a day, which --today means, is the end of its 24 hours.
        let next = now + TimeSpan(microseconds: 1)
        let isDaysEnd = rules.range(of: rules.day(containing: now)).end == next
        do throws(PeriodError) {
            return try HistoryPlan(
                request.query, rules: rules, now: isDaysEnd && request.query.kind == .rolling24Hours ? next : now)
        } catch {
            throw .usage("there is no such period: figures reach back to year 1 and over a hundred years at most", see: self)
        }
    }

    /// Load and streaks lean on what lies before the period.
    private static let allTime = TimeRange(
        start: Timestamp(secondsSince1970: -60_000_000_000), end: Timestamp(secondsSince1970: 250_000_000_000))
}
