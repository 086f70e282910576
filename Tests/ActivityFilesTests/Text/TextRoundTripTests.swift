import Foundation
import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What is written of a workout is what is read again, as far as each format holds it.
struct TextRoundTripTests {
    @Test(arguments: OddRides.all) func oddRide(_ odd: OddRide) throws { try check(odd.make()) }

    @Test func fullRide() throws {
        let workout = try FullRide.workout()
        try check(workout)
        let tcx = try recording(workout, .tcx), gpx = try recording(workout, .gpx), csv = try recording(workout, .csv)
        #expect(tcx.laps.map(\.start.seconds) == [0, 200, 400] && csv.laps.map(\.start.seconds) == [0, 200, 400])
        #expect(csv.pauses.map(\.start.seconds) == [250, 300] && csv.pauses.map(\.end.seconds) == [280, 310])
        #expect(csv.end.seconds == 600)
        // Beside its first and last points a pause is a second longer; the lap's timer says how long it was.
        #expect(tcx.pauses.count == 2 && gpx.pauses.count == 2)
        #expect(tcx.pauses.allSatisfy { [250, 280, 300, 310].contains { [s = ($0.start.seconds)] e in abs(s - e) < 1 } })
        #expect(try tcx.workout(settings: WorkoutSettings()).summary.timer == workout.summary.timer)
        #expect(try csv.workout(settings: WorkoutSettings()).summary.timer == workout.summary.timer)
        #expect(csv.sources.compactMap(\.name) == ["Strap", "Meter"])
        for read in [tcx, gpx] { try checkFullRide(read) }
        try checkFullRide(csv)
    }

    /// Every value of every second, by the ride's own formulas and not by what was written.
    private func checkFullRide(_ read: ActivityRecording) throws {
        let points = read.points.filter { $0.place != nil }
        #expect(points.count == 560)
        let moments = (0..<FullRide.length).filter { !FullRide.isPaused(Double($0) + 0.2) }
        for (point, k) in zip(points, moments) {
            try #require(read.clock.timestamp(at: point.offset) == TestRide.clock.timestamp(at: TestRide.at(Double(k) + 0.2)))
            try #require(point.beatsPerMinute == Double(FullRide.heartRate(k)))
            try #require(point.watts == Double(FullRide.power(k)))
            try #require(point.revolutionsPerMinute == Double(FullRide.cadence(k)))
            try #require(abs(try #require(point.speedMetresPerSecond) - FullRide.speed(k)) < 0.0006)
            try #require(abs(try #require(point.altitudeMetres) - FullRide.altitude(k)) < 0.006)
            try #require(abs(try #require(point.latitude) - FullRide.latitude(k)) < 0.6e-7)
            try #require(abs(try #require(point.longitude) - FullRide.longitude(k)) < 0.6e-7)
        }
    }

    @Test func duathlon() throws {
        let workout = try TestRide.duathlon(hasPlaces: true)
        let csv = try recording(workout, .csv), tcx = try recording(workout, .tcx), gpx = try recording(workout, .gpx)
        #expect(csv.legs.map(\.type) == [.running, .transition, .cycling])
        #expect(csv.legs.map(\.start.seconds) == [0, 100, 130])
        #expect(tcx.legs.map(\.type) == [.running, .transition, .cycling])
        #expect(tcx.legs.map(\.start.seconds) == [0, 100, 130])
        #expect(gpx.legs.map(\.type) == [.running, .transition, .cycling])
        for read in [csv, tcx, gpx] {
            let again = try read.workout(settings: WorkoutSettings())
            // Steps of both feet; the formats with whole strides a minute know 86, not 85.5.
            let steps = try #require(again.activities[0].summary.stepRate.value?.average)
            #expect(read == csv ? steps == 171 : steps == 172)
            #expect(again.activities[2].summary.cadence.value?.average == 92)
            #expect(again.activities.count == 3 && again.pauses.isEmpty)
        }
    }

