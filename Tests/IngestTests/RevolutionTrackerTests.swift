import Testing
import WireFormats
import Workouts

@testable import Ingest

/// Values by hand: 1024 ticks are a second.
struct RevolutionTrackerTests {
    private func crank(_ count: UInt16, _ ticks: UInt16) -> CrankRevolutions {
        CrankRevolutions(count: count, lastEvent: EventTime(ticks: ticks, rate: .perSecond1024))
    }

    private func second(_ seconds: Double) -> Offset { Offset(seconds: seconds) }

    @Test func theFirstPacketIsABaseline() {
        var tracker = RevolutionTracker(.crank)
        let outcome = tracker.apply(crank(900, 512), at: second(5))
        #expect(outcome.rate == nil)
        #expect(outcome.turned == nil)
    }

    @Test func turnsBelongToTheTimeSinceThePacketBefore() throws {
        var tracker = RevolutionTracker(.crank)
        _ = tracker.apply(crank(10, 0), at: second(1))
        let outcome = tracker.apply(crank(13, 2048), at: second(3.1))
        #expect(outcome.rate == 1.5)
        let turned = try #require(outcome.turned)
        #expect(turned.revolutions == 3)
        #expect(turned.since == second(1))
    }

    /// Three states: a repeat within two periods is no news, then it is 0, and the 0 is said again while the sensor speaks.
    @Test func noNewsThenZeroThenZeroAgain() {
        var tracker = RevolutionTracker(.crank)
        _ = tracker.apply(crank(10, 0), at: second(0))
        _ = tracker.apply(crank(11, 1024), at: second(1))
        let repeated = tracker.apply(crank(11, 1024), at: second(2))
        #expect(repeated.rate == nil)
        #expect(repeated.turned?.revolutions == 0)
        #expect(tracker.apply(crank(11, 1024), at: second(3)).rate == 0)
        #expect(tracker.apply(crank(11, 1024), at: second(3.5)).rate == nil)
        #expect(tracker.apply(crank(11, 1024), at: second(4)).rate == 0)
    }

    /// Lost is not zero: one 0 when silence says so, and nothing more of a sensor that does not speak.
    @Test func silenceIsSaidOnce() {
        var tracker = RevolutionTracker(.crank)
        _ = tracker.apply(crank(10, 0), at: second(0))
        _ = tracker.apply(crank(11, 1024), at: second(1))
        #expect(tracker.pass(to: second(1.9)) == nil)
        #expect(tracker.pass(to: second(3.1)) == 0)
        for wait in 4..<60 { #expect(tracker.pass(to: second(Double(wait))) == nil) }
    }

    /// At 90 rpm a silence of 1.6 s leaves at most 1 turn in 1.6 s.
    @Test func theRateFallsAlongTheSilence() throws {
        var tracker = RevolutionTracker(.crank)
        _ = tracker.apply(crank(10, 0), at: second(0))
        _ = tracker.apply(crank(13, 2048), at: second(2))
        let rate = try #require(tracker.apply(crank(13, 2048), at: second(3.6)).rate)
        #expect(abs(rate - 1 / 1.6) < 1e-9)
    }

    @Test func aCountThatBeganAnewIsABaseline() {
        var tracker = RevolutionTracker(.crank)
        _ = tracker.apply(crank(5000, 0), at: second(0))
        let outcome = tracker.apply(crank(3, 700), at: second(1))
        #expect(outcome.rate == nil, "60 539 turns in 0.68 s are none")
        #expect(outcome.turned == nil)
        #expect(tracker.apply(crank(4, 1724), at: second(2)).rate == 1)
    }

    /// A sensor that never turned: unknown until it has said so for 8 s, then 0.
    @Test func neverTurned() {
        var tracker = RevolutionTracker(.crank)
        for wait in 0..<8 { #expect(tracker.apply(crank(7, 0), at: second(Double(wait))).rate == nil) }
        #expect(tracker.apply(crank(7, 0), at: second(8)).rate == 0)
    }
}
