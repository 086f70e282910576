import Workouts

/// A workout as the rows of its tables, but for their keys; the same workout gives the same rows.
struct WorkoutRows {
    let uid: String
    var workout: [SQLValue]
    var sources: [[SQLValue]]
    var events: [[SQLValue]]
    var activities: [[SQLValue]]
    var laps: [[SQLValue]]
    var splits: [[SQLValue]]
    var zoneTimes: [ZoneTime]
    var series: [Series]

    struct ZoneTime {
        let scope: String
        let place: Int
        let quantity: Quantity
        /// JSON.
        let configuration: String
        /// Of the columns behind it.
        let values: [SQLValue]
    }

    struct Series {
        /// form, quantity, source
        let values: [SQLValue]
        fileprivate let packed: () -> AnyIterator<PackedChunk>
        /// As many as chunks, or none.
        fileprivate let totals: [ChunkTotals]

        /// Each made when it is asked for: all of a long series at once would be a second copy of it.
        var chunks: some Sequence<[SQLValue]> {
            var (place, chunks) = (-1, packed())
            return AnyIterator {
                place += 1
                return chunks.next().map { $0.columnValues(totals.indices.contains(place) ? totals[place] : nil) }
            }
        }
    }

    init(_ workout: Workout, from origin: WorkoutOrigin, routeGap: RouteGap?) {
        uid = workout.id.storeText
        self.workout = Self.values(of: workout, origin, routeGap)
        sources = workout.sources.map { [.integer(Int64($0.id.rawValue))] + $0.columnValues }
        events = Self.events(of: workout)
        activities = workout.activities.map { leg in
            [
                .text(leg.type.rawValue), .integer(leg.start.microseconds), .integer(leg.end.microseconds),
                .text(leg.summary.recordText),
            ]
        }
        laps = workout.laps.map { lap in
            [
                .text(lap.trigger.rawValue), .integer(lap.activityIndex), .integer(lap.start.microseconds),
                .integer(lap.end.microseconds), .text(lap.summary.recordText),
            ]
        }
        splits =
            workout.kilometreSplits.enumerated().map { $1.columnValues(unit: "km", place: $0) }
            + workout.mileSplits.enumerated().map { $1.columnValues(unit: "mi", place: $0) }
        zoneTimes =
            Self.zoneTimes(workout.zoneGroups, "workout", 0)
            + workout.activities.enumerated().flatMap { Self.zoneTimes($1.zoneGroups, "activity", $0) }
            + workout.laps.enumerated().flatMap { Self.zoneTimes($1.zoneGroups, "lap", $0) }
        series = Self.series(of: workout)
    }

    static let workoutColumns = """
        uid, type, name, is_demo, start_at_us, end_at_us, start_offset_us, end_offset_us, clock_origin_us, clock_source,
        clock_is_trusted, utc_offset_s, time_zone, timer_us, distance_m, steps, energy_kcal, ascent_m, work_kj, trimp, tss, ftp_w,
        average_heart_rate_bpm, maximum_heart_rate_bpm, average_power_w, normalized_power_w, settings, plan, summary, omissions,
        split_scale, split_is_rejected, algorithm_version, origin, origin_place, origin_format, route_gap
        """

    private static func values(of workout: Workout, _ origin: WorkoutOrigin, _ routeGap: RouteGap?) -> [SQLValue] {
        let (clock, summary) = (workout.clock, workout.summary)
        let who: [SQLValue] = [
            .text(workout.id.storeText), .text(workout.type.rawValue), .text(workout.name), .integer(workout.isDemo ? 1 : 0),
            .integer(clock.moment(of: workout.start)), .integer(clock.moment(of: workout.end)),
            .integer(workout.start.microseconds), .integer(workout.end.microseconds), .integer(clock.origin.microseconds),
            .text(clock.source.rawValue), .integer(clock.isTrusted ? 1 : 0), .integer(clock.utcOffsetSeconds.map(Int64.init)),
            .text(clock.timeZone),
        ]
        let figures: [SQLValue] = [
            .integer(summary.timer.microseconds), .real(summary.distance.value?.metres), .real(summary.steps.value),
            .real(summary.energy.value?.kilocalories), .real(summary.ascentMetres.value), .real(summary.workKilojoules.value),
            .real(summary.heartRateLoad.value?.trimp), .real(summary.trainingStressScore.value),
            .real(workout.settings.functionalThresholdPowerWatts), .real(summary.heartRate.value?.average),
            .real(summary.heartRate.value?.maximum), .real(summary.power.value?.average),
            .real(summary.normalizedPowerWatts.value),
        ]
        let rest: [SQLValue] = [
            .text(workout.settings.recordText), .text(workout.plan?.recordText), .text(summary.recordText),
            .text(workout.omissions.recordText), .real(workout.splitCalibration.scale),
            .integer(workout.splitCalibration.isRejected ? 1 : 0), .integer(Workout.algorithmVersion),
            .text(origin.kind.rawValue), .text(origin.place), .text(origin.format),
            .text(routeGap == .noAccess ? "noAccess" : nil),
        ]
        return who + figures + rest
    }