    @Test func demosStayDemos() throws {
        var workout = try TestRide.duathlon(hasPlaces: true)
        #expect(try !recording(workout, .gpx).isDemo && !recording(workout, .tcx).isDemo)
        workout.isDemo = true
        #expect(try recording(workout, .gpx).isDemo && recording(workout, .tcx).isDemo)
    }

    @Test func names() throws {
        var workout = try TestRide.duathlon(hasPlaces: true)
        workout.name = #"Tour <"& 'Übung' 🚴 \#u{1}"#
        #expect(try recording(workout, .gpx).name == #"Tour <"& 'Übung' 🚴 \#u{FFFD}"#)
    }

    /// Every file of ours says which workout it was written of, with what its owner noted; other devices' files do not.
    @Test(arguments: ActivityFormat.allCases) func itsOwnWorkout(format: ActivityFormat) throws {
        var workout = try TestRide.duathlon(hasPlaces: true)
        workout.id = WorkoutID(high: 0x0001_0203_0405_0607, low: 0xF8F9_FAFB_FCFD_FEFF)
        let note = #"=warm, "head" <wind> & hills 🚴"#
        let bytes = try format.encoded(workout, note: note)
        let read = try #require(ActivityFormat.read(bytes).recordings.first)
        #expect(read.writtenOf == workout.id && read.note == note)
        let plain = try recording(workout, format)
        #expect(plain.writtenOf == workout.id && plain.note == nil)
        // And again of what was read.
        var again = try read.workout(settings: WorkoutSettings())
        again.id = try #require(read.writtenOf)
        #expect(try recording(again, format).writtenOf == workout.id)
    }

    @Test func theSameBytesAndTheSameIdentity() throws {
        let workout = try FullRide.workout()
        for format in ActivityFormat.allCases {
            #expect(try format.encoded(workout) == format.encoded(workout))
            #expect(try recording(workout, format).id == recording(workout, format).id)
        }
        var other = workout
        other.id.low ^= 2
        // Another workout of the same start is another one in TCX too.
        #expect(try recording(workout, .tcx).id != recording(other, .tcx).id)
    }

    /// Rides of chance: laps, pauses, legs and values anywhere.
    @Test(arguments: 0..<40) func anyRide(seed: UInt64) throws {
        try check(TestRide.ofChance(seed: seed, movement: .places))
    }

    @Test(.enabled(if: corpus("activities") != nil), arguments: CorpusFITTests.names.map { "\($0).fit" } + CorpusTextTests.names)
    func realFiles(name: String) throws {
        let first = try #require(ActivityFormat.read(CorpusTextTests.bytes(name)).recordings.first)
        let workout = try first.workout(settings: WorkoutSettings())
        try check(workout)
        // Points that say something new at a moment of their own are all there again.
        let moments = Set(first.points.filter { $0.place != nil }.map { first.clock.timestamp(at: $0.offset) })
        for format in [ActivityFormat.tcx, .gpx, .csv] where format != .gpx || !moments.isEmpty {
            let read = try recording(workout, format)
            let found = Set(read.points.filter { $0.place != nil }.map { read.clock.timestamp(at: $0.offset) })
            #expect(moments.filter { !found.contains($0.cutToMilliseconds) }.isEmpty)
            // Folding is what takes time here: a track as GPX, the rest as TCX.
            guard format == (name.hasSuffix(".gpx") ? .gpx : .tcx) else { continue }
            let again = try read.workout(settings: WorkoutSettings())
            if format != .gpx, let distance = workout.summary.distance.value {
                #expect(abs(try #require(again.summary.distance.value).metres - distance.metres) < 0.02)
            }
            if format == .gpx {
                #expect(abs(again.route.lengthMetres - workout.route.lengthMetres) < 0.001 * workout.route.lengthMetres + 0.01)
            }
            if let power = workout.summary.power.value {
                #expect(abs(try #require(again.summary.power.value).average - power.average) < 0.01 * power.average)
                #expect(again.summary.power.value?.maximum == power.maximum)
            }
            if let heartRate = workout.summary.heartRate.value {
                #expect(abs(try #require(again.summary.heartRate.value).average - heartRate.average) < 0.005 * heartRate.average)
                #expect(again.summary.heartRate.value?.maximum == heartRate.maximum)
            }
        }
    }

