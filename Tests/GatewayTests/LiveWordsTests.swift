import Dialogues
import Foundation
import Ingest
import Testing
import Transports
import WireFormats
import Workouts

@testable import Gateway

/// What notes and the status say of sensors, sticks and receivers.
struct LiveWordsTests {
    private let strap = "ble:C0:11:22:33:44:01"

    /// What is wrong with the stick is told once, and its return; that its sensors are silent the engine tells.
    @Test func aStickThatIsPulledAndComesBack() {
        var board = StatusBoard()
        let statuses: [(String, DeviceStatus.State, String?)] = [
            ("ant:1-2", .open, nil), ("ant:120:7", .open, nil), ("ant:120:7", .lost, "silent; it is searched for"),
            ("ant:1-2", .lost, "pulled"), ("ant:120:7", .lost, "no ANT stick works at present"), ("ant:1-2", .connecting, nil),
            ("ant:1-2", .searching, nil), ("ant:1-2", .open, nil), ("ant:120:7", .open, nil), ("ant:1-2", .open, nil),
        ]
        let notes = statuses.compactMap { board.report(DeviceStatus(device: $0.0, state: $0.1, sentence: $0.2)) }
        #expect(notes == ["ant:1-2: pulled", "ant:1-2 works again"])
        // What a person must do something about is said of a sensor as well.
        let fault = DeviceStatus(device: "ant:120:7", state: .fault, sentence: "no channel left")
        #expect(board.report(fault) == "ant:120:7: no channel left")
    }

    @Test func theRidersNames() async throws {
        let rig = try LiveRig { _, desk in
            desk.settings.sensors = [GatewaySettings.PairedSensor(sensor: "ble:C0:11:22:33:44:01", name: "Mine")]
        }
        rig.at(0, .report(DeviceStatus(device: strap, name: "Radio 12", state: .fault, sentence: "it refuses")))
        rig.at(1, .open("strap", .heartRate()))
        rig.at(2, .bytes("strap", heartRateValue(60)))
        for _ in 0..<400 { rig.at(3, .bytes("strap", heartRateValue(60))) }
        var devices: [String?] = []
        rig.at(5, .call { [unowned rig] in devices = rig.gateway.status.devices.map(\.name) })
        rig.at(6, .close("strap"))
        await rig.run(until: 8)
        // 256 at once and some filled up since the first; the rest of 401 is too much.
        #expect(rig.notes.first == "Mine: it refuses")
        #expect(rig.notes.contains { $0.hasPrefix("Mine (\(strap)) floods: ") && $0.hasSuffix(" records were dropped") })
        #expect(rig.notes.contains("Mine (\(strap)) is silent"))
        #expect(devices == ["Mine"])
    }

    /// It speaks, and sees no satellite: its cable is right, and nobody should look for it.
    @Test func aReceiverWithoutAFix() {
        var status = GatewayStatus()
        let identity = "gps:/dev/ttyACM0"
        var receiver = GatewayStatus.KnownSensor(sensor: identity, name: nil, kinds: [.receiver], isPaired: false)
        receiver.secondsSinceHeard = 0.4
        status.sensors = [receiver]
        status.devices = [DeviceStatus(device: identity, state: .open)]
        status.sources = [SampleSource(id: SourceID(3), kind: .gps, identity: identity)]
        status.describeDevices()
        #expect(status.devices[0].sentence == "no fix: it needs a view of the sky")

        status.devices[0].sentence = nil
        status.idle = [
            LiveFigures.Sensor(
                source: SourceID(3), quantity: .speed, news: .current(0, from: SourceID(3)), lastHeard: .zero)
        ]
        status.describeDevices()
        #expect(status.devices[0].sentence == nil)
        // One that says nothing is another matter.
        status.idle = []
        status.sensors[0].secondsSinceHeard = 20
        #expect(status.receiversWithoutFix.isEmpty)
    }

    /// A look around without a gateway: nobody's sensor is seized, whoever is paired or heard.
    @Test func aLookAroundLinksToNobody() throws {
        let folder = try PlainCaptures()
        let desk = try SettingsDesk(file: SettingsFile(path: folder.folder.path + "/settings.json"))
        desk.handle(.set(key: "start", value: "now"), at: 0) { _ in }
        let listening = ListeningDesk(desk)
        #expect(desk.settings.start == .now && listening.settings.start == .command)
        listening.sight(Sighting(sensor: strap, kinds: [.heartRate], signalDBm: -60), at: 0, isRecording: false)
        var count = 0
        listening.handle(.scan(seconds: 15), at: 0) { _ in count += 1 }
        for second in 1...15 as ClosedRange<Int64> {
            listening.pass(to: second * 1_000_000, isRecording: false)
            #expect(listening.demand == LinkDemand(sensors: [], looksAround: true))
        }
        #expect(count == 1)
        #expect(listening.known(at: 15_000_000).map(\.isChosen) == [false])
        #expect(listening.takeNotes() == [] && listening.takeInputs() == [])
        #expect(ListeningDesk(desk, linkingTo: strap).demand == LinkDemand(sensors: [strap], looksAround: false))
    }
}
