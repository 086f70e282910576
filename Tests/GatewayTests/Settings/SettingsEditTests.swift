import Dialogues
import Foundation
import Gateway
import JSONText
import Statistics
import Statistics
import Testing
import WireFormats

struct SettingsEditTests {
    private func document(_ text: String) throws -> SettingsDocument {
        try SettingsDocument(reading: Array(text.utf8), path: "settings.json")
    }

    private let day = CalendarDay(year: 2026, month: 3, day: 1)

    private func text(_ document: SettingsDocument) -> String { JSONValue.object(document.object).text() }

    private func refusal(_ edit: SettingsEdit, of document: SettingsDocument = SettingsDocument()) -> String? {
        do throws(SettingsError) {
            _ = try document.applying(edit)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func pairing() throws {
        var document = try document(#"{"start":"auto","ignored":["ant:120:7"]}"#)
        document = try document.applying(.pair(sensor: "ant:120:7", name: "Strap", kinds: []))
        #expect(text(document) == #"{"sensors":[{"sensor":"ant:120:7","name":"Strap"}],"start":"auto"}"#)
        #expect(document.settings.sensors.map(\.kinds) == [[.heartRate]])
        document = try document.applying(.pair(sensor: "ble:c0:11:22:33:44:01", name: nil, kinds: [.trainer, .power]))
        document = try document.applying(.pair(sensor: "ant:120:7", name: nil, kinds: [.heartRate]))
        #expect(
            text(document)
                == #"{"sensors":[{"sensor":"ant:120:7","name":"Strap"},{"sensor":"ble:C0:11:22:33:44:01","kinds":["power","trainer"]}],"start":"auto"}"#
        )
        document = try document.applying(.rename(sensor: "ant:120:7", name: "Old strap"))
        document = try document.applying(.priority(sensor: "ant:120:7", quantity: "heartRate", rank: 1))
        #expect(document.settings.sensors[0].name == "Old strap")
        #expect(document.settings.sensors[0].priorities == ["heartRate": 1])
        document = try document.applying(.priority(sensor: "ant:120:7", quantity: "heartRate", rank: nil))
        #expect(document.settings.sensors[0].priorities == [:])
        document = try document.applying(.forget(sensor: "ble:C0:11:22:33:44:01"))
        document = try document.applying(.ignore(sensor: "ant:120:7"))
        #expect(text(document) == #"{"ignored":["ant:120:7"],"start":"auto"}"#)
        document = try document.applying(.forget(sensor: "ant:120:7"))
        #expect(text(document) == #"{"start":"auto"}"#)
    }

    @Test func refusals() throws {
        let paired = try document(#"{"sensors":[{"sensor":"ant:120:7"}]}"#)
        #expect(refusal(.forget(sensor: "ant:120:8")) == "ant:120:8 is not paired")
        #expect(
            refusal(.rename(sensor: "ant:120:8", name: "x"))
                == "ant:120:8 is not paired; pair it first: wattbeat sensors pair ant:120:8")
        #expect(
            refusal(.rename(sensor: "ant:120:7", name: ""), of: paired)
                == #""name": a text of 1 to 100 characters is expected, not """#)
        #expect(
            refusal(.priority(sensor: "ant:120:7", quantity: "Power", rank: 0), of: paired)
                == #"there is no quantity "Power"; did you mean "power"?"#)
        #expect(
            refusal(.priority(sensor: "ant:120:7", quantity: "power", rank: -1), of: paired)
                == #""power": whole numbers from 0 to 99 are expected, not -1"#)
        #expect(refusal(.set(key: "ftp", value: "9000")) == #""ftp": watts from 30 to 700 are expected, not 9000"#)
        #expect(refusal(.set(key: "ftp", value: "much")) == #""ftp": a number is expected, not "much""#)
        #expect(refusal(.set(key: "hrmax", value: "190")) == #"there is no setting "hrmax"; did you mean "hr-max"?"#)
        #expect(refusal(.set(key: "sensors", value: "[]"))?.hasPrefix("sensors are set by") == true)
        #expect(refusal(.pair(sensor: "strap", name: nil, kinds: []))?.hasSuffix(#"is expected, not "strap""#) == true)
        // What a model is computed from cannot be taken from under it.
        let zoned = try document(#"{"rider":{"ftp":250},"zones":{"power":"coggan7"}}"#)
        #expect(refusal(.set(key: "ftp", value: nil), of: zoned) == #""power": this model needs ftp"#)
    }

    @Test(arguments: [
        ("ftp", "250", #"{"rider":{"ftp":250}}"#), ("rider.weight", "70.5", #"{"rider":{"weight":70.5}}"#),
        ("zones.heart-rate", "114,133,152,171", #"{"zones":{"heart-rate":[114,133,152,171]}}"#),
        ("zones.power.running", "none", #"{"zones":{"power.running":"none"}}"#), ("auto-pause", "on", #"{"auto-pause":true}"#),
        ("gps", "/dev/ttyUSB0@9600, auto", #"{"gps":["/dev/ttyUSB0@9600","auto"]}"#), ("gps", "", #"{"gps":[]}"#),
        ("start", "now", #"{"start":"now"}"#), ("sync-seconds", "5", #"{"sync-seconds":5}"#),
    ])
    func setting(key: String, value: String, file: String) throws {
        let document = try SettingsDocument().applying(.set(key: key, value: value))
        #expect(text(document) == file)
        #expect(text(try document.applying(.set(key: key, value: nil))) == "{}")
    }

    /// What a person wrote keeps its order; what is new goes to its place.
    @Test func orderStays() throws {
        var document = try document(#"{"start":"now","rider":{"sex":"male","ftp":250},"idle-days":7}"#)
        document = try document.applying(.set(key: "lthr", value: "170"))
        document = try document.applying(.set(key: "ant", value: "off"))
        document = try document.applying(.set(key: "ftp", value: "260"))
        #expect(text(document) == #"{"ant":"off","start":"now","rider":{"lthr":170,"sex":"male","ftp":260},"idle-days":7}"#)
    }

    /// One object for each date, in their order; an empty one goes.
    @Test func aDateOfItsOwn() throws {
        let (march, june) = (CalendarDay(year: 2026, month: 3, day: 1), CalendarDay(year: 2026, month: 6, day: 1))
        var document = try document(#"{"rider":{"ftp":250},"start":"now"}"#)
        document = try document.applying(.set(key: "zones.power", value: "200,250", from: june))
        document = try document.applying(.set(key: "lthr", value: "170", from: march))
        document = try document.applying(.set(key: "ftp", value: "260", from: march))
        let first = #"{"from":"2026-03-01","rider":{"ftp":260,"lthr":170}}"#
        #expect(
            text(document)
                == #"{"rider":{"ftp":250},"dated":[\#(first),{"from":"2026-06-01","zones":{"power":[200,250]}}],"start":"now"}"#)
        #expect(document.dated(try #require(SettingsKey(named: "ftp"))) == [DatedValue(from: march, value: 260)])
        document = try document.applying(.set(key: "zones.power", value: nil, from: june))
        document = try document.applying(.set(key: "ftp", value: "none", from: june))
        #expect(
            text(document)
                == #"{"rider":{"ftp":250},"dated":[\#(first),{"from":"2026-06-01","rider":{"ftp":null}}],"start":"now"}"#)
        let ftp = try #require(SettingsKey(named: "ftp"))
        #expect(document.value(of: ftp, on: CalendarDay(year: 2026, month: 2, day: 28))?.value == 250)
        #expect(document.value(of: ftp, on: march)?.value == 260 && document.value(of: ftp, on: march)?.since == march)
        #expect(document.value(of: ftp, on: june) == nil)
        #expect(
            refusal(.set(key: "ftp", value: nil, from: CalendarDay(year: 2026, month: 4, day: 1)), of: document)
                == "nothing is set of rider.ftp from 2026-04-01 on; there is from 2026-03-01, 2026-06-01")
        #expect(
            refusal(.set(key: "start", value: "now", from: march))
                == "start has no dates: only the rider's figures and zones have")
        #expect(
            refusal(.set(key: "ftp", value: "9000", from: march))
                == #""ftp": watts from 30 to 700 are expected, not 9000"#)
        #expect(refusal(.set(key: "dated", value: "x"))?.hasPrefix("what has a date is set by its own key") == true)
        for key in ["ftp", "lthr"] { document = try document.applying(.set(key: key, value: nil, from: march)) }
        document = try document.applying(.set(key: "ftp", value: nil, from: june))
        #expect(text(document) == #"{"rider":{"ftp":250},"start":"now"}"#)
    }

    @Test func engineIsToldWhatChanged() throws {
        let former = try document(#"{"rider":{"ftp":250,"age":40},"zones":{"power":"coggan7","speed":"5,6"}}"#).settings
        let now = try document(#"{"rider":{"ftp":260},"zones":{"power":"coggan7"}}"#).settings
        #expect(
            now.engineChanges(since: former, on: day) == [
                .setting(name: "ftp", value: "260"), .setting(name: "zones.power", value: "coggan7"),
                .setting(name: "zones.speed", value: "none"),
            ])
        #expect(now.engineChanges(since: now, on: day) == [])
    }
}

struct SettingsFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString)")
    private var path: String { folder.appending(path: "config/settings.json").path }

    @Test func missingThenMadeThenChanged() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = SettingsFile(path: path)
        #expect(try file.read() == SettingsDocument())
        _ = try file.edit(.set(key: "ftp", value: "250"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n  \"rider\": {\n    \"ftp\": 250\n  }\n}\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode.map { $0 & 0o027 } == 0)
        // Somebody else's change in between is kept.
        try #"{"start": "now"}"#.write(toFile: path, atomically: true, encoding: .utf8)
        let document = try file.edit(.pair(sensor: "ant:120:7", name: nil, kinds: []))
        #expect(document.settings.start == .now)
        #expect(try file.read() == document)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "config").path) == ["settings.json"])
    }

    @Test func mistakesAreNotWrittenOver() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(atPath: folder.appending(path: "config").path, withIntermediateDirectories: true)
        let wrong = "{\n\"rider\": {\"ftp\": 2500}}"
        try wrong.write(toFile: path, atomically: true, encoding: .utf8)
        let file = SettingsFile(path: path)
        let error = #expect(throws: SettingsError.self) { try file.edit(.set(key: "age", value: "40")) }
        #expect(error?.description == "\(path):2: \"ftp\": watts from 30 to 700 are expected, not 2500")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == wrong)
    }

    @Test func aLinkStays() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let real = folder.appending(path: "dotfiles.json").path
        try FileManager.default.createDirectory(atPath: folder.appending(path: "config").path, withIntermediateDirectories: true)
        try "{}".write(toFile: real, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
        _ = try SettingsFile(path: path).edit(.set(key: "start", value: "now"))
        #expect(try String(contentsOfFile: real, encoding: .utf8).contains("now"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == real)
    }

    @Test func aFolderIsNoFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let error = #expect(throws: SettingsError.self) { try SettingsFile(path: path).read() }
        #expect(error?.description == "\(path) is a folder, and a file is expected")
    }

    /// Two that edit at once lose nothing of each other.
    @Test func editsAtOnce() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = path
        _ = try SettingsFile(path: path).edit(.set(key: "start", value: "now"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask { _ = try SettingsFile(path: path).edit(.pair(sensor: "ant:120:\(number)", name: nil, kinds: [])) }
            }
            try await group.waitForAll()
        }
        #expect(Set(try SettingsFile(path: path).read().settings.sensors.map(\.sensor)) == Set((1...8).map { "ant:120:\($0)" }))
    }
}
