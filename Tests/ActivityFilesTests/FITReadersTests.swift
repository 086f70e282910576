import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What three other programs read from our files is what the workout holds.
@Suite(.enabled(if: Validators.arePresent))
struct FITReadersTests {
    @Test func fullRide() throws {
        let workout = try FullRide.workout()
        for (reader, file) in try Validators.read(FITActivity(workout).encoded()) {
            let comment = Comment(rawValue: reader)
            #expect(
                file.order.prefix(8) == [
                    "file_id", "file_creator", "developer_data_id", "field_description", "device_info", "event", "record", "hrv",
                ], comment)
            #expect(file.order.suffix(5) == ["event", "time_in_zone", "lap", "session", "activity"], comment)
            expectIdentity(file, comment)
            try expectRecords(file, comment)
            expectHRV(file, comment)
            expectEvents(file, comment)
            try expectLaps(file, workout, comment)
            try expectSession(file, workout, comment)
            try expectZones(file, workout, comment)
            let activity = try #require(file["activity"].first)
            #expect(activity.number("total_timer_time") == 560, comment)
            #expect(activity.number("num_sessions") == 1, comment)
            #expect(activity.number("type") == 0, comment)
            #expect(activity.number("timestamp") == Double(TestRide.startSecond + 600), comment)
            #expect(activity.number("local_timestamp") == Double(TestRide.startSecond + 600 + 7200), comment)
        }
    }

    private func expectIdentity(_ file: FITMessages, _ comment: Comment) {
        let identity = file["file_id"].first ?? [:]
        #expect(identity.number("type") == 4, comment)
        #expect(identity.number("manufacturer") == 255, comment)
        #expect(identity.number("time_created") == Double(TestRide.startSecond), comment)
        // 0123456789ABCDEF ^ FEDCBA9876543210 is FF in each byte; its halves cancel out, and 0 is not allowed.
        #expect(identity.number("serial_number") == 1, comment)
        #expect(identity.text("product_name") == "wattbeat", comment)
        let devices = file["device_info"]
        #expect(devices.map { $0.text("product_name") } == ["wattbeat", "Strap", "Meter", nil, "Pod"], comment)
        #expect(devices.map { $0.number("source_type") } == [5, 3, 1, 5, 1], comment)
        #expect(devices.map { $0.number("device_type") } == [nil, 1, 11, 0, 124], comment)
        #expect(devices.map { $0.number("ant_device_number") } == [nil, nil, 4711, nil, nil], comment)
    }

    private func expectRecords(_ file: FITMessages, _ comment: Comment) throws {
        // The k-th sample lies in the k-th second of UTC, which begins 0.75 s before the k-th second of the ride.
        let expected = (0..<FullRide.length).filter { !FullRide.isPaused(Double($0) + 0.2) }
        let records = file["record"]
        try #require(records.count == expected.count && expected.count == 600 - 30 - 10, comment)
        for (record, k) in zip(records, expected) {
            try #require(record.number("timestamp") == Double(TestRide.startSecond + k), comment)
            try #require(record.number("heart_rate") == Double(FullRide.heartRate(k)), comment)
            try #require(record.number("power") == Double(FullRide.power(k)), comment)
            try #require(record.number("cadence") == Double(FullRide.cadence(k)), comment)
            try #require(record.number("enhanced_speed") == FullRide.speed(k).rounded(decimals: 3), comment)
            let altitude = try #require(record.number("enhanced_altitude"), comment)
            try #require(abs(altitude - FullRide.altitude(k)) < 0.101, comment)
            let zone = [114, 133, 152, 171].count { FullRide.heartRate(k) >= $0 }
            try #require(record.number("hr_zone_index") == Double(zone), comment)
            let latitude = (FullRide.latitude(k) * 0x1p31 / 180).rounded()
            let longitude = (FullRide.longitude(k) * 0x1p31 / 180).rounded()
            try #require(record.number("position_lat") == latitude && record.number("position_long") == longitude, comment)
            try #require(record.number("gps_accuracy") == 3, comment)
        }
        let distances = records.compactMap { $0.number("distance") }
        #expect(distances == distances.sorted(), comment)
        #expect(distances.count == records.count, comment)
        #expect(distances.last == file["session"].first?.number("total_distance"), comment)
    }

    private func expectHRV(_ file: FITMessages, _ comment: Comment) {
        let times = file["hrv"].flatMap { $0.numbers("time") ?? [] }.filter { !$0.isNaN && $0 < 65 }
        #expect(times.count == 560 * 2, comment)
        #expect(times == (0..<560).flatMap { _ in [0.5, 0.75] }, comment)
    }

    private func expectEvents(_ file: FITMessages, _ comment: Comment) {
        let events = file["event"].map {
            [$0.number("timestamp"), $0.number("event"), $0.number("event_type"), $0.number("data")]
        }
        let start = Double(TestRide.startSecond)
        let expected: [[Double?]] = [
            [start, 0, 0, 0], [start + 250, 0, 1, 0], [start + 280, 0, 0, 0], [start + 300, 0, 1, 1], [start + 310, 0, 0, 1],
            [start + 333, 32, 3, nil], [start + 600, 0, 4, 0],
        ]
        #expect(events == expected, comment)
    }

    private func expectLaps(_ file: FITMessages, _ workout: Workout, _ comment: Comment) throws {
        let laps = file["lap"]
        try #require(laps.count == 3, comment)
        let start = Double(TestRide.startSecond)
        #expect(laps.map { $0.number("message_index") } == [0, 1, 2], comment)
        #expect(laps.map { $0.number("start_time") } == [start, start + 200, start + 400], comment)
        #expect(laps.map { $0.number("timestamp") } == [start + 200, start + 400, start + 600], comment)
        #expect(laps.map { $0.number("total_elapsed_time") } == [200, 200, 200], comment)
        #expect(laps.map { $0.number("total_timer_time") } == [200, 160, 200], comment)
        #expect(laps.map { $0.number("lap_trigger") } == [0, 0, 7], comment)
        for (found, lap) in zip(laps, workout.laps) { try expectSummary(found, lap.summary, comment) }
    }

    private func expectSession(_ file: FITMessages, _ workout: Workout, _ comment: Comment) throws {
        let session = try #require(file["session"].first, comment)
        #expect(file["session"].count == 1, comment)
        #expect(session.number("start_time") == Double(TestRide.startSecond), comment)
        #expect(session.number("sport") == 2 && session.number("sub_sport") == 0, comment)
        #expect(session.number("total_elapsed_time") == 600, comment)
        #expect(session.number("total_timer_time") == 560, comment)
        #expect(session.number("first_lap_index") == 0 && session.number("num_laps") == 3, comment)
        #expect(session.number("trigger") == 0, comment)
        #expect(session.number("threshold_power") == 250, comment)
        #expect(session.number("intensity_factor") == workout.summary.intensityFactor.value?.rounded(decimals: 3), comment)
        #expect(
            session.number("training_stress_score") == workout.summary.trainingStressScore.value?.rounded(decimals: 1), comment)
        #expect(session.number("start_position_lat") == (FullRide.latitude(0) * 0x1p31 / 180).rounded(), comment)
        #expect(session.number("swc_lat") == (FullRide.latitude(0) * 0x1p31 / 180).rounded(), comment)
        #expect(session.number("nec_long") == (FullRide.longitude(599) * 0x1p31 / 180).rounded(), comment)
        try expectSummary(session, workout.summary, comment)
    }

    /// The figures of a lap or session against the workout's own, rounded as FIT keeps them.
    private func expectSummary(_ found: [String: Any], _ summary: WorkoutSummary, _ comment: Comment) throws {
        let heartRate = try #require(summary.heartRate.value)
        let power = try #require(summary.power.value)
        let cadence = try #require(summary.cadence.value)
        let altitude = try #require(summary.altitude.value)
        #expect(found.number("avg_heart_rate") == heartRate.average.rounded(), comment)
        #expect(found.number("max_heart_rate") == heartRate.maximum, comment)
        #expect(found.number("min_heart_rate") == heartRate.minimum, comment)
        #expect(found.number("avg_power") == power.average.rounded(), comment)
        #expect(found.number("max_power") == power.maximum, comment)
        #expect(found.number("avg_cadence") == cadence.averageWithoutZeros?.rounded(), comment)
        #expect(found.number("max_cadence") == cadence.maximum, comment)
        #expect(found.number("normalized_power") == summary.normalizedPowerWatts.value?.rounded(), comment)
        #expect(found.number("total_work") == summary.workKilojoules.value.map { ($0 * 1000).rounded() }, comment)
        #expect(found.number("total_distance") == summary.distance.value?.metres.rounded(decimals: 2), comment)
        #expect(found.number("enhanced_avg_speed") == summary.averageSpeedMetresPerSecond.value?.rounded(decimals: 3), comment)
        #expect(found.number("enhanced_max_speed") == summary.maximumSpeedMetresPerSecond.value?.rounded(decimals: 3), comment)
        #expect(found.number("total_moving_time") == summary.moving.value?.seconds.rounded(decimals: 3), comment)
        let average = try #require(found.number("enhanced_avg_altitude"), comment)
        #expect(abs(average - altitude.average) < 0.101, comment)
    }

    private func expectZones(_ file: FITMessages, _ workout: Workout, _ comment: Comment) throws {
        let zones = file["time_in_zone"]
        try #require(zones.count == 4, comment)
        #expect(zones.map { $0.number("reference_mesg") } == [19, 19, 19, 18], comment)
        #expect(zones.map { $0.number("reference_index") } == [0, 1, 2, 0], comment)
        let groups = workout.laps.map(\.zoneGroups) + [workout.zoneGroups]
        for (found, group) in zip(zones, groups) {
            #expect(found.numbers("hr_zone_high_boundary") == [113, 132, 151, 170], comment)
            #expect(found.numbers("power_zone_high_boundary") == [137, 187, 224, 262, 299, 374], comment)
            #expect(found.number("hr_calc_type") == 1 && found.number("pwr_calc_type") == 1, comment)
            #expect(found.number("max_heart_rate") == 190, comment)
            #expect(found.number("functional_threshold_power") == 250, comment)
            for (field, quantity) in [("time_in_hr_zone", Quantity.heartRate), ("time_in_power_zone", .power)] {
                let durations = try #require(group[quantity]).zoneDurations
                #expect(found.numbers(field) == durations.map { $0.seconds.rounded(decimals: 3) }, comment)
            }
        }
    }

    @Test func duathlon() throws {
        let workout = try TestRide.duathlon(hasPlaces: false)
        for (reader, file) in try Validators.read(FITActivity(workout).encoded()) {
            let comment = Comment(rawValue: reader)
            let sessions = file["session"]
            try #require(sessions.count == 3, comment)
            #expect(sessions.map { $0.number("sport") } == [1, 3, 2], comment)
            #expect(sessions.map { $0.number("first_lap_index") } == [0, 1, 2], comment)
            #expect(sessions.map { $0.number("num_laps") } == [1, 1, 1], comment)
            #expect(sessions.map { $0.number("trigger") } == [2, 2, 0], comment)
            #expect(sessions.map { $0.number("total_elapsed_time") } == [100, 30, 170], comment)
            #expect(file["lap"].map { $0.number("lap_trigger") } == [7, 7, 7], comment)
            #expect(file["activity"].first?.number("type") == 1, comment)
            #expect(file["activity"].first?.number("num_sessions") == 3, comment)
            #expect(sessions[0].number("avg_cadence") == 85, comment)
            #expect(sessions[0].number("avg_fractional_cadence") == 0.5, comment)
            #expect(sessions[2].number("avg_cadence") == 92, comment)
            let records = file["record"]
            #expect(records[50].number("cadence") == 85 && records[50].number("fractional_cadence") == 0.5, comment)
            #expect(records[115].number("cadence") == nil, comment)
            #expect(records[200].number("cadence") == 92 && records[200].number("fractional_cadence") == nil, comment)
        }
    }

    /// Whatever the workout lacks, three programs read it, and the parts that an activity must have are there.
    @Test(arguments: OddRides.all)
    func oddRide(_ odd: OddRide) throws {
        let workout = try odd.make()
        for (reader, file) in try Validators.read(FITActivity(workout).encoded()) {
            let comment = Comment(rawValue: "\(odd.name), \(reader)")
            for name in ["file_id", "record", "lap", "session", "activity", "event"] {
                #expect(!file[name].isEmpty, "\(odd.name), \(reader): no \(name)")
            }
            #expect(file["record"].count == odd.records, comment)
            for name in ["lap", "session"] {
                for message in file[name] {
                    let elapsed = try #require(message.number("total_elapsed_time"), comment)
                    let timer = try #require(message.number("total_timer_time"), comment)
                    #expect(timer <= elapsed, comment)
                    #expect(message.number("total_moving_time") ?? 0 <= timer, comment)
                }
            }
            #expect(file["session"].first?.number("total_elapsed_time") == (workout.end - workout.start).seconds, comment)
            #expect(file["session"].first?.number("start_time") == odd.startSecond, comment)
            odd.check(file, comment)
        }
    }
}

extension Double {
    /// As FIT keeps it: a whole number of the last decimal, read back.
    func rounded(decimals: Int) -> Double {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }
}
