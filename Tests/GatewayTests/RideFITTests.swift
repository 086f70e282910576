import ActivityFiles
import Foundation
import TestSupport
import Testing
import Workouts

/// Three other programs read from a recorded ride's FIT file what the ride was.
@Suite(.enabled(if: Validators.arePresent), .serialized)
struct RideFITTests {
    /// 1989-12-31T00:00:00Z, from which FIT counts seconds.
    private static let epoch: Int64 = 631_065_600

    /// The UTC second that a moment lies in.
    private static func second(_ offset: Offset, _ workout: Workout) -> Int64 {
        workout.clock.timestamp(at: offset).microseconds / 1_000_000 - epoch
    }

    @Test(arguments: RecordedRide.eachOnce)
    func readers(_ ride: RecordedRide) async throws {
        let (expected, workout) = (try ride.expected(), try await ride.replay().workout())
        for (reader, file) in try Validators.read(FITActivity(workout).encoded()) {
            let comment = Comment(rawValue: reader)
            let start = try microseconds(expected.start) / 1_000_000 - Self.epoch
            #expect(file["file_id"].first?.number("time_created") == Double(start), comment)
            #expect(file["activity"].first?.number("num_sessions") == Double(expected.activities.count), comment)
            #expect(file["activity"].first?.number("type") == (expected.activities.count > 1 ? 1 : 0), comment)
            expect(file["activity"].first?.number("total_timer_time"), expected.timer, within: RideTests.clockTolerance)
            try expectScopes(file["lap"], expected.lapsAndLegs, workout.laps.map(\.summary), expected, comment)
            try expectScopes(file["session"], expected.activities, workout.activities.map(\.summary), expected, comment)
            let sports = ["running": 1.0, "cycling": 2, "indoorCycling": 2, "transition": 3]
            #expect(file["session"].map { $0.number("sport") } == expected.activities.map { sports[$0.sport ?? ""] }, comment)
            try expectZones(file, workout, expected, ride.radios, comment)
            expectEvents(file, expected, comment)
            expectBeats(file, workout, expected, comment)
            try expectRecords(file["record"], workout, comment)
            try expectPlaces(file["record"], workout, expected, comment)
            // One source, one device, and this program's own.
            #expect(file["device_info"].count == workout.sources.count + 1, comment)
        }
    }

    /// Laps or sessions: times, distances and averages.
    private func expectScopes(
        _ found: [[String: Any]], _ spans: [ExpectedRide.Span], _ summaries: [WorkoutSummary], _ expected: ExpectedRide,
        _ comment: Comment
    ) throws {
        try #require(found.count == spans.count && summaries.count == spans.count, comment)
        let start = Double(try microseconds(expected.start)) / 1e6 - Double(Self.epoch)
        for (message, (span, summary)) in zip(found, zip(spans, summaries)) {
            // Moments are rounded down to their second, lengths are exact.
            let begin = try #require(message.number("start_time"), comment)
            #expect((-0.003...1.003).contains(start + span.start - begin), comment)
            expect(message.number("total_elapsed_time"), span.elapsed, within: RideTests.clockTolerance, comment)
            expect(message.number("total_timer_time"), span.timer, within: RideTests.clockTolerance, comment)
            if let distance = span.distance {
                let tolerance = max(1, distance * expected.tolerances.distanceRelative)
                expect(message.number("total_distance"), distance, within: tolerance, comment)
            }
            #expect(message.number("avg_heart_rate") == summary.heartRate.value?.average.rounded(), comment)
            #expect(message.number("max_heart_rate") == summary.heartRate.value?.maximum, comment)
            if let heart = span.heartRate?.commanded ?? span.heartRate?.ble {
                expect(message.number("avg_heart_rate"), heart.average, within: 1, comment)
            }
            #expect(message.number("avg_power") == summary.power.value?.average.rounded(), comment)
            #expect(message.number("max_power") == summary.power.value?.maximum, comment)
        }
    }

