import TestSupport
import Testing
import WireFormats

@testable import Dialogues

struct BlueZObjectsTests {
    private let device = PretendedBlueZ.device
    private let measurement = PretendedBlueZ.measurement

    private func managed() -> DBusValue {
        .dictionary([
            .init(
                measurement,
                .dictionary([
                    .init(
                        BlueZCharacteristic.interface,
                        .dictionary([
                            .init("UUID", .string("00002A37-0000-1000-8000-00805F9B34FB")),
                            .init("Flags", .array([.string("notify")])),
                            .init("MTU", .integer(23)),
                        ]))
                ])),
            // The battery before the device, as a tree may have it.
            .init(
                device,
                .dictionary([
                    .init(BlueZDevice.batteryInterface, .dictionary([.init("Percentage", .integer(55))])),
                    .init(
                        BlueZDevice.interface,
                        .dictionary([
                            .init("Address", .string("c0:11:22:33:44:01")), .init("Alias", .string("C0-11-22-33-44-01")),
                            .init(
                                "UUIDs",
                                .array([.string("0000180d-0000-1000-8000-00805f9b34fb"), .string("vendor"), .integer(3)])),
                        ])),
                ])),
        ])
    }

    @Test func aTreeIsReadInAnyOrder() {
        let objects = BlueZObjects(managed: managed())
        let strap = objects.devices[device]
        #expect(strap?.address == "C0:11:22:33:44:01")
        #expect(strap?.batteryPercent == 55)
        #expect(strap?.services == [.heartRate])
        // An alias that BlueZ made of the address is no name.
        #expect(strap?.name == nil)
        #expect(strap?.signalDBm == nil)
        #expect(objects.characteristics(of: device).map(\.type) == [.heartRateMeasurement])
        #expect(objects.characteristics[measurement]?.mtu == 23)
    }

    @Test func signalAndNameComeAndGo() {
        var objects = BlueZObjects(managed: managed())
        #expect(objects.change(device, BlueZDevice.interface, [.init("RSSI", .integer(-71))]) == [.heard(device: device)])
        #expect(objects.change(device, BlueZDevice.interface, [.init("Alias", .string("Mine"))]) == [.device(device)])
        #expect(objects.devices[device]?.name == "Mine" && objects.devices[device]?.signalDBm == -71)
        _ = objects.change(device, BlueZDevice.interface, [], invalidated: ["RSSI"])
        #expect(objects.devices[device]?.signalDBm == nil)
        #expect(objects.change("/unknown", BlueZDevice.interface, [.init("RSSI", .integer(-71))]).isEmpty)
    }

    @Test func aBatteryBeyondItsRangeIsNone() {
        var objects = BlueZObjects(managed: managed())
        #expect(objects.change(device, BlueZDevice.batteryInterface, [.init("Percentage", .integer(101))]).isEmpty)
        #expect(objects.devices[device]?.batteryPercent == 55)
    }

    @Test func aFloodOfObjectsIsBounded() {
        var objects = BlueZObjects()
        for number in 0..<3000 {
            _ = objects.add("/org/bluez/hci0/dev_\(number)", .dictionary([.init(BlueZDevice.interface, .dictionary([]))]))
        }
        #expect(objects.devices.count == BlueZObjects.mostDevices)
    }

