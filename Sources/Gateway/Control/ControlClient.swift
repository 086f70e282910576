public import Transports

/// A gateway's client: asks and waits for the answer, or looks on.
public final class ControlClient {
    /// Why a gateway could not be asked, or what it did not answer.
    public enum Failure: Error, Equatable, Sendable {
        case noGateway
        /// It is there, and this person may not talk to it.
        case notAllowed(path: String)
        case cannotReach(TransportError)
        /// It hung up, or said something that cannot be read.
        case lost(String)
        case silent(seconds: Int)
    }

    /// Bytes of an answer: a status of several hundred sensors is a few hundred thousand.
    static let longestReply = 1 << 20

    /// Seconds that an answer may take, where nobody says otherwise.
    public static let usualPatienceSeconds = 10

    public let reactor: Reactor
    /// The socket at which the gateway answers.
    public let path: String
    private let connection: LineConnection
    private var reply: Result<ControlReply, Failure>?
    /// Looks on, once `watch` was asked for.
    private var onStatus: ((GatewayStatus) -> Void)?
    private var onEnd: (() -> Void)?

    /// Connects to the first socket at which a gateway answers.
    ///
    /// - Parameter paths: where it may be, in order.
    public init(paths: [String], reactor: Reactor) throws(Failure) {
        self.reactor = reactor
        (connection, path) = try Self.connect(paths, reactor)
        connection.onLine = { [weak self] in self?.take($0) }
        connection.onEnd = { [weak self] _ in self?.lose() }
    }

    /// On a reactor of its own.
    public convenience init(paths: [String]) throws(Failure) {
        let reactor: Reactor
        do throws(TransportError) {
            reactor = try Reactor()
        } catch {
            throw .cannotReach(error)
        }
        try self.init(paths: paths, reactor: reactor)
    }

    deinit { connection.close() }

    /// Asks and waits.
    ///
    /// - Parameters:
    ///   - seconds: how long an answer may take; a calibration takes longer than a lap.
    ///   - onDelay: called once, when there is no answer after ten of them.
    public func ask(
        _ request: ControlRequest, within seconds: Int = usualPatienceSeconds, onDelay: (() -> Void)? = nil
    ) throws(Failure) -> ControlReply {
        reply = connection.isOpen ? nil : .failure(Self.hungUp)
        connection.send(request.encoded())
        let begin = reactor.now
        let deadline = begin &+ Int64(seconds) * 1_000_000
        var isLate = false
        while true {
            if let reply { return try reply.get() }
            let now = reactor.now
            guard now < deadline else { throw .silent(seconds: seconds) }
            if !isLate, now &- begin >= Int64(Self.usualPatienceSeconds) * 1_000_000 {
                isLate = true
                onDelay?()
            }
            reactor.turn(until: isLate ? deadline : min(deadline, begin &+ Int64(Self.usualPatienceSeconds) * 1_000_000))
        }
    }

    /// Looks on while the caller turns the reactor.
    public func watch(_ onStatus: @escaping (GatewayStatus) -> Void, onEnd: @escaping () -> Void) {
        self.onStatus = onStatus
        self.onEnd = onEnd
        connection.send(ControlRequest.watch.encoded())
    }

    /// Asks for something while looking on; the answer is not waited for.
    public func send(_ request: ControlRequest) { connection.send(request.encoded()) }

    public func close() {
        onEnd = nil
        connection.close()
    }

    private static let hungUp = Failure.lost("the gateway hung up")

    private static func connect(_ paths: [String], _ reactor: Reactor) throws(Failure) -> (LineConnection, path: String) {
        var failure = Failure.noGateway
        for path in paths {
            do throws(TransportError) {
                return (try LineConnection(path: path, longestLine: longestReply, reactor: reactor), path)
            } catch {
                let reason = Failure(error)
                // What speaks of a gateway that is there says more than that another place is empty.
                if reason != .noGateway, failure == .noGateway { failure = reason }
            }
        }
        throw failure
    }

    private func take(_ line: [UInt8]) {
        defer { connection.next() }
        do throws(ControlError) {
            let reply = try ControlReply(decoding: line)
            if let onStatus, case .success(.status(let status)?) = reply { return onStatus(status) }
            self.reply = .success(reply)
        } catch {
            reply = .failure(.lost("the gateway's answer cannot be read: \(error)"))
        }
    }

    private func lose() {
        if reply == nil { reply = .failure(Self.hungUp) }
        onEnd?()
    }
}

extension ControlClient.Failure {
    init(_ error: TransportError) {
        if error.isNobodyThere {
            self = .noGateway
        } else if error.isForbidden, case .cannotOpen(let path, _) = error {
            self = .notAllowed(path: path)
        } else {
            self = .cannotReach(error)
        }
    }

    /// For a person, without a full stop.
    public var sentence: String {
        switch self {
        case .noGateway: "no gateway is running: start one with `wattbeat run`, or `sudo systemctl start wattbeat`"
        case .notAllowed:
            "you are not in group \(ControlServer.group): sudo usermod -aG \(ControlServer.group) $USER, then log in again"
        case .cannotReach(let error): "\(error)"
        case .lost(let sentence): sentence
        case .silent(let seconds): "the gateway has not answered for \(seconds) s"
        }
    }
}
