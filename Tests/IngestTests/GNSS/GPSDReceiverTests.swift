import Foundation
import Ingest
import TestSupport
import Testing
import WireFormats
import Workouts

@Suite struct GPSDReceiverTests {
    static let tpv = #"""
        {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2022-03-09T15:01:19.000Z","lat":51.068098333,\#
        "lon":-114.095645000,"altHAE":1084.9,"altMSL":1102.4,"alt":1102.4,"track":194.17,"speed":0.046,"geoidSep":-17.5,"eph":4.465,"epv":4.37}
        """#
    static let tpv2D = #"""
        {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":2,"time":"2022-03-09T15:01:19.000Z","lat":51.0,"lon":-114.0,"speed":0.046}
        """#
    static let gst = #"""
        {"class":"GST","device":"/dev/ttyACM0","time":"2022-03-09T15:01:19.000Z","rms":4.0,"lat":6.8,"lon":7.2,"alt":14.0}
        """#

    private func outcomes(_ lines: [String], step: Double = 0) throws -> [FixOutcome] {
        var receiver = GPSDReceiver()
        var all: [FixOutcome] = []
        for (index, line) in lines.enumerated() {
            receiver.apply(try GPSDReport(decoding: [UInt8](line.utf8)), at: Offset(seconds: Double(index) * step)) {
                all.append($0)
            }
        }
        if let last = receiver.finish() { all.append(last) }
        return all
    }

    private func time(_ text: String, in line: String) -> String { line.replacing("15:01:19.000", with: text) }

    /// Reports of one moment are merged, the last value of each key wins; 95 % become 68 %.
    @Test func oneMomentIsOneFix() throws {
        let found = fixes(try outcomes([Self.tpv2D, Self.tpv]))
        #expect(found.count == 1)
        let fix = try #require(found.first)
        #expect(fix.timestamp == Timestamp(unix: 1_646_838_079))
        #expect(fix.latitude == 51.068098333)
        #expect(fix.altitudeMetres == 1102.4)
        #expect(fix.geoidSeparationMetres == -17.5)
        #expect(!fix.isTwoDimensional)
        #expect(fix.mode == .differential)
        #expect(fix.speedMetresPerSecond == 0.046)
        #expect(fix.courseDegrees == nil)
        #expect(abs((fix.accuracy.horizontalMetres ?? 0) - 2.58) < 0.005)
        #expect(abs((fix.accuracy.verticalMetres ?? 0) - 2.23) < 0.005)
    }

    /// The receiver's own deviations go before gpsd's constants: √(6.8² + 7.2²) = 9.9 m.
    @Test func deviationsAreBelievedFirst() throws {
        let fix = try #require(fixes(try outcomes([Self.tpv, Self.gst])).first)
        #expect(abs((fix.accuracy.horizontalMetres ?? 0) - 9.9035) < 0.0001)
        #expect(fix.accuracy.verticalMetres == 14)
        let next = try #require(fixes(try outcomes([Self.gst, time("15:01:20.000", in: Self.tpv)])).first)
        #expect(abs((next.accuracy.horizontalMetres ?? 0) - 2.58) < 0.005)
    }

    @Test func aFixEndsWhenItEnds() throws {
        let found = try outcomes([Self.tpv, #"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"#], step: 1)
        #expect(found.count == 2)
        #expect(found.last == .noFix(arrival: Offset(seconds: 1)))
        let simulated = try outcomes([Self.tpv.replacing(#""status":2"#, with: #""status":8"#)])
        #expect(simulated == [.noFix(arrival: .zero)])
    }

    @Test func unplugged() throws {
        let found = try outcomes([Self.tpv, #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#], step: 1)
        #expect(found.last == .noFix(arrival: Offset(seconds: 1)))
        // The next device is heard then.
        let other = time("15:01:20.000", in: Self.tpv).replacing("ttyACM0", with: "ttyACM1")
        #expect(fixes(try outcomes([Self.tpv, #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#, other])).count == 2)
    }

    /// Without a time each report is a moment of its own.
    @Test func withoutATime() throws {
        let found = fixes(try outcomes([1, 2, 3].map { #"{"class":"TPV","mode":3,"lat":51.0,"lon":\#($0)}"# }, step: 1))
        #expect(found.map(\.longitude) == [1, 2, 3])
        #expect(found.map(\.timestamp) == [nil, nil, nil])
        #expect(found.map(\.arrival) == [0, 1, 2].map { Offset(seconds: $0) })
    }

    @Test func ofTwoReceiversOneIsHeard() throws {
        let other = time("15:01:20.000", in: Self.tpv).replacing("ttyACM0", with: "ttyUSB1")
        #expect(fixes(try outcomes([Self.tpv, other])).count == 1)
    }

    @Test func silenceEndsTheMoment() throws {
        var receiver = GPSDReceiver()
        var all: [FixOutcome] = []
        let report = try GPSDReport(decoding: [UInt8](Self.tpv.utf8))
        receiver.apply(report, at: Offset(seconds: 2)) { all.append($0) }
        let wake = try #require(receiver.wakeAt)
        #expect(receiver.tick(at: Offset(microseconds: wake.microseconds - 1)) == nil)
        #expect(receiver.tick(at: wake) != nil)
        // The same moment once more is no second fix.
        receiver.apply(report, at: Offset(seconds: 2.5)) { all.append($0) }
        #expect(receiver.finish() == nil)
        #expect(all.isEmpty)
    }

    /// gpsd's JSON of a log gives the fixes of the log itself, in number, place and time.
    @Test func theCorpusAgreesWithItsLogs() throws {
        guard let folder = corpus("gpsd-json") else {
            print("The corpus of gpsd's reports is not beside the repository: it is not compared with its logs.")
            return
        }
        // gpsd repeats or omits the first epoch until it knows the cycle; distinct times are the reference's count.
        for (name, log, count) in [("quectel-L70", "gpsd-quectel-L70.log", 16), ("nmea-rtk", "gpsd-nmea-rtk.log", 122)] {
            let text = try String(contentsOf: folder.appending(path: name + ".jsonl"), encoding: .utf8)
            let lines = text.split(whereSeparator: \.isNewline).map(String.init)
            let told = fixes(try outcomes(lines)).filter { $0.timestamp != nil }
            let bytes = withoutNMEAComments([UInt8](try Data(contentsOf: try #require(corpus("nmea")).appending(path: log))))
            let read = fixes(IngestTests.outcomes(bytes))
            #expect(read.count == count)
            #expect(told.count == count)
            for (a, b) in zip(told, read) {
                #expect(a.timestamp == b.timestamp)
                #expect(abs(a.latitude - b.latitude) < 2e-9)
                #expect(abs(a.longitude - b.longitude) < 2e-9)
            }
        }
    }
}