    private func recording(_ workout: Workout, _ format: ActivityFormat) throws -> ActivityRecording {
        let contents = try ActivityFormat.read(format.encoded(workout))
        #expect(contents.format == format && contents.fault == nil && contents.sentences.isEmpty)
        return try #require(contents.recordings.first)
    }

    /// Each row of the workout is a point of the file, and its outline is the workout's.
    private func check(_ workout: Workout) throws {
        var rows: [WorkoutRows.Row] = []
        var iterator = WorkoutRows(workout)
        while let row = iterator.next() { rows.append(row) }
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.offset < $1.offset })
        try check(rows, of: workout, .csv)
        try check(rows.filter { !$0.isTemperature }, of: workout, .tcx)
        guard rows.contains(where: { $0.place != nil }) else {
            #expect(throws: UnwritableWorkout.noPlaces) { try ActivityFormat.gpx.encoded(workout) }
            return
        }
        try check(rows.filter { $0.place != nil }, of: workout, .gpx)
    }

    private func check(_ rows: [WorkoutRows.Row], of workout: Workout, _ format: ActivityFormat) throws {
        let read = try recording(workout, format)
        #expect(read.findings == ActivityRecording.Findings())
        // The end of a file of CSV tells how far it was by then, and an empty lap of TCX has a point that tells nothing.
        let told = read.points.filter { point in
            var empty = RecordedPoint(offset: point.offset)
            empty.distanceMetres = point.distanceMetres
            return point != empty
        }
        try #require(told.count == rows.count, "\(format)")
        for (point, row) in zip(told, rows) {
            let moment = workout.clock.timestamp(at: row.told)
            try #require(read.clock.timestamp(at: point.offset) == moment.cutToMilliseconds)
            try #require(point.place?.latitude == row.place.map { ($0.latitude * 1e7).rounded() / 1e7 })
            try #require(point.beatsPerMinute == row.values.heartRate && point.watts == row.values.power)
            try #require(
                point.altitudeMetres.map { abs($0 - (row.values.altitude ?? .nan)) < 0.0051 } ?? (row.values.altitude == nil))
            if format != .gpx {
                try #require(point.distanceMetres.map { abs($0 - (row.distance ?? .nan)) < 0.0051 } ?? (row.distance == nil))
            }
        }
        guard format != .gpx else { return }
        let millisecond = 1000.0
        #expect(abs(Double((read.clock.origin - workout.startTimestamp).microseconds)) <= millisecond)
        #expect(read.laps.count == workout.laps.count)
        for (found, lap) in zip(read.laps, workout.laps) {
            #expect(abs(Double(found.start.microseconds - (lap.start - workout.start).microseconds)) <= millisecond)
        }
        let again = try read.workout(settings: workout.settings)
        guard format == .csv else { return }
        // Two activities of one type that follow each other are one.
        let types = workout.activities.map(\.type)
        #expect(read.legs.map(\.type) == types.indices.filter { $0 == 0 || types[$0] != types[$0 - 1] }.map { types[$0] })
        #expect(abs(read.end.microseconds - (workout.end - workout.start).microseconds) <= 1000)
        #expect(
            abs((again.summary.timer - workout.summary.timer).microseconds) <= 1000 * Int64(2 * workout.pauses.count + 2))
    }
}

extension Timestamp {
    /// As the formats write it.
    fileprivate var cutToMilliseconds: Timestamp {
        Timestamp(microseconds: microseconds - (microseconds % 1000 + 1000) % 1000)
    }
}
