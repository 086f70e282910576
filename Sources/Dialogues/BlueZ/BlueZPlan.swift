import WireFormats

/// Holds links to the wanted sensors through BlueZ: told what its tree shows, what it answers and how late it is, says what to
/// call and when to be woken.
///
/// One sensor at a time is connected on an adapter, with its discovery stopped; every step has its patience and its pause after a
/// failure, so that no answer, a wrong one and a late one all lead back to the search.
public struct BlueZPlan: Sendable {
    private(set) var objects = BlueZObjects()
    /// The next moment at which `pass(to:)` changes something; `nil`: none.
    public internal(set) var nextWake: Int64?

    let timing: BlueZTiming
    /// A name or an address; `nil`: every adapter.
    let onlyAdapter: String?
    /// Whether the tree is known; `nil` before that was found out.
    var isServed: Bool?
    /// When its adapters must be in the tree: it is there a little before them.
    var adaptersDueAt: Int64 = 0
    var serviceTrouble: BlueZTrouble = .serviceGone
    /// Addresses, the most wanted first.
    var wanted: [String] = []
    var looksAround = false
    /// By path.
    var adapters: [String: BlueZAdapterWork] = [:]
    /// Names of adapters that were there.
    var knownAdapters: Set<String> = []
    /// By address.
    var sensors: [String: BlueZSensorWork] = [:]
    var calibrations: [String: BlueZCalibrationWork] = [:]
    /// When each peripheral was last heard, by path.
    var heardAt: [String: Int64] = [:]
    var sighted: [String: (device: BlueZDevice, at: Int64)] = [:]
    var told: [String: (name: String?, standing: BlueZStanding)] = [:]

    private var purposes: [UInt64: Purpose] = [:]
    private var lastCall: UInt64 = 0
    private var outputs: [BlueZOutput] = []

    /// What a call is for.
    enum Purpose: Equatable, Sendable {
        case power(adapter: String)
        case startScan(adapter: String)
        case stopScan(adapter: String)
        case connect(sensor: String, attempt: Int, adapter: String)
        case readFact(sensor: String, attempt: Int, characteristic: String)
        case startNotify(sensor: String, attempt: Int, characteristic: String)
        case readBattery(sensor: String, attempt: Int, characteristic: String)
        case calibration(sensor: String)
        /// Whatever comes of it shows in the tree.
        case noMatter
    }

    /// - Parameter adapter: `hci0`, or an address; `nil`: every adapter.
    public init(adapter: String?, timing: BlueZTiming = BlueZTiming()) {
        onlyAdapter = adapter
        self.timing = timing
    }

    // MARK: What happens

    /// BlueZ is there.
    ///
    /// - Parameter managed: the answer to its `GetManagedObjects`.
    public mutating func begin(managed: DBusValue, at now: Int64) {
        if isServed == true { end(.serviceGone, at: now) }
        isServed = true
        adaptersDueAt = now + timing.passing
        objects = BlueZObjects(managed: managed)
        for device in objects.devices.values.sorted(by: { $0.path < $1.path }) { note(device, at: now) }
        settle(now)
    }

    /// BlueZ, or the way to it, is not there: its answers will not come, its links are gone.
    public mutating func end(_ trouble: BlueZTrouble, at now: Int64) {
        isServed = false
        serviceTrouble = trouble
        for address in sensors.keys.sorted() where sensors[address]?.phase != .seeking { fail(address, trouble, at: now) }
        for address in sensors.keys {
            // BlueZ in a new life knows nothing of what its last one did.
            sensors[address]?.retryAt = now
            sensors[address]?.isUnheard = false
            sensors[address]?.staleOn = nil
        }
        purposes = [:]
        adapters = [:]
        heardAt = [:]
        sighted = [:]
        objects = BlueZObjects()
        settle(now)
    }

    /// Whom to hold a link to from now on.
    ///
    /// - Parameter sensors: identities, the most wanted first; those of other radios are left alone.
    public mutating func demand(sensors identities: [String], looksAround: Bool, at now: Int64) {
        self.looksAround = looksAround
        wanted = identities.compactMap { SensorIdentity($0)?.bluetoothAddress?.description }
        for address in wanted where sensors[address] == nil {
            sensors[address] = BlueZSensorWork(address: address, timing: timing, now: now)
        }
        for address in sensors.keys.sorted() where !wanted.contains(address) { letGo(address, .notWanted, at: now) }
        settle(now)
    }

    /// `InterfacesAdded`.
    public mutating func added(_ path: String, _ interfaces: DBusValue, at now: Int64) {
        take(objects.add(path, interfaces), at: now)
    }

    /// `InterfacesRemoved`.
    public mutating func removed(_ path: String, _ interfaces: [String], at now: Int64) {
        take(objects.remove(path, interfaces), at: now)
        if interfaces.contains(BlueZAdapter.interface) {
            heardAt = heardAt.filter { objects.devices[$0.key] != nil }
            sighted = sighted.filter { objects.devices[$0.key] != nil }
        } else if objects.devices[path] == nil {
            heardAt[path] = nil
            sighted[path] = nil
        }
    }

