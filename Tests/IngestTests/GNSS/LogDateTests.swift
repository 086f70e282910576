import Ingest
import Testing
import WireFormats
import Workouts

/// A log whose stamps say the time of day alone is dated by its receiver; the stamps stay the machine's.
@Suite struct LogDateTests {
    private func start(_ startOfDay: Double, _ records: (offset: Double, sentences: [UInt8])...) -> Timestamp? {
        var date = LogDate(startOfDay: Int64(startOfDay * 1e6))
        for record in records {
            date.append(CaptureRecord(offset: Int64(record.offset * 1e6), input: .bytes(LinkID(1), record.sentences)))
        }
        return date.start
    }

    private let fix = nmea("GPRMC,063000.00,A,4912.0000,N,01636.0000,E,9.3,0.0,030526,,,A")

    /// 2026-05-03T06:30:00Z is 1 777 789 800 s after 1970. The sentence was received 0.4 s later, ten seconds into the log.
    @Test func theStampsGetTheDateAndKeepTheirTime() {
        #expect(start(6.5 * 3600 - 9.6, (10, fix)) == Timestamp(unix: 1_777_789_790.4))
    }

    /// The same moment on a clock in Nepal, 5 h 45 min ahead, and in Brazil, where it was 03:30.
    @Test(arguments: [5.75, -3.0]) func aTimeZoneIsNoError(hours: Double) {
        #expect(start((6.5 + hours) * 3600 + 0.4, (0, fix)) == Timestamp(unix: 1_777_789_800.4))
    }

    /// The machine was still in the day before.
    @Test func midnight() {
        let fix = nmea("GPRMC,000001.00,A,4912.0000,N,01636.0000,E,9.3,0.0,040526,,,A")
        // 2026-05-04T00:00:00Z is 1 777 852 800.
        #expect(start(86_398, (3.5, fix)) == Timestamp(unix: 1_777_852_798))
    }

    @Test func aColdReceiverDatesNothing() {
        let void = nmea("GPRMC,063000.00,V,,,,,,,060180,,,N")
        let zda = nmea("GPZDA,063000.00,06,01,1980,00,00")
        #expect(start(0, (0, void), (1, zda)) == nil)
        // With a position, a date alone serves.
        let gga = nmea("GPGGA,063000.00,4912.0000,N,01636.0000,E,1,09,0.9,212.4,M,45.1,M,,")
        let dated = nmea("GPZDA,063000.00,03,05,2026,00,00")
        #expect(start(6.5 * 3600, (0, zda), (1, gga), (1, dated)) == Timestamp(secondsSince1970: 1_777_789_800))
    }
}
