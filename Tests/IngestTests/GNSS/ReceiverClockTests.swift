import Ingest
import Testing
import WireFormats
import Workouts

/// Week eras, the capture's anchor, the route's order.
@Suite struct ReceiverClockTests {
    private func day(_ unix: Int64) -> Timestamp { Timestamp(secondsSince1970: unix) }

    @Test func erasAgainstATrustedClock() {
        // 1999-08-22 and 2019-04-07.
        #expect(GPSWeekEra.corrected(day(935_280_000), now: day(1_554_595_200)) == day(1_554_595_200))
        // 2007-04-16 and 2026-11-30.
        #expect(GPSWeekEra.corrected(day(1_176_681_600), now: day(1_795_996_800)) == day(1_795_996_800))
        // 2011-03-01: no rollover explains 15 years, and the nearest multiple would be 2030.
        #expect(GPSWeekEra.corrected(day(1_298_937_600), now: day(1_795_996_800)) == nil)
        // The clock may run a little behind the receiver.
        #expect(GPSWeekEra.corrected(day(1_795_996_830), now: day(1_795_996_800)) == day(1_795_996_830))
        #expect(GPSWeekEra.corrected(day(1_796_996_800), now: day(1_795_996_800)) == nil)
        #expect(GPSWeekEra.corrected(Timestamp(microseconds: .min), now: Timestamp(microseconds: .max)) == nil)
    }

    @Test func erasWithoutAClock() {
        #expect(GPSWeekEra.plausibleLive(day(1_795_996_800)) == day(1_795_996_800))
        #expect(GPSWeekEra.plausibleLive(day(1_176_681_600)) == day(1_795_996_800))
        // 1980-01-06 takes three eras: 2038-11-21.
        #expect(GPSWeekEra.plausibleLive(day(315_964_800)) == day(315_964_800 + 3 * 7168 * 86400))
        #expect(GPSWeekEra.plausibleLive(Timestamp(microseconds: .min)) == Timestamp(microseconds: .min))
    }

    /// Fixes at 1 Hz that arrive `lag` late, from offset 10 s on; `start` is the first one's time.
    private func run(_ estimator: inout ClockEstimator, start: Double, lags: [Double], step: Double = 1) -> [WallClock] {
        lags.enumerated().compactMap { index, lag in
            var all: [WallClock] = []
            let body = EpochTimeFixture.rmc(unix: start + Double(index) * step)
            var receiver = NMEAReceiver()
            receiver.append(nmea(body), at: Offset(seconds: 10 + Double(index) + lag)) { _ in }
            if let outcome = receiver.finish(), let clock = estimator.apply(outcome) { all.append(clock) }
            return all.first
        }
    }

    @Test func threeEpochsThatAgreeAreTheAnchor() throws {
        // A Raspberry Pi that woke up in 1970.
        var estimator = ClockEstimator(
            systemClock: WallClock(
                origin: day(100), source: .system, isTrusted: false, utcOffsetSeconds: 7200, timeZone: "Europe/Prague"),
            origin: .live)
        let start = 1_795_996_800.0
        let learned = run(&estimator, start: start, lags: [0.4, 0.1, 0.3, 0.05])
        // 10.1 s is the least lagging of the first three.
        let expected = WallClock(
            origin: Timestamp(unix: start - 10.1 + 0), source: .gps, isTrusted: true, utcOffsetSeconds: 7200,
            timeZone: "Europe/Prague")
        #expect(learned == [expected])
        #expect(estimator.clock == expected)
        #expect(expected.timestamp(at: Offset(seconds: 10.1)) == Timestamp(unix: start))
    }

    @Test func aLiveDateOfAPastEraIsMovedAndFlagged() {
        var live = ClockEstimator(systemClock: nil, origin: .live)
        let past = 1_176_681_600.0
        #expect(run(&live, start: past, lags: [0, 0, 0]).first?.source == .gpsEraShifted)
        #expect(live.clock?.origin == Timestamp(unix: 1_795_996_800 - 10))
        var log = ClockEstimator(systemClock: nil, origin: .log)
        #expect(run(&log, start: past, lags: [0, 0, 0]).first?.source == .gps)
        #expect(log.clock?.origin == Timestamp(unix: past - 10))
    }

