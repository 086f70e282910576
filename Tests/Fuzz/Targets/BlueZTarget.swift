import Dialogues
import WireFormats

extension FuzzTarget {
    /// A bluetoothd that shows any tree and answers anything, late or never: links open before their bytes, and end once.
    static let blueZ = FuzzTarget("bluez", upTo: 2048) { bytes in
        var script = Script(bytes)
        var bus = FuzzedBlueZ()
        while !script.isAtEnd { bus.step(&script) }
        bus.finish()
    }
}

private struct FuzzedBlueZ {
    private var plan = BlueZPlan(adapter: nil)
    private var now: Int64 = 0
    private var open: Set<String> = []
    private var calls: [BlueZCall] = []

    private static let adapter = "/org/bluez/hci0"
    private static let devices = ["01", "02", "03"].map { "\(adapter)/dev_C0_11_22_33_44_\($0)" }
    private static let paths =
        [adapter, "/org/bluez/hci1", "/", "", "/org/bluez"] + devices
        + devices.flatMap { device in (0..<4).map { "\(device)/service000a/char000\($0)" } }
    private static let interfaces = [
        "org.bluez.Adapter1", "org.bluez.Device1", "org.bluez.GattCharacteristic1", "org.bluez.Battery1",
        "org.bluez.GattService1",
    ]
    private static let properties = [
        "Address", "Adapter", "Powered", "Discovering", "Name", "Alias", "RSSI", "UUIDs", "Connected", "ServicesResolved",
        "Paired",
        "UUID", "Flags", "Notifying", "MTU", "Value", "Percentage", "AddressType", "Service",
    ]
    private static let words = [
        "C0:11:22:33:44:01", "C0:11:22:33:44:02", "C0:11:22:33:44:03", "notify", "read", "random", adapter,
        "0000180d-0000-1000-8000-00805f9b34fb", "00002a37-0000-1000-8000-00805f9b34fb", "00001818-0000-1000-8000-00805f9b34fb",
        "00002a63-0000-1000-8000-00805f9b34fb", "00002a66-0000-1000-8000-00805f9b34fb", "00002a19-0000-1000-8000-00805f9b34fb",
    ]

    mutating func step(_ script: inout Script) {
        switch script.byte() % 12 {
        case 0: plan.begin(managed: Self.tree(&script), at: now)
        case 1: plan.end(script.pick([.serviceGone, .busGone]), at: now)
        case 2:
            let wanted = (0..<script.below(5)).map { _ in "ble:\(script.pick(Self.words))" }
            plan.demand(sensors: wanted, looksAround: script.flag(), at: now)
        case 3, 4: plan.added(script.pick(Self.paths), Self.interfaces(&script), at: now)
        case 5: plan.removed(script.pick(Self.paths), [script.pick(Self.interfaces)], at: now)
        case 6, 7:
            plan.changed(script.pick(Self.paths), script.pick(Self.interfaces), Self.entries(&script), invalidated: [], at: now)
        case 8, 9:
            guard !calls.isEmpty else { return }
            let call = calls.remove(at: script.below(calls.count))
            let failure = DBusFault(
                name: "org.bluez.Error.\(script.pick(["Failed", "InProgress", "NotReady"]))", message: script.text())
            plan.answered(call.id, script.byte() < 160 ? .success([Self.value(&script, 0)]) : .failure(failure), at: now)
        case 10: plan.calibrate("ble:\(script.pick(Self.words))", at: now)
        default: wait(script.flag() ? Int64(script.word()) * 1000 : nil)
        }
        take()
    }

    /// - Parameter pause: microseconds; `nil`: as long as the plan asked for.
    private mutating func wait(_ pause: Int64?) {
        now = pause.map { now + $0 } ?? max(now, plan.nextWake ?? now)
        plan.pass(to: now)
        take()
        precondition(plan.nextWake.map { $0 > now } ?? true, "it is woken again and again")
    }

    private mutating func take() {
        for output in plan.takeOutputs() {
            switch output {
            case .call(let call): calls.append(call)
            case .open(let key, _): precondition(open.insert(key).inserted, "a link opens twice")
            case .bytes(let key, _): precondition(open.contains(key), "bytes of a link that is not open")
            case .close(let key, _): precondition(open.remove(key) != nil, "a link closes that is not open")
            case .sighted, .stands, .calibrated: break
            }
        }
    }

    mutating func finish() {
        plan.end(.busGone, at: now)
        take()
        precondition(open.isEmpty, "links outlive the bus")
    }

    // MARK: What a bus may carry

    private static func tree(_ script: inout Script) -> DBusValue {
        guard script.byte() < 240 else { return value(&script, 0) }
        return .dictionary((0..<script.below(12)).map { _ in .init(script.pick(paths), interfaces(&script)) })
    }

    private static func interfaces(_ script: inout Script) -> DBusValue {
        guard script.byte() < 240 else { return value(&script, 0) }
        return .dictionary((0..<(1 + script.below(2))).map { _ in .init(script.pick(interfaces), dictionary(&script)) })
    }

    private static func dictionary(_ script: inout Script) -> DBusValue {
        script.byte() < 240 ? .dictionary(entries(&script)) : value(&script, 0)
    }

    private static func entries(_ script: inout Script) -> [DBusValue.Entry] {
        (0..<script.below(8)).map { _ in .init(script.pick(properties), value(&script, 0)) }
    }

    private static func value(_ script: inout Script, _ depth: Int) -> DBusValue {
        switch script.byte() % (depth < 3 ? 10 : 6) {
        case 0: .boolean(script.flag())
        case 1: .integer(script.flag() ? Int64(bitPattern: script.number()) : Int64(script.byte()))
        case 2: .string(script.pick(words))
        case 3: .path(script.pick(paths))
        case 4: .bytes(script.take(script.below(24)))
        case 5: .string(script.text())
        case 6: .array((0..<script.below(6)).map { _ in value(&script, depth + 1) })
        case 7: .dictionary((0..<script.below(4)).map { _ in .init(script.pick(properties), value(&script, depth + 1)) })
        case 8: .structure([value(&script, depth + 1)])
        default: .double(script.value())
        }
    }
}
