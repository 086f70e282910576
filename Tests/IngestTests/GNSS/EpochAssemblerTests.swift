import Ingest
import TestSupport
import Testing
import WireFormats
import Workouts

@Suite struct EpochAssemblerTests {
    /// A u-blox F9P at 2019-04-12 00:39:56; values worked by hand from its sentences.
    static let ublox = [
        "GNRMC,003956.00,A,4552.65403,S,17030.00668,E,0.025,,120419,,,A,V", "GNVTG,,T,,M,0.025,N,0.046,K,A",
        "GNGGA,003956.00,4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
        "GNGSA,A,3,05,29,02,13,15,30,,,,,,,1.05,0.64,0.83,1", "GNGSA,A,3,71,73,80,,,,,,,,,,1.05,0.64,0.83,2",
        "GNGSA,A,3,02,30,07,,,,,,,,,,1.05,0.64,0.83,3", "GNGSA,A,3,09,06,,,,,,,,,,,1.05,0.64,0.83,4",
        "GNGST,003956.00,235111,,,,2.3,3.5,4.0", "GNZDA,003956.00,12,04,2019,00,00",
    ]

    @Test func oneEpochIsOneFix() throws {
        let found = outcomes(nmea(Self.ublox))
        #expect(found.count == 1)
        let fix = try #require(fixes(found).first)
        #expect(fix.timestamp == Timestamp(unix: 1_555_029_596))
        #expect(abs(fix.latitude - -45.87756717) < 1e-8)
        #expect(abs(fix.longitude - 170.50011133) < 1e-8)
        #expect(fix.altitudeMetres == 14.2)
        #expect(fix.geoidSeparationMetres == 1.8)
        #expect(abs((fix.speedMetresPerSecond ?? 0) - 0.0129) < 0.0001)
        #expect(fix.courseDegrees == nil)
        #expect(abs((fix.accuracy.horizontalMetres ?? 0) - 4.19) < 0.005)
        #expect(fix.accuracy.verticalMetres == 4.0)
        #expect(abs((fix.accuracy.speedMetresPerSecond ?? 0) - 0.1) < 1e-9)
        #expect(fix.accuracy.courseDegrees == nil)
        #expect(fix.mode == .autonomous)
        #expect(!fix.isTwoDimensional)
    }

    @Test func accuracyByDilution() throws {
        let fix = try #require(fixes(outcomes(nmea(Self.ublox.filter { !$0.contains("GST") }))).first)
        #expect(abs((fix.accuracy.horizontalMetres ?? 0) - 3.2) < 1e-9)
        #expect(abs((fix.accuracy.verticalMetres ?? 0) - 6.225) < 1e-9)
    }

