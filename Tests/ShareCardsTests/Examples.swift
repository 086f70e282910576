import Foundation
import Phrases
import Statistics
import Testing
import Workouts

@testable import ShareCards

/// Workouts and periods that are made up figure by figure.
enum Examples {
    static let clock = WallClock(
        origin: Timestamp(secondsSince1970: 1_748_243_700), source: .system, isTrusted: true, utcOffsetSeconds: 7200)

    /// So many metres to the east and the north of a place in the south of Moravia.
    static func location(_ second: Double, east: Double, north: Double) -> Location {
        let degree = 6_371_008.8 * .pi / 180
        return Location(
            offset: Offset(seconds: second), latitude: 49.2 + north / degree,
            longitude: 16.6 + east / (degree * cos(49.2 * .pi / 180)), horizontalAccuracyMetres: 4)
    }

    /// Along corners in metres, a place every `step`.
    static func route(_ corners: [(east: Double, north: Double)], step: Double = 20) -> [Location] {
        var places: [Location] = []
        for (from, to) in zip(corners, corners.dropFirst()) {
            let length = ((to.east - from.east) * (to.east - from.east) + (to.north - from.north) * (to.north - from.north))
                .squareRoot()
            let count = max(1, Int(length / step))
            for index in 0..<count {
                let share = Double(index) / Double(count)
                places.append(
                    location(
                        Double(places.count), east: from.east + (to.east - from.east) * share,
                        north: from.north + (to.north - from.north) * share))
            }
        }
        if let last = corners.last { places.append(location(Double(places.count), east: last.east, north: last.north)) }
        return places
    }

