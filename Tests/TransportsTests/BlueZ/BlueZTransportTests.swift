import Dialogues
import Testing
import WireFormats

@testable import Transports

/// The transport against a scripted org.bluez, over a real bus.
@Suite(.serialized)
struct BlueZTransportTests {
    private let strap = BlueZRig.strap
    private let meter = BlueZRig.meter
    private let strapServices = BlueZRig.strapServices
    private let meterServices = BlueZRig.meterServices

    @Test func aStrapFromTheAirToItsValues() throws {
        let rig = try BlueZRig(sensors: [(strap, strapServices + ", \"battery\": 80")])
        rig.start(["ble:" + strap, "ant:120:1"])
        try rig.wait("values") { rig.told.count(strap, 0x2A37) >= 3 }
        let link = try #require(rig.told.link(strap, 0x2A37))
        #expect(rig.told.values[link]?.first == [0x16, 0x8E, 0xB1, 0x01])
        // NULs and spaces that pad the strings are none of them; a serial number of spaces is none.
        let identity = LinkIdentity(
            kind: .gatt(characteristic: 0x2A37), address: strap, name: "Strap",
            facts: [
                .init(name: "manufacturer", value: "Acme"), .init(name: "model", value: "One"),
                .init(name: "firmware", value: "1.0"), .init(name: "location", value: "chest"),
            ])
        #expect(rig.told.identities[link] == identity)
        #expect(rig.calls.contains("Connect dev_C0_11_22_33_44_01 hci0 quiet"))
        #expect(rig.told.statuses["ble:" + strap] == DeviceStatus(device: "ble:" + strap, name: "Strap", state: .open))
        let sighting = try #require(rig.told.sightings.first)
        #expect(sighting.sensor == "ble:" + strap && sighting.kinds == [.heartRate] && sighting.signalDBm == -60)
        let battery = try #require(rig.told.link(strap, 0x2A19))
        #expect(rig.told.values[battery] == [[80]])
        try rig.order("battery", "\"address\": \"\(strap)\", \"percent\": 79")
        try rig.wait("battery") { rig.told.values[battery] == [[80], [79]] }
        // Nothing is missing, so nothing is listened for.
        try rig.wait("quiet") { rig.told.statuses["bluetooth:hci0"]?.state == .open }
        rig.transport?.demand(LinkDemand())
        try rig.wait("let go") { rig.told.open.isEmpty && rig.calls.last == "Disconnect dev_C0_11_22_33_44_01" }
        #expect(rig.told.statuses["ble:" + strap]?.state == .removed)
    }

    @Test func twoSensorsAtOnceConnectedOneAfterTheOther() throws {
        let rig = try BlueZRig(sensors: [(strap, strapServices), (meter, meterServices)])
        rig.start(["ble:" + strap, "ble:" + meter])
        try rig.wait("values of both") { rig.told.count(strap, 0x2A37) > 2 && rig.told.count(meter, 0x2A63) > 2 }
        let connects = rig.calls.filter { $0.hasPrefix("Connect") }
        #expect(connects == ["Connect dev_C0_11_22_33_44_01 hci0 quiet", "Connect dev_C0_11_22_33_44_02 hci0 quiet"])
    }

    @Test func aSensorThatIsNotHeard() throws {
        let rig = try BlueZRig(sensors: [(strap, strapServices + ", \"on\": false")])
        rig.start(["ble:" + strap])
        try rig.wait("the sentence") {
            rig.told.wasSaid("ble:" + strap, "is it worn or moved, and is it held by another device?")
        }
        #expect(rig.told.statuses["bluetooth:hci0"]?.state == .searching)
        try rig.order("set_sensor", "\"address\": \"\(strap)\", \"on\": true")
        try rig.wait("values") { rig.told.count(strap, 0x2A37) > 0 }
        #expect(rig.told.statuses["ble:" + strap]?.sentence == nil)
    }

    @Test func strangersAreOfferedAndNotConnected() throws {
        let rig = try BlueZRig(sensors: [(strap, strapServices), (meter, meterServices)])
        rig.start([], looksAround: true)
        try rig.wait("both") { Set(rig.told.sightings.map(\.sensor)) == ["ble:" + strap, "ble:" + meter] }
        rig.turn(milliseconds: 100)
        #expect(!rig.calls.contains { $0.hasPrefix("Connect") })
        rig.transport?.demand(LinkDemand())
        try rig.wait("quiet") { rig.calls.last == "StopDiscovery hci0" }
    }