    /// What a capture before knew is good for the date; a receiver's own time is better.
    @Test func aCarriedClockYields() {
        let carried = WallClock(origin: day(1_795_996_700), source: .earlier, isTrusted: true)
        var estimator = ClockEstimator(systemClock: carried, origin: .live)
        #expect(run(&estimator, start: 1_795_996_800, lags: [0, 0]).isEmpty)
        #expect(estimator.clock == carried)
        #expect(run(&estimator, start: 1_795_996_802, lags: [0, 0, 0]).map(\.source) == [.gps])
        var engine = IngestEngine(header: CaptureHeader(identity: "0", start: nil, isSynchronised: false))
        func anchor(_ seconds: Int64, _ source: ClockAnchor.Source) -> WallClock {
            var outputs: [IngestOutput] = []
            let anchor = ClockAnchor(timestamp: seconds * 1_000_000, source: source, isSynchronised: true)
            engine.handle(CaptureRecord(offset: 0, input: .clockAnchor(anchor)), into: &outputs)
            return engine.clock
        }
        #expect(anchor(1_795_996_700, .earlier) == carried)
        #expect(anchor(1_795_996_000, .earlier) == carried, "one of them is enough")
        #expect(anchor(1_795_996_701, .system).source == .system)
        #expect(anchor(1_795_996_702, .earlier).origin == day(1_795_996_701))
    }

    @Test func aTrustedClockStays() {
        let system = WallClock(origin: day(1_795_000_000), source: .system, isTrusted: true)
        var estimator = ClockEstimator(systemClock: system, origin: .live)
        #expect(run(&estimator, start: 1_795_996_800, lags: [0, 0, 0, 0]).isEmpty)
        #expect(estimator.clock == system)
    }

    @Test func aClockThatStandsOrJumpsProvesNothing() {
        var standing = ClockEstimator(systemClock: nil, origin: .live)
        #expect(run(&standing, start: 1_795_996_800, lags: [0, 0, 0, 0, 0], step: 0).isEmpty)
        var racing = ClockEstimator(systemClock: nil, origin: .live)
        #expect(run(&racing, start: 1_795_996_800, lags: [0, 0, 0, 0, 0], step: 2).isEmpty)
    }

    @Test func aLossOfTheFixBeginsAnew() {
        var estimator = ClockEstimator(systemClock: nil, origin: .live)
        #expect(run(&estimator, start: 1_795_996_800, lags: [0, 0]).isEmpty)
        #expect(estimator.apply(.noFix(arrival: Offset(seconds: 12))) == nil)
        #expect(run(&estimator, start: 1_795_996_800, lags: [0, 0]).isEmpty)
    }

    // MARK: The route's order

    /// Places fixes of (own time, arrival), both in seconds after some moment.
    private func places(_ moments: [(Double, Double)], origin: Timestamp? = nil) -> [RouteClock.Place] {
        var clock = RouteClock(origin: origin)
        return moments.flatMap { own, arrival -> [RouteClock.Place] in
            var receiver = NMEAReceiver()
            receiver.append(nmea(EpochTimeFixture.rmc(unix: 1_795_996_800 + own)), at: Offset(seconds: arrival)) { _ in }
            guard case .fix(let fix)? = receiver.finish() else { return [] }
            return [clock.place(fix)]
        }
    }

