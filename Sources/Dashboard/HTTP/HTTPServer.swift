internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// One of the library's objects, which any thread may name.
struct Handle: Hashable, @unchecked Sendable {
    let pointer: OpaquePointer
}

/// The only calls of libmicrohttpd: one thread of its own, which sleeps while nobody asks. Requests are read whole, within bounds, and
/// handed over as values; answers may come from any thread, whenever they are known.
public final class HTTPServer: Sendable {
    public struct Limits: Sendable {
        public var connections = 512
        /// So that one neighbour does not keep out the others.
        public var connectionsOfOneAddress = 256
        /// Without a byte either way.
        public var idleSeconds = 30
        /// From the end of the headers to the end of the body.
        public var requestSeconds = 15
        /// Request line, headers, and what is read or sent at once.
        public var connectionBytes = 32 << 10
        public var bodyBytes = 1 << 20

        public init() {}
    }

    public typealias Handler = @Sendable (Request, @escaping @Sendable (Response) -> Void) -> Void

    private struct State {
        var daemon: Handle?
        var isStopping = false
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var connections: [Handle: Arrival] = [:]
        var turns = 0

        mutating func nextTurn() -> Int {
            turns += 1
            return turns
        }
    }

    private struct Arrival {
        var descriptor: CInt
        var peer: String
        /// Its turn among those who have not said a whole request; `nil` while it is answered.
        var turn: Int?
        /// Whether it was hung up on.
        var isOut = false
    }

    public let address: ServerAddress
    let limits: Limits
    let handler: Handler
    private let state = Mutex(State())

    /// - Throws: `cannotListen`, `cannotStart`.
    public init(_ wanted: ServerAddress, limits: Limits = Limits(), _ handler: @escaping Handler) throws(ServerError) {
        let listener = try Listener(wanted)
        address = ServerAddress(host: wanted.host, port: listener.port)
        self.limits = limits
        self.handler = handler
        var options = cmicrohttpd_options()
        options.listener = listener.descriptor
        options.most_connections = UInt32(clamping: limits.connections)
        options.most_of_one_address = UInt32(clamping: limits.connectionsOfOneAddress)
        options.idle_seconds = UInt32(clamping: limits.idleSeconds)
        options.connection_bytes = limits.connectionBytes
        options.owner = Unmanaged.passUnretained(self).toOpaque()
        options.answer = answerRequest
        options.completed = completeRequest
        options.connection = noteConnection
        options.target = beginRequest
        options.unescape = leaveEscaped
        guard let daemon = cmicrohttpd_start(&options).map(Handle.init) else {
            close(listener.descriptor)
            throw .cannotStart
        }
        state.withLock { $0.daemon = daemon }
    }

    deinit { stop() }

    /// Lets no one in any more, gives answers under way a moment, ends streams, and hangs up. Returns when the thread has ended.
    public func stop() {
        let daemon = state.withLock { state in
            state.isStopping = true
            return state.daemon.take()
        }
        guard let daemon else { return }
        let listener = MHD_quiesce_daemon(daemon.pointer)
        if listener >= 0 { close(listener) }
        for exchange in exchanges { exchange.finishStream() }
        for _ in 0..<Self.graceSteps where !exchanges.isEmpty { usleep(Self.graceMicroseconds) }
        // A daemon must not be stopped while a connection sleeps.
        for exchange in exchanges { exchange.abandon() }
        MHD_stop_daemon(daemon.pointer)
    }

    private static let graceSteps = 50
    private static let graceMicroseconds: useconds_t = 10_000

    public var connectionCount: Int { state.withLock { $0.connections.count } }

    private var exchanges: [Exchange] { state.withLock { Array($0.exchanges.values) } }

    // MARK: The thread's side

    var isStopping: Bool { state.withLock(\.isStopping) }

    func add(_ exchange: Exchange) { state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange } }

    func remove(_ exchange: Exchange) {
        state.withLock { state in
            state.exchanges[ObjectIdentifier(exchange)] = nil
            let turn = state.nextTurn()
            state.connections[exchange.connection]?.turn = turn
        }
    }

    /// A whole request is there.
    func isAnswering(_ connection: Handle) { state.withLock { $0.connections[connection]?.turn = nil } }

    func opened(_ connection: Handle) {
        let descriptor = cmicrohttpd_descriptor(connection.pointer)
        let peer = ConnectionPeer(connection.pointer).text
        state.withLock { state in
            state.connections[connection] = Arrival(descriptor: descriptor, peer: peer, turn: state.nextTurn())
            // The library accepts nobody when places are out: they must not be.
            makeRoom(&state, below: limits.connections) { _ in true }
            makeRoom(&state, below: limits.connectionsOfOneAddress) { $0.peer == peer }
        }
    }

    /// Where three quarters of the places are taken, who has held one longest without asking for anything whole gives it up.
    private func makeRoom(_ state: inout State, below most: Int, _ counts: (Arrival) -> Bool) {
        let present = state.connections.filter { !$0.value.isOut && counts($0.value) }
        guard present.count * 4 > most * 3 else { return }
        let waiting = present.compactMap { handle, arrival in arrival.turn.map { (handle, $0) } }
        guard let first = waiting.min(by: { $0.1 < $1.1 }), let descriptor = present[first.0]?.descriptor else { return }
        state.connections[first.0]?.isOut = true
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    func closed(_ connection: Handle) { state.withLock { $0.connections[connection] = nil } }

    /// Seconds of the monotonic clock.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }
}
