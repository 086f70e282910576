public import WireFormats

/// Decides which adapter scans, and which peripheral is connected through which: pure, told what happened and when.
///
/// An adapter scans or connects, never both, and connects one peripheral at a time. Scanning goes on while somebody wanted is
/// missing, with pauses that grow; strangers are looked for with longer ones.
public struct LEPlan: Sendable {
    /// How long things take, in microseconds.
    public struct Timing: Equatable, Sendable {
        /// How long an adapter scans before it pauses, while strangers are looked for.
        public var scan: Int64 = 10_000_000
        /// The same while somebody is missing: a controller tells of a peripheral once for each scan, so that one which is switched
        /// on again is heard in the next.
        public var scanForMissing: Int64 = 4_000_000
        /// The first pause, and the longest while somebody is missing.
        public var pause: Int64 = 500_000
        public var longestPause: Int64 = 2_000_000
        /// The longest pause while strangers are looked for.
        public var longestPauseForStrangers: Int64 = 30_000_000
        /// How long a sight counts: a peripheral that was heard so long ago may be gone.
        public var freshness: Int64 = 10_000_000
        /// How long a second adapter may take to hear the same peripheral better.
        public var comparison: Int64 = 1_000_000
        /// How long somebody wanted may be missing before it is said.
        public var silence: Int64 = 15_000_000
        /// The pause after a first failure to connect, and the longest.
        public var retry: Int64 = 1_000_000
        public var longestRetry: Int64 = 30_000_000
        public init() {}
    }

    /// What an adapter is to do.
    public enum Task: Equatable, Sendable {
        case idle
        case scan
        case connect(BluetoothAddress, isRandom: Bool)
    }

    private struct Adapter: Sendable {
        var task = Task.idle
        /// When the present scan, or pause, ends.
        var turn: Int64 = 0
        var pause: Int64
    }

    private struct Peripheral: Sendable {
        var isLinked = false
        /// Whether a link that somebody else left was cut since ours was up.
        var wasCut = false
        var isRandom = false
        var backoff: Backoff
        var retry: Int64 = .min
        var missingSince: Int64
        /// By adapter: when it was last heard, and how well.
        var sights: [Int: (moment: Int64, signal: Int)] = [:]
        var firstSight: Int64?
    }

    /// When more are remembered, strangers are forgotten: a peripheral may change its address every few minutes.
    private static let mostPeripherals = 512

    private let timing: Timing
    private var adapters: [Int: Adapter] = [:]
    private var peripherals: [BluetoothAddress: Peripheral] = [:]
    private var order: [BluetoothAddress] = []
    private var looksAround = false

    public init(timing: Timing = Timing()) { self.timing = timing }

    // MARK: What happened

    /// Whom to hold, the most wanted first.
    public mutating func demand(_ wanted: [BluetoothAddress], looksAround: Bool, now: Int64) {
        let newcomers = wanted.filter { !order.contains($0) }
        if looksAround && !self.looksAround || !newcomers.isEmpty { hurry(now) }
        self.looksAround = looksAround
        order = wanted
        for address in newcomers {
            if peripherals[address] == nil { peripherals[address] = peripheral(address, now) }
            peripherals[address]?.missingSince = now
        }
    }

    /// An adapter can be used from now on.
    public mutating func add(_ adapter: Int, now: Int64) {
        if adapters[adapter] == nil { adapters[adapter] = Adapter(turn: now, pause: timing.pause) }
    }

    /// An adapter is gone; links over it are `lost` one by one.
    public mutating func remove(_ adapter: Int) {
        adapters[adapter] = nil
        for address in peripherals.keys { peripherals[address]?.sights[adapter] = nil }
    }

    /// A peripheral was heard.
    public mutating func hear(_ address: BluetoothAddress, isRandom: Bool, signal: Int?, on adapter: Int, now: Int64) {
        if peripherals[address] == nil {
            if peripherals.count >= Self.mostPeripherals {
                peripherals = peripherals.filter { $0.value.isLinked || order.contains($0.key) }
            }
            peripherals[address] = peripheral(address, now)
        }
        peripherals[address]?.isRandom = isRandom
        peripherals[address]?.sights[adapter] = (now, signal ?? -127)
        if peripherals[address]?.firstSight == nil { peripherals[address]?.firstSight = now }
    }

    /// The link is up.
    public mutating func link(_ address: BluetoothAddress) {
        peripherals[address]?.isLinked = true
        peripherals[address]?.wasCut = false
        endConnecting(address)
    }

    /// The link works: its next failure counts as the first.
    public mutating func succeed(_ address: BluetoothAddress) { peripherals[address]?.backoff.succeed() }

    /// The link did not come about, or was given up because it was of no use.
    public mutating func fail(_ address: BluetoothAddress, now: Int64) {
        let wait = peripherals[address]?.backoff.fail() ?? 0
        peripherals[address]?.retry = now &+ wait
        lose(address, now: now)
    }

    /// The link is gone.
    public mutating func lose(_ address: BluetoothAddress, now: Int64) {
        peripherals[address]?.isLinked = false
        peripherals[address]?.missingSince = now
        // What was heard before tells nothing of where it is now.
        peripherals[address]?.sights = [:]
        peripherals[address]?.firstSight = nil
        endConnecting(address)
        hurry(now)
    }

