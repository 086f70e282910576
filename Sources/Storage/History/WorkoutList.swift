public import Statistics
public import Workouts

/// A workout as lists show it, edits applied; a figure that there is not is `nil`.
public struct WorkoutListing: Equatable, Sendable {
    public var id: WorkoutID
    /// Grows with each edit and each time that it is derived anew.
    public var version: Int
    public var type: ActivityType
    public var name: String?
    public var note: String?
    public var isDemo: Bool
    public var start: Timestamp
    public var end: Timestamp
    /// Local time minus UTC at the start.
    public var utcOffsetSeconds: Int?
    public var timeZone: String?
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
        let conditions = filter.conditions(firstParameter: 3)
        return try connection.rows(
            """
            SELECT \(WorkoutListing.columns) FROM \(WorkoutFilter.tables)
            JOIN objects AS b ON b.kind = 'workout' AND b.uid = w.uid
            WHERE \(conditions.sql) ORDER BY w.start_at_us DESC, w.uid LIMIT ?1 OFFSET ?2
            """, [.integer(max(0, limit)), .integer(max(0, skipped))] + conditions.values
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
            let listings = try workouts(filter).reversed()
            var groups: [Int64: [(Quantity, ZoneGroup)]] = [:]
            var configurations: [Int64: ZoneConfiguration] = [:]
            let conditions = filter.conditions(firstParameter: 1)
            var statement = try connection.prepare(
                """
                SELECT t.workout, t.quantity, t.configuration, z.configuration, t.durations_us, t.unattributed_us,
                t.max_hold_us, t.algorithm_version FROM \(WorkoutFilter.tables)
                JOIN zone_times AS t ON t.workout = w.id AND t.scope = 'workout' AND t.place = 0
                JOIN zone_configurations AS z ON z.id = t.configuration WHERE \(conditions.sql)
                """)
            try statement.bind(conditions.values)
            while try statement.step() {
                let row = statement[2].integer ?? 0
                let configuration = configurations[row] ?? statement[3].text.flatMap(ZoneConfiguration.init(recordText:))
                guard let workout = statement[0].integer, let configuration,
                    let quantity = statement[1].text.flatMap(Quantity.init(rawValue:)),
                    let group = ZoneGroup(statement, of: configuration, from: 4)
                else { throw damaged("time in zones is not readable") }
                configurations[row] = configuration
                groups[workout, default: []].append((quantity, group))
            }
            return listings.map { listing in
                let own = (groups[listing.row] ?? []).sorted { $0.0 < $1.0 }.map(\.1).filter { $0.covered > .zero }
                return HistoryWorkout(
                    id: listing.id, type: listing.type, start: listing.start, end: listing.end, timer: listing.timer,
                    isDemo: listing.isDemo, steps: listing.steps, distanceMetres: listing.distanceMetres,
                    energyKilocalories: listing.energyKilocalories, ascentMetres: listing.ascentMetres,
                    workKilojoules: listing.workKilojoules, trainingImpulse: listing.trainingImpulse,
                    trainingStressScore: listing.trainingStressScore,
                    functionalThresholdPowerWatts: listing.functionalThresholdPowerWatts,
                    averageBeatsPerMinute: listing.averageBeatsPerMinute, maximumBeatsPerMinute: listing.maximumBeatsPerMinute,
                    zoneGroups: own)
            }
        }
    }
}

extension WorkoutListing {
    fileprivate static let columns = """
        w.id, w.uid, b.version, coalesce(e.type, w.type), coalesce(e.name, w.name), e.note, w.is_demo, w.start_at_us, w.end_at_us,
        w.utc_offset_s, w.time_zone, w.timer_us, w.distance_m, w.steps, w.energy_kcal, w.ascent_m, w.work_kj, w.trimp, w.tss,
        w.ftp_w, w.average_heart_rate_bpm, w.maximum_heart_rate_bpm, w.average_power_w, w.normalized_power_w, w.origin,
        w.origin_place, w.origin_format, w.algorithm_version
        """

    fileprivate init?(_ row: borrowing Statement) {
        guard let key = row[0].integer, let id = row[1].text.flatMap({ WorkoutID(storeText: $0) }),
            let version = row[2].integer, let type = row[3].text.flatMap(ActivityType.init(rawValue:)),
            let start = row[7].moment, let end = row[8].moment, let timer = row[11].integer,
            let origin = row[24].text.flatMap(WorkoutOrigin.Kind.init(rawValue:))
        else { return nil }
        self.init(
            id: id, version: Int(clamping: version), type: type, name: row[4].text.flatMap { $0.isEmpty ? nil : $0 },
            note: row[5].text, isDemo: row[6].integer == 1, start: start, end: end,
            utcOffsetSeconds: row[9].integer.flatMap(Int.init(exactly:)), timeZone: row[10].text,
            timer: TimeSpan(microseconds: timer), distanceMetres: row[12].real, steps: row[13].real,
            energyKilocalories: row[14].real, ascentMetres: row[15].real, workKilojoules: row[16].real,
            trainingImpulse: row[17].real, trainingStressScore: row[18].real, functionalThresholdPowerWatts: row[19].real,
            averageBeatsPerMinute: row[20].real, maximumBeatsPerMinute: row[21].real, averagePowerWatts: row[22].real,
            normalizedPowerWatts: row[23].real,
            origin: WorkoutOrigin(origin, place: row[25].text, format: row[26].text),
            algorithmVersion: Int(clamping: row[27].integer ?? 0), row: key)
    }
}
