/// Whether bluetoothd is there: told once within two seconds, and again at each change.
public final class BlueZPresence {
    /// Microseconds: longer than a bus that is there takes, by far.
    private static let patience: Int64 = 1_500_000

    private let changed: (Bool) -> Void
    private var bus: SystemBus?
    private let alarm: Alarm
    private var isPresent: Bool?

    /// - Parameters:
    ///   - busAddress: `nil`: the system's bus.
    ///   - changed: never called from within this initialiser.
    public init(reactor: Reactor, busAddress: String? = nil, changed: @escaping (Bool) -> Void) {
        alarm = Alarm(on: reactor)
        self.changed = changed
        bus = SystemBus(reactor: reactor, address: busAddress, service: BlueZTransport.service, signals: []) {
            [weak self] event in
            switch event {
            case .present: self?.tell(true)
            case .absent, .unreachable: self?.tell(false)
            case .signal: break
            }
        }
        alarm.set(after: Self.patience) { [weak self] in
            guard let self, isPresent == nil else { return }
            tell(false)
        }
        _ = reactor.schedule(after: 0) { [weak self] in self?.bus?.start() }
    }

    deinit { cancel() }

    /// Nothing is told any more.
    public func cancel() {
        alarm.cancel()
        bus?.stop()
    }

    private func tell(_ isPresent: Bool) {
        guard self.isPresent != isPresent else { return }
        self.isPresent = isPresent
        changed(isPresent)
    }
}
