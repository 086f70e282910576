public import Statistics
public import Workouts

/// A workout as lists show it, edits applied; a figure that there is not is `nil`.
public struct WorkoutListing: Equatable, Sendable {
    public var id: WorkoutID
    /// Grows with each edit and each time that it is derived anew.
    public var version: Int
    public var type: ActivityType
    /// Before any edit.
    public var recordedType: ActivityType
    public var name: String?
    public var note: String?
    public var isDemo: Bool
    public var start: Timestamp
    public var end: Timestamp
    public var clock: WallClock
    public var timer: TimeSpan
    public var distanceMetres: Double?
    public var steps: Double?
    public var energyKilocalories: Double?
    public var ascentMetres: Double?
    public var workKilojoules: Double?
    public var trainingImpulse: Double?
    public var trainingStressScore: Double?
    public var functionalThresholdPowerWatts: Double?
    public var averageBeatsPerMinute: Double?
    public var maximumBeatsPerMinute: Double?
    public var averagePowerWatts: Double?
    public var normalizedPowerWatts: Double?
    public var origin: WorkoutOrigin
    public var algorithmVersion: Int
    /// Its row.
    let row: Int64

    /// Local time minus UTC at the start.
    public var utcOffsetSeconds: Int? { clock.utcOffsetSeconds }
    public var timeZone: String? { clock.timeZone }
}

extension HistoryStore {
    /// Newest first.
    ///
    /// - Parameters:
    ///   - limit: at most so many.
    ///   - skipped: so many of the newest are left out.
    public func workouts(
        _ filter: WorkoutFilter = WorkoutFilter(), limit: Int = .max, skipping skipped: Int = 0
    ) throws(StorageError) -> [WorkoutListing] {
        try workouts(filter, limit: limit, skipping: skipped, behind: nil)
    }

    /// - Parameter place: those before it in the list are left out, and itself.
    func workouts(
        _ filter: WorkoutFilter, limit: Int, skipping skipped: Int = 0, behind place: WorkoutPlace?
    ) throws(StorageError) -> [WorkoutListing] {
        let begin: [SQLValue] = place.map { [.integer($0.start), .text($0.uid)] } ?? []
        let conditions = filter.conditions(firstParameter: 3 + begin.count)
        let rest = place == nil ? "" : "AND w.start_at_us <= ?3 AND (w.start_at_us < ?3 OR w.uid > ?4)"
        return try connection.rows(
            """
            SELECT \(WorkoutListing.columns) FROM \(WorkoutFilter.tables)
            CROSS JOIN objects AS b ON b.kind = 'workout' AND b.uid = w.uid
            WHERE \(conditions.sql) \(rest) ORDER BY w.start_at_us DESC, w.uid LIMIT ?1 OFFSET ?2
            """,
            [.integer(max(0, limit)), .integer(max(0, skipped))] + begin + conditions.values
        ) { row throws(StorageError) in
            guard let listing = WorkoutListing(row) else { throw damaged("a workout is not readable") }
            return listing
        }
    }

    /// How many there are.
    public func count(_ filter: WorkoutFilter = WorkoutFilter()) throws(StorageError) -> Int {
        let conditions = filter.conditions(firstParameter: 1)
        var statement = try connection.prepare("SELECT count(*) FROM \(WorkoutFilter.tables) WHERE \(conditions.sql)")
        try statement.bind(conditions.values)
        return try statement.step() ? Int(clamping: statement[0].integer ?? 0) : 0
    }

    /// Workouts as statistics need them, oldest first, with the zones they were cut by: no chunk is opened.
    public func historyWorkouts(_ filter: WorkoutFilter = WorkoutFilter()) throws(StorageError) -> [HistoryWorkout] {
        try connection.snapshot { () throws(StorageError) in
            var groups: [Int64: [(Quantity, ZoneGroup)]] = [:]
            try forEachZoneTime(filter, scopes: "'workout'") { workout, _, _, quantity, group in
                groups[workout, default: []].append((quantity, group))
            }
            return try workouts(filter).reversed().map { listing in
                var workout = HistoryWorkout(listing)
                workout.zoneGroups = (groups[listing.row] ?? []).sorted { $0.0 < $1.0 }.map(\.1).filter { $0.covered > .zero }
                return workout
            }
        }
    }

