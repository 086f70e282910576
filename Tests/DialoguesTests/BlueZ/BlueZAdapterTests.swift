import Testing
import WireFormats

@testable import Dialogues

/// Adapters that come and go, that are off, and that do not listen.
struct BlueZAdapterTests {
    private let sensor = PretendedBlueZ.sensor
    private let device = PretendedBlueZ.device
    private let adapterIdentity = "bluetooth:hci0"
    private let adapter = "/org/bluez/hci0"
    private let inProgress = DBusFault(name: "org.bluez.Error.InProgress", message: "Operation already in progress")
    private let failed = DBusFault(name: "org.bluez.Error.Failed", message: "No discovery started")

    /// As bluetoothd 5.66 answers where the kernel, or the adapter, begins no discovery; switching it off and on changes nothing.
    private func answerDeaf(_ blueZ: inout PretendedBlueZ) {
        while let call = blueZ.calls.first(where: { !["Connect", "Disconnect"].contains($0.member) }) {
            switch call.member {
            case "StartDiscovery": blueZ.answer(call.member, .failure(inProgress))
            case "StopDiscovery": blueZ.answer(call.member, .failure(failed))
            case "Set":
                let isOn = call.arguments.last == .variant(.boolean(true))
                blueZ.answer(call.member)
                blueZ.change(adapter, BlueZAdapter.interface, ["Powered": .boolean(isOn)])
            default: blueZ.answer(call.member)
            }
        }
    }

    @Test func anAdapterThatNoRestartHealsIsToldWithinSeconds() {
        var blueZ = PretendedBlueZ()
        blueZ.want()
        for _ in 0..<5 {
            answerDeaf(&blueZ)
            blueZ.pass(second)
        }
        #expect(blueZ.standing(adapterIdentity) == .stuck)
        while blueZ.count("Set") < 2, blueZ.now < 30 * second {
            answerDeaf(&blueZ)
            blueZ.pass(second)
        }
        // Off and on; then nothing else than before.
        #expect(blueZ.now < 12 * second)
        for _ in 0..<3 {
            answerDeaf(&blueZ)
            blueZ.pass(second)
        }
        #expect(blueZ.count("Set") == 2)
        #expect(blueZ.standing(adapterIdentity) == .stuck)
        // Restarts in vain get rarer: each costs whatever else goes through the adapter.
        for _ in 0..<600 {
            answerDeaf(&blueZ)
            blueZ.pass(second)
        }
        #expect(blueZ.count("Set") <= 14)
        // A discovery that begins is all that was wanted.
        while !blueZ.calls.contains(where: { $0.member == "StartDiscovery" }) {
            answerStop(&blueZ)
            blueZ.pass(second)
        }
        blueZ.answer("StartDiscovery")
        #expect(blueZ.standing(adapterIdentity) == .scanning)
    }

    private func answerStop(_ blueZ: inout PretendedBlueZ) {
        while blueZ.calls.contains(where: { $0.member == "StopDiscovery" }) { blueZ.answer("StopDiscovery", .failure(failed)) }
        while blueZ.calls.contains(where: { $0.member == "SetDiscoveryFilter" }) { blueZ.answer("SetDiscoveryFilter") }
    }

    @Test func whatIsInTheTreeIsConnectedByAnAdapterThatDoesNotListen() {
        var blueZ = PretendedBlueZ()
        blueZ.hear()
        blueZ.change(device, BlueZDevice.interface, [:], invalidated: ["RSSI"])
        blueZ.pass(60 * second)
        blueZ.want()
        var seconds = 0
        while blueZ.count("Connect") == 0, seconds < 30 {
            answerDeaf(&blueZ)
            blueZ.pass(second)
            seconds += 1
        }
        #expect(seconds <= 5)
        blueZ.connect()
        #expect(blueZ.standing(sensor) == .linked(nil))
        // Another sensor that is missed is not worth this one's link: a restart has not helped, or may not.
        blueZ.want([sensor, "ble:C0:11:22:33:44:02"])
        for _ in 0..<600 {
            answerDeaf(&blueZ)
            blueZ.pass(second)
            if blueZ.standing(sensor) == .linked(nil) { blueZ.value([0, 62]) }
            if blueZ.calls.contains(where: { $0.member == "Connect" }) { blueZ.connect() }
        }
        #expect(blueZ.said.count { if case .close = $0 { true } else { false } } <= 1)
    }

    @Test func whatIsNotThereIsNotSaidToBeHeard() {
        var blueZ = PretendedBlueZ()
        blueZ.hear()
        blueZ.change(device, BlueZDevice.interface, [:], invalidated: ["RSSI"])
        blueZ.pass(60 * second)
        blueZ.want()
        while blueZ.count("Disconnect") == 0, blueZ.now < 200 * second {
            answerDeaf(&blueZ)
            blueZ.pass(second)
        }
        #expect(blueZ.count("Connect") == 1 && blueZ.count("Disconnect") == 1)
        #expect(blueZ.standing(sensor) == .seeking)
    }

    // MARK: Power

    @Test func aFaultThatPassesIsNotTold() {
        let busy = DBusFault(name: "org.bluez.Error.Busy", message: "")
        var blueZ = PretendedBlueZ(powered: false)
        blueZ.answer("Set", .failure(busy))
        blueZ.pass(second)
        blueZ.change(adapter, BlueZAdapter.interface, ["Powered": .boolean(true)])
        #expect(!blueZ.said.contains { if case .stands(_, _, .off?) = $0 { true } else { false } })
        // One that lasts is.
        var other = PretendedBlueZ(powered: false)
        for _ in 0..<8 {
            if !other.calls.isEmpty { other.answer("Set", .failure(busy)) }
            other.pass(second)
        }
        #expect(other.standing(adapterIdentity) == .off(busy))
        // A switch is none that passes.
        let blocked = DBusFault(name: "org.bluez.Error.Blocked", message: "Blocked through rfkill")
        var third = PretendedBlueZ(powered: false)
        third.answer("Set", .failure(blocked))
        #expect(third.standing(adapterIdentity) == .off(blocked))
    }

    @Test func anAdapterIsMissedALittleAfterBluetoothdIsThere() {
        var blueZ = PretendedBlueZ(adapters: [])
        blueZ.pass(2 * second)
        #expect(blueZ.said.isEmpty)
        blueZ.pass(2 * second)
        #expect(blueZ.standing(adapterIdentity) == .noAdapter)
    }

    // MARK: Listening

    @Test func aSensorIsMissedInTimeBesideOneWhoseConnectsFail() {
        var blueZ = PretendedBlueZ()
        blueZ.want([sensor, "ble:C0:11:22:33:44:02"])
        let meter = "/org/bluez/hci0/dev_C0_11_22_33_44_02"
        let refused = DBusFault(name: "org.bluez.Error.Failed", message: "le-connection-abort-by-local")
        var isDiscovering = false
        while blueZ.now < 20 * second {
            while let call = blueZ.calls.first {
                blueZ.answer(call.member, call.member == "Connect" ? .failure(refused) : .success([]))
                if call.member == "StartDiscovery" { isDiscovering = true }
                if call.member == "StopDiscovery" { isDiscovering = false }
            }
            if isDiscovering { blueZ.hear(meter, services: ["1818"]) }
            blueZ.pass(second / 2)
        }
        #expect(blueZ.count("Connect") >= 3)
        #expect(
            blueZ.said.contains(.stands(device: sensor, name: nil, .notHeard)),
            "not heard for \(blueZ.now / second) s, and not told")
    }
}
