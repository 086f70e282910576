internal import Glibc

/// One end of a stream socket on which lines go both ways. Lines are handed out one at a time, so that who asks for much and reads
/// nothing costs no memory.
public final class LineConnection {
    /// Why it is over.
    public enum Ending: Equatable, Sendable {
        /// The other end hung up, or this one did.
        case closed
        /// A line came that is longer than allowed.
        case lineTooLong
        /// The system's `errno`.
        case failed(Int32)
    }

    /// Takes a line without its end; the next one comes after `next()`.
    public var onLine: (([UInt8]) -> Void)?
    /// Called once for a line that is longer than allowed, as for a line: it is passed over, and the next one comes after `next()`.
    /// Without it such a line is the end.
    public var onLongLine: (() -> Void)?
    /// Everything that was sent is on its way, or will not be taken any more.
    public var onDrained: (() -> Void)?
    /// Called once.
    public var onEnd: ((Ending) -> Void)?

    /// Bytes that the other end has not taken yet.
    public var pending: Int { output.count - sent }
    public private(set) var isOpen = true
    /// Whether more is to be sent although the other end has said that it sends nothing more: only when it is gone is this over.
    public var outlastsInput = false

    private let reactor: Reactor
    private let descriptor: CInt
    private let longestLine: Int
    private var token: Reactor.Token?
    private var input: [UInt8] = []
    /// Where in `input` the next line begins, and up to where it was searched for its end.
    private var start = 0, searched = 0
    private var output: [UInt8] = []
    private var sent = 0
    private var isHeld = false
    private var isDelivering = false
    private var hasInputEnded = false
    /// Amidst a line that is passed over.
    private var isSkipping = false
    private var isOtherEndGone = false

    /// Bytes that are read at a time, so that no client keeps the others waiting.
    private static let readSize = 4096

    /// - Parameters:
    ///   - descriptor: does not block; is closed with the connection.
    ///   - longestLine: bytes.
    public init(_ descriptor: CInt, longestLine: Int, reactor: Reactor) {
        self.descriptor = descriptor
        self.longestLine = longestLine
        self.reactor = reactor
        token = reactor.watch(descriptor, .readable) { [weak self] in self?.take($0) }
    }

    /// Connects to a gateway's socket.
    ///
    /// - Throws: `.cannotOpen`: `ENOENT` and `ECONNREFUSED` when nobody listens there, `EACCES` when this person may not.
    public convenience init(path: String, longestLine: Int, reactor: Reactor) throws(TransportError) {
        self.init(try UnixSocket.connect(to: path), longestLine: longestLine, reactor: reactor)
    }

    deinit { close() }

    /// Sends bytes and a line end, as fast as the other end takes them.
    public func send(_ line: [UInt8]) {
        guard isOpen else { return }
        output += line
        output.append(UInt8(ascii: "\n"))
        write()
        settle()
    }

    /// The line that was handed out is dealt with.
    public func next() {
        isHeld = false
        deliver()
        settle()
    }

    public func close() { end(.closed) }

    /// Says that nothing more will be sent; what the other end answers still comes.
    public func shutdownSending() { if isOpen { shutdown(descriptor, Int32(SHUT_WR)) } }

    private func take(_ interest: Reactor.Interest) {
        if interest.contains(.readable) { read() }
        if interest.contains(.broken) {
            while !hasInputEnded, isOpen, input.count - start <= longestLine { read() }
            hasInputEnded = true
            isOtherEndGone = true
            // Nobody is left to take it, and nobody to wait for.
            let wasPending = pending > 0
            (output, sent) = ([], 0)
            if let token { reactor.unwatch(token) }
            token = nil
            if wasPending { onDrained?() }
        } else if interest.contains(.writable) {
            write()
        }
        deliver()
        settle()
    }

    private func read() {
        let count = withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 1) { room in
            let count = Glibc.read(descriptor, room.baseAddress, room.count)
            if count > 0 { input.append(contentsOf: room[..<count]) }
            return count
        }
        if count > 0 || count < 0 && errno == EINTR { return }
        if count == 0 || errno != EAGAIN { hasInputEnded = true }
    }

    private func write() {
        while isOpen, pending > 0 {
            let count = output.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                return end(errno == EPIPE || errno == ECONNRESET ? .closed : .failed(errno))
            }
        }
        output.removeAll(keepingCapacity: output.count <= 1 << 16)
        sent = 0
        onDrained?()
    }

    private func deliver() {
        guard !isDelivering else { return }
        isDelivering = true
        defer { isDelivering = false }
        while isOpen, !isHeld, let line = takeLine() {
            isHeld = true
            switch line {
            case .whole(let bytes): onLine?(bytes)
            case .tooLong: if let onLongLine { onLongLine() } else { end(.lineTooLong) }
            }
        }
    }

    private enum Line {
        case whole([UInt8])
        case tooLong
    }

    private func takeLine() -> Line? {
        if isSkipping { skip() }
        let end = input[searched...].firstIndex(of: UInt8(ascii: "\n"))
        searched = end ?? input.count
        guard searched - start <= longestLine else {
            isSkipping = true
            skip()
            return .tooLong
        }
        // The last line may lack its end.
        guard end != nil || hasInputEnded && searched > start else { return nil }
        let line = Array(input[start..<searched])
        forget(upTo: min(searched + 1, input.count))
        return .whole(line)
    }

    /// The rest of a line that was too long, as far as it has come.
    private func skip() {
        let end = input[start...].firstIndex(of: UInt8(ascii: "\n"))
        isSkipping = end == nil
        forget(upTo: end.map { $0 + 1 } ?? input.count)
    }

    private func forget(upTo index: Int) {
        (start, searched) = (index, index)
        guard start == input.count || start > Self.readSize else { return }
        input.removeFirst(start)
        (start, searched) = (0, 0)
    }

    /// Asks for what is wanted now; hangs up when nothing more can come of it.
    private func settle() {
        guard isOpen else { return }
        let isDone = hasInputEnded && start == input.count && !isHeld && pending == 0
        if isDone, isOtherEndGone || !outlastsInput { return end(.closed) }
        guard let token else { return }
        var interest: Reactor.Interest = []
        if !hasInputEnded, input.count - start <= longestLine { interest.insert(.readable) }
        if pending > 0 { interest.insert(.writable) }
        reactor.change(token, to: interest)
    }

    private func end(_ ending: Ending) {
        guard isOpen else { return }
        isOpen = false
        if let token { reactor.unwatch(token) }
        token = nil
        Glibc.close(descriptor)
        (input, output, start, searched, sent) = ([], [], 0, 0, 0)
        onEnd?(ending)
    }
}
