import Ingest
import Testing
import WireFormats
import Workouts

/// Dates, midnight, the leap second.
@Suite struct EpochTimeTests {
    static func rmc(_ time: String, _ date: String) -> String {
        "GPRMC,\(time),A,3925.9702,N,11945.9354,W,45.1,153.1,\(date),,,A"
    }
    static func gga(_ time: String) -> String { "GPGGA,\(time),3925.9702,N,11945.9354,W,1,10,0.8,1378.6,M,-22.1,M,," }

    private func times(_ bodies: [String]) -> [Timestamp?] { fixes(outcomes(nmea(bodies))).map(\.timestamp) }

    @Test func midnightWithTheDatedSentenceFirst() {
        let found = times([
            Self.rmc("235958", "250905"), Self.gga("235958"), Self.rmc("000000", "260905"), Self.gga("000000"),
            Self.gga("000002"),
        ])
        #expect(found == [Timestamp(unix: 1_127_692_798), Timestamp(unix: 1_127_692_800), Timestamp(unix: 1_127_692_802)])
    }

    @Test func midnightWithTheDatedSentenceLastAndALeapSecond() {
        let found = times([
            Self.rmc("235959", "300615"), Self.gga("235960"), Self.rmc("235960", "300615"), Self.gga("000000"),
            Self.rmc("000000", "010715"), Self.gga("000001"), Self.rmc("000001", "010715"),
        ])
        let midnight = 1_435_708_800.0
        #expect(
            found == [
                Timestamp(unix: midnight - 1), Timestamp(unix: midnight - 0.001), Timestamp(unix: midnight),
                Timestamp(unix: midnight + 1),
            ])
    }

    @Test func midnightWithoutADatedSentence() {
        let found = times([Self.rmc("235959", "311224"), Self.gga("000000"), Self.gga("000001"), Self.gga("000002")])
        let midnight = 1_735_689_600.0
        #expect(found == [-1, 0, 1, 2].map { Timestamp(unix: midnight + $0) })
    }

    /// Late data of the day before goes to the day before, and the calendar stays.
    @Test func lateDataAfterMidnight() {
        let found = times([Self.rmc("000001", "010125"), Self.gga("235959"), Self.gga("000002")])
        let midnight = 1_735_689_600.0
        #expect(found == [1, -1, 2].map { Timestamp(unix: midnight + $0) })
    }

    /// A leap second at 10 Hz stays in strict order.
    @Test func leapSecondAtTenHertz() {
        var bodies = [Self.rmc("235959.90", "311216")]
        for tenth in 0..<10 { bodies.append(Self.rmc("235960.\(tenth)0", "311216")) }
        bodies.append(Self.rmc("000000.00", "010117"))
        let found = times(bodies).compactMap { $0 }
        #expect(found.count == 12)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
        #expect(found.last == Timestamp(secondsSince1970: 1_483_228_800))
    }

    /// rgm3800: a cold receiver's firmware birthday, status V. It must not leak.
    @Test func voidSentencesSetNoDate() {
        let found = times(["GPRMC,235951.952,V,0000.0000,N,00000.0000,E,,0.00,050180,,,N", Self.gga("102523.342")])
        #expect(found == [nil])
    }

    /// "2208-1": time and position stand, the date is unknown.
    @Test func aBadDateIsNoDate() {
        let found = fixes(
            "GPRMC,,V,,,,,,,,,,N", "GPRMC,000231.099,A,4829.0005,N,00022.0015,E,0.15,212.28,2208-1,,,A",
            "GPRMC,000231.42,A,4829.0005,N,00022.0016,E,0.16,212.28,220899,,,A")
        #expect(found.map(\.timestamp) == [nil, Timestamp(unix: 935_280_151.42)])
        #expect(found.first?.timeOfDay?.milliseconds == 151_099)
    }

    @Test func zdaGoesBeforeRMC() {
        // The two-digit year of an RMC from 2080 on reads as 19yy; ZDA knows.
        let found = times([Self.rmc("101010", "010180"), "GPZDA,101010,01,01,2080,00,00"])
        #expect(found == [Timestamp(unix: 3_471_329_410)])
    }

    /// Silence ends an epoch; a date that comes after it serves the next.
    @Test func zdaAfterSilence() {
        var receiver = NMEAReceiver()
        var seen: [FixOutcome] = []
        receiver.append(nmea(Self.gga("101010")), at: .zero) { seen.append($0) }
        if let early = receiver.tick(at: Offset(seconds: 0.2)) { seen.append(early) }
        receiver.append(nmea("GPZDA,101010,23,03,2024,00,00"), at: Offset(seconds: 0.4)) { seen.append($0) }
        receiver.append(nmea(Self.gga("101011")), at: Offset(seconds: 1)) { seen.append($0) }
        if let last = receiver.finish() { seen.append(last) }
        #expect(fixes(seen).map(\.timestamp) == [nil, Timestamp(unix: 1_711_188_611)])
    }
}

