import Dialogues
import Gateway
import JSONText
import Phrases
import Statistics
import TestSupport
import Testing
import WireFormats

struct SettingsReaderTests {
    private func settings(_ text: String) throws(SettingsError) -> GatewaySettings {
        try SettingsDocument(reading: Array(text.utf8), path: "settings.json").settings
    }

    /// The lines that a person sees.
    private func complaints(_ text: String) -> [String] {
        do throws(SettingsError) {
            _ = try settings(text)
            return []
        } catch {
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    @Test func everyKey() throws {
        let all = try settings(
            """
            {
              "zones": {"heart-rate": "karvonen5", "power": [150, 200.5, 250], "power.running": "coggan7"},
              "rider": {"ftp": 250, "lthr": 170, "hr-max": 190, "hr-rest": 50, "weight": 70.5, "age": 40, "sex": "female"},
              "activity": "running", "wheel-circumference": 2.1, "auto-pause": true, "language": "cs", "units": "imperial",
              "sensors": [
                {"sensor": "ble:c0:11:22:33:44:01", "name": "My strap", "kinds": ["heartRate"], "priority": {"heartRate": 0}},
                {"sensor": "ant:124:77", "strides": true}
              ],
              "ignored": ["ant:120:77"], "bluetooth": "att", "adapter": "hci1", "ant": "channels",
              "ant-network-key": "b9a521fbbd72c345", "gps": ["/dev/ttyUSB0@9600", "gpsd://[::1]/dev/ttyACM0"], "start": "auto",
              "sync-seconds": 0.5, "resume-minutes": 0, "idle-days": 30, "capture-days": 400, "capture-folder": "/data/captures", "workout-folder": "/data/w"
            }
            """)
        #expect(
            all.engine.map { "\($0.name)=\($0.value)" } == [
                "ftp=250", "lthr=170", "hr-max=190", "hr-rest=50", "weight=70.5", "age=40", "sex=female",
                "wheel-circumference=2.1", "auto-pause=on", "zones.heart-rate=karvonen5", "zones.power=150,200.5,250",
                "zones.power.running=coggan7",
            ])
        #expect(
            all.headerSettings(on: CalendarDay(year: 2026, month: 3, day: 1)).suffix(2).map(\.value) == ["running", "ant:124:77"])
        #expect(all.sensors.map(\.sensor) == ["ble:C0:11:22:33:44:01", "ant:124:77"])
        #expect(all.sensors.map(\.name) == ["My strap", nil])
        #expect(all.sensors.map(\.kinds) == [[.heartRate], [.footPod]])
        #expect(all.sensors[0].priorities == ["heartRate": 0])
        #expect(all.sensors.map(\.countsStrides) == [false, true])
        #expect(all.ignored == ["ant:120:77"])
        #expect((all.bluetooth, all.ant, all.start) == (.att, .channels, .auto))
        #expect(all.adapter == "hci1")
        #expect(all.networkKey == NetworkKey(0xB9A5_21FB_BD72_C345))
        #expect(
            all.receivers == [
                .serial(path: "/dev/ttyUSB0", baud: 9600), .gpsd(host: "::1", port: 2947, device: "/dev/ttyACM0"),
            ])
        #expect(all.activity == "running")
        #expect(all.language == .czech && all.units == .imperial)
        #expect((all.syncSeconds, all.resumeMinutes, all.idleDays, all.captureDays) == (0.5, 0, 30, 400))
        #expect((all.captureFolder, all.workoutFolder) == ("/data/captures", "/data/w"))
    }

    @Test(arguments: ["", " \n", "{}"])
    func nothingSet(text: String) throws { #expect(try settings(text) == GatewaySettings()) }

    @Test func noReceiver() throws { #expect(try settings(#"{"gps": []}"#).receivers == []) }

    /// All of them at once, in the order of the file.
    @Test func mistakesNameLineAndKey() {
        let text = """
            {
              "rider": {
                "ftp": 2500,
                "hr-mx": 190,
                "weight": "70"
              },
              "zones": {"power": "coggan7", "heart-rate": [150, 140], "watts": "x"},
              "activity": "cycleing",
              "sensors": [
                {"sensor": "ble:C0:11"},
                {"name": "strap"},
                {"sensor": "ant:120:7", "kinds": ["hartRate"], "priority": {"powr": 0, "power": 100}},
                {"sensor": "ant:120:7"}
              ],
              "ignored": ["ant:120:7"],
              "gps": ["ttyUSB0"],
              "sync-seconds": 0,
              "idle-days": 1.5,
              "capture-folder": "captures",
              "bluetoth": "off"
            }
            """
        let kinds = SensorKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let sensor = "a sensor such as ble:C0:11:22:33:44:01, ant:120:12345 or gps:/dev/ttyACM0 is expected"
        #expect(
            complaints(text) == [
                #"settings.json:3: "ftp": watts from 30 to 700 are expected, not 2500"#,
                #"settings.json:4: "hr-mx": there is no such key; did you mean "hr-max"?"#,
                #"settings.json:5: "weight": a number is expected, not "70""#,
                #"settings.json:7: "heart-rate": boundary 2 is not above the one before"#,
                #"settings.json:7: "watts": there is no such key"#,
                #"settings.json:8: "activity": no such activity; did you mean "cycling"?"#,
                #"settings.json:10: "sensor": \#(sensor), not "ble:C0:11""#,
                #"settings.json:11: "sensors": this one has no "sensor""#,
                #"settings.json:12: "sensor": ant:120:7 is in "ignored" as well"#,
                #"settings.json:12: "kinds": one of \#(kinds) is expected, not "hartRate""#,
                #"settings.json:12: "powr": there is no such quantity; did you mean "power"?"#,
                #"settings.json:12: "power": whole numbers from 0 to 99 are expected, not 100"#,
                #"settings.json:13: "sensor": ant:120:7 is there twice"#,
                #"settings.json:13: "sensor": ant:120:7 is in "ignored" as well"#,
                #"settings.json:16: "gps": "auto", a path such as /dev/ttyUSB0 or /dev/ttyUSB0@9600, or gpsd://HOST:PORT/DEVICE is expected, not "ttyUSB0""#,
                #"settings.json:17: "sync-seconds": seconds from 0.1 to 60 are expected, not 0"#,
                #"settings.json:18: "idle-days": whole days from 0 to 3650 are expected, not 1.5"#,
                #"settings.json:19: "capture-folder": a path that begins with / is expected, not "captures""#,
                #"settings.json:20: "bluetoth": there is no such key; did you mean "bluetooth"?"#,
            ])
    }

    /// The engine computes zones from the rider's figures; without them a model is a mistake.
    @Test func modelsNeedTheirFigures() {
        #expect(complaints(#"{"zones": {"power": "coggan7"}}"#) == [#"settings.json:1: "power": this model needs ftp"#])
        #expect(complaints(#"{"zones": {"power": "coggan7"}, "rider": {"ftp": 250}}"#) == [])
    }

    @Test(arguments: [
        ("{", "settings.json:1: a name in double quotes or } is expected, but the text ends"),
        ("{\n\"rider\": {},\n}", "settings.json:3: a name in double quotes is expected, not }"),
        ("[]", "settings.json:1: an object in braces is expected, not a list"),
        ("{\"rider\": {}, \"rider\": {}}", "settings.json:1: \"rider\" is there twice"),
    ])
    func brokenText(text: String, complaint: String) { #expect(complaints(text) == [complaint]) }

    /// Values of every kind in place of every value are what the page allows, or mistakes of this line; none ends the program.
    @Test func anyValueAnywhere() throws {
        let values = ["null", "true", "-1", "1e300", "\"\"", "\"\\u0000\"", "[]", "[[]]", "{}", "{\"a\":[null]}", "[null,1,{}]"]
        let keys = ["rider", "zones"] + SettingsKey.all.map(\.name)
        var taken: [String: [String]] = [:]
        for key in keys {
            for value in values {
                let parts = key.split(separator: ".")
                let text = parts.count == 2 ? "{\"\(parts[0])\":{\"\(parts[1])\":\(value)}}" : "{\"\(key)\":\(value)}"
                let told = complaints(text)
                if told.isEmpty { taken[key, default: []].append(value) }
                #expect(told.allSatisfy { $0.hasPrefix("settings.json:1: ") }, "\(text)")
                _ = complaints("{\"sensors\":[{\"sensor\":\(value),\"name\":\(value),\"kinds\":\(value),\"priority\":\(value)}]}")
            }
        }
        #expect(
            taken == [
                "rider": ["{}"], "zones": ["{}"], "auto-pause": ["true"], "sensors": ["[]"], "ignored": ["[]"], "gps": ["[]"],
                "templates": ["[]"], "dated": ["[]"],
            ])
    }

    @Test(
        arguments: [
            ("auto", .auto), ("off", .off), ("/dev/ttyACM0", .serial(path: "/dev/ttyACM0", baud: nil)),
            ("/dev/a@b@115200", .serial(path: "/dev/a@b", baud: 115_200)),
            ("gpsd://pi", .gpsd(host: "pi", port: 2947, device: nil)),
            ("gpsd://pi:3000/dev/gps0", .gpsd(host: "pi", port: 3000, device: "/dev/gps0")),
            ("gpsd://[fe80::1]:3000", .gpsd(host: "fe80::1", port: 3000, device: nil)),
        ] as [(String, GatewaySettings.Receiver)])
    func receivers(text: String, receiver: GatewaySettings.Receiver) {
        #expect(GatewaySettings.Receiver(text) == receiver)
        #expect(GatewaySettings.Receiver(receiver.text) == receiver)
    }

    @Test(arguments: [
        "", "ttyACM0", "/dev/x@", "/dev/x@9601", "gpsd://", "gpsd://:1", "gpsd://a:0", "gpsd://a:65536", "gpsd://a/",
        "gpsd://[::1",
    ])
    func noReceivers(text: String) { #expect(GatewaySettings.Receiver(text) == nil) }

    @Test(arguments: [
        ("ble:c0:11:22:33:44:0a", "ble:C0:11:22:33:44:0A"), ("BLE:C0:11:22:33:44:0A", "ble:C0:11:22:33:44:0A"),
        ("ant:120:1048575", "ant:120:1048575"), ("gps:/dev/ttyACM0", "gps:/dev/ttyACM0"), ("ant:0:1", nil), ("ant:128:1", nil),
        ("ant:120:0", nil), ("ant:120:65536", nil), ("ant:120:65537", "ant:120:65537"), ("ant:120:1048576", nil),
        ("ant:120:012", nil), ("ant:120:+1", nil), ("ant:120", nil), ("ble:", nil),
        ("ble:C0:11:22:33:44", nil), ("ble:C0:11:22:33:44:0G", nil), ("usb:1", nil), ("", nil), ("gps:", nil), ("gps:a b", nil),
    ])
    func identities(text: String, normal: String?) { #expect(SensorIdentity(text)?.text == normal) }
}
