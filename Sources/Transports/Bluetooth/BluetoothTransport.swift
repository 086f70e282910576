public import Dialogues

/// Bluetooth sensors by the way that this machine offers: through bluetoothd where it runs, else through the kernel's own sockets.
///
/// bluetoothd owns the adapter where it runs, so the two never work at once. One that has been there and is gone is most likely
/// being restarted: it is waited for before the adapter is taken.
public final class BluetoothTransport: Transport {
    private let reactor: Reactor
    private let throughBlueZ: () -> any Transport
    private let throughKernel: () -> any Transport
    private let watches: (Reactor, @escaping (Bool) -> Void) -> AnyObject
    private let kernelObstacle: () -> String?
    private let restartPatience: Int64
    private var presence: AnyObject?
    private var current: (isBlueZ: Bool, transport: any Transport)?
    private var wanted = LinkDemand()
    private var waiting: Reactor.Token?

    /// - Parameter adapter: `hci0`, or an address; `nil`: every adapter.
    public convenience init(reactor: Reactor, intake: any LinkIntake, adapter: String?) {
        self.init(
            reactor: reactor,
            throughBlueZ: { BlueZTransport(reactor: reactor, intake: intake, adapter: adapter) },
            throughKernel: { ATTTransport(reactor: reactor, intake: intake, adapter: adapter) },
            watches: { reactor, changed in BlueZPresence(reactor: reactor, changed: changed) },
            kernelObstacle: { ATTTransport.obstacle })
    }

    /// - Parameters:
    ///   - watches: begins to tell whether bluetoothd is there, for as long as what it returns lives.
    ///   - kernelObstacle: why this process cannot do without bluetoothd.
    ///   - restartPatience: microseconds; longer than a restart takes, bluetoothd's own five seconds of patience with a crash included.
    init(
        reactor: Reactor, throughBlueZ: @escaping () -> any Transport, throughKernel: @escaping () -> any Transport,
        watches: @escaping (Reactor, @escaping (Bool) -> Void) -> AnyObject, kernelObstacle: @escaping () -> String?,
        restartPatience: Int64 = 30_000_000
    ) {
        self.reactor = reactor
        self.throughBlueZ = throughBlueZ
        self.throughKernel = throughKernel
        self.watches = watches
        self.kernelObstacle = kernelObstacle
        self.restartPatience = restartPatience
    }

    public func start() { presence = watches(reactor) { [weak self] in self?.take(isPresent: $0) } }

    private func take(isPresent: Bool) {
        if let waiting { reactor.cancel(waiting) }
        waiting = nil
        if isPresent { return use(blueZ: true) }
        guard current?.isBlueZ == true else { return doWithout() }
        waiting = reactor.schedule(after: restartPatience) { [weak self] in self?.doWithout() }
    }

    /// Without the right to, bluetoothd is the only way, and its transport is the one that says that it is missing.
    private func doWithout() { use(blueZ: kernelObstacle() != nil) }

    private func use(blueZ isBlueZ: Bool) {
        guard current?.isBlueZ != isBlueZ else { return }
        current?.transport.stop()
        let transport = isBlueZ ? throughBlueZ() : throughKernel()
        current = (isBlueZ, transport)
        transport.start()
        transport.demand(wanted)
    }

    public func demand(_ demand: LinkDemand) {
        wanted = demand
        current?.transport.demand(demand)
    }

    public func calibrate(_ sensor: String, reply: @escaping (CalibrationOutcome) -> Void) -> Bool {
        current?.transport.calibrate(sensor, reply: reply) ?? false
    }

    public func stop() {
        if let waiting { reactor.cancel(waiting) }
        waiting = nil
        presence = nil
        current?.transport.stop()
        current = nil
    }
}
