public import Transports

/// Answers clients at a Unix socket: one JSON object a line each way (docs/control.md).
public final class ControlServer {
    /// The group whose members may ask.
    public static let group = "wattbeat"
    /// Bytes of a request.
    public static let longestRequest = 1 << 16
    public static let mostClients = 16
    /// So that who looks on does not keep out who rides.
    public static let mostWatchers = 12

    private let reactor: Reactor
    private let handler: any ControlHandler
    private let feed: StatusFeed
    private var listener: UnixListener?
    private var clients: [Client] = []

    private final class Client {
        let connection: LineConnection
        /// Set once it watches.
        var watch: StatusFeed.Token?
        /// The newest status that it was too slow for; older ones are of no use to anybody.
        var missed: GatewayStatus?
        /// Whether its request is being dealt with.
        var isAsking = false
        /// Whether its next request waits until it has read the answer to the last one.
        var owesReading = false
        /// When it last asked or was answered, by the reactor's clock.
        var lastSaid: Int64 = 0

        init(_ connection: LineConnection) { self.connection = connection }
    }

    /// - Throws: `.cannotCreate`; `EADDRINUSE` when another gateway answers at the path.
    public init(
        path: String, reactor: Reactor, feed: StatusFeed, handler: any ControlHandler
    ) throws(TransportError) {
        self.reactor = reactor
        self.handler = handler
        self.feed = feed
        listener = try UnixListener(path: path, group: Self.group, reactor: reactor) { [weak self] in self?.accept($0) }
        listener?.onRenewal = { [weak self] in self?.onNote?(Self.sentence($0, path)) }
    }

    /// Gets what a person should know of the socket.
    public var onNote: ((String) -> Void)?

    private static func sentence(_ renewal: Result<Void, TransportError>, _ path: String) -> String {
        switch renewal {
        case .success: "the control socket \(path) was taken away, and is made anew"
        case .failure(let error): "the control socket was taken away; no other command reaches this gateway: \(error)"
        }
    }

    public var path: String? { listener?.path }
    public var clientCount: Int { clients.count }

    /// Lets no one in any more and hangs up.
    public func stop() {
        listener?.stop()
        listener = nil
        for client in clients { client.connection.close() }
    }

    private func accept(_ descriptor: Int32) {
        let connection = LineConnection(descriptor, longestLine: Self.longestRequest, reactor: reactor)
        let client = Client(connection)
        client.lastSaid = reactor.now
        if clients.count >= Self.mostClients { makeRoom() }
        guard clients.count < Self.mostClients else {
            return dismiss(connection, "\(Self.mostClients) clients are connected already, which is the most")
        }
        clients.append(client)
        connection.onLine = { [weak self, weak client] line in
            guard let self, let client else { return }
            self.take(line, from: client)
        }
        connection.onLongLine = { [weak self, weak client] in
            guard let self, let client else { return }
            self.answer(.failure("a request has at most \(Self.longestRequest) bytes"), to: client)
        }
        connection.onDrained = { [weak self, weak client] in
            guard let self, let client else { return }
            self.drained(client)
        }
        connection.onEnd = { [weak self, weak client] _ in
            guard let self, let client else { return }
            if let watch = client.watch { self.feed.remove(watch) }
            self.clients.removeAll { $0 === client }
        }
    }

    /// Hangs up on who has been silent longest: a shell left open, or half a line that never ends.
    private func makeRoom() {
        let idle = clients.filter { $0.watch == nil && !$0.isAsking }
        guard let client = idle.min(by: { $0.lastSaid < $1.lastSaid }) else { return }
        dismiss(client.connection, "others ask, and you have been silent longest")
    }

    private func dismiss(_ connection: LineConnection, _ sentence: String) {
        connection.send(ControlReply.failure(sentence).encoded())
        connection.close()
    }

    private func take(_ line: [UInt8], from client: Client) {
        client.isAsking = true
        client.lastSaid = reactor.now
        let request: ControlRequest
        do throws(ControlError) {
            request = try ControlRequest(decoding: line)
        } catch {
            return answer(.failure("\(error)"), to: client)
        }
        switch request {
        case .status: answer(.success(.status(handler.status)), to: client)
        case .watch: watch(client)
        default:
            handler.handle(request) { [weak self, weak client] reply in
                guard let self, let client else { return }
                self.answer(reply, to: client)
            }
        }
    }

    private func watch(_ client: Client) {
        if client.watch == nil {
            guard clients.count(where: { $0.watch != nil }) < Self.mostWatchers else {
                return answer(.failure("\(Self.mostWatchers) look on already, which is the most"), to: client)
            }
            client.connection.outlastsInput = true
            client.watch = feed.add { [weak self, weak client] status in
                guard let self, let client else { return }
                self.push(status, to: client)
            }
        }
        client.isAsking = false
        client.connection.next()
    }

    private func answer(_ reply: ControlReply, to client: Client) {
        client.isAsking = false
        client.lastSaid = reactor.now
        client.owesReading = true
        client.connection.send(reply.encoded())
    }

    /// Who asks and does not read is asked nothing more until it has: its answers would be kept.
    private func drained(_ client: Client) {
        if client.owesReading {
            client.owesReading = false
            client.connection.next()
        }
        guard client.connection.pending == 0, let missed = client.missed else { return }
        client.missed = nil
        push(missed, to: client)
    }

    /// A watcher that does not read misses pictures; it does not make the gateway keep them.
    private func push(_ status: GatewayStatus, to client: Client) {
        guard client.connection.pending == 0 else { return client.missed = status }
        client.connection.send(ControlReply.success(.status(status)).encoded())
    }
}
