import Phrases
import Statistics
import Testing
import Workouts

@testable import ShareCards

/// What cards say, and what they must not (core §9).
@Suite struct WhatIsToldTests {
    private let english = Phrasebook(.english)

    private func card(
        _ workout: Workout, _ form: ShareFigures.Form = .route(), place: String? = "Brtnice", _ words: Phrasebook? = nil
    ) throws -> Drawing {
        let layout = WorkoutCardLayout(workout: workout, form: form, route: nil, place: place)
        return layout.drawing(try Canvas(fonts: FontFamilies(.english)), Palette(.light), words ?? english)
    }

    private func period(_ summary: PeriodSummary, _ metrics: [HistoryMetric]) throws -> Drawing {
        let layout = PeriodCardLayout(summary: summary, scope: .activities, metrics: metrics, rules: Examples.rules)
        return layout.drawing(try Canvas(fonts: FontFamilies(.english)), Palette(.light), english)
    }

    /// 09:15 in Prague on Monday, 26 May 2025.
    @Test func aMorningWalk() throws {
        var walk = try Examples.workout(.walking, route: Examples.route([(0, 0), (2000, 0), (2000, 1000), (0, 1000)]))
        walk.summary.distance = .value(.init(metres: 5000, origin: .gps, parts: []))
        walk.summary.moving = .value(TimeSpan(seconds: 3599.5))
        walk.summary.averageSpeedMetresPerSecond = .value(5000 / 3600)
        walk.summary.ascentMetres = .unavailable(.noData)
        let drawing = try card(walk)
        #expect(drawing.title == "Your morning walk around Brtnice")
        let texts = drawing.texts
        for text in [
            "Walking", "Mon 26 May 2025", "Your morning walk around Brtnice", "5.00", "km", "1:00:00", "12:00", "min/km",
            "The first and last 200\u{A0}m are hidden.", "Recorded with wattbeat",
        ] {
            #expect(texts.contains(text), "\(text) in \(texts)")
        }
        #expect(!texts.contains("Elevation gain") && !texts.contains("Gain") && !texts.contains("DEMO"))
        #expect(drawing.curves.count == 2)
    }

