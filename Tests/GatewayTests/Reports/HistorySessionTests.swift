import Foundation
import JSONText
import Phrases
import Statistics
import Storage
import Testing
import Workouts

@testable import Gateway

/// What pages are told of a store, against sums of the workouts that were put into it.
@Suite struct HistorySessionTests {
    private static let history = DemoHistory(seed: 3, from: CivilDate(year: 2026, month: 3, day: 2), days: 42)
    private static let calendar = CalendarRules(timeZone: TimeZoneRules(name: "UTC", utcOffsetSeconds: 0), firstWeekday: .monday)
    private static let now = calendar.start(of: CalendarDay(year: 2026, month: 4, day: 13))

    /// - Returns: a session over a store of the demo's workouts, and the workouts.
    private static func session(
        _ body: (HistorySession, [Workout]) throws -> Void
    ) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID()).db").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let store = try HistoryStore(path: path, for: .writing) { now }
        let workouts = history.sessions.map { history.figures(of: $0) }
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        try store.add(try MoodCheckIn(at: now - TimeSpan(seconds: 3600), .momentary, valence: 0.5), note: "well")
        try store.add(try MoodCheckIn(at: now + TimeSpan(seconds: 3600), .daily, valence: -0.5))
        try body(HistorySession(store, calendar, AthleteHistory(), now: now), workouts)
    }

    @Test func aPeriodIsTheSumOfItsWorkouts() throws {
        try Self.session { session, workouts in
            let request = StatsRequest(
                HistoryQuery(
                    .custom(first: CalendarDay(year: 2026, month: 3, day: 2), last: CalendarDay(year: 2026, month: 4, day: 12)))
            )
            let report = try #require(try session.stats(request))
            let timer = workouts.reduce(0) { $0 + $1.summary.timer.seconds }
            #expect(report.workouts == workouts.count && report.summary.isDemo)
            #expect(report.figures(.activityCount).total.value == Double(workouts.count))
            #expect(abs((report.figures(.exerciseDuration).total.value ?? 0) - timer) < 1e-3)
            let json = StatsJSON(report, zoneName: "UTC").value.text()
            #expect(json.contains("\"workoutsRead\":\(workouts.count)") && json.contains("\"isDemo\":true"))
            // Of a sport alone.
            var ofOne = session
            ofOne.sports = [.running]
            let runs = workouts.filter { $0.activities.contains { $0.type == .running } }
            #expect(!runs.isEmpty && runs.count < workouts.count)
            #expect(try ofOne.stats(request)?.workouts == runs.count)
        }
    }

    @Test func whatIsAheadIsNotThere() throws {
        try Self.session { session, workouts in
            let middle = Self.calendar.start(of: CalendarDay(year: 2026, month: 3, day: 23))
            let earlier = HistorySession(session.store, Self.calendar, AthleteHistory(), now: middle)
            let tally = try earlier.forEachOutline(OutlineWish()) { _ in }
            #expect(tally.workouts == workouts.count { $0.endTimestamp <= middle })
            #expect(tally.leftOut.count == workouts.count - tally.workouts)
            #expect(try session.moods().moods.map(\.note) == ["well"])
        }
    }

    @Test func aGoalOnAZoneThatThereIsNot() throws {
        try Self.session { session, _ in
            let goal = try #require(StatsGoal("zone2=1h/week"))
            #expect(throws: ReportError.goal(.noZones(.heartRate, label: "2"))) {
                try session.stats(StatsRequest(HistoryQuery(.week), goals: [goal]))
            }
        }
    }

    @Test func theListNamesJoinedWorkoutsAsTheirPagesDo() throws {
        try Self.session { session, workouts in
            let page = try ListedWorkouts(session.store, limit: 1000)
            let words = Phrasebook(.english)
            #expect(page.count == workouts.count && page.listings.count == workouts.count)
            for listing in page.listings {
                let workout = try #require(workouts.first { $0.id == listing.id })
                #expect(page.title(of: listing, words) == workout.name ?? words.title(of: workout))
            }
            #expect(page.numbers[page.listings[0].id] == 1)
        }
    }
}
