internal import Dialogues
internal import WireFormats

/// How it stands with adapters and sensors; tells only what is news.
struct Standing {
    enum Phase: Equatable {
        case connecting
        case open
        /// No attempt could be made, in words.
        case failed(String)
        case ended(ATTLink.Ending)
    }

    private var phases: [BluetoothAddress: Phase] = [:]
    /// Sensors that were open before.
    private var known: Set<BluetoothAddress> = []
    private var told: [String: DeviceStatus] = [:]
    /// How often in a row a sensor hung up about half a minute after it was linked.
    private var hangUps: [BluetoothAddress: Int] = [:]

    /// Microseconds within which a sensor that wants other connection parameters than the kernel grants hangs up.
    private static let halfAMinute: ClosedRange<Int64> = 25_000_000...40_000_000

    mutating func note(_ address: BluetoothAddress, _ phase: Phase) {
        phases[address] = phase
        if phase == .open { known.insert(address) }
    }

    /// - Parameter microseconds: how long the link was up.
    mutating func noteEnd(of address: BluetoothAddress, _ ending: ATTLink.Ending, after microseconds: Int64) {
        note(address, .ended(ending))
        if ending.isHangUp, Self.halfAMinute.contains(microseconds) {
            hangUps[address, default: 0] += 1
        } else {
            hangUps[address] = nil
        }
    }

    mutating func forget(_ address: BluetoothAddress) {
        hangUps[address] = nil
        phases[address] = nil
        known.remove(address)
    }

    /// As it was told last.
    func state(of device: String) -> DeviceStatus.State? { told[device]?.state }

    /// - Returns: the status, when it is not what was told last.
    mutating func update(_ status: DeviceStatus) -> DeviceStatus? {
        if status.state == .removed { return told.removeValue(forKey: status.device) == nil ? nil : status }
        guard told[status.device] != status else { return nil }
        told[status.device] = status
        return status
    }

    /// Takes back all that was told.
    mutating func removeAll() -> [DeviceStatus] {
        defer { self = Standing() }
        return told.keys.sorted().map { DeviceStatus(device: $0, state: .removed) }
    }

    /// - Parameter isMissed: whether it was not heard for so long that it must be said.
    func status(of address: BluetoothAddress, name: String?, isMissed: Bool) -> DeviceStatus {
        var status = DeviceStatus(device: SensorIdentity(address).text, name: name, state: .searching)
        switch phases[address] {
        case .connecting: status.state = .connecting
        case .open: status.state = .open
        case .failed(let words): (status.state, status.sentence) = (.lost, words)
        case .ended(let ending):
            status.state = ending.isFault ? .fault : .lost
            status.sentence = hangUps[address, default: 0] > 1 ? BluetoothSentences.hangsUp : ending.reason + ending.advice
        case nil: break
        }
        // What it did last matters less than that it is not there, unless it needs something done.
        if isMissed, status.state != .fault {
            status.state = known.contains(address) ? .lost : .searching
            status.sentence = BluetoothSentences.notHeard
        }
        return status
    }
}

extension ATTLink.Ending {
    /// Whether it comes back by itself: the link was there and went.
    var isLoss: Bool {
        switch self {
        case .lost, .silent, .dead(.unanswered): true
        default: false
        }
    }

    /// Whether a person must do something about it.
    var isFault: Bool { self == .needsPairing || self == .dead(.useless) }

    fileprivate var advice: String {
        switch self {
        case .needsPairing: ": pairing is needed, so pair it with bluetoothctl and use --ble bluez"
        case .dead(.useless): ": forget it, or wake it and see whether it offers more"
        default: ""
        }
    }
}
