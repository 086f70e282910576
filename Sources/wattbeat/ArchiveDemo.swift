import Gateway
import Statistics
import Workouts

/// Made-up workouts in place of files: the same for everybody on one day.
enum ArchiveDemo {
    /// The last one and this: what a year is compared with, and no more than a person waits for.
    private static let yearsBefore = 1
    private static let seed: UInt64 = 1

    static func history(endingAt now: Timestamp, _ calendar: CalendarRules) -> DemoHistory {
        let today = calendar.day(containing: now)
        let first = today.adding(years: -yearsBefore).firstOfYear
        return DemoHistory(
            seed: seed, from: CivilDate(year: first.year, month: first.month, day: first.day), days: first.days(until: today) + 1)
    }

    /// In order of time, one made on the other core while one is looked at.
    ///
    /// - Parameter shown: workouts that do not lie in one of these are reckoned, which is quicker, and have no samples; none when `nil`.
    static func forEach(
        of history: DemoHistory, within range: TimeRange?, until now: Timestamp, shown: [TimeRange]? = nil,
        _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) {
        let sessions = history.sessions.filter { session in
            // Only folding tells the end; none lasts as long as a day.
            session.start < now && (range.map { session.start < $0.end && session.start + dayLength > $0.start } ?? true)
        }
        func isShown(_ session: DemoSession) -> Bool {
            shown.map { $0.contains { session.start < $0.end && session.start + dayLength > $0.start } } ?? true
        }
        var next = sessions.first.map { make($0, history, isWhole: isShown($0)) }
        for index in sessions.indices {
            let workout = await next?.value
            next = index + 1 < sessions.count ? make(sessions[index + 1], history, isWhole: isShown(sessions[index + 1])) : nil
            if Task.isCancelled { return }
            guard let workout, workout.endTimestamp <= now, range.map({ workout.endTimestamp > $0.start }) ?? true else {
                continue
            }
            try body(ArchivedWorkout(workout: workout, path: "", format: .demo))
        }
    }

    /// What a made-up watch told. During a workout a foot pod or a wheel knows better: of sources without ranks the last by name counts
    /// last.
    static func counts(of history: DemoHistory, until now: Timestamp) -> [ArchiveCounts] {
        let all = history.allDay()
        let source = SampleSource(
            id: SourceID(0), kind: .demo, identity: "demo:wrist", name: "Demo watch")
        return ([(.steps, all.steps), (.distance, all.distanceMetres), (.floors, all.floors)] as [(HistoryQuantity, DemoColumn)])
            .map {
                quantity, column in
                var columns = SampleColumns()
                for index in column.starts.indices where column.ends[index] <= now {
                    columns.append(
                        from: column.starts[index], to: column.ends[index], column.values[index], source: source.id)
                }
                return ArchiveCounts(quantity: quantity, columns: columns, source: source)
            }
    }

    private static let dayLength = TimeSpan(microseconds: 86_400_000_000)

    private static func make(_ session: DemoSession, _ history: DemoHistory, isWhole: Bool) -> Task<Workout?, Never> {
        Task.detached { isWhole ? try? history.workout(of: session) : history.figures(of: session) }
    }
}

extension DemoHistory {
    /// The rider's figures, month by month.
    var athleteHistory: AthleteHistory {
        var athlete = AthleteHistory()
        var former: WorkoutSettings?
        for session in sessions {
            let settings = settings(of: session)
            if settings != former { athlete.record(settings, from: session.start) }
            former = settings
        }
        return athlete
    }
}