    @Test func ownTimeSpacesTheRoute() {
        // Arrivals jitter; own times do not.
        #expect(
            places([(0, 5), (1, 6.3), (2, 7.1), (3, 8.4)]) == [5, 6, 7, 8].map { .at(Offset(seconds: $0)) })
        // With a synchronised clock the lag goes too.
        #expect(
            places([(0, 5.3), (1, 6.6)], origin: Timestamp(unix: 1_795_996_795)) == [5, 6].map { .at(Offset(seconds: $0)) })
        // A receiver in a past era spaces just as well.
        #expect(places([(0, 5.3), (1, 6.6)], origin: Timestamp(unix: 0)) == [5.3, 6.3].map { .at(Offset(seconds: $0)) })
    }

    @Test func duplicatesAndLateFixesAreDropped() {
        #expect(
            places([(0, 5), (0, 5.1), (1, 6), (0.5, 6.1), (2, 7)])
                == [.at(Offset(seconds: 5)), .duplicate, .at(Offset(seconds: 6)), .outOfStep, .at(Offset(seconds: 7))])
    }

    /// telit-he910: a step back of 0.3 s is over with the next fix.
    @Test func aSmallStepBackCostsOneFix() {
        #expect(
            places([(0.71, 5), (0.408, 5.7), (1.408, 6.7)])
                == [.at(Offset(seconds: 5)), .outOfStep, .at(Offset(microseconds: 5_698_000))])
    }

    /// bt451: two rides joined, 52 minutes back; after five seconds the new time is the time.
    @Test func aLastingStepBackRestarts() {
        let moments = [(0.0, 5.0), (1, 6)] + (0..<8).map { (Double($0) - 3120, 7 + Double($0)) }
        let found = places(moments)
        #expect(found.prefix(2) == [.at(Offset(seconds: 5)), .at(Offset(seconds: 6))])
        #expect(found.dropFirst(2).prefix(5).allSatisfy { $0 == .outOfStep })
        #expect(found.suffix(3) == [12, 13, 14].map { .at(Offset(seconds: $0)) })
    }

    /// A cold receiver's first dates may lie decades off; what comes after is not lost for it, and one wild date in between is.
    @Test func leapsForward() {
        let cold = [(-500_000_000.0, 5.0), (-499_999_999, 6)] + (0..<8).map { (Double($0), 7 + Double($0)) }
        #expect(places(cold).suffix(3) == [12, 13, 14].map { .at(Offset(seconds: $0)) })
        let wild = [(0.0, 5.0), (90_000, 6), (2, 7), (3, 8)]
        #expect(places(wild) == [.at(Offset(seconds: 5)), .outOfStep, .at(Offset(seconds: 7)), .at(Offset(seconds: 8))])
    }

    /// A tunnel: own time and arrival go on together, so nothing is out of step.
    @Test func aGapIsNoStep() {
        #expect(places([(0, 5), (600, 605.2)]) == [.at(Offset(seconds: 5)), .at(Offset(seconds: 605))])
    }

    @Test func withoutADateTheArrivalIsAllThereIs() {
        var clock = RouteClock()
        let found = fixes("GPGGA,051133.000,4744.6977,N,12206.7277,W,1,05,1.9,136.4,M,-17.1,M,18.8,0000")
        var fix = found[0]
        fix.arrival = Offset(seconds: 3)
        #expect(clock.place(fix) == .at(Offset(seconds: 3)))
        #expect(clock.place(fix) == .duplicate)
    }

    @Test func extremesNeverTrap() {
        for arrival in [Int64.min, -1, 0, .max] {
            var fix = fixes(EpochTimeFixture.rmc(unix: 1_795_996_800))[0]
            fix.arrival = Offset(microseconds: arrival)
            var clock = RouteClock(origin: Timestamp(microseconds: .min))
            _ = clock.place(fix)
            fix.arrival = Offset(microseconds: .max)
            fix.timestamp = Timestamp(microseconds: .min)
            _ = clock.place(fix)
            _ = clock.place(fix)
            var estimator = ClockEstimator(systemClock: nil, origin: .live)
            for _ in 0..<4 { _ = estimator.apply(.fix(fix)) }
            var receiver = NMEAReceiver()
            receiver.append(nmea(epoch("101010")), at: Offset(microseconds: arrival)) { _ in }
            _ = receiver.wakeAt
            _ = receiver.tick(at: Offset(microseconds: .max))
        }
    }
}

/// Sentences of any moment.
enum EpochTimeFixture {
    static func rmc(unix: Double) -> String {
        let milliseconds = Int64((unix * 1000).rounded())
        let (day, ofDay) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let date = NMEADate(daysSince1970: Int(day))
        let fraction = ofDay % 1000
        let time =
            two(ofDay / 3_600_000) + two(ofDay / 60_000 % 60) + two(ofDay / 1000 % 60) + "."
            + String(repeating: "0", count: fraction < 10 ? 2 : fraction < 100 ? 1 : 0) + "\(fraction)"
        let ddmmyy = two(Int64(date?.day ?? 0)) + two(Int64(date?.month ?? 0)) + two(Int64((date?.year ?? 0) % 100))
        return "GPRMC,\(time),A,4807.038,N,01131.000,E,6.0,084.4,\(ddmmyy),,,A"
    }
}