    /// u-blox states about 68 %; Garmin's figures are taken for 50 %.
    @Test func accuracyByTheReceiversOwnEstimate() throws {
        let gga = "GPGGA,081350.00,4717.113210,N,00833.915187,E,1,09,0.92,499.0,M,47.5,M,,"
        let ublox = try #require(
            fixes(
                gga, "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0"
            )
            .first)
        #expect(ublox.accuracy.horizontalMetres == 2.1)
        #expect(ublox.accuracy.verticalMetres == 2.0)
        let garmin = try #require(fixes(gga, "PGRME,2.0,M,3.0,M,4.0,M").first)
        #expect(abs((garmin.accuracy.horizontalMetres ?? 0) - 2.56) < 1e-9)
        #expect(abs((garmin.accuracy.verticalMetres ?? 0) - 4.44) < 1e-9)
    }

    /// Height is above the sea: a Trimble's separation is not added. Its own ellipsoidal height agrees with the sum.
    @Test func altitudeIsAboveTheSea() throws {
        let fix = try #require(
            fixes("GPGGA,172814.0,3723.46587704,N,12202.26957864,W,2,6,1.2,403.600,M,-32.133,M,6.0,0001").first)
        #expect(fix.altitudeMetres == 403.6)
        #expect(fix.geoidSeparationMetres == -32.133)
        #expect(abs((fix.altitudeMetres ?? 0) + (fix.geoidSeparationMetres ?? 0) - 371.467) < 1e-9)
        #expect(fix.location(at: .zero).altitudeMetres == 403.6)
    }

    @Test func equalTimesHoweverWritten() {
        let found = fixes(
            "GPGGA,101010.5,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
            "GPRMC,101010.500,A,4807.038,N,01131.000,E,022.4,084.4,230324,,,A")
        #expect(found.count == 1)
        #expect(found.first?.altitudeMetres == 545.4)
        #expect(abs((found.first?.speedMetresPerSecond ?? 0) - 11.5236) < 0.0001)
        #expect(found.first?.courseDegrees == 84.4)
    }

    @Test func onlyRMCGivesAFix() throws {
        let fix = try #require(fixes("GPRMC,205206.00,A,4405.556,N,12118.398,W,000.0,000.0,090605,0.0,E").first)
        #expect(fix.altitudeMetres == nil)
        #expect(fix.speedMetresPerSecond == 0)
        #expect(fix.courseDegrees == nil)
        #expect(fix.accuracy == FixAccuracy())
        #expect(fix.timestamp == Timestamp(unix: 1_118_350_326))
    }

    /// mr-350p: GGA and ZDA alone. The first epoch is over before any date was heard.
    @Test func onlyGGAGivesAFix() {
        let found = fixes(
            "GPGGA,051133.000,4744.6977,N,12206.7277,W,1,05,1.9,136.4,M,-17.1,M,18.8,0000", "GPZDA,051134.000,04,07,2012,,",
            "GPGGA,051134.000,4744.6980,N,12206.7275,W,1,05,1.9,135.4,M,-17.1,M,18.8,0000",
            "GPGGA,051135.000,4744.6981,N,12206.7275,W,1,05,1.9,135.4,M,-17.1,M,18.8,0000")
        #expect(found.map(\.timestamp) == [nil, Timestamp(unix: 1_341_378_694), Timestamp(unix: 1_341_378_695)])
        #expect(found.map(\.speedMetresPerSecond) == [nil, nil, nil])
    }

    /// Altitude empty with a fix of quality 1: unknown, not 0.
    @Test func emptyAltitude() throws {
        let fix = try #require(fixes("GPGGA,112257.00,3844.24011,N,00908.43828,W,1,03,10.5,,,,,,").first)
        #expect(fix.altitudeMetres == nil)
        #expect(fix.accuracy.verticalMetres == nil)
    }

    @Test func twoDimensions() throws {
        let fix = try #require(
            fixes(
                "GPGGA,102523.342,4815.6883,N,01140.3675,E,1,03,4.1,-47.5,M,47.5,M,,0000",
                "GPGSA,A,2,09,18,15,,,,,,,,,,4.2,4.1,1.0"
            ).first)
        #expect(fix.isTwoDimensional)
        #expect(fix.altitudeMetres == -47.5)
        #expect(fix.accuracy.verticalMetres == nil)
        #expect(fix.location(at: .zero).altitudeMetres == nil)
    }

    /// The word of any sentence of a talker voids what that talker said.
    @Test(arguments: [
        ["GPRMC,101010,A,4807.038,N,01131.000,E,022.4,084.4,230324,,,A", "GPGGA,101010,4807.038,N,01131.000,E,0,00,,,M,,M,,"],
        [
            "GPRMC,101010,V,4807.038,N,01131.000,E,022.4,084.4,230324,,,N",
            "GPGGA,101010,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        ],
        ["GPRMC,101010,V,,,,,,,050180,,,N"], ["GPGGA,101010,8960.000000,N,00000.000000,E,0,0,,137.0,M,13.0,M,,"],
        ["GPGLL,4807.038,N,01131.000,E,101010,V,N"], ["GNGNS,101010,,,,,NNN,,,,,,"],
        ["GPRMC,101010,A,4807.038,N,01131.000,E,022.4,084.4,230324,,,S"],
        ["GPGGA,101010,4807.038,N,01131.000,E,8,09,0.9,545.4,M,46.9,M,,"],
        ["GPGGA,101010,4807.038,N,01131.000,E,7,09,0.9,545.4,M,46.9,M,,"],
        ["GPGGA,101010,0000.0000,N,00000.0000,E,1,04,2.1,0.0,M,0.0,M,,"], ["GPRMC,101010,A,0000.0,N,00000.0,E,0,0,230324,,,A"],
    ]) func voidEpochs(bodies: [String]) { #expect(outcomes(nmea(bodies)) == [.noFix(arrival: .zero)]) }

    @Test func aFixOfAnotherTalkerStands() throws {
        let found = outcomes(
            "GNRMC,101010,V,,,,,,,,,,N", "GPGGA,101010,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
            "GPRMC,101011,V,,,,,,,,,,N")
        #expect(fixes(found).count == 1)
        #expect(found.count == 2)
    }

    /// telit-pls83: GP and GA each tell the whole epoch. Finer digits win, and GN before both.
    @Test func twoTalkers() throws {
        let both = [
            "GPGGA,101010,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,",
            "GPRMC,101010,A,4807.0380,N,01131.0000,E,1.0,84.4,230324,,,A",
            "GAGGA,101010,4807.03812,N,01131.00012,E,1,08,0.9,545.9,M,46.9,M,,",
            "GARMC,101010,A,4807.03812,N,01131.00012,E,2.0,84.4,230324,,,A",
        ]
        let fix = try #require(fixes(outcomes(nmea(both))).first)
        #expect(fixes(outcomes(nmea(both))).count == 1)
        #expect(abs(fix.latitude - (48 + 7.03812 / 60)) < 1e-10)
        #expect(fix.altitudeMetres == 545.9)
        let combined = both + ["GNRMC,101010,A,4807.039,N,01131.001,E,3.0,84.4,230324,,,D"]
        let better = try #require(fixes(outcomes(nmea(combined))).first)
        #expect(abs(better.latitude - (48 + 7.039 / 60)) < 1e-10)
        #expect(abs((better.speedMetresPerSecond ?? 0) - 3 * 1852 / 3600) < 1e-9)
        #expect(better.altitudeMetres == 545.4)
    }

    /// GN carries the position; each constellation's own count of satellites neither opens an epoch nor voids one.
    @Test func positionsOfSeveralConstellations() throws {
        let found = outcomes(
            "GNGNS,014035.00,4332.69262,S,17235.48549,E,RR,13,0.9,25.63,11.24,,", "GPGNS,014035.00,,,,,,8,,,,1.0,23",
            "GLGNS,014035.00,,,,,,5,,,,1.0,23", "GLGNS,014035.50,,,,,,5,,,,1.0,23")
        #expect(found.count == 1)
        let fix = try #require(fixes(found).first)
        #expect(fix.mode == .rtkFixed)
        #expect(fix.satellitesUsed == 13)
        #expect(abs((fix.accuracy.horizontalMetres ?? 0) - 0.027) < 1e-9)
    }

    /// humminbird-M37: each sentence speaks of another second.
    @Test func everySentenceItsOwnSecond() {
        let found = fixes(
            "INRMC,194101,A,4426.1130,N,07140.5596,W,5.2,77.3,160906,15.8,W", "INGLL,4426.1130,N,07140.5579,W,194102,A",
            "INVTG,77.5,T,93.3,M,5.2,N,9.7,K", "INRMC,194103,A,4426.1134,N,07140.5558,W,5.3,77.0,160906,15.8,W",
            "INGGA,194104,4426.1138,N,07140.5536,W,2,10,0.9,267.9,M,,,,", "INZDA,194104,16,09,2006,-05,00")
        // 2006-09-16T19:41:01Z
        let start = 1_158_435_661.0
        #expect(found.map(\.timestamp) == (0..<4).map { Timestamp(unix: start + Double($0)) })
        #expect(found.map { $0.speedMetresPerSecond != nil } == [true, true, true, false])
        #expect(found.map { $0.altitudeMetres } == [nil, nil, nil, 267.9])
    }

    /// GGA at 2 Hz, RMC at 1 Hz.
    @Test func sentencesAtDifferentRates() {
        let found = fixes(
            "GPRMC,101010.00,A,4807.038,N,01131.000,E,6.0,084.4,230324,,,A",
            "GPGGA,101010.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
            "GPGGA,101010.50,4807.039,N,01131.000,E,1,08,0.9,545.5,M,46.9,M,,")
        #expect(found.count == 2)
        #expect(found.last?.timestamp == Timestamp(unix: 1_711_188_610.5))
        #expect(found.last?.speedMetresPerSecond == nil)
    }

    /// telit-he910: without a fix there is no time either.
    @Test func emptyCyclesEndAFix() {
        let found = outcomes(
            nmea(epoch("101010")) + nmea("GPGGA,,,,,,0,,,,,,,,", "GPRMC,,V,,,,,,,,,,N", "GPGLL,,,,,,V,N") + nmea(epoch("101020")))
        #expect(found.map { if case .fix = $0 { true } else { false } } == [true, false, true])
    }

    /// A sentence that is refused leaves no trace.
    @Test func aMalformedSentenceChangesNothing() {
        let good = nmea(epoch("101010"))
        var receiver = NMEAReceiver()
        var seen: [FixOutcome] = []
        receiver.append(good + nmea("GPRMC,181536.000,A,5936.79K,D"), at: .zero) { seen.append($0) }
        #expect(receiver.malformedSentences == 1)
        #expect(seen.isEmpty)
        #expect(receiver.finish() == outcomes(good).first)
    }

    @Test func everyChunkSizeGivesTheSame() {
        let bytes = nmea(Self.ublox) + nmea(epoch("003957.00")) + nmea("GNRMC,003958.00,V,,,,,,,120419,,,N,V")
        let whole = outcomes(bytes)
        #expect(whole.count == 3)
        for size in [1, 2, 7, 61, 100] {
            var receiver = NMEAReceiver()
            var all: [FixOutcome] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                receiver.append([UInt8](bytes[start..<min(start + size, bytes.count)]), at: .zero) { all.append($0) }
            }
            if let last = receiver.finish() { all.append(last) }
            #expect(all == whole)
        }
    }
}