    /// What is found by address and by peripheral is what a search of the whole tree finds, whatever came before.
    @Test(arguments: 0..<6 as Range<UInt64>) func theIndicesAgreeWithTheTree(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var objects = BlueZObjects()
        let addresses = ["C0:11:22:33:44:01", "C0:11:22:33:44:02"]
        let adapters = ["/org/bluez/hci0", "/org/bluez/hci1"]
        let devices = adapters.flatMap { adapter in
            addresses.map { adapter + "/dev_" + $0.map { $0 == ":" ? "_" : "\($0)" }.joined() }
        }
        func pick(_ of: [String]) -> String { of.randomElement(using: &generator) ?? "" }
        for _ in 0..<400 {
            let (device, address) = (pick(devices), DBusValue.Entry("Address", .string(pick(addresses))))
            let characteristic = device + "/service0001/char000\(UInt8.random(in: 0..<3, using: &generator))"
            switch UInt8.random(in: 0..<9, using: &generator) {
            case 0, 1: _ = objects.add(device, .dictionary([.init(BlueZDevice.interface, .dictionary([address]))]))
            case 2: _ = objects.change(device, BlueZDevice.interface, [address])
            case 3: _ = objects.remove(device, [BlueZDevice.interface])
            case 4: _ = objects.remove(characteristic, [BlueZCharacteristic.interface])
            case 5: if Bool.random(using: &generator) { _ = objects.remove(pick(adapters), [BlueZAdapter.interface]) }
            default:
                let uuid = DBusValue.Entry("UUID", .string(GATTUUID.heartRateMeasurement.uuidString))
                _ = objects.add(characteristic, .dictionary([.init(BlueZCharacteristic.interface, .dictionary([uuid]))]))
            }
            for address in addresses {
                let found = objects.devices.values.filter { $0.address == address }.map(\.path).sorted()
                #expect(objects.devices(at: address).map(\.path) == found)
            }
            for device in devices {
                let found = objects.characteristics.keys.filter { $0.hasPrefix(device + "/") }.sorted()
                #expect(objects.characteristics(of: device).map(\.path) == found)
            }
        }
    }

    /// Whatever a bus may bring, in any order, ends in no trap and no endless waking.
    @Test(arguments: 0..<12 as Range<UInt64>) func anythingAtAll(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var blueZ = PretendedBlueZ()
        blueZ.want()
        let paths = ["", "/", "/org/bluez/hci0", "/org/bluez/hci1", device, measurement, device + "/x"]
        let interfaces = [
            BlueZAdapter.interface, BlueZDevice.interface, BlueZDevice.batteryInterface, BlueZCharacteristic.interface, "x",
        ]
        let keys = [
            "Powered", "Discovering", "Address", "RSSI", "UUIDs", "Connected", "ServicesResolved", "UUID", "Flags", "Notifying",
            "Value", "Percentage", "MTU", "Alias", "AddressType",
        ]
        let values: [DBusValue] = [
            .boolean(true), .boolean(false), .integer(.max), .integer(.min), .integer(-60), .string(""),
            .string(PretendedBlueZ.strap),
            .string("00002a37-0000-1000-8000-00805f9b34fb"), .array([.string("notify"), .string("read")]), .bytes([0, 60]),
            .array([.string("0000180d-0000-1000-8000-00805f9b34fb")]), .dictionary([]), .other, .double(.nan),
        ]
        for _ in 0..<250 {
            let path = paths.randomElement(using: &generator) ?? ""
            let interface = interfaces.randomElement(using: &generator) ?? ""
            let entries = (0..<3).map { _ in
                DBusValue.Entry(keys.randomElement(using: &generator) ?? "", values.randomElement(using: &generator) ?? .other)
            }
            switch UInt8.random(in: 0..<8, using: &generator) {
            case 0, 1, 2: blueZ.plan.added(path, .dictionary([.init(interface, .dictionary(entries))]), at: blueZ.now)
            case 3: blueZ.plan.removed(path, [interface], at: blueZ.now)
            case 4, 5: blueZ.plan.changed(path, interface, entries, invalidated: ["RSSI"], at: blueZ.now)
            default:
                guard let call = blueZ.calls.popLast() else { break }
                let fault = DBusFault(name: "org.bluez.Error.InProgress", message: "")
                let isGood = Bool.random(using: &generator)
                blueZ.plan.answered(call.id, isGood ? .success([.bytes([1, 2, 3])]) : .failure(fault), at: blueZ.now)
            }
            blueZ.collect()
            blueZ.pass(Int64.random(in: 0..<2_000_000, using: &generator))
        }
        // Every link that was opened is closed once, at the latest when all is let go.
        blueZ.plan.finish(at: blueZ.now)
        blueZ.collect()
        var open: Set<String> = []
        for output in blueZ.said {
            switch output {
            case .open(let key, _): #expect(open.insert(key).inserted)
            case .close(let key, _): #expect(open.remove(key) != nil)
            case .bytes(let key, _): #expect(open.contains(key))
            default: break
            }
        }
        #expect(open.isEmpty)
    }
}
