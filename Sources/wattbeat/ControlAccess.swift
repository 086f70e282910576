import Gateway

/// How commands reach a running gateway.
enum ControlAccess {
    static let socket = Option.text("socket", "PATH", "the gateway's control socket, where it is not in its usual place")

    /// Where a gateway may answer, in order.
    static func paths(_ arguments: Arguments) -> [String] {
        arguments[socket].map { [$0] } ?? GatewayPlaces.sockets(environment: Environment.all)
    }

    static func client(_ arguments: Arguments) throws(CommandError) -> ControlClient {
        do throws(ControlClient.Failure) {
            return try ControlClient(paths: paths(arguments))
        } catch {
            throw CommandError(error)
        }
    }

    /// Asks once.
    ///
    /// - Throws: also what the gateway answers with when it will not.
    static func ask(
        _ request: ControlRequest, _ arguments: Arguments, within seconds: Int = ControlClient.usualPatienceSeconds,
        onDelay: (() -> Void)? = nil
    ) throws(CommandError) -> ControlReply.Payload? {
        let client = try client(arguments)
        defer { client.close() }
        let reply: ControlReply
        do throws(ControlClient.Failure) {
            reply = try client.ask(request, within: seconds, onDelay: onDelay)
        } catch {
            throw CommandError(error)
        }
        return try reply.taken()
    }

    /// Asks for what needs no answer but that it was done.
    static func tell(
        _ request: ControlRequest, _ done: String, _ arguments: Arguments, _ output: Output
    ) throws(CommandError) {
        if case .text(let text)? = try ask(request, arguments) { return try output.line(shown(text)) }
        try output.line(done)
    }
}

extension CommandError {
    init(_ failure: ControlClient.Failure) {
        let exit: Exit =
            switch failure {
            case .noGateway, .silent: .unavailable
            case .notAllowed: .notAllowed
            case .cannotReach, .lost: .inputOutput
            }
        self.init(exit, failure.sentence)
    }
}
