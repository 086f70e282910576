import Ingest
import Testing
import WireFormats
import Workouts

/// A log without times of reception gets its time from its own fixes.
struct LogStampsTests {
    private func rmc(_ time: String, _ date: String = "030526", status: String = "A") -> [UInt8] {
        line("GPRMC,\(time),\(status),4912.0000,N,01636.0000,E,9.3,0.0,\(date),,,A")
    }

    private func gga(_ time: String) -> [UInt8] { line("GPGGA,\(time),4912.0000,N,01636.0000,E,1,09,0.9,212.4,M,45.1,M,,") }

    private func line(_ body: String) -> [UInt8] {
        let checksum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return Array("$\(body)*\(checksum.count == 1 ? "0" : "")\(checksum)\r\n".utf8)
    }

    private func seconds(_ lines: [[UInt8]]) -> [Double] { StampedLog(lines).seconds }

    @Test func eachEpochStandsAtItsOwnTime() {
        #expect(
            seconds([gga("063000.00"), rmc("063000.00"), gga("063001.00"), rmc("063001.00"), rmc("063004.50")]) == [
                0, 0, 1, 1, 4.5,
            ])
    }

    @Test func voidSentencesSayNothing() {
        #expect(seconds([rmc("063000.00"), rmc("120000.00", status: "V"), rmc("063001.00")]) == [0, 0, 1])
    }

    @Test func midnightIsASecond() {
        #expect(seconds([rmc("235959.00"), rmc("000000.00", "040526"), rmc("000001.00", "040526")]) == [0, 1, 2])
    }

    @Test func timeThatStepsBackStandsUntilItHasCaughtUp() {
        #expect(seconds([rmc("063010.00"), rmc("063005.00"), rmc("063010.00"), rmc("063012.00")]) == [0, 0, 0, 2])
    }

    /// Two logs joined, hours apart.
    @Test func aLeapIsASecond() {
        #expect(seconds([rmc("063000.00"), rmc("140000.00"), rmc("140001.00")]) == [0, 1, 2])
    }

    /// 2026-05-03T06:30:00Z is 1 777 789 800 s after 1970; the date comes with the second epoch, one second later.
    @Test func theFirstMomentIsDatedByALaterSentence() {
        #expect(StampedLog([gga("063000.00")]).firstTimestamp == nil)
        #expect(
            StampedLog([gga("063000.00"), rmc("063001.00")]).firstTimestamp == Timestamp(secondsSince1970: 1_777_789_800))
    }

    // MARK: Another clock

    /// Two logs joined, the second one the older: the first of its epochs comes a second after the last of the other.
    @Test func timeThatGoesOnFromAStepBackIsANewClock() {
        let log = StampedLog([
            rmc("152508.00"), rmc("152508.50"), gga("143306.00"), rmc("143306.50"), gga("143306.50"), rmc("143307.00"),
        ])
        #expect(log.seconds == [0, 0.5, 1.5, 2, 2, 2.5])
        #expect(log.clockSteps == 1)
        #expect(log.reopened == [2])
    }

    /// Thirteen seconds back, as a receiver that sets its clock: what follows is not waited for.
    @Test func aClockSetBackGoesOn() {
        let before = (0...20).map { rmc("1941\(format($0 + 4)).00") }
        let after = (0...8).map { rmc("1941\(format($0 + 11)).00") }
        let log = StampedLog(before + after)
        #expect(log.seconds == (0...29).map(Double.init))
        #expect(log.clockSteps == 1)
    }

    private func format(_ second: Int) -> String { second < 10 ? "0\(second)" : "\(second)" }

    /// A ride of the week before, at a later hour; and a receiver whose date follows midnight a second late.
    @Test func anotherDateIsAnotherClock() {
        let joined = StampedLog([
            rmc("063000.00"), rmc("063001.00"), gga("063002.00"), rmc("063002.00", "260426"), rmc("063003.00", "260426"),
        ])
        #expect(joined.seconds == [0, 1, 2, 2, 3])
        #expect(joined.reopened == [3])
        let midnight = StampedLog([rmc("235959.00"), rmc("000000.00"), rmc("000001.00", "040526")])
        #expect(midnight.seconds == [0, 1, 2])
        #expect(midnight.clockSteps == 0)
    }

    @Test func oneWrongTimeIsNoClock() {
        let log = StampedLog([rmc("063010.00"), rmc("053010.00"), rmc("063011.00"), rmc("200000.00"), rmc("063012.00")])
        #expect(log.seconds == [0, 0, 1, 1, 2])
        #expect(log.clockSteps == 0)
        #expect(StampedLog([rmc("063010.00"), rmc("053010.00")]).seconds == [0, 0])
    }

    /// A second talker that lags never makes a clock of its own.
    @Test func lateSentencesStandWhereTheyCame() {
        let log = StampedLog((10...40).flatMap { [rmc("0630\($0).00"), gga("0630\($0 - 1 < 10 ? "0" : "")\($0 - 1).00")] })
        #expect(log.seconds == (0...30).flatMap { [Double($0), Double($0)] })
        #expect(log.clockSteps == 0)
    }

    // MARK: gpsd

    private func tpv(_ time: String?, mode: Int = 3) -> [UInt8] {
        let stated = time.map { "\"time\":\"2026-05-03T\($0)Z\"," } ?? ""
        return Array("{\"class\":\"TPV\",\"device\":\"/dev/ttyACM0\",\"mode\":\(mode),\(stated)\"lat\":49.2,\"lon\":16.6}\n".utf8)
    }

    /// A report without a fix or a time says nothing of it; the lines between keep the last one's.
    @Test func reportsStandAtTheirOwnTime() {
        let sky = Array("{\"class\":\"SKY\",\"device\":\"/dev/ttyACM0\",\"hdop\":0.9}\n".utf8)
        let log = StampedLog(
            [
                tpv("05:00:00.000Z", mode: 1), sky, tpv("06:30:00.000"), tpv("06:30:00.000"), sky, tpv("06:30:00.200"), tpv(nil),
                tpv("09:00:00.000", mode: 1), tpv("06:30:03.000"),
            ], kind: .gpsd)
        #expect(log.seconds == [0, 0, 0, 0, 0, 0.2, 0.2, 0.2, 3])
        #expect(log.firstTimestamp == Timestamp(secondsSince1970: 1_777_789_800))
    }
}

/// A log's lines as records with the time that they were given.
struct StampedLog {
    private(set) var seconds: [Double] = []
    /// Before which line the link was opened anew.
    private(set) var reopened: [Int] = []
    let firstTimestamp: Timestamp?
    let clockSteps: Int

    init(_ lines: [[UInt8]], kind: LinkIdentity.Kind = .nmea) {
        var stamps = LogStamps()
        var records: [CaptureRecord] = []
        stamps.append(CaptureRecord(offset: 0, input: .linkOpened(LinkID(1), LinkIdentity(kind: kind, address: "log"))))
        for line in lines {
            stamps.append(CaptureRecord(offset: 0, input: .bytes(LinkID(1), line)))
            while let record = stamps.next() { records.append(record) }
        }
        stamps.finish()
        while let record = stamps.next() { records.append(record) }
        firstTimestamp = stamps.firstTimestamp
        clockSteps = stamps.clockSteps
        for record in records.dropFirst() {
            if case .bytes = record.input { seconds.append(Double(record.offset) / 1e6) } else { reopened.append(seconds.count) }
        }
    }
}
