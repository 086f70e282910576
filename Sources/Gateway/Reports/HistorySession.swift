import JSONText
public import Statistics
public import Storage
public import Workouts

/// A store as pages and programs look back at it: whose days, whose zones, which moment. Nothing but the store is read; it must be one
/// that can be written where sums are to be kept (`HistoryStore.isSummed`).
public struct HistorySession {
    public let store: HistoryStore
    public let calendar: CalendarRules
    public let athlete: AthleteHistory
    /// What had not ended by then is not there yet.
    public let now: Timestamp
    /// Workouts with a leg of one of them; all when empty.
    public var sports: Set<ActivityType> = []
    /// Identity of a sensor that took part.
    public var sensor: String?

    public init(_ store: HistoryStore, _ calendar: CalendarRules, _ athlete: AthleteHistory, now: Timestamp) {
        self.store = store
        self.calendar = calendar
        self.athlete = athlete
        self.now = now
    }

    /// What is in force at `now`.
    public var settings: WorkoutSettings { athlete.settings(at: now).undated(now) }

    /// What a period came to (docs/stats-json.md): `StatsJSON(report, zoneName:).value`.
    ///
    /// - Returns: `nil` where there is no workout that counts.
    public func stats(_ request: StatsRequest) throws(ReportError) -> StatsReport? {
        let plan: HistoryPlan
        let goals: StatsGoals
        do throws(PeriodError) { plan = try request.plan(calendar, now: now) } catch { throw .period(error) }
        do throws(StatsGoalMistake) {
            goals = try StatsGoals(
                request.goals, rules: calendar, zones: settings, sports: ActivityType.allCases.filter(sports.contains))
        } catch {
            throw .goal(error)
        }
        var gathering = StatsGathering(request, plan, rules: calendar, settings: settings, goals: goals)
        do throws(StorageError) {
            guard let isDemo = try store.isDemo else { return nil }
            let tally = try forEachOutline(within: StatsGathering.allTime, gathering.wish) { found throws(StorageError) in
                try gathering.add(found)
            }
            let moods = try store.moods(to: now + TimeSpan(microseconds: 1)).map(\.mood)
            return try gathering.report(tally, summed: (store, isDemo), isOfSome: isOfSome, moods: moods)
        } catch {
            throw .storage(error)
        }
    }

    /// Time in zones of what was recorded (docs/zones.md), for `ZonesJSON.recorded`.
    ///
    /// - Parameters:
    ///   - days: in which workouts began; all when `nil`.
    ///   - above: a value of the one quantity that is asked for, as people type it.
    public func zones(
        _ quantities: [ZoneQuantity] = ZoneQuantity.allCases, of days: TimeRange? = nil, above: Double? = nil,
        title: (ArchivedOutline) throws(StorageError) -> String
    ) throws(StorageError) -> RecordedZones {
        var recorded = RecordedZones(quantities, above: above, zones: settings, isOfToday: true)
        let wish = OutlineWish(quantities: Set(quantities.map(\.quantity)), hasZones: true)
        recorded.isDemo = try forEachOutline(of: days, wish) { found throws(StorageError) in
            try recorded.add(found, called: title(found), calendar)
        }.isDemo
        return recorded
    }

    /// Check-ins and their weeks.
    ///
    /// - Parameter days: all of them when `nil`.
    public func moods(of days: TimeRange? = nil) throws(StorageError) -> MoodHistory {
        try MoodHistory(store, of: days, calendar, now: now)
    }

    /// Zones in force at `now`, for `ZonesJSON.inForce`.
    public var zonesInForce: [ZonesInForce] { ZonesInForce.rows(of: settings, ActivityType.allCases.filter(sports.contains)) }

    /// Workouts without their samples, oldest first, undated ones before them.
    ///
    /// - Parameters:
    ///   - days: in which they began; of some days nothing undated is given.
    ///   - range: in place of `days`: all that lie in it, if only in part.
    public func forEachOutline(
        of days: TimeRange? = nil, within range: TimeRange? = nil, _ wish: OutlineWish,
        _ body: (ArchivedOutline) throws(StorageError) -> Void
    ) throws(StorageError) -> WorkoutTally {
        let latest = now
        let selection = WorkoutSelection(sports: sports, sensor: sensor, days: days, within: range) { latest }
        if let sensor { selection.ofSensor = Set(try store.workouts(WorkoutFilter(source: sensor)).map(\.id)) }
        guard let isDemo = try store.isDemo else { return selection.tally }
        let stored = try store.outlines(
            WorkoutFilter(isDemo: isDemo), valuesOf: wish.quantities, of: wish.valued, withZones: wish.hasZones)
        for one in stored.outlines.undatedFirst(\.listing.isDated) where one.listing.lies(within: range ?? days) {
            let found = ArchivedOutline(one, store)
            if selection.gives(found) { try body(found) }
        }
        return selection.tally
    }

    private var isOfSome: Bool { !sports.isEmpty || sensor != nil }
}

/// Why there is no report.
public enum ReportError: Error, Equatable, Sendable {
    case storage(StorageError)
    /// Figures reach back to year 1 and over a hundred years at most.
    case period(PeriodError)
    case goal(StatsGoalMistake)
}

extension HistoryStore {
    /// Whether its workouts are made up, which never stand beside what was done; `nil` where there is none.
    public var isDemo: Bool? {
        get throws(StorageError) {
            if try !workouts(WorkoutFilter(isDemo: false), limit: 1).isEmpty { return false }
            return try workouts(limit: 1).isEmpty ? nil : true
        }
    }
}

extension WorkoutListing {
    /// Whether it lies in it, if only in part, or may do so.
    public func lies(within range: TimeRange?) -> Bool {
        !isDated || (range.map { start < $0.end && end > $0.start } ?? true)
    }
}

extension Array {
    /// In the same order otherwise, as files are read.
    public func undatedFirst(_ isDated: (Element) -> Bool) -> [Element] {
        filter { !isDated($0) } + filter(isDated)
    }
}
