import Dialogues
import Testing
import WireFormats

@testable import Transports

/// What goes wrong between a sensor and its values, each through a real bus.
@Suite(.serialized)
struct BlueZMisbehaviourTests {
    private let strap = BlueZRig.strap
    private let meter = BlueZRig.meter
    private var sensor: String { "ble:" + strap }

    private func rig(_ about: String = "") throws -> BlueZRig {
        try BlueZRig(sensors: [(strap, BlueZRig.strapServices + (about.isEmpty ? "" : ", " + about))])
    }

    private func set(_ rig: BlueZRig, _ about: String) throws {
        try rig.order("set_sensor", "\"address\": \"\(strap)\", \(about)")
    }

    private func waitForValues(_ rig: BlueZRig, links: Int = 1) throws {
        try rig.wait("values of link \(links)") { rig.told.count(strap, 0x2A37) > 1 && rig.told.identities.count == links }
    }

    private func count(_ rig: BlueZRig, _ call: String) -> Int { rig.calls.count { $0.hasPrefix(call) } }

    // MARK: Connecting

    @Test func servicesThatComeAfterTheyAreCalledResolved() throws {
        let rig = try rig("\"late\": 200")
        rig.start([sensor])
        try waitForValues(rig)
        #expect(count(rig, "Connect") == 1)
    }

    @Test func servicesThatOnlyForgettingTheSensorBringsBack() throws {
        let rig = try rig("\"stale\": true")
        rig.start([sensor])
        try waitForValues(rig)
        #expect(count(rig, "RemoveDevice") == 1)
        #expect(rig.told.wasSaid(sensor, "it does not show its service Heart Rate"))
    }

    @Test func aServiceThatIsMissingForGood() throws {
        let rig = try rig("\"advertised\": [\"180d\", \"1816\"]")
        rig.start([sensor])
        try waitForValues(rig)
        #expect(count(rig, "RemoveDevice") == 1)
        #expect(rig.told.statuses[sensor]?.state == .open)
        #expect(rig.told.statuses[sensor]?.sentence == "it does not show its service Cycling Speed and Cadence")
    }

    @Test func aConnectThatIsNeverAnswered() throws {
        let rig = try rig("\"connect\": \"hang\"")
        rig.start([sensor])
        try rig.wait("the attempt's end") { count(rig, "Disconnect") > 0 }
        try set(rig, "\"connect\": \"ok\"")
        try waitForValues(rig)
        #expect(rig.told.wasSaid(sensor, "is it held by another device?"))
    }

    @Test func aConnectThatIsRefused() throws {
        let rig = try rig("\"connect\": \"Failed:le-connection-abort-by-local\"")
        rig.start([sensor])
        try rig.wait("a second attempt") { count(rig, "Connect") > 1 }
        try set(rig, "\"connect\": \"ok\"")
        try waitForValues(rig)
        #expect(rig.told.wasSaid(sensor, "le-connection-abort-by-local"))
    }

    // MARK: Subscriptions

    @Test func subscriptionsRefusedForAWhile() throws {
        let rig = try rig(
            "\"refusals\": [\"NotPermitted:Notify acquired\", \"InProgress:In Progress\", \"Failed:Not connected\"]")
        rig.start([sensor])
        try waitForValues(rig)
        #expect(count(rig, "StartNotify") == 4)
        #expect(count(rig, "Connect") == 1)
    }

    @Test func aSubscriptionThatAnotherProgramHolds() throws {
        let refusals = Array(repeating: "\"NotPermitted:Notify acquired\"", count: 6).joined(separator: ",")
        let rig = try rig("\"refusals\": [\(refusals)]")
        rig.start([sensor])
        try waitForValues(rig)
        #expect(rig.told.wasSaid(sensor, "another program holds its values: end that program"))
    }

    @Test func aSubscriptionThatIsAcceptedAndForgotten() throws {
        let rig = try rig("\"forgets\": true")
        rig.start([sensor])
        try rig.wait("values") { rig.told.count(strap, 0x2A37) > 0 }
        #expect(count(rig, "StartNotify") == 2)
    }

    // MARK: Links

    @Test func aLinkLostAndBack() throws {
        let rig = try rig()
        rig.start([sensor])
        try waitForValues(rig)
        try rig.order("drop", "\"address\": \"\(strap)\"")
        try waitForValues(rig, links: 2)
        #expect(rig.told.closings == ["the link was lost"])
        #expect(rig.told.history.filter { $0.device == sensor }.map(\.state).contains(.lost))
        // What it says of itself is known: it is not asked again.
        #expect(count(rig, "ReadValue 2a29") == 1)
    }

    @Test func aSensorThatHangsUpAgainAndAgain() throws {
        let rig = try rig("\"hangs up after\": 2")
        rig.start([sensor])
        try rig.wait("the hint") { rig.told.wasSaid(sensor, "it hangs up again and again") }
        try set(rig, "\"hangs up after\": 0")
        let links = rig.told.identities.count
        try rig.wait("a link that lasts") {
            rig.told.identities.count >= links && rig.told.count(strap, 0x2A37) > 15 && rig.told.statuses[sensor]?.sentence == nil
        }
    }

    @Test func aSensorThatIsConnectedButSilent() throws {
        let rig = try rig("\"silent\": true")
        rig.start([sensor])
        try rig.wait("the watchdog") { rig.told.wasSaid(sensor, "connected but silent") }
        try set(rig, "\"silent\": false")
        try rig.wait("values") { rig.told.count(strap, 0x2A37) > 0 }
        #expect(count(rig, "Disconnect") >= 1)
    }

