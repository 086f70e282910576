import TestSupport
import Testing
import WireFormats

@Suite struct NMEASentenceTests {
    @Test func coordinates() throws {
        // 44 + 4.1306024 / 60 and -(121 + 18.8446777 / 60): hand arithmetic.
        let gga = try #require(
            reading("GNGGA,014500.00,4404.1306024,N,12118.8446777,W,1,12,0.5,1129.913,M,-21.350,M,,") { GGA($0) })
        let position = try #require(gga.position)
        #expect(abs(position.latitude - 44.068843373333) < 1e-11)
        #expect(abs(position.longitude - -121.314077961667) < 1e-11)
        #expect(position.decimals == 7)
        #expect(gga.altitudeMetres == 1129.913)
        #expect(gga.geoidSeparationMetres == -21.35)
        let south = try #require(reading("GNGLL,4552.65403,S,17030.00668,E,003956.00,A,A") { GLL($0) }?.position)
        #expect(abs(south.latitude - -45.8775671667) < 1e-9)
        #expect(abs(south.longitude - 170.5001113333) < 1e-9)
        let pole = try #require(reading("GPGLL,9000,N,18000.0,W,003956,A") { GLL($0) }?.position)
        #expect(pole.latitude == 90)
        #expect(pole.longitude == -180)
    }

    @Test(arguments: [
        "9000.001,N,00000.1,E", "4560.0,N,00000.1,E", "45.5,N,00000.1,E", "4530.0,E,00000.1,E", "4530.0,N,18000.001,E",
        "4530.0,,00000.1,E", "4530.0,N,00000.1,", "4530..0,N,00000.1,E", "4530.0,NN,00000.1,E", ",N,00000.1,E",
        "453O.0,N,00000.1,E",
        "-4530.0,N,00000.1,E", "4530.0,N,,",
    ]) func impossiblePositions(text: String) {
        #expect(reading("GPRMC,123519,A,\(text),022.4,084.4,230394,003.1,W") { RMC($0) } == nil)
        #expect(reading("GPGGA,123519,\(text),1,08,0.9,545.4,M,46.9,M,,") { GGA($0) } == nil)
        // A void sentence may hold anything, 89°60′ among it: its word still counts.
        #expect(reading("GPRMC,123519,V,\(text),022.4,084.4,230394,003.1,W") { RMC($0)?.isFix } == false)
        #expect(reading("GPGGA,123519,\(text),0,08,0.9,545.4,M,46.9,M,,") { GGA($0)?.isFix } == false)
    }

    @Test func speedOfARunner() throws {
        let rmc = try #require(reading("GPRMC,235955.00,A,5128.6671,N,00000.0675,W,5.83,338.20,311216,,,A") { RMC($0) })
        #expect(abs((rmc.speedMetresPerSecond ?? 0) - 2.9992) < 0.0001)
        #expect(rmc.courseDegrees == 338.2)
        #expect(rmc.date == NMEADate(year: 2016, month: 12, day: 31))
        #expect(rmc.mode == .autonomous)
    }

    /// 11, 12 and 13 fields; the last one, `V`, is no "void".
    @Test(arguments: [("", nil), (",A", FixMode.autonomous), (",D,V", .differential)] as [(String, FixMode?)])
    func everyLengthOfRMC(end: String, mode: FixMode?) throws {
        let rmc = try #require(reading("GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W" + end) { RMC($0) })
        #expect(rmc.isFix)
        #expect(rmc.mode == mode)
        #expect(rmc.date == NMEADate(year: 1994, month: 3, day: 23))
    }

    @Test func statusesAndModes() {
        func isFix(_ status: String, _ mode: String) -> Bool? {
            reading("GPRMC,123519,\(status),4807.038,N,01131.000,E,022.4,084.4,230394,,,\(mode)") { RMC($0)?.isFix }
        }
        for mode in ["A", "D", "P", "R", "F", "E", ""] { #expect(isFix("A", mode) == true) }
        for mode in ["N", "M", "S"] { #expect(isFix("A", mode) == false) }
        #expect(isFix("D", "A") == true)
        #expect(isFix("V", "A") == false)
        #expect(isFix("A", "x") == nil)
        #expect(isFix("", "A") == nil)
        #expect(isFix("1", "A") == nil)
        for quality in ["1", "2", "3", "4", "5", "6"] { #expect(reading(Self.gga(quality: quality)) { GGA($0)?.isFix } == true) }
        #expect(reading(Self.gga(quality: "9")) { GGA($0)?.mode } == .differential)
        for quality in ["0", "7", "8", ""] { #expect(reading(Self.gga(quality: quality)) { GGA($0)?.isFix } == false) }
        for quality in ["A", "10", "-1", "1.0"] { #expect(reading(Self.gga(quality: quality)) { GGA($0)?.isFix } == nil) }
    }

    static func gga(quality: String) -> String { "GPGGA,123519,4807.038,N,01131.000,E,\(quality),08,0.9,545.4,M,46.9,M,," }

    /// The simulator of a Garmin.
    @Test func simulator() {
        let rmc = reading("GPRMC,214350,V,4023.8600,N,00339.1630,W,10.8,0.0,140605,2.5,W,S") { RMC($0) }
        #expect(rmc?.isFix == false)
        #expect(rmc?.mode == .simulator)
        #expect(rmc?.position == nil)
    }

    /// XOR is right, shape is not: field 3 is no coordinate and there are four fields.
    @Test func brokenShapeWithGoodChecksum() {
        var seen = 0
        var framer = NMEALineFramer()
        framer.append([UInt8]("$GPRMC,181536.000,A,5936.79K,D*3A\r\n".utf8)) { sentence in
            seen += 1
            #expect(RMC(sentence) == nil)
        }
        #expect(seen == 1)
    }

    /// Two lost dots leave the XOR as it was (0x7E): here nothing but the value can tell.
    @Test func weakChecksum() {
        #expect(line("GPGST,171209.00,4.4,,,,3.3,5.8,7.1").suffix(4).elementsEqual("7E\r\n".utf8))
        #expect(line("GPGST,171209.00,44,,,,33,5.8,7.1").suffix(4).elementsEqual("7E\r\n".utf8))
        #expect(reading("GPGST,171209.00,4.4,,,,3.3,5.8,7.1") { GST($0)?.latitudeSigmaMetres } == 3.3)
    }

    @Test(arguments: [
        ("205150", 75_110_000), ("205150.5", 75_110_500), ("205150.50", 75_110_500), ("205150.500", 75_110_500),
        ("205150.4999", 75_110_499), ("235960", 86_400_000), ("000000.", 0),
    ]) func timesOfDay(text: String, milliseconds: Int32) {
        #expect(reading("GPGLL,,,,,\(text),V") { GLL($0)?.timeOfDay?.milliseconds } == milliseconds)
    }

    @Test(arguments: ["240000", "236000", "235961", "20515", "2051500", "20:51:50", "205150.5.1", "-05150", "2051 0"])
    func impossibleTimes(text: String) {
        #expect(reading("GPGLL,,,,,\(text),V") { GLL($0) } == nil)
    }

    /// What no calendar holds reads as no date, and the rest of the sentence stands.
    @Test(arguments: ["2208-1", "000000", "310205", "290223", "001099", "1311", ""]) func badDates(text: String) throws {
        let rmc = try #require(reading("GPRMC,000231.099,A,4829.0005,N,00022.0015,E,0.15,212.28,\(text),,,A") { RMC($0) })
        #expect(rmc.date == nil)
        #expect(rmc.isFix)
        #expect(rmc.timeOfDay?.milliseconds == 151_099)
    }

    @Test(
        arguments: [
            (1970, 1, 1, nil), (1980, 1, 6, 3657), (1999, 8, 22, 10825), (2000, 2, 29, 11016), (2016, 12, 31, 17166),
            (2019, 4, 7, 17993),
            (2024, 2, 29, 19782), (2024, 3, 1, 19783), (2099, 12, 31, 47481),
        ] as [(Int, Int, Int, Int?)]) func days(year: Int, month: Int, day: Int, expected: Int?)
    {
        // From `date -d … +%s`, divided by 86400.
        let date = NMEADate(year: year, month: month, day: day)
        #expect(date?.daysSince1970 == expected)
        #expect(expected == nil || NMEADate(daysSince1970: expected ?? 0) == date)
    }

    @Test func dayNumbersCountOn() {
        for day in 3652...47481 { #expect(NMEADate(daysSince1970: day)?.daysSince1970 == day) }
        #expect(NMEADate(daysSince1970: 3651) == nil)
        #expect(NMEADate(daysSince1970: 47482) == nil)
        #expect(NMEADate(daysSince1970: .max) == nil)
    }

    /// `235960` has no number of its own: 1483228799.999 keeps the order.
    @Test func leapSecond() throws {
        let day = try #require(NMEADate(year: 2016, month: 12, day: 31)).daysSince1970
        func unix(_ hour: Int, _ minute: Int, _ second: Int, _ millisecond: Int = 0) throws -> Int64 {
            let time = try #require(NMEATimeOfDay(hour: hour, minute: minute, second: second, millisecond: millisecond))
            return Int64(day) * 86_400_000_000 + time.unixMicroseconds
        }
        #expect(try unix(23, 59, 59) == 1_483_228_799_000_000)
        #expect(try unix(23, 59, 60) == 1_483_228_799_999_000)
        #expect(try unix(23, 59, 60, 900) == 1_483_228_799_999_900)
        #expect(try unix(23, 59, 59, 900) < unix(23, 59, 60))
    }

    @Test func formsOfVTG() {
        #expect(reading("GPVTG,77.5,T,93.3,M,5.2,N,9.7,K") { VTG($0)?.courseDegrees } == 77.5)
        let old = reading("GPVTG,77.5,93.3,5.2,9.7") { VTG($0) }
        #expect(old?.courseDegrees == 77.5)
        #expect(abs((old?.speedMetresPerSecond ?? 0) - 2.67511) < 0.00001)
        // Knots missing: 36 km/h are 10 m/s.
        #expect(reading("GPVTG,,T,,M,,N,36.0,K,A") { VTG($0)?.speedMetresPerSecond } == 10)
        let empty = reading("GPVTG,,T,,M,,N,,K,N") { VTG($0) }
        #expect(empty != nil)
        #expect(empty?.speedMetresPerSecond == nil)
        #expect(empty?.isFix == false)
        #expect(reading("GPVTG,77.5,T,93.3,T,5.2,N,9.7,K") { VTG($0) } == nil)
        #expect(reading("GPVTG,77.5,T,93.3") { VTG($0) } == nil)
    }

    @Test func nonsenseRMSInGST() {
        let gst = reading("GNGST,003956.00,235111,,,,2.3,3.5,4.0") { GST($0) }
        #expect(gst?.latitudeSigmaMetres == 2.3)
        #expect(gst?.longitudeSigmaMetres == 3.5)
        #expect(gst?.altitudeSigmaMetres == 4.0)
    }

    @Test func modesOfGNS() {
        func gns(_ modes: String) -> String { "GNGNS,112257.00,3844.24011,N,00908.43828,W,\(modes),03,10.5,12.5,50.1,,,V" }
        #expect(reading(gns("AN")) { GNS($0)?.mode } == .autonomous)
        #expect(reading(gns("DANNNR")) { GNS($0)?.mode } == .rtkFixed)
        #expect(reading(gns("NNN")) { GNS($0)?.isFix } == false)
        #expect(reading(gns("AX")) { GNS($0) } == nil)
        #expect(reading(gns("AAAAAAA")) { GNS($0) } == nil)
        let count = reading("GLGNS,014035.00,,,,,,8,,,,,") { GNS($0) }
        #expect(count != nil)
        #expect(count?.mode == nil)
        #expect(count?.satellitesUsed == 8)
    }

    @Test func theOthers() {
        let zda = reading("GPZDA,112257.00,22,03,2012,,") { ZDA($0) }
        #expect(zda?.date == NMEADate(year: 2012, month: 3, day: 22))
        #expect(reading("INZDA,194104,16,09,2006,-05,00") { ZDA($0)?.date?.year } == 2006)
        #expect(reading("GPZDA,,,,,,") { ZDA($0) }?.date == nil)
        let gsa = reading("GNGSA,A,3,04,07,08,,,,,,,,,,1.5,0.8,1.3,1") { GSA($0) }
        #expect(gsa?.fixType == .threeDimensional)
        #expect(gsa?.satellitesUsed == 3)
        #expect(gsa?.vdop == 1.3)
        #expect(reading("GNGSA,A,3,04,07,08,,,,,,,,,,1.5,0.8") { GSA($0) } == nil)
        #expect(reading("GPGSV,3,1,09,01,20,319,41") { GSV($0)?.satellitesInView } == 9)
        #expect(reading("GNTXT,01,01,02,ANTENNA OK, 3V") { TXT($0)?.text } == "ANTENNA OK, 3V")
        let ublox = reading(
            "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0"
        ) {
            PUBX00($0)
        }
        #expect(ublox?.horizontalAccuracyMetres == 2.1)
        #expect(ublox?.verticalAccuracyMetres == 2.0)
        #expect(reading("PGRME,2.3,M,3.3,M,4.0,M") { PGRME($0)?.verticalErrorMetres } == 3.3)
    }

    @Test func addresses() {
        func parts(_ body: String) -> String? { reading(body) { "\($0.talker?.description ?? "-") \($0.formatter)" } }
        #expect(parts("BDRMC,1") == "BD rmc")
        #expect(parts("PQGSV,1") == "- proprietary")
        #expect(parts("PUBX,00") == "- proprietary")
        #expect(parts("LOG108,1") == "- other")
        #expect(parts("GPXYZ,1") == "GP other")
        #expect(parts("GP") == "- other")
    }

    @Test(arguments: [
        ("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,F,46.9,M,,", "feet"),
        ("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,99999999,M,46.9,M,,", "a mangled altitude"),
        ("GPGGA,123519,4807.038,N,01131.000,E,1,8a,0.9,545.4,M,46.9,M,,", "letters for satellites"),
        ("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9.1,545.4,M,46.9,M,,", "two dots"),
        ("GPGGA,123519,4807.038,N,01131.000,E,1,08", "too few fields"),
    ]) func fieldsOutOfShape(body: String, what: String) { #expect(reading(body) { GGA($0) } == nil, "\(what)") }

    @Test func emptyAltitudeIsUnknown() throws {
        let gga = try #require(reading("GPGGA,112257.00,3844.24011,N,00908.43828,W,1,03,10.5,,,,,,") { GGA($0) })
        #expect(gga.isFix)
        #expect(gga.altitudeMetres == nil)
        #expect(gga.geoidSeparationMetres == nil)
    }

    @Test func provingASingleSentence() {
        func problem(_ text: String) -> WireError? {
            do throws(WireError) {
                _ = try NMEASentence(proving: [UInt8](text.utf8).span)
                return nil
            } catch { return error }
        }
        #expect(problem("$GPRMC,205150.00,V,,,,,,,,,,,V*4a\r\n") == nil)
        #expect(problem("$GPRMC,205150.00,V,,,,,,,,,,,V*4b") == .checksumMismatch(computed: 0x4A, received: 0x4B))
        #expect(problem("") == .truncated(field: "start"))
        #expect(problem("GPRMC") == .invalid(field: "start", value: 71))
        #expect(problem("$GPRMC") == .truncated(field: "checksum"))
        #expect(problem("$GPRMC*4") == .truncated(field: "checksum"))
        #expect(problem("$GP$MC*44") == .invalid(field: "body", value: 36))
    }

    /// Every truncation of the fields, and every byte replaced: a value or none, never a trap.
    @Test func mangledFieldsNeverTrap() {
        let bodies = [
            "GNRMC,003956.00,A,4552.65403,S,17030.00668,E,0.025,,120419,,,A,V",
            "GNGGA,003956.00,4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
            "GNGNS,112257.00,3844.2,N,00908.4,W,AN,03,10.5,,,,",
            "GNGSA,A,3,04,07,08,,,,,,,,,,1.5,0.8,1.3,1", "GNGST,003956.00,235111,,,,2.3,3.5,4.0",
            "GNZDA,003956.00,12,04,2019,00,00",
            "GNVTG,77.5,T,93.3,M,5.2,N,9.7,K,A", "GNGLL,4552.65403,S,17030.00668,E,003956.00,A,A",
            "PUBX,00,081350.00,4717.1,N,1.1,E,5,G3,2,2",
        ]
        func readAll(_ body: [UInt8]) {
            _ = reading(String(decoding: body, as: UTF8.self)) { sentence -> Bool? in
                _ = (RMC(sentence), GGA(sentence), GNS(sentence), GLL(sentence), VTG(sentence))
                _ = (GSA(sentence), GST(sentence), ZDA(sentence), GSV(sentence), TXT(sentence), PUBX00(sentence), PGRME(sentence))
                return nil
            }
        }
        for body in bodies.map({ [UInt8]($0.utf8) }) {
            for length in 0...body.count { readAll([UInt8](body.prefix(length))) }
            for index in body.indices {
                for byte in [UInt8]("9-.,A ".utf8) {
                    var mangled = body
                    mangled[index] = byte
                    readAll(mangled)
                }
            }
        }
        readAll([UInt8](("GPRMC," + String(repeating: "9", count: 900)).utf8))
        readAll([UInt8](("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9," + String(repeating: "9", count: 900)).utf8))
        readAll([UInt8](("GPGLL,4807.03" + String(repeating: "8", count: 900) + ",N,01131.000,E,123519,A").utf8))
    }
}