    @Test func aCardWithoutLocation() throws {
        let ride = try Examples.workout(
            name: "Home to Brno", route: Examples.route([(0, 0), (3000, 0), (3000, 2000)]))
        let drawing = try card(ride, .locationFree)
        #expect(drawing.texts.contains("Your morning ride") && drawing.texts.contains("Location hidden"))
        for text in drawing.texts + [drawing.title] { #expect(!text.contains("Brno") && !text.contains("Brtnice")) }
        // The heart rate alone: as many corners as means, from left to right.
        let curve = try #require(drawing.curves.first)
        #expect(drawing.curves.count == 1 && curve.count == Trace.count)
        #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.x < $1.x })
    }

    @Test func aRouteAllTooNearItsEnds() throws {
        let ride = try Examples.workout(route: Examples.route([(0, 0), (150, 0), (0, 20)]))
        let drawing = try card(ride)
        #expect(drawing.texts.contains("The first and last 200\u{A0}m are hidden."))
        #expect(drawing.curves.count == 1 && drawing.curves[0].count == Trace.count)
    }

    @Test func noRouteAndNothingMeasured() throws {
        var draft = WorkoutDraft(id: WorkoutID(high: 1, low: 1), settings: WorkoutSettings(), clock: Examples.clock)
        _ = try draft.apply(.started(.zero, .strength))
        _ = try draft.apply(.ended(Offset(seconds: 1800)))
        let drawing = try card(try draft.finished(), place: nil)
        #expect(drawing.curves.isEmpty)
        #expect(drawing.texts.contains("30:00") && !drawing.texts.contains { $0 == "0" || $0.hasPrefix("0.0") })
        #expect(!drawing.texts.contains("Location hidden"))
    }

    /// A clock that was not set knows neither date nor time of day.
    @Test func anUnsetClock() throws {
        var clock = Examples.clock
        clock.isTrusted = false
        let drawing = try card(try Examples.workout(clock: clock), place: nil)
        #expect(drawing.title == "Your ride" && !drawing.texts.contains { $0.contains("2025") })
    }

    @Test func whoRecordedIt() throws {
        let recorded = try card(try Examples.workout(), place: nil).texts
        #expect(recorded.contains("Recorded with wattbeat"))
        var imported = try Examples.workout()
        for index in imported.sources.indices { imported.sources[index].kind = .imported }
        let texts = try card(imported, place: nil).texts
        #expect(texts.contains("wattbeat") && !texts.contains("Recorded with wattbeat"))
    }

    @Test func demoIsSaid() throws {
        for isDemo in [true, false] {
            let summary = try Examples.fullSummary(.week, isDemo: isDemo)
            var drawings = [
                try card(try Examples.fullWorkout(isDemo: isDemo)),
                try card(try Examples.fullWorkout(isDemo: isDemo), .locationFree), try period(summary, [.distance]),
            ]
            for size in SummaryRequest.Size.allCases {
                let request = SummaryRequest(summary.plan.query, scope: .allData, metrics: [.steps], size: size)
                drawings.append(
                    WidgetLayout(summary: summary, request: request, rules: Examples.rules)
                        .drawing(try Canvas(fonts: FontFamilies(.czech)), Palette(.monochrome), Phrasebook(.czech)))
            }
            for drawing in drawings { #expect(drawing.texts.contains("DEMO") == isDemo) }
        }
    }

    /// What is not known is a dash with its reason, what is nothing is 0, and a tile without a figure is not there.
    @Test func absentIsNotZero() throws {
        let none = try Examples.summary(.week) { _ in IntervalTotals() }
        let texts = try period(none, [.distance, .steps, .activityCount]).texts
        #expect(texts.contains("–") && texts.contains("There is no data for it.") && !texts.contains("Steps"))
        let request = SummaryRequest(none.plan.query, scope: .allData, metrics: [.steps, .work, .energy], size: .large)
        let widget = WidgetLayout(summary: none, request: request, rules: Examples.rules)
            .drawing(try Canvas(fonts: FontFamilies(.english)), Palette(.light), english).texts
        #expect(widget.filter { $0 == "–" }.count == 3 && !widget.contains("0"))
        // No workouts are none, and known to be.
        #expect(texts.contains("Workouts") && texts.contains("0"))
    }

    /// 3 + 4 km this week up to Friday, 5 km last week by then: 40 % more; the best was Tuesday, the mean of five days 1.4 km.
    @Test func aWeekBesideTheLastOne() throws {
        let plan = try HistoryPlan(HistoryQuery(.week), rules: Examples.rules, now: Examples.now)
        let monday = Timestamp(secondsSince1970: 1_747_605_600)  // 19 May 2025, 00:00 in Prague
        #expect(plan.period.range.start == monday)
        let day = TimeSpan(seconds: 86_400)
        let summary = PeriodSummary(
            plan,
            totals: plan.ranges.map { range in
                var totals = IntervalTotals()
                switch range.start {
                case monday: totals.activities.distanceMetres = 3000
                case monday + day: totals.activities.distanceMetres = 4000
                case monday - TimeSpan(seconds: 7 * 86_400): totals.activities.distanceMetres = 5000
                default: break
                }
                return totals
            })
        let drawing = try period(summary, [.distance])
        for text in [
            "This week", "19–25 May 2025", "Activities only", "Distance", "7.00", "km", "40% more than by this time last week",
            "Best 4.00\u{A0}km · Tue 20 May", "Average 1.40\u{A0}km", "Mon", "Sun",
        ] {
            #expect(drawing.texts.contains(text), "\(text) in \(drawing.texts)")
        }
        // Two bars, the second one a third higher.
        let bars = drawing.marks.compactMap { mark -> Box? in
            if case .box(let box, let radius, let paint) = mark, radius <= 10, paint.green == 0x6B, box.height > 14 {
                box
            } else {
                nil
            }
        }
        #expect(bars.count == 2 && abs(bars[1].height / bars[0].height - 4.0 / 3) < 1e-9)
    }

    /// 90 bpm to 190 evenly over an hour, boundaries 114, 133, 152, 171: 24, 19, 19, 19 and 19 %.
    @Test func timeInZones() throws {
        let texts = try card(try Examples.workout(.indoorCycling), place: nil).texts
        #expect(texts.contains("Time in zones · Heart rate") && texts.contains("Zone 1 · 24%"))
        #expect(texts.filter { $0.hasSuffix("19%") }.count == 4)
    }
}
