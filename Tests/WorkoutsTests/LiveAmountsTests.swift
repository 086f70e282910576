import Testing

@testable import Workouts

/// What is kept of amounts while a workout runs.
@Suite struct LiveAmountsTests {
    /// A span that began before hundreds of short ones, and outlasts them, counts wherever they do not (core §7).
    @Test func aLongSpanOutlastsWhatIsSettled() {
        var live = LiveAmounts(start: at(0))
        let timer = TimerState()
        live.append(Timeline.Segment(start: at(0), end: at(1200), value: 2, source: wheel), ranking: [wheel])
        for second in 0..<1200 {
            let time = Double(second)
            if second < 400 {
                live.append(
                    Timeline.Segment(start: at(time), end: at(time + 1), value: 5, source: wheel), ranking: [wheel])
            }
            live.settle(at: at(time + 1), timer: timer, start: at(0))
        }
        // 400 s of 5, 800 s of 2.
        let amount = live.amounts(until: at(1200), timer: timer.intervals(from: at(0), to: at(1200)))[wheel]
        #expect(isClose(amount, 3600, within: 1e-6))
    }
}
