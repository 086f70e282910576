import Ingest
import Testing
import WireFormats
import Workouts

@Suite struct EventCounterTests {
    private func advance(_ step: EventCounter.Step) throws -> EventCounter.Advance {
        guard case .advanced(let advance) = step else { throw NoAdvance(step: step) }
        return advance
    }

    private struct NoAdvance: Error { let step: EventCounter.Step }

    private func ticks(_ count: UInt16, _ rate: TickRate = .perSecond1024) -> EventTime { EventTime(ticks: count, rate: rate) }
    private func second(_ seconds: Double) -> Offset { Offset(seconds: seconds) }

    @Test func bothCountsRollOver() throws {
        var crank = EventCounter.crank
        #expect(crank.apply(count: 0xFFFF, event: ticks(0xFE00)) == .baseline)
        let turn = try advance(crank.apply(count: 1, event: ticks(0x0200)))
        #expect(turn.revolutions == 2)
        #expect(turn.seconds == 1)
        #expect(turn.revolutionsPerMinute == 120)
    }

    /// The same bytes mean twice the speed in a power meter, whose wheel counts in 1/2048 s.
    @Test func wheelOfAPowerMeterCountsTwiceAsFast() throws {
        var speedSensor = EventCounter.wheel
        var powerMeter = EventCounter.wheel
        _ = speedSensor.apply(count: 0, event: ticks(0))
        _ = powerMeter.apply(count: 0, event: ticks(0, .perSecond2048))
        #expect(try advance(speedSensor.apply(count: 8, event: ticks(2048))).revolutionsPerSecond == 4)
        #expect(try advance(powerMeter.apply(count: 8, event: ticks(2048, .perSecond2048))).revolutionsPerSecond == 8)
    }

    @Test func repetitionIsNoNews() throws {
        var crank = EventCounter.crank
        _ = crank.apply(count: 10, event: ticks(4096), at: second(0))
        #expect(crank.apply(count: 10, event: ticks(4096), at: second(1)) == .repeated)
        #expect(crank.apply(count: 10, event: ticks(4096), at: second(2)) == .repeated)
        #expect(try advance(crank.apply(count: 12, event: ticks(8192), at: second(4))).revolutionsPerMinute == 30)
    }

    /// Some sensors let the time run without revolutions: a revolution still took all the time since the one before.
    @Test func timeRunsOnWithoutRevolutions() throws {
        var crank = EventCounter.crank
        _ = crank.apply(count: 10, event: ticks(0))
        #expect(crank.apply(count: 10, event: ticks(256)) == .repeated)
        #expect(crank.apply(count: 10, event: ticks(768)) == .repeated)
        #expect(try advance(crank.apply(count: 11, event: ticks(1024))).revolutionsPerMinute == 60)
    }

    /// A count that grows before its time does is not lost: it belongs to the next interval.
    @Test func revolutionsWithoutTimeAreKept() throws {
        var wheel = EventCounter.wheel
        _ = wheel.apply(count: 100, event: ticks(0))
        #expect(wheel.apply(count: 102, event: ticks(0)) == .repeated)
        #expect(try advance(wheel.apply(count: 104, event: ticks(1024))).revolutions == 4)
    }

    /// Rolled back, or the sensor started anew: a wheel's count never wraps, not even here.
    @Test(arguments: [(65_536, 5), (.max, 0)] as [(UInt32, UInt32)])
    func wheelCountFalls(before: UInt32, after: UInt32) throws {
        var wheel = EventCounter.wheel
        _ = wheel.apply(count: before, event: ticks(4096))
        #expect(wheel.apply(count: after, event: ticks(8192)) == .restarted)
        #expect(try advance(wheel.apply(count: after + 3, event: ticks(9216))).revolutions == 3)
    }

    /// A 16-bit count that began anew looks like tens of thousands of turns: no distance, and the next packet counts from here.
    @Test func crankCountBeginsAnew() throws {
        var crank = EventCounter.crank
        _ = crank.apply(count: 500, event: ticks(50_000))
        #expect(crank.apply(count: 3, event: ticks(1024)) == .restarted)
        #expect(try advance(crank.apply(count: 4, event: ticks(2048))).revolutionsPerMinute == 60)
    }

    /// After 70 s of silence the clock has gone round: 6 s of ticks would make 200/min out of 17/min.
    @Test func silenceLongerThanAWrap() throws {
        var crank = EventCounter.crank
        _ = crank.apply(count: 0, event: ticks(0), at: second(0))
        let turns = try advance(crank.apply(count: 20, event: ticks(6144), at: second(70)))
        #expect(turns.revolutions == 20)
        #expect(turns.seconds == 70)
        #expect(turns.isTimedByHost)
    }

    /// A packet that came early shows a silence just below the wrap, and ticks just above 0.
    @Test func silenceOfAboutAWrap() throws {
        var crank = EventCounter.crank
        _ = crank.apply(count: 0, event: ticks(0), at: second(0.4))
        let turn = try advance(crank.apply(count: 1, event: ticks(205), at: second(64.2)))
        #expect(turn.isTimedByHost)
        #expect(turn.seconds == 63.8)
    }

    /// 40 s wrap a power meter's wheel clock (32 s), and no other.
    @Test func wrapOfAPowerMetersWheel() throws {
        var wheel = EventCounter.wheel
        _ = wheel.apply(count: 0, event: ticks(0, .perSecond2048), at: second(0))
        #expect(try advance(wheel.apply(count: 10, event: ticks(16_384, .perSecond2048), at: second(40))).seconds == 40)
        var slow = EventCounter.wheel
        _ = slow.apply(count: 0, event: ticks(0), at: second(0))
        #expect(try !advance(slow.apply(count: 10, event: ticks(40_960), at: second(40))).isTimedByHost)
    }

    /// Two values that waited on the way and came at once are still 1 s apart: the sensor's clock says so.
    @Test func delayedPacketsKeepTheirTime() throws {
        var crank = EventCounter.crank
        _ = crank.apply(count: 0, event: ticks(0), at: second(5))
        #expect(try advance(crank.apply(count: 1, event: ticks(1024), at: second(5))).seconds == 1)
    }

    @Test func reconnectedSensorIsABaseline() {
        var wheel = EventCounter.wheel
        _ = wheel.apply(count: 100, event: ticks(0))
        wheel.forget()
        #expect(wheel.apply(count: 900, event: ticks(10)) == .baseline)
    }
}