    @Test func twoAdaptersTheOneThatHearsItBest() throws {
        let rig = try BlueZRig(sensors: [(strap, strapServices + ", \"rssi\": {\"hci0\": -85, \"hci1\": -50}")])
        try rig.order("adapter", "\"name\": \"hci1\"")
        rig.start(["ble:" + strap])
        try rig.wait("values") { rig.told.count(strap, 0x2A37) > 2 }
        #expect(rig.calls.filter { $0.hasPrefix("Connect") } == ["Connect dev_C0_11_22_33_44_01 hci1 quiet"])
        // With that one gone, the other serves.
        try rig.order("unplug", "\"name\": \"hci1\"")
        try rig.wait("the other adapter") { rig.told.count(strap, 0x2A37) > 0 && rig.told.identities.count == 2 }
        #expect(rig.told.closings.count == 1)
    }

    @Test func onlyTheAdapterThatIsNamed() throws {
        let rig = try BlueZRig(sensors: [(strap, strapServices + ", \"rssi\": {\"hci0\": -50, \"hci1\": -85}")])
        rig.start(["ble:" + strap], adapter: "hci1")
        try rig.wait("the sentence") {
            rig.told.statuses["bluetooth:hci1"]?.sentence?.contains("no Bluetooth adapter hci1") == true
        }
        try rig.order("adapter", "\"name\": \"hci1\"")
        try rig.wait("values") { rig.told.count(strap, 0x2A37) > 0 }
        #expect(!rig.calls.contains { $0.contains("hci0") })
    }

    @Test func theZeroOfAPowerMeter() throws {
        let rig = try BlueZRig(sensors: [(strap, strapServices), (meter, meterServices)])
        rig.start(["ble:" + strap, "ble:" + meter])
        var outcomes: [CalibrationOutcome] = []
        #expect(rig.transport?.calibrate("ant:11:1") { outcomes.append($0) } == false)
        #expect(rig.transport?.calibrate("ble:" + meter) { outcomes.append($0) } == true)
        #expect(outcomes == [.impossible("it is not connected")])
        try rig.wait("values") { rig.told.count(meter, 0x2A63) > 0 && rig.told.count(strap, 0x2A37) > 0 }
        #expect(rig.transport?.calibrate("ble:" + strap) { outcomes.append($0) } == true)
        #expect(rig.transport?.calibrate("ble:" + meter) { outcomes.append($0) } == true)
        try rig.wait("the answer") { outcomes.count == 3 }
        #expect(outcomes[1] == .impossible("it has no control point for its zero offset"))
        // 0x0028 = 40 steps of 1/32 Nm, by the feature's context bit (16) torque.
        #expect(outcomes[2] == .success(offset: "offset 1.25 Nm"))
        #expect(rig.calls.contains("WriteValue 2a66 0c request"))
        // The control point's answer is no measurement.
        #expect(rig.told.link(meter, 0x2A66) == nil)
    }

    @Test func stoppingLetsGoOfEverythingAndTellsNothingMore() throws {
        let rig = try BlueZRig(sensors: [(strap, strapServices)])
        rig.start(["ble:" + strap, "ble:" + meter])
        try rig.wait("values") { rig.told.count(strap, 0x2A37) > 0 && rig.calls.filter { $0.hasPrefix("StartD") }.count == 2 }
        rig.transport?.stop()
        #expect(rig.told.open.isEmpty && rig.told.closings == ["stopped"])
        #expect(Set(rig.told.statuses.values.map(\.state)) == [.removed])
        let told = rig.told.lines.count
        try rig.wait("let go") {
            rig.calls.contains("Disconnect dev_C0_11_22_33_44_01") && rig.calls.last == "StopDiscovery hci0"
        }
        #expect(rig.told.lines.count == told)
    }

    @Test func whetherBluetoothdIsThere() throws {
        let rig = try BlueZRig(sensors: [])
        var answers: [Bool] = []
        let presence = BlueZPresence(reactor: rig.reactor, busAddress: rig.busAddress) { answers.append($0) }
        try rig.wait("there") { answers == [true] }
        try rig.order("leave")
        try rig.wait("gone") { answers == [true, false] }
        presence.cancel()
        var others: [Bool] = []
        let nowhere = BlueZPresence(reactor: rig.reactor, busAddress: "unix:path=/nonexistent/bus") { others.append($0) }
        try rig.wait("no bus") { others == [false] }
        nowhere.cancel()
    }
}