    /// - Parameters:
    ///   - scopes: names of them, in quotes.
    ///   - take: is given the workout's row, the scope, its place, the quantity and the time in its zones.
    func forEachZoneTime(
        _ filter: WorkoutFilter, scopes: String, _ take: (Int64, String, Int, Quantity, ZoneGroup) -> Void
    ) throws(StorageError) {
        var configurations: [Int64: ZoneConfiguration] = [:]
        let conditions = filter.conditions(firstParameter: 1)
        var statement = try connection.prepare(
            """
            SELECT t.workout, t.scope, t.place, t.quantity, t.configuration, t.durations_us, t.unattributed_us, t.max_hold_us,
            t.algorithm_version FROM \(WorkoutFilter.tables)
            JOIN zone_times AS t ON t.workout = w.id AND t.scope IN (\(scopes)) WHERE \(conditions.sql)
            """)
        try statement.bind(conditions.values)
        while try statement.step() {
            let row = statement[4].integer ?? 0
            let configuration: ZoneConfiguration
            if let known = configurations[row] { configuration = known } else { configuration = try zoneConfiguration(row) }
            configurations[row] = configuration
            guard let workout = statement[0].integer, let scope = statement[1].text,
                let place = statement[2].integer.flatMap(Int.init(exactly:)),
                let quantity = statement[3].text.flatMap(Quantity.init(rawValue:)),
                let group = ZoneGroup(statement, of: configuration, from: 5)
            else { throw damaged("time in zones is not readable") }
            take(workout, scope, place, quantity, group)
        }
    }

    private func zoneConfiguration(_ row: Int64) throws(StorageError) -> ZoneConfiguration {
        let text = try connection.value("SELECT configuration FROM zone_configurations WHERE id = ?", .integer(row)).text
        guard let configuration = text.flatMap(ZoneConfiguration.init(recordText:)) else {
            throw damaged("zones are not readable")
        }
        return configuration
    }
}

extension HistoryWorkout {
    /// Without time in zones.
    init(_ listing: WorkoutListing) {
        self.init(
            id: listing.id, type: listing.type, start: listing.start, end: listing.end, timer: listing.timer,
            isDemo: listing.isDemo, steps: listing.steps, distanceMetres: listing.distanceMetres,
            energyKilocalories: listing.energyKilocalories, ascentMetres: listing.ascentMetres,
            workKilojoules: listing.workKilojoules, trainingImpulse: listing.trainingImpulse,
            trainingStressScore: listing.trainingStressScore,
            functionalThresholdPowerWatts: listing.functionalThresholdPowerWatts,
            averageBeatsPerMinute: listing.averageBeatsPerMinute, maximumBeatsPerMinute: listing.maximumBeatsPerMinute)
    }
}

extension WorkoutListing {
    fileprivate static let columns = """
        w.id, w.uid, b.version, coalesce(e.type, w.type), coalesce(e.name, w.name), e.note, w.is_demo, w.start_at_us, w.end_at_us,
        w.utc_offset_s, w.time_zone, w.timer_us, w.distance_m, w.steps, w.energy_kcal, w.ascent_m, w.work_kj, w.trimp, w.tss,
        w.ftp_w, w.average_heart_rate_bpm, w.maximum_heart_rate_bpm, w.average_power_w, w.normalized_power_w, w.origin,
        w.origin_place, w.origin_format, w.algorithm_version, w.type, w.clock_origin_us, w.clock_source, w.clock_is_trusted
        """

    fileprivate init?(_ row: borrowing Statement) {
        guard let key = row[0].integer, let id = row[1].text.flatMap({ WorkoutID(storeText: $0) }),
            let version = row[2].integer, let type = row[3].text.flatMap(ActivityType.init(rawValue:)),
            let start = row[7].moment, let end = row[8].moment, let timer = row[11].integer,
            let origin = row[24].text.flatMap(WorkoutOrigin.Kind.init(rawValue:)),
            let recordedType = row[28].text.flatMap(ActivityType.init(rawValue:)), let clockOrigin = row[29].moment,
            let clockSource = row[30].text.flatMap(WallClock.Source.init(rawValue:))
        else { return nil }
        self.init(
            id: id, version: Int(clamping: version), type: type, recordedType: recordedType,
            name: row[4].text.flatMap { $0.isEmpty ? nil : $0 },
            note: row[5].text, isDemo: row[6].integer == 1, start: start, end: end,
            clock: WallClock(
                origin: clockOrigin, source: clockSource, isTrusted: row[31].integer == 1,
                utcOffsetSeconds: row[9].integer.flatMap(Int.init(exactly:)), timeZone: row[10].text),
            timer: TimeSpan(microseconds: timer), distanceMetres: row[12].real, steps: row[13].real,
            energyKilocalories: row[14].real, ascentMetres: row[15].real, workKilojoules: row[16].real,
            trainingImpulse: row[17].real, trainingStressScore: row[18].real, functionalThresholdPowerWatts: row[19].real,
            averageBeatsPerMinute: row[20].real, maximumBeatsPerMinute: row[21].real, averagePowerWatts: row[22].real,
            normalizedPowerWatts: row[23].real,
            origin: WorkoutOrigin(origin, place: row[25].text, format: row[26].text),
            algorithmVersion: Int(clamping: row[27].integer ?? 0), row: key)
    }
}
