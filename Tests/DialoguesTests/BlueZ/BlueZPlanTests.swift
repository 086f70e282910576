import Testing
import WireFormats

@testable import Dialogues

struct BlueZPlanTests {
    private let strap = PretendedBlueZ.strap
    private let sensor = PretendedBlueZ.sensor
    private let device = PretendedBlueZ.device
    private let measurement = PretendedBlueZ.measurement
    private let inProgress = DBusFault(name: "org.bluez.Error.InProgress", message: "Operation already in progress")

    @Test func theWayFromTheAirToAValue() {
        var blueZ = PretendedBlueZ()
        blueZ.link()
        #expect(
            blueZ.members == [
                "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery", "Connect", "StartNotify",
            ])
        #expect(
            blueZ.said.contains(
                .open(key: measurement, LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: strap))))
        #expect(blueZ.said.contains(.bytes(key: measurement, [0, 60])))
        #expect(blueZ.standing(sensor) == .linked(nil))
        #expect(blueZ.standing("bluetooth:hci0") == .ready)
    }

    @Test func equalValuesAreSeparate() {
        var blueZ = PretendedBlueZ()
        blueZ.link()
        blueZ.value([0, 60])
        #expect(blueZ.said.count { $0 == .bytes(key: measurement, [0, 60]) } == 2)
    }

    /// BlueZ arms its subscriptions again by itself when a link is back (ble-gatt §6.5): a value may come before we have asked.
    @Test func aValueBeforeItsSubscriptionIsKept() {
        var blueZ = PretendedBlueZ()
        blueZ.want()
        blueZ.answer("SetDiscoveryFilter")
        blueZ.answer("StartDiscovery")
        blueZ.change("/org/bluez/hci0", BlueZAdapter.interface, ["Discovering": .boolean(true)])
        blueZ.hear()
        blueZ.answer("StopDiscovery")
        blueZ.change(PretendedBlueZ.device, BlueZDevice.interface, ["Connected": .boolean(true)])
        blueZ.answer("Connect")
        blueZ.addCharacteristic(measurement, "2a37")
        blueZ.value([0, 71])
        #expect(!blueZ.said.contains(.bytes(key: measurement, [0, 71])))
        blueZ.change(PretendedBlueZ.device, BlueZDevice.interface, ["ServicesResolved": .boolean(true)])
        blueZ.answer("StartNotify")
        blueZ.value([0, 72])
        let bytes = blueZ.said.filter { if case .bytes = $0 { true } else { false } }
        #expect(bytes == [.bytes(key: measurement, [0, 71]), .bytes(key: measurement, [0, 72])])
    }

    @Test func nothingIsDoneWhereNothingIsWanted() {
        var blueZ = PretendedBlueZ()
        blueZ.pass(3600 * second)
        #expect(blueZ.members.isEmpty)
        #expect(blueZ.plan.nextWake == nil)
        #expect(blueZ.standing("bluetooth:hci0") == .ready)
    }

    // MARK: Listening

    @Test func theFilterNamesTheFiveServicesUnlessOneSensorIsSought() throws {
        var blueZ = PretendedBlueZ()
        blueZ.want([], looksAround: true)
        let call = try #require(blueZ.calls.first)
        let services = ["180d", "1818", "1826", "1816", "1814"].map {
            DBusValue.string("0000\($0)-0000-1000-8000-00805f9b34fb")
        }
        #expect(
            call.arguments == [
                .dictionary([
                    .init("Transport", .string("le")), .init("DuplicateData", .boolean(false)), .init("UUIDs", .array(services)),
                ])
            ])
        // A sensor's kind may be known without its advertising the service.
        var other = PretendedBlueZ()
        other.want()
        #expect(
            other.calls.first?.arguments == [
                .dictionary([.init("Transport", .string("le")), .init("DuplicateData", .boolean(false))])
            ])
    }

    @Test func listeningForWhatIsMissingGetsLazier() {
        let timing = BlueZTiming()
        // 60 s without a break, then 5 s of rest and 10 s of listening, 10 and 10, 20 and 10, 30 and 10, for ever 30 and 10.
        #expect(timing.duty(elapsed: 0) == (true, 60 * second))
        #expect(timing.duty(elapsed: 59_999_999) == (true, 60 * second))
        #expect(timing.duty(elapsed: 60 * second) == (false, 65 * second))
        #expect(timing.duty(elapsed: 65 * second) == (true, 75 * second))
        #expect(timing.duty(elapsed: 75 * second) == (false, 85 * second))
        #expect(timing.duty(elapsed: 95 * second) == (false, 115 * second))
        #expect(timing.duty(elapsed: 125 * second) == (false, 155 * second))
        #expect(timing.duty(elapsed: 155 * second) == (true, 165 * second))
        #expect(timing.duty(elapsed: (125 + 40 * 10_000) * second) == (false, (155 + 40 * 10_000) * second))
        var idle = timing
        (idle.listening, idle.firstPause, idle.longestPause) = (0, 0, 0)
        #expect(idle.duty(elapsed: 3600 * second).until > 0)
    }

    @Test func aPersonsLookingAroundHasNoPauses() {
        var blueZ = PretendedBlueZ()
        blueZ.want(looksAround: true)
        blueZ.answer("SetDiscoveryFilter")
        blueZ.answer("StartDiscovery")
        blueZ.change("/org/bluez/hci0", BlueZAdapter.interface, ["Discovering": .boolean(true)])
        blueZ.pass(600 * second)
        #expect(blueZ.count("StopDiscovery") == 0)
        var other = PretendedBlueZ()
        other.want()
        other.answer("SetDiscoveryFilter")
        other.answer("StartDiscovery")
        other.change("/org/bluez/hci0", BlueZAdapter.interface, ["Discovering": .boolean(true)])
        other.pass(61 * second)
        #expect(other.count("StopDiscovery") == 1)
        #expect(other.standing(sensor) == .notHeard)
    }

    @Test func aDiscoveryThatDoesNotRunIsBegunAgain() {
        var blueZ = PretendedBlueZ()
        blueZ.want()
        blueZ.answer("SetDiscoveryFilter")
        blueZ.answer("StartDiscovery")
        blueZ.pass(16 * second)
        blueZ.answer("StopDiscovery")
        #expect(blueZ.count("StartDiscovery") == 2)
    }

    // MARK: Silence

    @Test func aSilentLinkIsMadeAnewWithGrowingPatience() {
        var blueZ = PretendedBlueZ()
        blueZ.link()
        blueZ.pass(29 * second)
        #expect(blueZ.count("Disconnect") == 0)
        blueZ.pass(2 * second)
        #expect(blueZ.count("Disconnect") == 1)
        #expect(blueZ.said.contains(.close(key: measurement, .silent)))
        #expect(blueZ.standing(sensor) == .lost(.silent))
        // The next time without any value, after twice as long.
        blueZ.loseLink()
        blueZ.answer("SetDiscoveryFilter")
        blueZ.answer("StartDiscovery")
        blueZ.hear()
        blueZ.pass(2 * second)
        blueZ.answer("StopDiscovery")
        blueZ.change(device, BlueZDevice.interface, ["Connected": .boolean(true)])
        blueZ.answer("Connect")
        blueZ.addCharacteristic(measurement, "2a37")
        blueZ.change(device, BlueZDevice.interface, ["ServicesResolved": .boolean(true)])
        blueZ.answer("StartNotify")
        blueZ.change(measurement, BlueZCharacteristic.interface, ["Notifying": .boolean(true)])
        blueZ.pass(59 * second)
        #expect(blueZ.count("Disconnect") == 1)
        blueZ.pass(2 * second)
        #expect(blueZ.count("Disconnect") == 2)
    }

    @Test func valuesKeepALinkForHours() {
        var blueZ = PretendedBlueZ()
        blueZ.link()
        for _ in 0..<7200 {
            blueZ.pass(second)
            blueZ.value([0, 61])
        }
        #expect(blueZ.count("Disconnect") == 0 && blueZ.count("StartDiscovery") == 1)
    }

    // MARK: InProgress that stays

    @Test func anAdapterWhoseDiscoveryIsStuckIsRestartedSoon() {
        var blueZ = PretendedBlueZ()
        blueZ.want()
        var seconds = 0
        while blueZ.count("Set") == 0, seconds < 100 {
            while blueZ.calls.contains(where: { $0.member == "StartDiscovery" }) {
                blueZ.answer("SetDiscoveryFilter")
                blueZ.answer("StartDiscovery", .failure(inProgress))
            }
            if blueZ.calls.contains(where: { $0.member == "StopDiscovery" }) {
                blueZ.answer(
                    "StopDiscovery", .failure(DBusFault(name: "org.bluez.Error.Failed", message: "No discovery started")))
            }
            blueZ.pass(second)
            seconds += 1
        }
        #expect((5...11).contains(seconds))
        #expect(blueZ.standing("bluetooth:hci0") == .restarting(costsLinks: false))
        #expect(blueZ.calls.last?.arguments == [.string("org.bluez.Adapter1"), .string("Powered"), .variant(.boolean(false))])
        blueZ.answer("Set")
        blueZ.change("/org/bluez/hci0", BlueZAdapter.interface, ["Powered": .boolean(false)])
        #expect(blueZ.calls.last?.arguments == [.string("org.bluez.Adapter1"), .string("Powered"), .variant(.boolean(true))])
        blueZ.change("/org/bluez/hci0", BlueZAdapter.interface, ["Powered": .boolean(true)])
        blueZ.answer("Set")
        #expect(blueZ.calls.last?.member == "StartDiscovery")
    }

    @Test func aStuckAdapterThatServesAnotherSensorIsSparedForTwoMinutes() {
        var blueZ = PretendedBlueZ()
        blueZ.link()
        blueZ.want([sensor, "ble:C0:11:22:33:44:02"])
        var seconds = 0
        while blueZ.count("Set") == 0, seconds < 200 {
            while blueZ.calls.contains(where: { $0.member == "StartDiscovery" }) {
                blueZ.answer("SetDiscoveryFilter")
                blueZ.answer("StartDiscovery", .failure(inProgress))
            }
            while blueZ.calls.contains(where: { $0.member == "StopDiscovery" }) { blueZ.answer("StopDiscovery") }
            blueZ.pass(second)
            blueZ.value([0, 62])
            seconds += 1
        }
        // The search rests from the 61st second on, now and then; two minutes at least.
        #expect((120...180).contains(seconds))
        #expect(blueZ.said.contains(.close(key: measurement, .adapterRestarted)))
        #expect(blueZ.standing("bluetooth:hci0") == .restarting(costsLinks: true))
    }

    // MARK: Adapters

    @Test func thePowerOfAnAdapterIsAskedForWithPauses() {
        var blueZ = PretendedBlueZ(powered: false)
        #expect(blueZ.count("Set") == 1)
        #expect(blueZ.standing("bluetooth:hci0") == .switchingOn)
        let blocked = DBusFault(name: "org.bluez.Error.Blocked", message: "Blocked through rfkill")
        for _ in 0..<60 {
            if !blueZ.calls.isEmpty { blueZ.answer("Set", .failure(blocked)) }
            blueZ.pass(second)
        }
        #expect(blueZ.standing("bluetooth:hci0") == .off(blocked))
        #expect((6...12).contains(blueZ.count("Set")))
        blueZ.change("/org/bluez/hci0", BlueZAdapter.interface, ["Powered": .boolean(true)])
        #expect(blueZ.standing("bluetooth:hci0") == .ready)
    }

    @Test func anAdapterThatVanishesClosesItsLinks() {
        var blueZ = PretendedBlueZ()
        blueZ.link()
        blueZ.plan.removed("/org/bluez/hci0", [BlueZAdapter.interface], at: blueZ.now)
        blueZ.collect()
        #expect(blueZ.said.contains { if case .close(measurement, _) = $0 { true } else { false } })
        #expect(blueZ.standing("bluetooth:hci0") == .noAdapter)
        #expect(blueZ.plan.objects.devices.isEmpty && blueZ.plan.objects.characteristics.isEmpty)
    }

    // MARK: Late and foreign words

    @Test func lateAnswersOfAnEarlierAttemptChangeNothing() {
        var blueZ = PretendedBlueZ()
        blueZ.want()
        blueZ.answer("SetDiscoveryFilter")
        blueZ.answer("StartDiscovery")
        blueZ.hear()
        blueZ.answer("StopDiscovery")
        blueZ.pass(26 * second)
        #expect(blueZ.count("Disconnect") == 1)
        #expect(blueZ.standing(sensor) == .lost(.connectTimedOut))
        blueZ.answer("Connect")
        #expect(blueZ.standing(sensor) == .lost(.connectTimedOut))
        blueZ.plan.answered(123_456, .success([]), at: blueZ.now)
    }

    @Test func servicesThatChangeUnderALinkAreFoundAnew() {
        var blueZ = PretendedBlueZ()
        blueZ.link()
        blueZ.plan.removed(measurement, [BlueZCharacteristic.interface], at: blueZ.now)
        blueZ.collect()
        #expect(blueZ.said.contains(.close(key: measurement, .missingServices([]))))
        blueZ.addCharacteristic(device + "/service0020/char0021", "2a37")
        #expect(blueZ.count("StartNotify") == 2)
        #expect(blueZ.count("Connect") == 1)
    }

    @Test func anAddressThatWillChangeIsTold() {
        var blueZ = PretendedBlueZ()
        let path = "/org/bluez/hci0/dev_4C_11_22_33_44_01"
        // 0x4C is 01 in its top bits: a resolvable private address, where 0xC0 is a static one.
        blueZ.want(["ble:4C:11:22:33:44:01"])
        blueZ.answer("StartDiscovery")
        blueZ.hear(path)
        blueZ.change(path, BlueZDevice.interface, ["AddressType": .string("random")])
        blueZ.answer("StopDiscovery")
        blueZ.change(path, BlueZDevice.interface, ["Connected": .boolean(true)])
        blueZ.answer("Connect")
        blueZ.addCharacteristic(path + "/service000e/char000f", "2a37")
        blueZ.change(path, BlueZDevice.interface, ["ServicesResolved": .boolean(true)])
        blueZ.answer("StartNotify")
        #expect(blueZ.standing("ble:4C:11:22:33:44:01") == .linked(.changingAddress))
    }

    @Test func aLinkOfAnEarlierBluetoothdIsCutAndMadeAnew() {
        var blueZ = PretendedBlueZ()
        blueZ.hear()
        blueZ.change(device, BlueZDevice.interface, ["Connected": .boolean(true)])
        blueZ.want()
        #expect(blueZ.members.isEmpty)
        blueZ.pass(3 * second)
        #expect(blueZ.members.first == "Disconnect")
        blueZ.change(device, BlueZDevice.interface, ["Connected": .boolean(false)])
        blueZ.answer("StartDiscovery")
        blueZ.hear()
        blueZ.pass(2 * second)
        blueZ.answer("StopDiscovery")
        #expect(blueZ.members == ["Disconnect", "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery", "Connect"])
        #expect(blueZ.count("RemoveDevice") == 0)
    }

    @Test func aLinkThatIsThereAndResolvedIsUsed() {
        var blueZ = PretendedBlueZ()
        blueZ.hear()
        blueZ.addCharacteristic(measurement, "2a37")
        blueZ.change(device, BlueZDevice.interface, ["Connected": .boolean(true), "ServicesResolved": .boolean(true)])
        blueZ.want()
        #expect(blueZ.members == ["StartNotify"])
    }

    @Test func whatIsPairedIsNotForgotten() {
        var blueZ = PretendedBlueZ()
        blueZ.want()
        blueZ.answer("StartDiscovery")
        blueZ.hear()
        blueZ.answer("StopDiscovery")
        blueZ.change(device, BlueZDevice.interface, ["Connected": .boolean(true), "Paired": .boolean(true)])
        blueZ.answer("Connect")
        blueZ.pass(11 * second)
        #expect(blueZ.count("RemoveDevice") == 0 && blueZ.count("Disconnect") == 1)
        #expect(blueZ.standing(sensor) == .lost(.missingServices([])))
    }

    @Test func theBatteryWhereBluetoothdDoesNotKeepItToItself() {
        var blueZ = PretendedBlueZ()
        blueZ.want()
        blueZ.answer("StartDiscovery")
        blueZ.hear()
        blueZ.answer("StopDiscovery")
        blueZ.change(device, BlueZDevice.interface, ["Connected": .boolean(true)])
        blueZ.answer("Connect")
        let battery = device + "/service0014/char0015"
        blueZ.addCharacteristic(battery, "2a19", flags: ["read", "notify"])
        blueZ.addCharacteristic(measurement, "2a37")
        blueZ.change(device, BlueZDevice.interface, ["ServicesResolved": .boolean(true)])
        blueZ.change(battery, BlueZCharacteristic.interface, ["Value": .bytes([93])])
        blueZ.answer("ReadValue", .success([.bytes([93])]))
        blueZ.answer("StartNotify")
        blueZ.answer("StartNotify")
        blueZ.change(battery, BlueZCharacteristic.interface, ["Value": .bytes([92])])
        #expect(
            blueZ.said.filter { if case .bytes(battery, _) = $0 { true } else { false } } == [
                .bytes(key: battery, [93]), .bytes(key: battery, [92]),
            ])
        #expect(blueZ.said.count { if case .open(battery, _) = $0 { true } else { false } } == 1)
    }

    @Test func oneInProgressRestartsNothing() {
        var blueZ = PretendedBlueZ()
        blueZ.want()
        blueZ.answer("StartDiscovery")
        blueZ.hear()
        blueZ.answer("StopDiscovery")
        blueZ.answer("Connect", .failure(inProgress))
        #expect(blueZ.standing(sensor) == .lost(.connectRefused(inProgress)))
        blueZ.want([])
        blueZ.pass(600 * second)
        #expect(blueZ.count("Set") == 0)
    }

    @Test func aDeadLinkThatStaysIsEndedByRestartingTheAdapter() {
        var blueZ = PretendedBlueZ()
        blueZ.hear()
        blueZ.change(device, BlueZDevice.interface, ["Connected": .boolean(true)], invalidated: ["RSSI"])
        // Long ago: what was heard just before would be connected.
        blueZ.pass(60 * second)
        blueZ.want()
        blueZ.pass(3 * second)
        blueZ.change(device, BlueZDevice.interface, ["Connected": .boolean(false)])
        blueZ.answer("Disconnect")
        blueZ.answer("SetDiscoveryFilter")
        blueZ.answer("StartDiscovery")
        blueZ.change("/org/bluez/hci0", BlueZAdapter.interface, ["Discovering": .boolean(true)])
        blueZ.pass(14 * second)
        #expect(blueZ.count("Set") == 0)
        blueZ.pass(2 * second)
        #expect(blueZ.count("Set") == 1)
        #expect(blueZ.standing("bluetooth:hci0") == .restarting(costsLinks: false))
    }
}
