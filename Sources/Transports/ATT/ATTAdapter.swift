internal import Dialogues
internal import Glibc
internal import WireFormats

/// One adapter's controller: carries out what its scanner says.
final class ATTAdapter {
    enum Event {
        case heard([AdvertisingReport])
        /// What was asked for is so.
        case scanning(Bool)
        /// Scanning cannot be had; tried again when it is asked for again.
        case failed(status: UInt8?)
        /// The controller is gone.
        case gone
    }

    let adapter: LEAdapter
    private let reactor: Reactor
    private let descriptor: CInt
    private let tell: (Event) -> Void
    private var scanner = LEScanner()
    private var watch: Reactor.Token?
    private let alarm: Alarm

    /// - Parameter descriptor: closed with the adapter.
    init(_ adapter: LEAdapter, _ descriptor: CInt, _ reactor: Reactor, tell: @escaping (Event) -> Void) {
        self.adapter = adapter
        self.descriptor = descriptor
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.tell = tell
        watch = reactor.watch(descriptor, .readable) { [weak self] _ in self?.read() }
    }

    deinit { close() }

    /// Whether it is still busy with what was last asked for.
    var isSettled: Bool { scanner.isSettled }
    var isScanWanted: Bool { scanner.isWanted }
    /// Packets that came from it and nobody can read.
    var unusable: Int { scanner.unusable }

    func scan(_ isOn: Bool) { carryOut(scanner.scan(isOn, now: reactor.now)) }

    /// Ends a link over the air, as its user would.
    ///
    /// - SeeAlso: Bluetooth Core 5.4, Vol 4, Part E, §7.1.6.
    func disconnect(_ handle: UInt16) {
        guard watch != nil else { return }
        let remoteUserEnded: UInt8 = 0x13
        // What is lost is said again with the next look.
        _ = write([
            0x01, 0x06, 0x04, 3, UInt8(truncatingIfNeeded: handle), UInt8(truncatingIfNeeded: handle >> 8), remoteUserEnded,
        ])
    }

    /// Stops scanning, as far as it can be said without waiting, and lets go.
    func close() {
        guard let token = watch else { return }
        watch = nil
        if scanner.isWanted { for case .send(let bytes) in scanner.scan(false, now: reactor.now) { _ = write(bytes) } }
        reactor.unwatch(token)
        alarm.cancel()
        Glibc.close(descriptor)
    }

    private func read() {
        // An HCI event is at most 258 bytes with its type.
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = Glibc.recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            close()
            return tell(.gone)
        }
        carryOut(scanner.receive(Array(bytes[..<count]), now: reactor.now))
    }

    private func carryOut(_ outputs: [LEScanner.Output]) {
        for output in outputs where watch != nil {
            switch output {
            case .send(let bytes):
                // A full socket shows as a command without an answer.
                guard write(bytes) || errno == EAGAIN else {
                    close()
                    return tell(.gone)
                }
            case .heard(let reports): tell(.heard(reports))
            case .scanning(let isOn): tell(.scanning(isOn))
            case .failed(let status): tell(.failed(status: status))
            }
        }
        arm()
    }

    private func arm() {
        guard watch != nil, let moment = scanner.nextWake else { return alarm.cancel() }
        alarm.set(at: moment) { [weak self] in
            guard let self else { return }
            carryOut(scanner.wake(now: reactor.now))
        }
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL)) == bytes.count
    }
}
