import Testing
import Workouts

@testable import Ingest

/// Amounts from what sensors state as totals and rates; rest that is said again.
struct TotalsTests {
    private func second(_ seconds: Double) -> Offset { Offset(seconds: seconds) }

    @Test func aTotalGrowsFromItsSecondStatement() {
        var total = GrowingTotal()
        #expect(total.apply(1000, at: second(1)) == nil)
        let grown = total.apply(1012.5, at: second(3))
        #expect(grown?.amount == 12.5)
        #expect(grown?.since == second(1))
        #expect(total.apply(1012.5, at: second(4))?.amount == 0)
    }

    @Test func aTotalThatFellBeganAnew() {
        var total = GrowingTotal()
        _ = total.apply(1000, at: second(1))
        #expect(total.apply(3, at: second(2)) == nil)
        #expect(total.apply(5, at: second(3))?.amount == 2)
    }

    /// 3 m/s and 180 steps a minute for 2 s: 6 m and 6 steps; what is said at the end counts from there on.
    @Test func paceCoversTheTimeUntilTheNextPacket() {
        var pace = RunningPace()
        #expect(pace.apply(metresPerSecond: 3, stepsPerMinute: 180, at: second(0)) == nil)
        let covered = pace.apply(metresPerSecond: 5, stepsPerMinute: 240, at: second(2))
        #expect(covered?.metres == 6)
        #expect(covered?.steps == 6)
        #expect(covered?.since == second(0))
    }

    /// Nobody vouches for a gap of more than 5 s.
    @Test func paceDoesNotReachOverAGap() {
        var pace = RunningPace()
        _ = pace.apply(metresPerSecond: 3, stepsPerMinute: 180, at: second(0))
        #expect(pace.apply(metresPerSecond: 3, stepsPerMinute: 180, at: second(5.1)) == nil)
        #expect(pace.apply(metresPerSecond: 3, stepsPerMinute: 180, at: second(5.1)) == nil, "no time has passed")
        #expect(pace.apply(metresPerSecond: 3, stepsPerMinute: 180, at: second(10.1))?.metres == 15)
    }

    /// News passes; a zero is said again once a second, any other value is not.
    @Test func restIsSaidAgain() {
        var reminder = RestReminder()
        let news: [(value: Double?, seconds: Double)] = [
            (90, 0), (nil, 1), (0, 2), (nil, 2.5), (nil, 2.9), (nil, 3.0), (nil, 3.8), (80, 4), (nil, 5),
        ]
        let said = news.map { reminder.remind($0.value, at: second($0.seconds)) }
        #expect(said == [90, nil, 0, nil, 0, nil, 0, 80, nil])
    }
}