    private func expectZones(
        _ file: FITMessages, _ workout: Workout, _ expected: ExpectedRide, _ radios: Set<Radio>, _ comment: Comment
    ) throws {
        let messages = file["time_in_zone"]
        let scopes: [(mesg: Double, groups: [[Quantity: ZoneGroup]], spans: [ExpectedRide.Span])] = [
            (19, workout.laps.map(\.zoneGroups), expected.lapsAndLegs),
            (18, workout.activities.map(\.zoneGroups), expected.activities),
        ]
        for (mesg, groups, spans) in scopes {
            let found = messages.filter { $0.number("reference_mesg") == mesg }
            try #require(found.count == spans.count, comment)
            for (message, (group, span)) in zip(found, zip(groups, spans)) {
                #expect(
                    message.numbers("hr_zone_high_boundary") == expected.heartRate?.boundaries?.map { $0.rounded(.up) - 1 },
                    comment)
                for (field, quantity) in [("time_in_hr_zone", Quantity.heartRate), ("time_in_power_zone", .power)] {
                    let seconds = message.numbers(field)
                    // No times in zones of a quantity that nothing measured.
                    let isMeasured = workout.series.contains { $0.quantity == quantity }
                    let own = group[quantity]?.zoneDurations.map { (Double($0.microseconds) / 1000).rounded() / 1000 }
                    #expect(seconds == (isMeasured ? own : nil), comment)
                    let measure: ExpectedRide.Measure = quantity == .heartRate ? .heartRate : .power
                    let figures = quantity == .heartRate ? span.heartRate : span.power
                    guard let due = expected.due(measure, figures, radios: radios) else { continue }
                    for (found, stated) in zip(seconds ?? [], due.figure.zoneSeconds) {
                        expect(found, stated, within: due.tolerance.zoneSeconds, comment)
                    }
                }
            }
        }
    }

    /// The timer's starts and stops.
    private func expectEvents(_ file: FITMessages, _ expected: ExpectedRide, _ comment: Comment) {
        let start = (try? microseconds(expected.start)).map { Double($0) / 1e6 - Double(Self.epoch) } ?? 0
        let moments: [Double] =
            [0] + expected.pauses.flatMap { pause -> [Double] in [pause.start, pause.end] } + [expected.elapsed]
        let timer = file["event"].filter { $0.number("event") == 0 }
        #expect(timer.count == moments.count, comment)
        for (event, moment) in zip(timer, moments) {
            #expect((-0.003...1.003).contains(start + moment - (event.number("timestamp") ?? 0)), comment)
        }
        let types: [Double?] = [0] + expected.pauses.flatMap { _ -> [Double?] in [1, 0] } + [4]
        #expect(timer.map { $0.number("event_type") } == types, comment)
    }

    private func expectBeats(_ file: FITMessages, _ workout: Workout, _ expected: ExpectedRide, _ comment: Comment) {
        guard let due = expected.heartRate?.rrIntervals else { return }
        let times = file["hrv"].flatMap { $0.numbers("time") ?? [] }.filter { !$0.isNaN && $0 < 65 }
        // A heart beats all the time, heard by one radio or the other.
        expect(times.reduce(0, +), expected.timer, within: 0.01 * expected.timer, comment)
        guard expected.ant == nil else { return }
        #expect(abs(times.count - due.inWorkout) <= 3, comment)
        expect(times.reduce(0, +), Double(due.sum1024ths) / 1024, within: 3, comment)
    }

    /// One record a UTC second while the timer ran, with what is known last in it.
    private func expectRecords(_ records: [[String: Any]], _ workout: Workout, _ comment: Comment) throws {
        let seconds = records.compactMap { $0.number("timestamp").map { Int64($0) } }
        #expect(seconds.count == records.count && zip(seconds, seconds.dropFirst()).allSatisfy(<), comment)
        let timelines = [
            ("heart_rate", workout.timeline(of: .heartRate).segments), ("power", workout.timeline(of: .power).segments),
            ("cadence", workout.timeline(of: .cadence).segments),
        ]
        var next = timelines.map { _ in 0 }
        var differing: [String] = []
        for (record, second) in zip(records, seconds) {
            let from = workout.clock.offset(of: Timestamp(secondsSince1970: second + Self.epoch))
            let to = from + TimeSpan(seconds: 1)
            for (index, (field, segments)) in timelines.enumerated() {
                var value: Double?
                while next[index] < segments.count, segments[next[index]].start < to {
                    let segment = segments[next[index]]
                    // Known from its sample to the next one, and where none follows not again.
                    let following = next[index] + 1
                    let isFollowed = following < segments.count && segments[following].start == segment.end
                    if segment.end > from, segment.start >= from || isFollowed { value = segment.value }
                    guard segment.end <= to else { break }
                    next[index] += 1
                }
                // Cadence is a whole number in the file.
                if record.number(field) != value?.rounded() { differing.append("\(field) at \(second)") }
            }
        }
        #expect(differing == [], comment)
        let first = Self.second(workout.start, workout)
        let last = Self.second(workout.end, workout)
        #expect(seconds.allSatisfy { (first...last).contains($0) }, comment)
        let running = workout.timerIntervals.total.seconds
        #expect(abs(Double(records.count) - running) <= Double(2 * (workout.pauses.count + 1)), comment)
    }

    private func expectPlaces(
        _ records: [[String: Any]], _ workout: Workout, _ expected: ExpectedRide, _ comment: Comment
    ) throws {
        let places = records.filter { $0.number("position_lat") != nil && $0.number("position_long") != nil }
        #expect(places.count == expected.route?.workout.fixes ?? 0, comment)
        guard let route = expected.route?.workout else { return }
        for (record, due) in [(places.first, route.first), (places.last, route.last)] {
            let record = try #require(record, comment)
            // A semicircle is 180° / 2^31.
            expect(
                record.number("position_lat").map { $0 * 180 / 0x1p31 }, due.lat, within: expected.tolerances.coordinates, comment
            )
            expect(
                record.number("position_long").map { $0 * 180 / 0x1p31 }, due.lon, within: expected.tolerances.coordinates,
                comment)
            // In steps of 0.2 m.
            expect(record.number("enhanced_altitude"), due.altitudeMSL, within: 0.101, comment)
            let time = try microseconds(due.time) / 1_000_000 - Self.epoch
            #expect(record.number("timestamp") == Double(time), comment)
        }
        let metres = records.compactMap { $0.number("distance") }
        #expect(metres == metres.sorted(), comment)
        expect(
            metres.last, route.distance.emittedFixes, within: route.distance.emittedFixes * expected.tolerances.distanceRelative,
            comment)
    }

    private static let gpsbabel = "/usr/bin/gpsbabel"

    /// A fourth program, of another family.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: gpsbabel)), arguments: RecordedRide.eachOnce)
    func gpsbabelReadsEveryFix(_ ride: RecordedRide) async throws {
        let (expected, workout) = (try ride.expected(), try await ride.replay().workout())
        let url = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString).fit")
        try Data(FITActivity(workout).encoded()).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let process = Process()
        process.executableURL = URL(filePath: Self.gpsbabel)
        process.arguments = ["-t", "-i", "garmin_fit", "-f", url.path, "-o", "gpx", "-F", "-"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let gpx = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(gpx.components(separatedBy: "<trkpt").count - 1 == expected.route?.workout.fixes ?? 0)
    }
}
