import Testing
import WireFormats

@testable import Dialogues

/// A plan, a pretended clock, and a BlueZ whose tree and answers a test writes down.
struct PretendedBlueZ {
    static let strap = "C0:11:22:33:44:01"
    static let sensor = "ble:" + strap
    static let device = "/org/bluez/hci0/dev_C0_11_22_33_44_01"
    static let measurement = device + "/service000e/char000f"

    var plan: BlueZPlan
    var now: Int64 = 0
    /// Calls not answered yet.
    var calls: [BlueZCall] = []
    /// Everything else that was said.
    var said: [BlueZOutput] = []
    /// Members called, oldest first.
    var members: [String] = []

    init(adapters: [String] = ["hci0"], timing: BlueZTiming = BlueZTiming(), powered: Bool = true) {
        plan = BlueZPlan(adapter: nil, timing: timing)
        let tree = adapters.map { name in
            DBusValue.Entry(
                "/org/bluez/" + name,
                .dictionary([
                    .init(
                        BlueZAdapter.interface,
                        .dictionary([.init("Powered", .boolean(powered)), .init("Discovering", .boolean(false))]))
                ]))
        }
        plan.begin(managed: .dictionary(tree), at: now)
        collect()
    }

    mutating func collect() {
        for output in plan.takeOutputs() {
            if case .call(let call) = output {
                calls.append(call)
                members.append(call.member)
            } else {
                said.append(output)
            }
        }
    }

    mutating func want(_ sensors: [String] = [sensor], looksAround: Bool = false) {
        plan.demand(sensors: sensors, looksAround: looksAround, at: now)
        collect()
    }

    /// Answers the oldest call of a member; a failed expectation when none waits.
    mutating func answer(_ member: String, _ answer: Result<[DBusValue], DBusFault> = .success([])) {
        guard let index = calls.firstIndex(where: { $0.member == member }) else {
            Issue.record("no \(member) waits; called were \(members)")
            return
        }
        plan.answered(calls.remove(at: index).id, answer, at: now)
        collect()
    }

    /// Moves the clock, waking the plan exactly when it asks to be.
    mutating func pass(_ microseconds: Int64) {
        let end = now + microseconds
        var turns = 0
        while let wake = plan.nextWake, wake <= end {
            #expect(wake >= now)
            now = max(now, wake)
            plan.pass(to: now)
            collect()
            turns += 1
            if turns > 10_000 {
                Issue.record("the plan wakes without end")
                break
            }
        }
        now = end
    }

    mutating func change(_ path: String, _ interface: String, _ values: [String: DBusValue], invalidated: [String] = []) {
        let entries = values.sorted { $0.key < $1.key }.map { DBusValue.Entry($0.key, $0.value) }
        plan.changed(path, interface, entries, invalidated: invalidated, at: now)
        collect()
    }

    mutating func hear(_ path: String = device, signal: Int64 = -60, services: [String] = ["180d"]) {
        if plan.objects.devices[path] == nil {
            let uuids = services.compactMap { GATTUUID($0) }.map { DBusValue.string($0.uuidString) }
            let device = DBusValue.dictionary([.init("UUIDs", .array(uuids)), .init("RSSI", .integer(signal))])
            plan.added(path, .dictionary([.init(BlueZDevice.interface, device)]), at: now)
        } else {
            plan.changed(path, BlueZDevice.interface, [.init("RSSI", .integer(signal))], invalidated: [], at: now)
        }
        collect()
    }

    mutating func addCharacteristic(_ path: String, _ number: String, flags: [String] = ["notify"]) {
        let uuid = GATTUUID(number)?.uuidString ?? ""
        let properties: [DBusValue.Entry] = [
            .init("UUID", .string(uuid)), .init("Flags", .array(flags.map { .string($0) })), .init("Notifying", .boolean(false)),
        ]
        plan.added(path, .dictionary([.init(BlueZCharacteristic.interface, .dictionary(properties))]), at: now)
        collect()
    }

    /// From the search to a link that brings values.
    mutating func link() {
        want()
        answer("SetDiscoveryFilter")
        answer("StartDiscovery")
        change("/org/bluez/hci0", BlueZAdapter.interface, ["Discovering": .boolean(true)])
        hear()
        answer("StopDiscovery")
        connect()
    }

    /// From Connect to a link that brings values.
    mutating func connect() {
        change(Self.device, BlueZDevice.interface, ["Connected": .boolean(true)])
        answer("Connect")
        addCharacteristic(Self.measurement, "2a37")
        change(Self.device, BlueZDevice.interface, ["ServicesResolved": .boolean(true)])
        answer("StartNotify")
        value([0, 60])
    }

    mutating func value(_ bytes: [UInt8]) {
        change(Self.measurement, BlueZCharacteristic.interface, ["Value": .bytes(bytes), "Notifying": .boolean(true)])
    }

    mutating func loseLink() {
        change(Self.device, BlueZDevice.interface, ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
        plan.removed(Self.measurement, [BlueZCharacteristic.interface], at: now)
        collect()
    }

    /// How it stands with a device, as said last.
    func standing(_ device: String) -> BlueZStanding? {
        var last: BlueZStanding?
        for case .stands(device, _, let standing) in said { last = standing }
        return last
    }

    func count(_ member: String) -> Int { members.count { $0 == member } }
}

let second: Int64 = 1_000_000
