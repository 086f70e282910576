import Statistics
import Testing
import Workouts

@testable import Storage

/// However much changes, little is noted of it; and what is noted is enough.
struct StaleSpanTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }
    private let pod = SampleSource(id: SourceID(0), kind: .imported, identity: "pod")
    private let start: Int64 = 1_779_926_400
    private let trip = CalendarRules(timeZone: TimeZoneRules(name: "Trip", utcOffsetSeconds: 3600), firstWeekday: .monday)
    private let home = CalendarRules(timeZone: .utc, firstWeekday: .monday)

    init() throws { fixture = try StoreFixture() }

    private func tell(minute: Int64) throws {
        var columns = SampleColumns()
        let from = Timestamp(secondsSince1970: start + minute * 60)
        columns.append(from: from, to: from + TimeSpan(seconds: 60), 10, source: pod.id)
        try store.store(columns, of: .steps, from: [pod])
    }

    private func noted() throws -> Int64? { try store.connection.value("SELECT count(*) FROM stale_spans").integer }

    private func steps(_ rules: CalendarRules) throws -> [Double?] {
        try store.dailyTotals(rules: rules, now: fixture.clock.now).days.map(\.totals.allData.steps)
    }

    @Test func whatIsNearIsOneSpan() throws {
        for minute in 0..<50 as Range<Int64> { try tell(minute: minute) }
        #expect(try noted() == 1)
        for day in [40, 80, 120] as [Int64] { try tell(minute: day * 1440) }
        #expect(try noted() == 4)
        // One that reaches from one to the next joins them.
        try tell(minute: 41 * 1440)
        #expect(try noted() == 4)
        #expect(try steps(home) == [500, 10, 10, 10, 10])
        #expect(try noted() == 0)
    }

    /// One set is asked for again and again, another one never: its debts stay few, and are right when it is asked for after all.
    @Test func aSetThatNobodyAsksForAgainCostsLittle() throws {
        try tell(minute: 0)
        _ = try steps(trip)
        for minute in 1..<120 as Range<Int64> {
            try tell(minute: minute)
            fixture.clock.now = fixture.clock.now + TimeSpan(seconds: 60)
            _ = try steps(home)
            #expect(try noted() == 1)
        }
        #expect(try steps(home) == [1200] && steps(trip) == [1200])
        #expect(try noted() == 0)
    }

    @Test func aSetThatNobodyAskedForInNinetyDaysIsThrownAway() throws {
        try tell(minute: 0)
        _ = try (steps(trip), steps(home))
        fixture.pass(days: 91)
        // One that nothing passed by is as good as ever.
        #expect(try store.dailyTotalsStatus(rules: trip)?.isCurrent == true)
        try tell(minute: 1)
        _ = try steps(home)
        #expect(try store.dailyTotalsStatus(rules: trip) == nil && noted() == 0)
        #expect(try store.dailyTotalsStatus(rules: home)?.isCurrent == true)
        #expect(try steps(trip) == [20])
    }
}
