import Foundation
import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// Each figure of each file of other devices, after each format has held it: the table of docs/gpx-tcx-csv.md, checked.
@Suite(.enabled(if: corpus("activities") != nil))
struct RoundTripTableTests {
    /// What of a workout survives, how exactly, and in which formats.
    struct Figure: Sendable {
        let name: String
        /// Of numbers; texts are the same or not.
        let tolerance: Double
        let formats: Set<ActivityFormat>
        let value: @Sendable (Workout) -> [Value]

        enum Value: Equatable { case number(Double), text(String) }

        init(
            _ name: String, within tolerance: Double = 0, in formats: Set<ActivityFormat> = Set(ActivityFormat.allCases),
            _ value: @escaping @Sendable (Workout) -> [Value]
        ) {
            (self.name, self.tolerance, self.formats, self.value) = (name, tolerance, formats, value)
        }

        static func number(
            _ name: String, within tolerance: Double, in formats: Set<ActivityFormat> = Set(ActivityFormat.allCases),
            _ value: @escaping @Sendable (Workout) -> Double?
        ) -> Figure {
            Figure(name, within: tolerance, in: formats) { workout in value(workout).map { [.number($0)] } ?? [] }
        }

        func holds(_ before: Workout, _ after: Workout, within tolerance: Double) -> Bool {
            let (a, b) = (value(before), value(after))
            return a.count == b.count
                && zip(a, b).allSatisfy { pair in
                    if case (.number(let x), .number(let y)) = pair { abs(x - y) <= tolerance } else { pair.0 == pair.1 }
                }
        }
    }

    private static func moments(_ offsets: [Offset], in workout: Workout) -> [Figure.Value] {
        offsets.map { .number(($0 - workout.start).seconds) }
    }

    static let counted: Set<ActivityFormat> = [.fit, .tcx, .csv]
    static let withSources: Set<ActivityFormat> = [.fit, .tcx, .gpx]

    static let figures: [Figure] = [
        Figure("sports") { $0.activities.map { .text($0.type.rawValue) } },
        Figure("name") { [.text($0.name ?? "")] },
        Figure("start", within: 0.001, in: [.gpx, .tcx, .csv]) { [.number(Double($0.startTimestamp.microseconds) / 1e6)] },
        Figure("start in seconds", within: 1, in: [.fit]) { [.number(Double($0.startTimestamp.microseconds) / 1e6)] },
        .number("elapsed", within: 0.0015) { $0.summary.elapsed.seconds },
        .number("timer", within: 0.0015) { $0.summary.timer.seconds },
        Figure("time zone") { [.text("\($0.clock.utcOffsetSeconds ?? -1)")] },
        .number("distance", within: 0.011, in: counted) { $0.summary.distance.value?.metres },
        Figure("origin of the distance", in: counted) { [.text($0.summary.distance.value?.origin.rawValue ?? "")] },
        .number("length of the route", within: 0.5) { $0.route.lengthMetres },
        // FIT has fifths of a metre.
        .number("ascent", within: 0.02, in: [.gpx, .tcx, .csv]) { $0.summary.ascentMetres.value },
        .number("descent", within: 0.02, in: [.gpx, .tcx, .csv]) { $0.summary.descentMetres.value },
        .number("ascent in fifths", within: 0.5, in: [.fit]) { $0.summary.ascentMetres.value },
        .number("heart rate", within: 0.2) { $0.summary.heartRate.value?.average },
        .number("highest heart rate", within: 0) { $0.summary.heartRate.value?.maximum },
        .number("power", within: 0.2) { $0.summary.power.value?.average },
        .number("highest power", within: 0) { $0.summary.power.value?.maximum },
        .number("normalized power", within: 0.2) { $0.summary.normalizedPowerWatts.value },
        .number("cadence", within: 0.1) { $0.summary.cadence.value?.average },
        .number("step rate", within: 0.6) { $0.summary.stepRate.value?.average },
        .number("steps", within: 0) { $0.summary.steps.value },
        .number("temperature", within: 0.05, in: [.fit, .gpx, .csv]) { $0.summary.temperature.value?.average },
        .number("machine's energy", within: 0.05) { $0.summary.machineEnergyKilocalories.value },
        Figure("laps", within: 0.0015) { moments($0.laps.map(\.start), in: $0) },
        Figure("what ended laps") { $0.laps.map { .text($0.trigger.rawValue) } },
        Figure("laps' energy", within: 0.05) { workout in
            workout.laps.map { .number($0.summary.machineEnergyKilocalories.value ?? -1) }
        },
        Figure("pauses", within: 0.0015, in: [.gpx, .tcx, .csv]) { workout in
            workout.pauses.flatMap { moments([$0.start, $0.end], in: workout) }
        },
        Figure("pauses in seconds", within: 1, in: [.fit]) { workout in
            workout.pauses.flatMap { moments([$0.start, $0.end], in: workout) }
        },
        Figure("pauses by themselves", in: withSources) { $0.pauses.map { .text("\($0.isAutomatic)") } },
        // In milliseconds there, and ticks of 1/1024 s here; what came while the timer stood is not in the file.
        Figure("RR-intervals", within: 1, in: [.fit]) { workout in
            let timer = workout.timerIntervals
            return workout.beats.filter { timer.contains($0.offset) || $0.offset == workout.end }
                .flatMap(\.rrTicks).map { .number(Double($0)) }
        },
        Figure("markers", within: 1, in: withSources) { workout in
            workout.markers.flatMap { [.text($0.note)] + moments([$0.offset], in: workout) }
        },
        Figure("devices", in: withSources) { workout in
            workout.sources.map { source in
                let words = [
                    source.identity, source.name, source.manufacturer, source.model, source.serialNumber, source.firmware,
                    source.batteryPercent.map { "\($0)" }, source.batteryStatus?.rawValue, source.distanceOrigin?.rawValue,
                ]
                return .text(words.map { $0 ?? "-" }.joined(separator: "|"))
            }
        },
    ]

