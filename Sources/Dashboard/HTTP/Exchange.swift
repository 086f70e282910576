internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// One request on one connection, from its first line to the end of its answer.
final class Exchange: Sendable {
    private enum Stage {
        case reading
        /// Handed over; the connection sleeps.
        case asleep
        /// Handed over just now, in the call that goes on.
        case asking
        case answered(Response)
        case sending(ResponseStream?)
        /// Answers come too late.
        case over
    }

    private struct State {
        var stage = Stage.reading
        var body: [UInt8] = []
        var hasHeaders = false
    }

    /// Valid as long as this is.
    let connection: Handle
    let target: [UInt8]
    /// Outlives this: it joins the thread that holds it. Checked access would fail in its deinitialiser.
    private unowned(unsafe) let server: HTTPServer
    private let began = HTTPServer.now
    private let state = Mutex(State())

    init(_ server: HTTPServer, _ connection: Handle, target: [UInt8]) {
        self.server = server
        self.connection = connection
        self.target = target
    }

    // MARK: Reading

    /// Headers are there, no body yet.
    func begin() -> MHD_Result {
        state.withLock { $0.hasHeaders = true }
        let length = ConnectionFields(connection.pointer).last("content-length").flatMap { Int($0) }
        guard let length, length > server.limits.bodyBytes else { return .YES }
        return queue(Problem.tooLarge(server.limits.bodyBytes).response)
    }

    var isNew: Bool { state.withLock { !$0.hasHeaders } }

    func take(_ bytes: UnsafeBufferPointer<UInt8>) -> MHD_Result {
        state.withLock { state in
            guard state.body.count + bytes.count <= server.limits.bodyBytes,
                HTTPServer.now - began <= server.limits.requestSeconds
            else { return .NO }
            state.body.append(contentsOf: bytes)
            return .YES
        }
    }

    // MARK: Answering

    /// All of the request is there, or its answer is.
    func goOn(method: String) -> MHD_Result {
        let (isFirst, answer) = state.withLock { state -> (Bool, Response?) in
            switch state.stage {
            case .reading:
                state.stage = .asking
                return (true, nil)
            case .answered(let response): return (false, response)
            default: return (false, nil)
            }
        }
        if let answer { return queue(answer) }
        guard isFirst else { return .NO }
        server.isAnswering(connection)
        switch request(method) {
        case .success(let request): server.handler(request) { [self] in reply($0) }
        case .failure(let problem): reply(problem.response)
        }
        let early = state.withLock { state -> Response? in
            if case .answered(let response) = state.stage { return response }
            guard case .asking = state.stage, !server.isStopping else { return nil }
            state.stage = .asleep
            MHD_suspend_connection(connection.pointer)
            return nil
        }
        if let early { return queue(early) }
        return server.isStopping ? .NO : .YES
    }

    private func request(_ method: String) -> Result<Request, Problem> {
        guard let method = Request.Method(rawValue: method) else { return .failure(.unknownMethod(method)) }
        guard let target = RequestTarget(target) else { return .failure(.badTarget) }
        let peer = ConnectionPeer(connection.pointer)
        let body = state.withLock { state in
            defer { state.body = [] }
            return state.body
        }
        return .success(
            Request(
                method, target, headers: ConnectionFields(connection.pointer).fields, body: body, isFromLoopback: peer.isLoopback,
                peer: peer.text))
    }

    /// From any thread; the first counts.
    private func reply(_ response: Response) {
        let isTooLate = state.withLock { state in
            switch state.stage {
            case .asking: state.stage = .answered(response)
            case .asleep:
                state.stage = .answered(response)
                MHD_resume_connection(connection.pointer)
            case .reading, .answered, .sending, .over: return true
            }
            return false
        }
        if isTooLate, case .stream(let stream) = response.body { stream.end() }
    }

    private func queue(_ response: Response) -> MHD_Result {
        let stream: ResponseStream? = if case .stream(let stream) = response.body { stream } else { nil }
        state.withLock { $0.stage = .sending(stream) }
        guard let made = response.made(for: connection.pointer) else {
            stream?.end()
            return .NO
        }
        defer { MHD_destroy_response(made) }
        return MHD_queue_response(connection.pointer, UInt32(clamping: response.status), made)
    }

    // MARK: Ending

    /// The connection has done with this request.
    func end() {
        let stream = state.withLock { state -> ResponseStream? in
            defer { state.stage = .over }
            switch state.stage {
            case .sending(let stream): return stream
            case .answered(let response):
                if case .stream(let stream) = response.body { return stream }
                return nil
            default: return nil
            }
        }
        stream?.end()
    }

    func finishStream() {
        let stream = state.withLock { state -> ResponseStream? in
            if case .sending(let stream) = state.stage { stream } else { nil }
        }
        stream?.finish()
    }

    /// Wakes the connection for good.
    func abandon() {
        finishStream()
        state.withLock { state in
            guard case .asleep = state.stage else { return }
            state.stage = .over
            MHD_resume_connection(connection.pointer)
        }
    }
}
