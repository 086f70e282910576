import Foundation
import TestSupport
import Testing
import WireFormats

@Suite struct GPSDReportTests {
    private func report(_ text: String) throws -> GPSDReport { try GPSDReport(decoding: [UInt8](text.utf8)) }

    /// A Quectel L70 as gpsd 3.22 tells it.
    @Test func timePositionVelocity() throws {
        let line = #"""
            {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2022-03-09T15:01:19.000Z","ept":0.005,"lat":51.068098333,\#
            "lon":-114.095645000,"altHAE":1084.9000,"altMSL":1102.4000,"alt":1102.4000,"epv":4.370,"track":194.1700,"magtrack":207.9306,\#
            "magvar":13.8,"speed":0.046,"geoidSep":-17.500,"eph":4.465,"sep":5.747}
            """#
        guard case .tpv(let tpv) = try report(line) else {
            Issue.record("no TPV")
            return
        }
        #expect(tpv.device == "/dev/ttyACM0")
        #expect(tpv.mode == 3)
        #expect(tpv.status == 2)
        #expect(tpv.timestamp == 1_646_838_079_000_000)
        #expect(tpv.lat == 51.068098333)
        #expect(tpv.lon == -114.095645)
        #expect(tpv.altMSL == 1102.4)
        #expect(tpv.altHAE == 1084.9)
        #expect(tpv.geoidSep == -17.5)
        #expect(tpv.speed == 0.046)
        #expect(tpv.track == 194.17)
        #expect(tpv.eph == 4.465)
        #expect(tpv.epv == 4.37)
        #expect(tpv.eps == nil)
    }

    @Test func otherClasses() throws {
        #expect(try report(#"{"class":"VERSION","release":"3.22","rev":"3.22"}"#) == .version(release: "3.22"))
        #expect(try report(#"{"class":"WATCH","enable":true,"json":true}"#) == .watch(isEnabled: true))
        #expect(try report(#"{"class":"ERROR","message":"Unrecognized request"}"#) == .error(message: "Unrecognized request"))
        #expect(try report(#"{"class":"TOFF"}"#) == .other(className: "TOFF"))
        #expect(try report(#"{"class":"DEVICES","devices":[]}"#) == .devices([]))
        guard
            case .sky(let sky) = try report(
                #"{"class":"SKY","hdop":0.94,"satellites":[{"PRN":4,"used":true},{"PRN":9,"used":false}]}"#),
            case .gst(let gst) = try report(#"{"class":"GST","time":"2022-03-09T15:01:19.000Z","lat":6.8,"lon":7.2,"alt":14.0}"#),
            case .device(let gone) = try report(#"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#),
            case .device(let here) = try report(
                #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":"2026-11-30T05:25:38.626Z","bps":4800}"#)
        else {
            Issue.record("wrong class")
            return
        }
        #expect(sky.hdop == 0.94)
        #expect(sky.satellitesUsed == 1)
        #expect(gst.lon == 7.2)
        #expect(gst.timestamp == 1_646_838_079_000_000)
        #expect(gone.isActive == false)
        #expect(here.isActive == true)
        #expect(here.bps == 4800)
    }

    /// Before 3.20 the altitude was called `alt`.
    @Test func oldAltitude() throws {
        guard case .tpv(let tpv) = try report(#"{"class":"TPV","mode":3,"alt":12.5}"#) else {
            Issue.record("no TPV")
            return
        }
        #expect(tpv.altMSL == 12.5)
    }

    @Test func valuesOfTheWrongTypeAreAbsent() throws {
        guard
            case .tpv(let tpv) = try report(#"{"class":"TPV","mode":"3","lat":"north","time":17,"lon":[8.5],"extra":{"a":[1]}}"#)
        else {
            Issue.record("no TPV")
            return
        }
        #expect(tpv.mode == 0)
        #expect(tpv.lat == nil)
        #expect(tpv.timestamp == nil)
    }

    @Test(arguments: [
        "2022-03-09", "2022-03-09T15:01:19", "2022-13-09T15:01:19Z", "2022-02-30T15:01:19Z", "22-03-09T15:01:19Z",
        "2022-03-09T24:01:19Z",
        "2022-03-09T15:01:19.000+01:00", "",
    ]) func noMoments(time: String) throws {
        guard case .tpv(let tpv) = try report(#"{"class":"TPV","mode":3,"time":"\#(time)"}"#) else {
            Issue.record("no TPV")
            return
        }
        #expect(tpv.timestamp == nil)
    }

    @Test func refusesWhatIsNoReport() {
        #expect(throws: WireError.truncated(field: "report")) { try GPSDReport(decoding: []) }
        for text in [
            "x", "[]", "{}", "{\"class\":7}", "{\"class\":\"TPV\"", "\u{FF}", "{\"class\":\"TPV\",\"lon\":nan}",
            "{\"class\":\"TPV\",\"lon\":1e400}",
        ] {
            #expect(throws: WireError.invalid(field: "report", value: Int64(Array(text.utf8)[0]))) { try report(text) }
        }
    }

    @Test func everyCutAndEveryMangledByte() {
        let line = [UInt8](
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2022-03-09T15:01:19.000Z","lat":51.06,"lon":-114.0}"#.utf8)
        for length in 0..<line.count {
            #expect(throws: WireError.self) { try GPSDReport(decoding: [UInt8](line.prefix(length))) }
        }
        for index in line.indices {
            for byte in [UInt8](arrayLiteral: 0, 0x22, 0x7B, 0x39, 0xFF) {
                var mangled = line
                mangled[index] = byte
                _ = try? GPSDReport(decoding: mangled)
            }
        }
        #expect(throws: WireError.self) { try GPSDReport(decoding: [UInt8](repeating: 0x5B, count: 100_000)) }
    }

    @Test func watchCommand() {
        #expect(String(decoding: GPSDReport.watchCommand, as: UTF8.self) == "?WATCH={\"enable\":true,\"json\":true};\n")
    }

    @Test func everyLineOfTheCorpusReads() throws {
        guard let folder = corpus("gpsd-json") else {
            print("The corpus of gpsd's reports is not beside the repository: its lines are not read.")
            return
        }
        var classes: [String: Int] = [:]
        for name in ["nmea-rtk", "quectel-L70", "ublox-zed-f9p-nmea"] {
            let text = try String(contentsOf: folder.appending(path: name + ".jsonl"), encoding: .utf8)
            for line in text.split(whereSeparator: \.isNewline) {
                switch try GPSDReport(decoding: [UInt8](line.utf8)) {
                case .tpv: classes["TPV", default: 0] += 1
                case .sky: classes["SKY", default: 0] += 1
                case .gst: classes["GST", default: 0] += 1
                case .device: classes["DEVICE", default: 0] += 1
                case .devices: classes["DEVICES", default: 0] += 1
                case .version: classes["VERSION", default: 0] += 1
                case .watch: classes["WATCH", default: 0] += 1
                case .error, .other: classes["?", default: 0] += 1
                }
            }
        }
        // As `grep -o '"class":"[A-Z]*"' | sort | uniq -c` counts them, the device within each DEVICES left out.
        #expect(classes == ["TPV": 153, "SKY": 41, "GST": 22, "DEVICE": 8, "DEVICES": 3, "VERSION": 3, "WATCH": 3])
    }
}