    /// `PropertiesChanged`.
    public mutating func changed(
        _ path: String, _ interface: String, _ properties: [DBusValue.Entry], invalidated: [String], at now: Int64
    ) {
        take(objects.change(path, interface, properties, invalidated: invalidated), at: now)
    }

    /// A call was answered, or not in time.
    public mutating func answered(_ call: UInt64, _ answer: Result<[DBusValue], DBusFault>, at now: Int64) {
        guard let purpose = purposes.removeValue(forKey: call) else { return }
        switch purpose {
        case .power(let adapter): powerAnswered(adapter, answer, at: now)
        case .startScan(let adapter): scanStarted(adapter, answer, at: now)
        case .stopScan(let adapter): if adapters[adapter]?.scan == .stopping { adapters[adapter]?.scan = .off }
        case .connect(let address, let attempt, let adapter):
            guard isCurrent(address, attempt, .connecting) else { break }
            connected(address, adapter, answer, at: now)
        case .readFact(let address, let attempt, let characteristic):
            guard isCurrent(address, attempt, .reading) else { break }
            factRead(address, characteristic, answer)
        case .startNotify(let address, let attempt, let characteristic):
            guard isCurrent(address, attempt, .linked) else { break }
            notifyStarted(address, characteristic, answer, at: now)
        case .readBattery(let address, let attempt, let characteristic):
            guard isCurrent(address, attempt, .linked), let bytes = (try? answer.get())?.first?.bytes else { break }
            deliver(bytes, of: characteristic, from: address, at: now)
        case .calibration(let address): calibrationAnswered(address, answer, at: now)
        case .noMatter: break
        }
        settle(now)
    }

    /// Time passed.
    public mutating func pass(to now: Int64) { settle(now) }

    /// Lets go of everything, and takes back what was told: all that must be said before the connection to BlueZ is closed.
    public mutating func finish(at now: Int64) {
        for address in sensors.keys.sorted() { letGo(address, .stopped, at: now) }
        demand(sensors: [], looksAround: false, at: now)
        for (path, adapter) in adapters.sorted(by: { $0.key < $1.key }) where adapter.scan == .on || adapter.scan == .starting {
            call(path, BlueZAdapter.interface, "StopDiscovery", for: .noMatter)
        }
        for (device, said) in told.sorted(by: { $0.key < $1.key }) { say(.stands(device: device, name: said.name, nil)) }
        told = [:]
    }

    /// What is to be done and known since the last time, in order.
    public mutating func takeOutputs() -> [BlueZOutput] {
        defer { outputs = [] }
        return outputs
    }

    // MARK: Shared by the steps

    mutating func say(_ output: BlueZOutput) { outputs.append(output) }

    mutating func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [], timeout: Int64? = nil,
        for purpose: Purpose
    ) {
        lastCall += 1
        purposes[lastCall] = purpose
        say(
            .call(
                BlueZCall(
                    id: lastCall, path: path, interface: interface, member: member, arguments: arguments,
                    timeout: timeout ?? timing.call)))
    }

    /// Whether a moment has come; if not, the plan wants to be woken at it.
    mutating func isDue(_ moment: Int64, _ now: Int64) -> Bool {
        if now >= moment { return true }
        nextWake = min(nextWake ?? moment, moment)
        return false
    }

    /// Brings everything as far as it goes now.
    private mutating func settle(_ now: Int64) {
        // What one step changes may let another one begin, and has a patience of its own; a handful of rounds is more than enough.
        for _ in 0..<8 {
            let before = (sensors, adapters)
            nextWake = nil
            if isServed == true {
                settleAdapters(now)
                for address in wanted { settleSensor(address, now) }
                settleCalibrations(now)
                settleConnecting(now)
                settleScans(now)
            }
            if before == (sensors, adapters) { break }
        }
        tellStandings(now)
    }

    private mutating func take(_ changes: [BlueZObjects.Change], at now: Int64) {
        var isOnlyData = true
        for change in changes {
            switch change {
            case .value(let path, let bytes): valueCame(bytes, path, at: now)
            case .heard(let path):
                heardAt[path] = now
                if let device = objects.devices[path] { note(device, at: now) }
                isOnlyData = false
            case .device(let path):
                if let device = objects.devices[path] { note(device, at: now) }
                isOnlyData = false
            case .tree: isOnlyData = false
            }
        }
        // The common case by far: a value changes no plan but the moment of silence, which may be woken for in vain.
        if !isOnlyData { settle(now) }
    }

    private func isCurrent(_ address: String, _ attempt: Int, _ phase: BlueZSensorWork.Phase) -> Bool {
        sensors[address]?.attempt == attempt && sensors[address]?.phase == phase
    }
}
