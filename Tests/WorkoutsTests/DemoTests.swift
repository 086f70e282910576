import Foundation
import Testing

@testable import Workouts

/// Made-up data: the same everywhere, flagged everywhere, and such as somebody might have done. What is plausible is stated from
/// outside, not from what the generator gives.
@Suite struct DemoTests {
    private static let history = DemoHistory(seed: 7, from: CivilDate(year: 2024, month: 9, day: 2), days: 168)
    private static let figures = history.sessions.map { history.figures(of: $0) }

    private func history(seed: UInt64, days: Int) -> DemoHistory {
        DemoHistory(seed: seed, from: CivilDate(year: 2024, month: 9, day: 2), days: days)
    }

    // MARK: The same everywhere

    /// The numbers that the author's own program gives for this state (Vigna, splitmix64.c).
    @Test func splitMix64() {
        var numbers = DemoNumbers(state: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
        #expect((0..<5).map { _ in numbers.next() } == expected)
    }

    @Test func sineAndCosine() {
        for step in -4000...4000 {
            let turns = Double(step) / 987
            let (sine, cosine) = DemoTrigonometry.sineAndCosine(turns: turns)
            #expect(abs(sine - sin(2 * .pi * turns)) < 1e-10 && abs(cosine - cos(2 * .pi * turns)) < 1e-10)
        }
    }

    @Test func theSameSeedIsTheSameHistory() throws {
        let (a, b) = (history(seed: 5, days: 60), history(seed: 5, days: 90))
        #expect(a.sessions == Array(b.sessions.prefix(a.sessions.count)))
        let session = try #require(a.sessions.first { $0.type == .running })
        #expect(a.events(of: session) == b.events(of: session))
        #expect(try a.workout(of: session) == b.workout(of: session))
        #expect(a.figures(of: session) == b.figures(of: session))
        #expect(a.allDay() == history(seed: 5, days: 60).allDay())
        let other = history(seed: 6, days: 60)
        #expect(other.athlete != a.athlete && other.sessions != a.sessions)
        #expect(Set(b.sessions.map { b.figures(of: $0).id }).count == b.sessions.count)
    }

    /// Whole steps of what a sensor tells, so that no last bit of a computation reaches a value.
    @Test func valuesAreWhatSensorsResolve() throws {
        let resolutions: [Quantity: Double] = [
            .heartRate: 1, .power: 1, .cadence: 1, .stepRate: 1, .speed: 1000, .altitude: 5, .temperature: 1, .distance: 1000,
            .steps: 1,
        ]
        func isTold(_ value: Double, _ parts: Double) -> Bool { value == (value * parts).rounded() / parts }
        for type in [ActivityType.cycling, .running] {
            let session = try #require(Self.history.sessions.first { $0.type == type })
            let isTold = Self.history.events(of: session).allSatisfy { event in
                switch event {
                case .reading(let reading): isTold(reading.value, resolutions[reading.quantity] ?? .nan)
                case .amount(let amount): isTold(amount.value, resolutions[amount.quantity] ?? .nan)
                case .location(let place): isTold(place.latitude, 1e7) && isTold(place.longitude, 1e7)
                default: true
                }
            }
            #expect(isTold)
        }
    }

    // MARK: Flagged everywhere

    @Test func everythingSaysSo() throws {
        for figures in Self.figures {
            #expect(figures.isDemo && figures.sources.allSatisfy { $0.kind == .demo && $0.identity.hasPrefix("demo:") })
            #expect(figures.series.isEmpty && figures.route.locations.isEmpty)
            #expect(figures.clock.timeZone == "Etc/GMT+1" && figures.clock.utcOffsetSeconds == -3600)
        }
        for type in [ActivityType.cycling, .indoorCycling, .running, .walking, .strength] {
            let workout = try Self.history.workout(of: try #require(Self.history.sessions.first { $0.type == type }))
            #expect(workout.isDemo && workout.sources.allSatisfy { $0.kind == .demo })
            #expect(ShareFigures(workout).isDemo)
        }
    }

    // MARK: What somebody might have done

    @Test func figuresArePlausible() throws {
        let speeds: [ActivityType: ClosedRange<Double>] = [  // km/h on average, of an amateur
            .cycling: 18...36, .indoorCycling: 18...40, .running: 7...15, .walking: 3.5...6.5, .hiking: 2.5...6,
        ]
        for workout in Self.figures {
            let summary = workout.summary
            let heartRate = try #require(summary.heartRate.value)
            #expect(
                heartRate.minimum >= 40 && heartRate.maximum <= 200
                    && heartRate.maximum <= workout.settings.maximumBeatsPerMinute ?? 0
            )
            #expect((1200...6 * 3600).contains(summary.timer.seconds) || workout.type == .walking)
            if let range = speeds[workout.type] {
                let speed = try #require(summary.averageSpeedMetresPerSecond.value) * 3.6
                #expect(range.contains(speed), "\(workout.type) \(speed) km/h")
                #expect(try #require(summary.maximumSpeedMetresPerSecond.value) * 3.6 < 75)
            } else {
                #expect(workout.type == .strength && summary.distance.value == nil)
            }
            if let power = summary.power.value {
                let normalized = try #require(summary.normalizedPowerWatts.value)
                // A mean of fourth powers is no less than the mean; windows of 30 s weigh the first and last seconds less.
                #expect(normalized >= 0.985 * power.average && normalized < 1.3 * power.average)
                #expect((0.4...1.05).contains(try #require(summary.intensityFactor.value)))
            }
            if let stepRate = summary.stepRate.value { #expect((90...200).contains(stepRate.average)) }
            #expect(workout.zoneGroups.count == 2)
            for group in workout.zoneGroups.values {
                #expect(group.zoneDurations.reduce(group.unattributed, +) == summary.timer)
            }
        }
    }

    @Test func weeksHaveARhythm() {
        let monday = Timestamp(secondsSince1970: 1_725_235_200)  // 2024-09-02, a Monday; `date -u -d 2024-09-02 +%s`
        var hours = [Double](repeating: 0, count: 24)
        var kinds = [Set<ActivityType>](repeating: [], count: 24)
        for workout in Self.figures {
            let week = Int((workout.startTimestamp - monday).microseconds / (7 * 86_400_000_000))
            hours[week] += workout.summary.timer.seconds / 3600
            kinds[week].insert(workout.type)
        }
        let sorted = hours.sorted()
        #expect((5...14).contains(sorted[12]) && (sorted.last ?? 99) < 20)
        // Every fourth week rests: at most four fifths of what the others come to.
        let sums = (0..<4).map { phase in stride(from: phase, to: 24, by: 4).map { hours[$0] }.sorted()[3] }.sorted()
        #expect(sums[0] < 0.8 * (sums[1] + sums[2] + sums[3]) / 3)
        // Indoors in winter alone; some of everything.
        for workout in Self.figures where workout.type == .indoorCycling {
            #expect([11, 12, 1, 2].contains(CivilDate(workout.startTimestamp, utcOffsetSeconds: -3600).month))
        }
        #expect(
            kinds.reduce(into: Set<ActivityType>()) { $0.formUnion($1) }.isSuperset(of: [
                .cycling, .indoorCycling, .running, .walking, .strength,
            ]))
        for (a, b) in zip(Self.figures, Self.figures.dropFirst()) { #expect(a.endTimestamp < b.startTimestamp) }
    }

    /// About five hundred a year, for whole decades too.
    @Test func tenYearsAreFiveThousand() {
        for seed in [3, 4] as [UInt64] {
            let sessions = DemoHistory(seed: seed, from: CivilDate(year: 2016, month: 1, day: 1), days: 3653).sessions
            #expect((4500...5600).contains(sessions.count))
        }
    }

    @Test(arguments: [ActivityType.cycling, .indoorCycling, .running, .walking, .strength])
    func theWholeWorkout(type: ActivityType) throws {
        let session = try #require(Self.history.sessions.first { $0.type == type })
        let workout = try Self.history.workout(of: session)
        #expect(workout.omissions == Omissions())
        for series in workout.series {
            #expect(zip(series.offsets, series.offsets.dropFirst()).allSatisfy { $0 < $1 })
            if series.quantity == .heartRate { #expect(series.values.allSatisfy { (40...200).contains($0) }) }
        }
        // The heart does not leap: less than 6 beats from one second to the next, noise and all.
        let beats = try #require(workout.series.first { $0.quantity == .heartRate })
        let samples = Array(zip(beats.offsets, beats.values))
        let isSmooth = zip(samples, samples.dropFirst()).allSatisfy { $1.0 - $0.0 > span(1) || abs($1.1 - $0.1) < 6 }
        #expect(isSmooth)
        let places = workout.route.locations
        #expect(places.isEmpty == (type == .indoorCycling || type == .strength))
        if let first = places.first, let last = places.last {
            #expect(Geodesy.distanceMetres(first, last) < 30)
            // Open sea: no coast within the box.
            #expect(places.allSatisfy { (46...49).contains($0.latitude) && (-22 ... -18).contains($0.longitude) })
            #expect(
                zip(places, places.dropFirst()).allSatisfy {
                    Geodesy.distanceMetres($0, $1) < 21 || $1.offset - $0.offset > span(1)
                })
        }

        // The short way tells nearly the same.
        let (summary, figures) = (workout.summary, Self.history.figures(of: session).summary)
        func agree(_ path: KeyPath<WorkoutSummary, Double?>, within share: Double) {
            let (a, b) = (summary[keyPath: path], figures[keyPath: path])
            #expect((a == nil) == (b == nil))
            if let a, let b { #expect(abs(a - b) <= share * a + 1e-9, "\(path): \(a) and \(b)") }
        }
        agree(\.timer.optionalSeconds, within: 0.005)
        agree(\.distance.value?.metres, within: 0.01)
        agree(\.heartRate.value?.average, within: 0.01)
        agree(\.power.value?.average, within: 0.02)
        agree(\.normalizedPowerWatts.value, within: 0.03)
        agree(\.trainingStressScore.value, within: 0.05)
        agree(\.heartRateLoad.value?.trimp, within: 0.03)
        agree(\.steps.value, within: 0.01)
        let climbs = (summary.ascentMetres.value ?? 0, figures.ascentMetres.value ?? 0)
        #expect(abs(climbs.0 - climbs.1) < 10 + 0.1 * climbs.0)
    }

    /// The heart lags behind: two minutes into a hard repeat it is higher than ten seconds into it.
    @Test func theHeartFollowsTheLegs() throws {
        let session = try #require(Self.history.sessions.first { $0.type == .indoorCycling && $0.effort == .intervals })
        let workout = try Self.history.workout(of: session)
        #expect(workout.name?.hasSuffix(" × 8 min") == true)
        let heart = workout.timeline(of: .heartRate)
        let repeats = workout.laps.filter {
            $0.summary.power.value.map { $0.average > 0.95 * (session.threshold(in: Self.history)) } ?? false
        }
        #expect(repeats.count >= 2)
        for lap in repeats {
            let early = heart.segment(at: lap.start + span(10))?.value ?? 0
            let late = heart.segment(at: lap.start + span(120))?.value ?? 0
            #expect(late > early + 8)
        }
    }

    @Test func allDayHoldsWorkoutsOnFoot() {
        let all = Self.history.allDay()
        var days: [Int64: Double] = [:]
        for (start, steps) in zip(all.steps.starts, all.steps.values) {
            days[(start.microseconds / 1_000_000 - 3600) / 86_400, default: 0] += steps
        }
        #expect(days.count == 168 && days.values.allSatisfy { (500...45_000).contains($0) })
        #expect((5000...13_000).contains(days.values.sorted()[84]))
        let walked = Self.figures.reduce(0) { $0 + ($1.summary.steps.value ?? 0) }
        #expect(all.steps.values.reduce(0, +) > walked)
        for column in [all.steps, all.distanceMetres, all.floors] {
            #expect(column.starts.count == column.values.count && column.ends.count == column.values.count)
            #expect(zip(column.starts, column.starts.dropFirst()).allSatisfy { $0 < $1 })
            #expect(zip(column.starts, column.ends).allSatisfy { $1 - $0 == span(900) })
            #expect(column.values.allSatisfy { $0 > 0 && $0 == $0.rounded() })
        }
        // A step is 0.5 to 1.3 m long.
        let stride = all.distanceMetres.values.reduce(0, +) / all.steps.values.reduce(0, +)
        #expect((0.5...1.3).contains(stride))
    }

    /// Whatever the first day and the number of days.
    @Test func oddHistories() {
        for (year, days) in [(1970, 1), (9999, 40_000), (-5, 0), (.max, -7), (2024, 2)] {
            let history = DemoHistory(seed: 1, from: CivilDate(year: year, month: 2, day: 29), days: min(days, 3))
            #expect(history.sessions.count < 12)
            for session in history.sessions { #expect(history.figures(of: session).summary.timer.seconds > 0) }
        }
    }
}

extension TimeSpan {
    fileprivate var optionalSeconds: Double? { seconds }
}

extension DemoSession {
    fileprivate func threshold(in history: DemoHistory) -> Double {
        history.settings(of: self).functionalThresholdPowerWatts ?? .infinity
    }
}