    @Test(arguments: CorpusFITTests.names.map { "\($0).fit" } + CorpusTextTests.names, ActivityFormat.allCases)
    func corpusFile(name: String, format: ActivityFormat) throws {
        let read = try #require(ActivityFormat.read(CorpusTextTests.bytes(name)).recordings.first)
        var settings = TestRide.zoneSettings()
        settings.weightKilograms = 75
        var workout = try read.workout(settings: settings)
        if workout.name == nil { workout.name = "Ranní projížďka" }
        // A GPX file is made of places.
        guard format != .gpx || workout.route.placeCount > 0 else { return }
        try check(workout, format, settings)
    }

    /// What no file of the corpus has: pauses, by hand and by itself, marks, sensors of two radios, a machine's energy.
    @Test(arguments: ActivityFormat.allCases) func fullRide(format: ActivityFormat) throws {
        let settings = TestRide.zoneSettings()
        try check(FullRide.workout(), format, settings)
    }

    private func check(_ workout: Workout, _ format: ActivityFormat, _ settings: WorkoutSettings) throws {
        let note = "cold = wet, \"and\" <windy>"
        let contents = try ActivityFormat.read(format.encoded(workout, note: note))
        #expect(contents.sentences == [] && contents.recordings.count == 1)
        let read = try #require(contents.recordings.first)
        #expect(read.note == note && read.writtenOf == workout.id)
        let again = try read.workout(settings: settings)
        // Heights that are finer than the formats have them may miss a climb's threshold of 5 m, or just reach it.
        let isInCentimetres = workout.route.places.allSatisfy { place in
            place.altitudeMetres.map { abs(($0 * 100).rounded() - $0 * 100) < 1e-6 } ?? true
        }
        for figure in Self.figures where figure.formats.contains(format) {
            // A workout is too long to be printed.
            let tolerance = figure.name.hasSuffix("scent") && !isInCentimetres ? 5.1 : figure.tolerance
            guard !figure.holds(workout, again, within: tolerance) else { continue }
            Issue.record("\(figure.name): \(figure.value(workout).prefix(20)) became \(figure.value(again).prefix(20))")
        }
        // Once more: what a format has held it holds.
        var second = again
        second.id = workout.id
        let third = try #require(ActivityFormat.read(format.encoded(second, note: note)).recordings.first)
        #expect(third.end == read.end && third.points.count == read.points.count)
    }
}