    // MARK: Adapters

    @Test func anInProgressThatOnlyAPowerCycleEnds() throws {
        let rig = try rig()
        try rig.order("set_adapter", "\"name\": \"hci0\", \"stuck\": true")
        rig.start([sensor])
        try waitForValues(rig)
        #expect(rig.calls.filter { $0.hasPrefix("Set hci0") } == ["Set hci0 Powered 0", "Set hci0 Powered 1"])
        #expect(rig.told.wasSaid("bluetooth:hci0", "switched off and on"))
    }

    @Test func anInProgressThatNoPowerCycleEnds() throws {
        let rig = try rig()
        try rig.order("set_adapter", "\"name\": \"hci0\", \"deaf\": true")
        rig.start([sensor])
        try rig.wait("the sentence after a power cycle") {
            rig.calls.contains("Set hci0 Powered 1") && rig.told.statuses["bluetooth:hci0"]?.state == .fault
        }
        #expect(
            rig.told.statuses["bluetooth:hci0"]?.sentence
                == "is stuck and finds no more sensors: type sudo systemctl restart bluetooth")
        // What the sentence asks for.
        try rig.order("leave")
        try rig.order("begin")
        try waitForValues(rig)
        #expect(rig.told.statuses["bluetooth:hci0"]?.sentence == nil)
    }

    @Test func anAdapterUnpluggedAndBack() throws {
        let rig = try rig()
        rig.start([sensor])
        try waitForValues(rig)
        try rig.order("unplug", "\"name\": \"hci0\"")
        try rig.wait("the sentence") { rig.told.statuses["bluetooth:hci0"]?.state == .lost }
        #expect(rig.told.open.isEmpty && rig.told.closings.count == 1)
        try rig.order("adapter", "\"name\": \"hci0\"")
        try waitForValues(rig, links: 2)
    }

    @Test func anAdapterThatIsOff() throws {
        let rig = try rig()
        try rig.order("power", "\"name\": \"hci0\", \"value\": false")
        rig.start([sensor])
        try waitForValues(rig)
        #expect(rig.told.wasSaid("bluetooth:hci0", "was switched off, and is being switched on"))
        try rig.order("power", "\"name\": \"hci0\", \"value\": false")
        try waitForValues(rig, links: 2)
        #expect(rig.told.closings.count == 1)
    }

    @Test func anAdapterBlockedByRfkillAndUnblocked() throws {
        let rig = try rig()
        try rig.order("set_adapter", "\"name\": \"hci0\", \"blocked\": true")
        try rig.order("power", "\"name\": \"hci0\", \"value\": false")
        rig.start([sensor], radioSwitch: .soft)
        try rig.wait("the sentence") {
            rig.told.statuses["bluetooth:hci0"]
                == DeviceStatus(
                    device: "bluetooth:hci0", state: .fault, sentence: "blocked by rfkill: type rfkill unblock bluetooth")
        }
        try rig.order("set_adapter", "\"name\": \"hci0\", \"blocked\": false")
        try waitForValues(rig)
    }

    // MARK: The daemons

    @Test func bluetoothdRestarted() throws {
        let rig = try rig()
        rig.start([sensor])
        try waitForValues(rig)
        try rig.order("leave")
        try rig.wait("the sentence") {
            rig.told.statuses["bluetooth:bluez"]?.sentence?.hasPrefix("bluetoothd is not running") == true
        }
        #expect(rig.told.open.isEmpty)
        #expect(rig.told.closings.first?.hasPrefix("bluetoothd is not running") == true)
        try rig.order("begin")
        try waitForValues(rig, links: 2)
        #expect(rig.told.statuses["bluetooth:bluez"]?.state == .removed)
    }

    @Test func theBusItselfRestarted() throws {
        let rig = try rig()
        rig.start([sensor])
        try waitForValues(rig)
        rig.endDaemon()
        try rig.wait("the sentence") { rig.told.wasSaid("bluetooth:bluez", "the system's message bus is not there") }
        #expect(rig.told.open.isEmpty)
        try rig.startDaemon()
        try rig.wait("the bus") { rig.told.statuses["bluetooth:bluez"]?.sentence?.hasPrefix("bluetoothd is not running") == true }
    }

    // MARK: Hostile signals

    @Test func signalsOfWrongTypesAndInAnothersName() throws {
        let rig = try rig()
        rig.start([sensor])
        try waitForValues(rig)
        let link = try #require(rig.told.link(strap, 0x2A37))
        try rig.order("hostile", "\"address\": \"\(strap)\"")
        let before = rig.told.values[link]?.count ?? 0
        try rig.wait("values after it") { (rig.told.values[link]?.count ?? 0) > before + 5 }
        // A stranger's bytes are not the sensor's; a value of 200 000 bytes is cut to what an attribute can hold.
        let odd = rig.told.values[link]?.filter { $0 != [0x16, 0x8E, 0xB1, 0x01] } ?? []
        #expect(odd.map(\.count) == [512] && odd.first?.allSatisfy { $0 == 0xEE } == true)
        #expect(rig.told.closings.isEmpty)
        // What nests too deep to be read is counted where its adapter is shown.
        try rig.wait("the count") { rig.told.statuses["bluetooth:hci0"]?.sentence?.contains("an unusable message") == true }
    }
}
