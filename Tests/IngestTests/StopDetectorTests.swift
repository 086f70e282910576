import Ingest
import Testing
import Workouts

@Suite struct StopDetectorTests {
    private func second(_ seconds: Double) -> Offset { Offset(seconds: seconds) }
    private func perMinute(_ rate: Double?) -> Double? { rate.map { $0 * 60 } }

    /// A fast rider and a packet a second: waiting for the next packet is no sign of slowing.
    @Test func steadyRateStaysBetweenPackets() {
        var detector = StopDetector()
        detector.event(revolutionsPerSecond: 1.5, at: second(10))
        for wait in [0, 0.3, 0.9, 1.0, 1.5] { #expect(detector.revolutionsPerSecond(at: second(10 + wait)) == 1.5) }
    }

    /// 40/min and a packet a second: every third packet or so repeats an event. Neither 0 nor anything but 40 shows.
    @Test func slowCadenceDoesNotFlicker() {
        var detector = StopDetector()
        detector.event(revolutionsPerSecond: 40.0 / 60, at: second(0))
        detector.repetition(at: second(1))
        #expect(perMinute(detector.revolutionsPerSecond(at: second(1))) == 40)
        #expect(perMinute(detector.revolutionsPerSecond(at: second(1.9))) == 40)
        detector.event(revolutionsPerSecond: 40.0 / 60, at: second(2))
        #expect(perMinute(detector.revolutionsPerSecond(at: second(2))) == 40)
    }

    /// 20/min: three seconds between events are normal, six are a stop.
    @Test func verySlowCadence() {
        var detector = StopDetector()
        detector.event(revolutionsPerSecond: 20.0 / 60, at: second(0))
        for packet in 1...5 { detector.repetition(at: second(Double(packet))) }
        #expect(perMinute(detector.revolutionsPerSecond(at: second(5))) == 12)
        #expect(detector.stop == second(6))
        #expect(detector.revolutionsPerSecond(at: second(6)) == 0)
    }

    /// Packets that repeat the last event bound the rate by 60 over the silence; at the limit it is 0, and stays so.
    @Test func decaysAndStops() {
        var detector = StopDetector()
        detector.event(revolutionsPerSecond: 1.5, at: second(0))
        detector.repetition(at: second(1))
        #expect(perMinute(detector.revolutionsPerSecond(at: second(1))) == 60)
        detector.repetition(at: second(1.6))
        #expect(perMinute(detector.revolutionsPerSecond(at: second(1.6))) == 37.5)
        #expect(detector.stop == second(2))
        #expect(detector.revolutionsPerSecond(at: second(2)) == 0)
        #expect(detector.revolutionsPerSecond(at: second(3600)) == 0)
    }

    /// A sensor that sends nothing while nothing happens stops, too.
    @Test func silenceStops() {
        var detector = StopDetector()
        detector.event(revolutionsPerSecond: 1.5, at: second(0))
        #expect(perMinute(detector.revolutionsPerSecond(at: second(1.8))) == 75)
        #expect(detector.revolutionsPerSecond(at: second(2)) == 0)
    }

    @Test func turnsAgainAfterAStop() {
        var detector = StopDetector()
        detector.event(revolutionsPerSecond: 1.5, at: second(0))
        #expect(detector.revolutionsPerSecond(at: second(30)) == 0)
        detector.event(revolutionsPerSecond: 1, at: second(31))
        #expect(detector.revolutionsPerSecond(at: second(31)) == 1)
    }

    /// Unknown, standing and lost are three things.
    @Test func withoutAnEvent() {
        var detector = StopDetector()
        #expect(detector.revolutionsPerSecond(at: second(100)) == nil)
        detector.baseline(at: second(0))
        #expect(detector.revolutionsPerSecond(at: second(100)) == nil)
        for packet in 1...8 { detector.repetition(at: second(Double(packet))) }
        #expect(detector.revolutionsPerSecond(at: second(8)) == 0)
        detector.forget()
        #expect(detector.revolutionsPerSecond(at: second(8)) == nil)
    }
}