    /// An hour with a heart-rate strap, and figures as large as they come.
    static func workout(
        _ type: ActivityType = .cycling, name: String? = nil, isDemo: Bool = false, route: [Location] = [], seconds: Int = 3600,
        clock: WallClock = clock
    ) throws -> Workout {
        var settings = WorkoutSettings()
        settings.zones[.heartRate] = try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171])
        var draft = WorkoutDraft(
            id: WorkoutID(high: 1, low: 2), settings: settings, clock: clock, isDemo: isDemo)
        draft.name = name
        let kind: (strap: SampleSource.Kind, receiver: SampleSource.Kind) = isDemo ? (.demo, .demo) : (.ble, .gps)
        let sources = [
            SampleSource(id: SourceID(1), kind: kind.strap, identity: "strap"),
            SampleSource(id: SourceID(2), kind: kind.receiver, identity: "receiver", distanceOrigin: .gps),
        ]
        for source in sources { _ = try draft.apply(.source(source)) }
        _ = try draft.apply(.started(.zero, type))
        var places = route[...]
        for second in stride(from: 0, to: seconds, by: 4) {
            while let place = places.first, place.offset <= Offset(seconds: Double(second)) {
                _ = try draft.apply(.location(place))
                places = places.dropFirst()
            }
            let rate = Double(90 + second * 100 / seconds)
            _ = try draft.apply(.reading(Reading(.heartRate, rate, at: Offset(seconds: Double(second)), from: SourceID(1))))
        }
        _ = try draft.apply(.ended(Offset(seconds: Double(seconds))))
        return try draft.finished()
    }

    /// The same with every figure that a card has, large.
    static func fullWorkout(_ type: ActivityType = .cycling, name: String? = nil, isDemo: Bool = true) throws -> Workout {
        var workout = try workout(type, name: name, isDemo: isDemo, route: route([(0, 0), (3000, 0), (3000, 2000), (0, 2000)]))
        let power = WorkoutSummary.Statistics(
            average: 1888.8, averageWithoutZeros: 1888.8, minimum: 0, maximum: 2000, sampleCount: 9, medianSpacing: nil,
            coverage: 1)
        workout.summary.power = .value(power)
        workout.summary.normalizedPowerWatts = .value(1999.6)
        workout.summary.workKilojoules = .value(28_888)
        workout.summary.ascentMetres = .value(18_888.8)
        workout.summary.distance = .value(.init(metres: 1_288_888, origin: .gps, parts: []))
        workout.summary.moving = .value(TimeSpan(seconds: 360_000 + 58 * 60 + 48))
        workout.summary.averageSpeedMetresPerSecond = .value(type == .cycling ? 24.69 : 0.4)
        return workout
    }

    static let rules = CalendarRules(timeZone: prague, firstWeekday: .monday)
    private static let prague: TimeZoneRules = {
        guard let rules = TimeZoneRules(name: "Europe/Prague", posix: Array("CET-1CEST,M3.5.0,M10.5.0/3".utf8)) else {
            preconditionFailure("no such rule")
        }
        return rules
    }()

    /// Of Friday, 23 May 2025, 13:33 in Prague.
    static let now = Timestamp(secondsSince1970: 1_748_000_000)

    /// - Parameter totals: of a stretch of time, by its number.
    static func summary(
        _ kind: Period.Kind, back: Int = 0, isDemo: Bool = false, totals: (Int) -> IntervalTotals
    ) throws -> PeriodSummary {
        let plan = try HistoryPlan(HistoryQuery(kind, periodsBack: back), rules: rules, now: now)
        return PeriodSummary(plan, totals: plan.ranges.indices.map(totals), isDemo: isDemo)
    }

    /// Large figures of every metric.
    static func fullSummary(_ kind: Period.Kind, back: Int = 0, isDemo: Bool = true) throws -> PeriodSummary {
        try summary(kind, back: back, isDemo: isDemo) { index in
            var totals = IntervalTotals()
            var samples = SampleTotals()
            samples.steps = Double(8_888 * (index % 7))
            samples.distanceMetres = Double(28_888 * (index % 5))
            samples.energyKilocalories = Double(2888 * (index % 3))
            samples.heartRate = HeartRateTotals(
                average: 128.8, minimum: 48, maximum: 188, covered: TimeSpan(seconds: 88))
            (totals.allData, totals.activities) = (samples, samples)
            totals.workouts.count = index % 4
            totals.workouts.timer = TimeSpan(seconds: Double(18_888 * (index % 6)))
            totals.workouts.ascentMetres = Double(888 * (index % 4))
            totals.workouts.workKilojoules = 2888
            totals.workouts.trainingImpulse = 188
            totals.workouts.trainingStressScore = 288
            return totals
        }
    }

    static let kinds: [Period.Kind] = [
        .rolling24Hours, .day, .week, .month, .quarter, .year,
        .custom(first: CalendarDay(year: 2024, month: 12, day: 28), last: CalendarDay(year: 2025, month: 5, day: 30)),
        .custom(first: CalendarDay(year: 2015, month: 1, day: 28), last: CalendarDay(year: 2025, month: 5, day: 30)),
    ]
}

extension Drawing {
    var runs: [TextRun] { marks.compactMap { if case .text(let run) = $0 { run } else { nil } } }
    var texts: [String] { runs.map(\.text) }
    /// Routes and traces: lines of many corners.
    var curves: [[Point]] {
        marks.flatMap { mark -> [[Point]] in
            if case .lines(let lines, _, 0, _) = mark { return lines.filter { $0.count > 2 } }
            return []
        }
    }

    /// What of its text stands where it may not: beyond the margin, over another text, or too small to read.
    func faults(margin: Double, least: Double) -> [String] {
        // From the top of a capital to the foot of a letter with one.
        let boxes = runs.map { run in
            Box(x: run.origin.x, y: run.origin.y - run.font.size * 0.75, width: run.width, height: run.font.size * 0.95)
        }
        var faults: [String] = []
        for (index, (run, box)) in zip(runs, boxes).enumerated() {
            if box.x < margin - 0.5 || box.right > Double(width) - margin + 0.5 || box.y < 0 || box.bottom > Double(height) {
                faults.append("\(run.text) leaves the page: \(box)")
            }
            if run.font.size < least { faults.append("\(run.text) is written in \(run.font.size)") }
            for (other, otherRun) in zip(boxes, runs).dropFirst(index + 1)
            where box.x < other.right && other.x < box.right && box.y < other.bottom && other.y < box.bottom {
                faults.append("\(run.text) lies over \(otherRun.text)")
            }
        }
        return faults
    }
}