/// Closing by silence.
@Suite struct EpochSilenceTests {
    @Test func aLiveFixIsNotACycleLate() {
        var receiver = NMEAReceiver()
        var seen: [FixOutcome] = []
        #expect(receiver.wakeAt == nil)
        receiver.append(nmea(epoch("101010")), at: Offset(seconds: 5)) { seen.append($0) }
        #expect(receiver.wakeAt == Offset(seconds: 5.15))
        #expect(receiver.tick(at: Offset(seconds: 5.149)) == nil)
        #expect(fixes([receiver.tick(at: Offset(seconds: 5.15))].compactMap { $0 }).first?.arrival == Offset(seconds: 5))
        #expect(receiver.wakeAt == nil)
        #expect(receiver.tick(at: Offset(seconds: 6)) == nil)
    }

    /// At 10 Hz 30 ms are enough.
    @Test func theLimitFollowsTheCycle() {
        var receiver = NMEAReceiver()
        for tenth in 0..<5 {
            receiver.append(nmea(epoch("101010.\(tenth)0")), at: Offset(seconds: Double(tenth) / 10)) { _ in }
        }
        #expect(receiver.wakeAt == Offset(seconds: 0.43))
    }

    /// A receiver whose clock stands still says that the fix is lost: that is news.
    @Test func theSameTimeWithoutAFix() {
        var receiver = NMEAReceiver()
        var seen: [FixOutcome] = []
        receiver.append(nmea(epoch("101010")), at: .zero) { seen.append($0) }
        if let ended = receiver.tick(at: Offset(seconds: 0.5)) { seen.append(ended) }
        receiver.append(nmea("GNRMC,101010,V,,,,,,,120419,,,N,V"), at: Offset(seconds: 1)) { seen.append($0) }
        if let last = receiver.finish() { seen.append(last) }
        #expect(fixes(seen).count == 1)
        #expect(seen.last == .noFix(arrival: Offset(seconds: 1)))
    }

    /// A receiver that pauses within its cycle teaches patience; the rest of an ended epoch is no second fix.
    @Test func moreOfAnEndedEpoch() {
        var receiver = NMEAReceiver()
        var seen: [FixOutcome] = []
        for second in 0..<4 {
            let both = epoch("10101\(second)")
            receiver.append(nmea(both[0]), at: Offset(seconds: Double(second))) { seen.append($0) }
            if let wake = receiver.wakeAt, wake <= Offset(seconds: Double(second) + 0.2), let ended = receiver.tick(at: wake) {
                seen.append(ended)
            }
            receiver.append(nmea(both[1]), at: Offset(seconds: Double(second) + 0.2)) { seen.append($0) }
        }
        if let last = receiver.finish() { seen.append(last) }
        #expect(fixes(seen).count == 4)
        #expect(fixes(seen).map { $0.altitudeMetres != nil } == [false, true, true, true])
    }
}