    // MARK: What to do

    /// Who is missing and yet linked, by an earlier owner of the adapter: to be cut, or it would never be heard. Each once until it
    /// was ours, so that nobody fights with a program that has a right to it.
    public mutating func strays(among linked: [BluetoothAddress]) -> [BluetoothAddress] {
        let strays = linked.filter { address in
            guard isWanted(address), let peripheral = peripherals[address] else { return false }
            return !peripheral.isLinked && !peripheral.wasCut && !isBeingConnected(address)
        }
        for address in strays { peripherals[address]?.wasCut = true }
        return strays
    }

    private func isBeingConnected(_ address: BluetoothAddress) -> Bool {
        adapters.values.contains { if case .connect(address, _) = $0.task { true } else { false } }
    }

    /// Whether adapters scan, or pause between two scans.
    public var isSearching: Bool { looksAround || isAnybodyMissing }

    /// Wanted, but neither linked nor heard for so long that it must be said.
    public func isMissed(_ address: BluetoothAddress, now: Int64) -> Bool {
        guard isWanted(address), let peripheral = peripherals[address], !peripheral.isLinked else { return false }
        let heard = peripheral.sights.values.map(\.moment).max() ?? .min
        return now &- max(peripheral.missingSince, heard) >= timing.silence
    }

    public func isWanted(_ address: BluetoothAddress) -> Bool { order.contains(address) }

    /// What each adapter is to do now, by number.
    public mutating func tasks(now: Int64) -> [(adapter: Int, task: Task)] {
        let numbers = adapters.keys.sorted()
        for address in order { connect(address, now) }
        for number in numbers { turnScan(of: number, now) }
        return numbers.map { ($0, adapters[$0]?.task ?? .idle) }
    }

    /// When something may change by itself.
    public func nextWake(now: Int64) -> Int64? {
        var moments: [Int64] = []
        for adapter in adapters.values where isSearching && !adapter.task.isConnecting { moments.append(adapter.turn) }
        for address in order {
            guard let peripheral = peripherals[address], !peripheral.isLinked else { continue }
            if !peripheral.sights.isEmpty {
                moments.append(peripheral.retry)
                moments.append((peripheral.firstSight ?? now) &+ timing.comparison)
            }
            let heard = peripheral.sights.values.map(\.moment).max() ?? .min
            moments.append(max(peripheral.missingSince, heard) &+ timing.silence)
        }
        return moments.filter { $0 > now }.min()
    }

    private var isAnybodyMissing: Bool { order.contains { peripherals[$0]?.isLinked == false } }

    private func peripheral(_ address: BluetoothAddress, _ now: Int64) -> Peripheral {
        Peripheral(
            backoff: Backoff(first: timing.retry, longest: timing.longestRetry, seed: address.rawValue), missingSince: now)
    }

    /// Scans at once, with short pauses.
    private mutating func hurry(_ now: Int64) {
        for number in adapters.keys {
            adapters[number]?.pause = timing.pause
            if adapters[number]?.task == .idle { adapters[number]?.turn = now }
        }
    }

    private mutating func endConnecting(_ address: BluetoothAddress) {
        for (number, adapter) in adapters {
            guard case .connect(address, _) = adapter.task else { continue }
            adapters[number]?.task = .idle
        }
    }

    /// Gives a peripheral to the adapter that hears it best, if that one is free.
    private mutating func connect(_ address: BluetoothAddress, _ now: Int64) {
        guard let peripheral = peripherals[address], !peripheral.isLinked, now >= peripheral.retry,
            !isBeingConnected(address)
        else { return }
        if adapters.count > 1, let first = peripheral.firstSight, now < first &+ timing.comparison { return }
        let fresh = peripheral.sights.filter { now &- $0.value.moment < timing.freshness && adapters[$0.key] != nil }
        let best = fresh.min { ($1.value.signal, $0.key) < ($0.value.signal, $1.key) }?.key
        guard let best, let adapter = adapters[best], !adapter.task.isConnecting else { return }
        adapters[best]?.task = .connect(address, isRandom: peripheral.isRandom)
        adapters[best]?.turn = now
    }

    private mutating func turnScan(of number: Int, _ now: Int64) {
        guard let adapter = adapters[number], !adapter.task.isConnecting else { return }
        guard isSearching else {
            adapters[number]?.task = .idle
            return
        }
        guard now >= adapter.turn else { return }
        let isUrgent = isAnybodyMissing
        if adapter.task == .scan {
            let longest = isUrgent ? timing.longestPause : timing.longestPauseForStrangers
            adapters[number]?.task = .idle
            adapters[number]?.turn = now &+ min(adapter.pause, longest)
            adapters[number]?.pause = min(adapter.pause &* 2, longest)
        } else {
            adapters[number]?.task = .scan
            adapters[number]?.turn = now &+ (isUrgent ? timing.scanForMissing : timing.scan)
        }
    }
}

extension LEPlan.Task {
    var isConnecting: Bool { if case .connect = self { true } else { false } }
}
