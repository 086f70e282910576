import Dialogues
import Foundation
import Gateway
import Statistics
import Testing
import Transports
import WireFormats

final class SettingsDeskTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString).json").path
    private let second: Int64 = 1_000_000

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func desk(_ text: String = "{}") throws -> SettingsDesk {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try SettingsDesk(file: SettingsFile(path: path)) { $0.start = .now }
    }

    /// The answer, which must come at once.
    private func ask(_ desk: SettingsDesk, _ request: ControlRequest, at seconds: Int64 = 0) -> ControlReply? {
        var answer: ControlReply?
        desk.handle(request, at: seconds * second) { answer = $0 }
        return answer
    }

    /// The running capture is told by whom the date is known, not by a clock that was never set.
    @Test func datedSettingsOfAMachineWithoutAClock() throws {
        let desk = try desk(#"{"rider":{"ftp":250},"dated":[{"from":"2026-03-01","rider":{"ftp":260}}]}"#)
        desk.ask { $0.day(MachineTime(wall: 0, uptime: 0, isSynchronised: false), utc: nil) }
        _ = ask(desk, .set(key: "ftp", value: "255", from: nil))
        #expect(desk.takeInputs().isEmpty)
        _ = ask(desk, .set(key: "ftp", value: "270", from: CalendarDay("2026-06-01")))
        #expect(desk.takeInputs() == [.setting(name: "ftp", value: "270")])
        _ = ask(desk, .set(key: "ftp", value: nil, from: CalendarDay("2026-06-01")))
        #expect(desk.takeInputs() == [.setting(name: "ftp", value: "260")])
    }

    @Test func aFileWithMistakesBeginsNoGateway() {
        #expect(throws: SettingsError.self) { try desk(#"{"start":"never"}"#) }
    }

    @Test func pairingBySayingTheBeginning() throws {
        let desk = try desk()
        #expect(desk.settings.start == .now)
        desk.sight(
            Sighting(sensor: "ble:C0:00:00:00:00:0A", kinds: [.heartRate], name: "Strap 12", signalDBm: -60), at: 0,
            isRecording: false)
        desk.sight(Sighting(sensor: "ant:11:4242", kinds: [.power]), at: 0, isRecording: false)
        #expect(ask(desk, .pair(sensor: "strap", name: "Mine")) == .success(.text("ble:C0:00:00:00:00:0A (Mine) is paired")))
        #expect(ask(desk, .pair(sensor: "4242", name: nil)) == .success(.text("ant:11:4242 is paired")))
        #expect(
            desk.takeInputs() == [
                .pairing(sensor: "ant:11:4242", isPaired: true), .pairing(sensor: "ble:C0:00:00:00:00:0A", isPaired: true),
            ])
        #expect(desk.demand.sensors == ["ble:C0:00:00:00:00:0A", "ant:11:4242"])
        #expect(
            ask(desk, .rename(sensor: "mine", name: "Old")) == .success(.text("ble:C0:00:00:00:00:0A is called Old now")))
        #expect(
            ask(desk, .priority(sensor: "old", quantity: "heartRate", rank: 2))
                == .success(.text("ble:C0:00:00:00:00:0A (Old) has rank 2 for heartRate now")))
        #expect(desk.takeInputs() == [.priority(sensor: "ble:C0:00:00:00:00:0A", quantity: "heartRate", rank: 2)])
        let written = try SettingsFile(path: path).read().settings
        #expect(written.sensors.map(\.kinds) == [[.heartRate], [.power]])
        #expect(written.sensors.map(\.name) == ["Old", nil])
        #expect(
            ask(desk, .forget(sensor: "old"))
                == .success(.text("ble:C0:00:00:00:00:0A (Old) is forgotten" + mayServe("ble:C0:00:00:00:00:0A"))))
        #expect(desk.settings.sensors.map(\.sensor) == ["ant:11:4242"])
        // Known before it was ever heard.
        #expect(ask(desk, .pair(sensor: "ant:120:7", name: nil)) == .success(.text("ant:120:7 is paired")))
    }

    private func mayServe(_ ignored: String) -> String {
        "; as the strongest of a kind of which none is paired it may still serve, unless: wattbeat settings set ignored \(ignored)"
    }

    /// Paired before anybody had heard it: what it is for is written down once its link has told.
    @Test func kindsAreLearned() throws {
        let desk = try desk(#"{"ignored":["ant:120:9"]}"#)
        let strap = "ble:C0:00:00:00:00:0A"
        #expect(
            ask(desk, .pair(sensor: strap, name: "Mine"))
                == .success(
                    .text(
                        "\(strap) (Mine) is paired; until it is heard for the first time no sensor that is not paired serves, "
                            + "since it may be of any kind")))
        #expect(try SettingsFile(path: path).read().settings.sensors.map(\.kinds) == [[]])
        desk.sight(Sighting(sensor: strap, kinds: [.heartRate]), at: second, isRecording: false)
        desk.linkOpened(LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:0A"), at: 2 * second)
        desk.pass(to: 30 * second, isRecording: false)
        let written = try SettingsFile(path: path).read().settings.sensors
        #expect(written.map(\.kinds) == [[.heartRate]])
        #expect(written.map(\.name) == ["Mine"])
        #expect(
            ask(desk, .forget(sensor: "mine"))
                == .success(.text("\(strap) (Mine) is forgotten" + mayServe("ant:120:9,\(strap)"))))
        // No longer ignored, and not for that reason wanted.
        #expect(ask(desk, .forget(sensor: "ant:120:9")) == .success(.text("ant:120:9 is forgotten")))
    }

    /// Of two who look around, each is answered at its own end.
    @Test func twoScans() throws {
        let desk = try desk()
        var ended: [Int] = []
        desk.handle(.scan(seconds: 60), at: 0) { _ in ended.append(60) }
        desk.handle(.scan(seconds: 5), at: 0) { _ in ended.append(5) }
        #expect(desk.nextWake == 5 * second)
        desk.pass(to: 5 * second, isRecording: false)
        #expect(ended == [5])
        desk.sight(Sighting(sensor: "ant:11:4242", kinds: [.power]), at: 60 * second, isRecording: false)
        #expect(desk.nextWake == 60 * second)
        desk.pass(to: 60 * second, isRecording: false)
        #expect(ended == [5, 60])
        // Of a thousand who hung up at once, all but a few are let go.
        for _ in 0..<1000 { desk.handle(.scan(seconds: 600), at: 60 * second) { _ in ended.append(0) } }
        #expect(ended.count > 900)
    }

    @Test func whoIsMeant() throws {
        let desk = try desk(#"{"sensors":[{"sensor":"ant:120:12","name":"Strap"},{"sensor":"ant:120:123","name":"Strap old"}]}"#)
        #expect(ask(desk, .forget(sensor: "x")) == .failure(SensorLookup.Problem.unknown("x").sentence))
        #expect(
            ask(desk, .forget(sensor: "ant:120"))
                == .failure(#""ant:120" may be ant:120:12 (Strap) or ant:120:123 (Strap old): say more of it"#))
        // A whole name is meant before a beginning.
        #expect(
            ask(desk, .forget(sensor: "Strap")) == .success(.text("ant:120:12 (Strap) is forgotten" + mayServe("ant:120:12"))))
        // As is a whole identity.
        #expect(ask(desk, .forget(sensor: "ant:120:1")) == .failure("ant:120:1 is not paired"))
        #expect(
            ask(desk, .forget(sensor: "120:1"))
                == .success(.text("ant:120:123 (Strap old) is forgotten" + mayServe("ant:120:123"))))
        #expect(ask(desk, .forget(sensor: "ant:120:12")) == .failure("ant:120:12 is not paired"))
    }

    /// `now` is for the beginning of a gateway; the others count for the one that runs, unless its command line says otherwise.
    @Test func whenAStartCounts() throws {
        let (later, never) = (
            "; it counts from the gateway's next start",
            "; the gateway that runs goes by its command line, so it counts from the next start without that"
        )
        let adjusted = try desk()
        let plain = try SettingsDesk(file: SettingsFile(path: path))
        for (value, ofPlain, ofAdjusted) in [("auto", "", never), ("command", "", never), ("now", later, later)] {
            #expect(ask(plain, .set(key: "start", value: value)) == .success(.text("start is \(value) now" + ofPlain)))
            #expect(ask(adjusted, .set(key: "start", value: value)) == .success(.text("start is \(value) now" + ofAdjusted)))
            #expect(plain.settings.start.rawValue == value && adjusted.settings.start == .now)
        }
    }

    /// A value that has no effect, or not for ever, is said to, with what to type instead. The clock shows 2025-11-30 in Prague.
    @Test func whatDatesMakeOfAValue() throws {
        try #"{"rider":{"ftp":250}}"#.write(toFile: path, atomically: true, encoding: .utf8)
        let desk = try SettingsDesk(file: SettingsFile(path: path), clock: TurnedClock(PretendedClock(now: 0)))
        func told(_ value: String?, _ from: String? = nil) -> String? {
            guard
                case .success(.text(let text)?)? = ask(desk, .set(key: "ftp", value: value, from: from.flatMap(CalendarDay.init)))
            else { return nil }
            return text
        }
        #expect(told("265", "2026-03-01") == "rider.ftp is 265 from 2026-03-01 on")
        #expect(told("251") == "rider.ftp is 251, until on 2026-03-01 it becomes 265")
        #expect(told("260", "2025-11-30") == "rider.ftp is 260 from 2025-11-30 on, until on 2026-03-01 it becomes 265")
        #expect(desk.takeInputs() == [.setting(name: "ftp", value: "251"), .setting(name: "ftp", value: "260")])
        #expect(
            told("270")
                == "rider.ftp is 270 before 2025-11-30 and at no other time: since 2025-11-30 it is 260; "
                + "for today and later: wattbeat settings set ftp 270 --from 2025-11-30")
        #expect(
            told(nil)
                == "rider.ftp is not set any more before 2025-11-30 and at no other time: since 2025-11-30 it is 260; "
                + "to end that: wattbeat settings unset ftp --from 2025-11-30")
        #expect(desk.takeInputs() == [])
        #expect(told("none", "2026-05-01") == "rider.ftp is not set from 2026-05-01 on")
        #expect(told(nil, "2025-11-30") == "rider.ftp has no value of 2025-11-30 any more; today it is not set")
    }

    @Test func settingsReachTheCapture() throws {
        let desk = try desk(#"{"rider":{"ftp":250},"zones":{"power":"coggan7"}}"#)
        #expect(ask(desk, .set(key: "ftp", value: "260")) == .success(.text("rider.ftp is 260 now")))
        #expect(
            desk.takeInputs() == [.setting(name: "ftp", value: "260"), .setting(name: "zones.power", value: "coggan7")])
        #expect(
            ask(desk, .set(key: "ant", value: "off"))
                == .success(.text("ant is off now; it counts from the gateway's next start")))
        #expect(ask(desk, .set(key: "ftp", value: "1")) == .failure(#""ftp": watts from 30 to 700 are expected, not 1"#))
        #expect(desk.settings.engine.first?.value == "260")
        guard case .success(.text(let text)?) = ask(desk, .settings) else {
            Issue.record("no text")
            return
        }
        #expect(try SettingsDocument(reading: Array(text.utf8), path: "") == SettingsFile(path: path).read())
    }

    @Test func whoIsIgnoredIsNotOffered() throws {
        let desk = try desk(#"{"sensors":[{"sensor":"ant:120:7","name":"Strap"}]}"#)
        desk.sight(Sighting(sensor: "ant:120:77", kinds: [.heartRate]), at: 0, isRecording: false)
        let undone = "is ignored: it is neither used nor offered until it is paired or forgotten"
        #expect(ask(desk, .ignore(sensor: "120:77")) == .success(.text("ant:120:77 \(undone)")))
        #expect(desk.known(at: 0).map(\.sensor) == ["ant:120:7"])
        #expect(ask(desk, .ignore(sensor: "Strap")) == .success(.text("ant:120:7 (Strap) \(undone)")))
        #expect(desk.settings.ignored == ["ant:120:77", "ant:120:7"] && desk.settings.sensors.isEmpty)
        #expect(ask(desk, .forget(sensor: "ant:120:77")) == .success(.text("ant:120:77 is forgotten")))
        #expect(desk.settings.ignored == ["ant:120:7"])
    }

    /// Clients come and go, and each may leave a scan of ten minutes behind: the one that ends first makes room, answered.
    @Test func scansAreBounded() throws {
        let desk = try desk()
        var answered: [Int] = []
        for number in 0..<100 { desk.handle(.scan(seconds: 600), at: Int64(number)) { _ in answered.append(number) } }
        #expect(answered == Array(0..<68))
        desk.pass(to: 700 * second, isRecording: false)
        #expect(answered == Array(0..<100))
    }

    @Test func aScanAnswersWhenItEnds() throws {
        let desk = try desk(
            #"{"sensors":[{"sensor":"ant:120:7"},{"sensor":"ant:17:1"},{"sensor":"ant:121:1"},{"sensor":"ant:124:1"}]}"#)
        desk.pass(to: second, isRecording: true)
        var answer: ControlReply?
        desk.handle(.scan(seconds: 5), at: 2 * second) { answer = $0 }
        #expect(desk.demand.looksAround)
        #expect(desk.nextWake == 7 * second)
        desk.sight(Sighting(sensor: "ant:11:4242", kinds: [.power]), at: 3 * second, isRecording: true)
        desk.pass(to: 6 * second, isRecording: true)
        #expect(answer == nil)
        desk.pass(to: 7 * second, isRecording: true)
        guard case .success(.status(let status)?) = answer else {
            Issue.record("no answer")
            return
        }
        #expect(status.sensors.map(\.sensor) == ["ant:120:7", "ant:17:1", "ant:121:1", "ant:124:1", "ant:11:4242"])
        #expect(!desk.demand.looksAround)
    }
}
