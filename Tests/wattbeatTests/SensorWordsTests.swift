import Foundation
import Testing

/// What people read of sensors that are not as they should be; answers written by hand as docs/control.md has them.
struct SensorWordsTests {
    private func sensor(
        _ identity: String, _ name: String, _ kind: String, paired: Bool = true, linked: Bool = false, heard: Double? = nil
    ) -> String {
        #"{"sensor":"\#(identity)","name":"\#(name)","kinds":["\#(kind)"],"isPaired":\#(paired),"isChosen":\#(!paired),"#
            + #""isLinked":\#(linked),\#(heard.map { #""secondsSinceHeard":\#($0),"# } ?? "")"facts":[]}"#
    }

    private func ask(_ arguments: String..., sensors: [String], devices: String = "") throws -> String {
        let status =
            #"{"ok":true,"status":{"isDemo":false,"capture":{"state":"writing","path":"/c/x.capture"},"live":null,"#
            + #""idle":[{"source":1,"quantity":"heartRate","value":71,"from":1,"lastHeard":2}],"#
            + #""sources":[{"id":1,"kind":"ble","identity":"ble:C0:11:22:33:44:01","priorities":{}},"#
            + #"{"id":2,"kind":"gps","identity":"gps:/dev/ttyACM0","priorities":{}}],"#
            + #""sensors":[\#(sensors.joined(separator: ","))],"devices":[\#(devices)],"notes":[],"rejected":0,"dropped":0}}"#
        let gateway = try ScriptedGateway([status])
        let outcome = try Program.run(arguments + ["--socket", gateway.path])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        return outcome.output
    }

    @Test func howItStands() throws {
        let sensors = [
            sensor("ble:C0:11:22:33:44:01", "Strap", "heartRate", heard: 3),
            sensor("ble:C0:11:22:33:44:02", "Meter", "power", heard: 1),
            sensor("gps:/dev/ttyACM0", "Receiver", "receiver", paired: false, linked: true, heard: 0.5),
            sensor("ant:123:9", "Wheel", "speed"),
        ]
        let output = try ask("status", sensors: sensors)
        // Its link is gone, and its last value stands for some seconds more.
        #expect(output.contains("  Strap     71 bpm  link lost\n"))
        // It speaks once a second; it sees no satellite.
        #expect(output.contains("  Receiver  no fix: it needs a view of the sky\n"))
        #expect(output.contains("  Meter     heard, not linked yet\n"))
        #expect(output.contains("  Wheel     not heard yet\n"))
        #expect(!output.contains("Offered"))
        #expect(output.contains("\nDevices\n  no radio listens: neither a Bluetooth adapter nor an ANT+ stick is in use"))

        let list = try ask("sensors", "list", sensors: sensors)
        #expect(list.contains(/gps:\/dev\/ttyACM0 +Receiver +receiver +– +– +in use +now\n/))
    }

    @Test func whoListens() throws {
        let strap = sensor("ble:C0:11:22:33:44:01", "Strap", "heartRate")
        let list = { try ask("sensors", "list", sensors: [strap], devices: $0) }
        let stuck = #"{"device":"bluetooth:hci0","state":"fault","sentence":"BlueZ is stuck: restart it"}"#
        #expect(try list(stuck).hasSuffix("no radio listens: bluetooth:hci0: BlueZ is stuck: restart it\n"))
        let stick = #"{"device":"ant:123","name":"ANT stick","state":"searching","sentence":"no ANT+ sensor heard yet"}"#
        #expect(try list("\(stuck),\(stick)").contains("nothing is heard: wear the strap"))
        let daemon = #"{"device":"bluetooth:bluez","state":"fault","sentence":"the bus is not there: see systemctl"}"#
        #expect(try list(daemon).hasSuffix("no radio listens: Bluetooth: the bus is not there: see systemctl\n"))
        // A sensor's own state is no radio's.
        let wheel = #"{"device":"ant:123:9","state":"searching"}"#
        #expect(try list(wheel).contains("no radio listens: neither"))
    }
}
