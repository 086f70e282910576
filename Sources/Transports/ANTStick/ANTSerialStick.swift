internal import Glibc

/// A stick behind a serial chip (0fcf:1003, 0fcf:1004): its messages over a raw tty, 115200 baud, 8N1.
final class ANTSerialStick: OpenANTStick {
    var onBytes: (([UInt8]) -> Void)?
    var onLost: ((ANTStickFault) -> Void)?

    private let reactor: Reactor
    private let port: SerialPort
    private var token: Reactor.Token?
    private var waiting: [UInt8] = []
    private var isClosed = false

    private static let longestQueue = 16_384

    init(_ path: String, on reactor: Reactor) throws(ANTStickFault) {
        let port: SerialPort
        do throws(TransportError) { port = try SerialPort(path: path) } catch {
            guard case .cannotOpen(_, let code) = error else { throw .failed("\(error)") }
            switch code {
            case EACCES, EPERM: throw .noRight(path: path)
            case EBUSY: throw .busy(by: nil)
            case ENOENT, ENXIO, ENODEV: throw .gone
            default: throw .failed(TransportError.message(code))
            }
        }
        guard port.set(LineSettings(baud: 115_200)) else { throw .failed("its line does not take 115200 baud") }
        self.reactor = reactor
        self.port = port
        token = reactor.watch(port.descriptor, .readable) { [weak self] interest in self?.take(interest) }
    }

    func send(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        waiting += bytes
        write()
        if waiting.count > Self.longestQueue { loseSoon(.stuck, on: reactor) }
    }

    private func write() {
        while !waiting.isEmpty {
            let count = Glibc.write(port.descriptor, waiting, waiting.count)
            // A line that is gone is told by its reading side.
            guard count > 0 else { break }
            waiting.removeFirst(count)
        }
        if let token { reactor.change(token, to: waiting.isEmpty ? .readable : [.readable, .writable]) }
    }

    private func take(_ interest: Reactor.Interest) {
        if interest.contains(.writable) { write() }
        guard !interest.isDisjoint(with: [.readable, .broken]) else { return }
        switch port.read() {
        case .bytes(let bytes): onBytes?(bytes)
        case .nothing: if interest.contains(.broken) { lose(.gone) }
        case .gone: lose(.gone)
        }
    }

    func close() {
        onBytes = nil
        onLost = nil
        guard !isClosed else { return }
        isClosed = true
        if let token { reactor.unwatch(token) }
        port.shut()
    }

    func finish(saying bytes: [UInt8], within microseconds: Int64) {
        guard !isClosed else { return }
        waiting = bytes
        write()
        // Five bytes at 115200 baud need half a millisecond to leave.
        usleep(UInt32(min(max(microseconds, 0), 5000)))
        close()
    }
}