    private static func events(of workout: Workout) -> [[SQLValue]] {
        workout.pauses.map { pause in
            [
                .text(pause.isAutomatic ? "autoPause" : "pause"), .integer(pause.start.microseconds),
                .integer(pause.end.microseconds), .null,
            ]
        }
            + workout.markers.map { marker in
                [.text(marker.kind.rawValue), .integer(marker.offset.microseconds), .null, .text(marker.note)]
            }
    }

    private static func zoneTimes(_ groups: [Quantity: ZoneGroup], _ scope: String, _ place: Int) -> [ZoneTime] {
        groups.sorted { $0.key < $1.key }.map { quantity, group in
            ZoneTime(
                scope: scope, place: place, quantity: quantity, configuration: group.configuration.recordText,
                values: [
                    .text(group.zoneDurations.recordText), .integer(group.unattributed.microseconds),
                    .integer(group.maxHold.microseconds), .integer(group.algorithmVersion),
                ])
        }
    }

    private static func series(of workout: Workout) -> [Series] {
        let timer = workout.timerIntervals
        let kinds = Dictionary(workout.sources.map { ($0.id, $0.kind) }) { first, _ in first }
        var all = workout.series.map { series in
            let hold = series.maxHold(from: kinds[series.source] ?? .manual)
            return Series(
                form: "samples", series.quantity, series.source, { AnyIterator(series.chunksOneByOne.makeIterator()) },
                series.chunkTotals(timer: timer, maxHold: hold))
        }
        if workout.hasBeats {
            all.append(Series(form: "beats", nil, nil, { AnyIterator(workout.beatChunksOneByOne.makeIterator()) }, []))
        }
        for quantity in Quantity.allCases {
            all += workout.amountLanes(of: quantity).map { lane in
                Series(form: lane.form.rawValue, quantity, lane.source, { AnyIterator(lane.chunks.makeIterator()) }, lane.totals)
            }
        }
        return all
    }

    /// FNV-1a of all values in order: of the same workout the same, of another one another.
    var digest: Int64 {
        var digest = FNVDigest()
        digest.add(workout)
        for table in [sources, events, activities, laps, splits] {
            digest.add([.integer(table.count)])
            for row in table { digest.add(row) }
        }
        for time in zoneTimes {
            digest.add([
                .text(time.scope), .integer(time.place), .text(time.quantity.rawValue), .text(time.configuration),
            ])
            digest.add(time.values)
        }
        for one in series {
            digest.add(one.values)
            for chunk in one.chunks { digest.add(chunk) }
        }
        return digest.value
    }
}

extension WorkoutRows.Series {
    init(
        form: String, _ quantity: Quantity?, _ source: SourceID?, _ packed: @escaping () -> AnyIterator<PackedChunk>,
        _ totals: [ChunkTotals]
    ) {
        values = [.text(form), .text(quantity?.rawValue), .integer(source.map { Int64($0.rawValue) })]
        self.packed = packed
        self.totals = totals
    }
}

extension PackedChunk {
    /// first, last, count, minimum, maximum, sum, covered, integral, checksum, data
    func columnValues(_ totals: ChunkTotals?) -> [SQLValue] {
        let totals = totals ?? ChunkTotals()
        return [
            .integer(first.microseconds), .integer(last.microseconds), .integer(count), .real(totals.minimum),
            .real(totals.maximum), .real(totals.sum), .integer(totals.covered.microseconds), .real(totals.integral),
            .integer(Checksum.crc32(bytes)), .blob(bytes),
        ]
    }
}

extension Split {
    fileprivate func columnValues(unit: String, place: Int) -> [SQLValue] {
        [
            .text(unit), .integer(place), .real(distanceMetres), .integer(isPartial ? 1 : 0), .integer(start.microseconds),
            .integer(end.microseconds), .integer(elapsed.microseconds), .integer(timer.microseconds), .real(ascentMetres),
            .real(averageBeatsPerMinute),
        ]
    }
}

extension WallClock {
    /// UTC in microseconds; a file may say anything, so that the sum wraps rather than traps.
    func moment(of offset: Offset) -> Int64 { origin.microseconds &+ offset.microseconds }
}

/// - SeeAlso: RFC 9923, 64-bit FNV-1a.
struct FNVDigest {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var value: Int64 { Int64(bitPattern: state) }

    private mutating func add(_ word: UInt64, tag: UInt8) {
        var word = word
        state = (state ^ UInt64(tag)) &* 0x100_0000_01B3
        for _ in 0..<8 {
            state = (state ^ word & 0xFF) &* 0x100_0000_01B3
            word >>= 8
        }
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    mutating func add(_ values: [SQLValue]) {
        for value in values {
            switch value {
            case .null: add(0, tag: 0)
            case .integer(let number): add(UInt64(bitPattern: number), tag: 1)
            // SQLite keeps no sign of zero.
            case .real(let number): add(number == 0 ? 0 : number.bitPattern, tag: 2)
            case .text(let text):
                add(UInt64(text.utf8.count), tag: 3)
                add(text.utf8)
            case .blob(let bytes):
                add(UInt64(bytes.count), tag: 4)
                add(bytes)
            }
        }
    }
}
