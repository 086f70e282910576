import Gateway

/// Who answers what a person asks about sensors and settings: a gateway that runs, or this process in its place.
protocol SensorAccess {
    /// - Throws: also the reason why it is not done.
    func ask(_ request: ControlRequest, within seconds: Int) async throws(CommandError) -> ControlReply.Payload?
    /// Whether what it knows of signals is of now.
    var isLive: Bool { get }
    /// What is answered with a status that holds sensors.
    var sensorsRequest: ControlRequest { get }
    /// The settings file that is shown and changed.
    func settingsFile() async throws(CommandError) -> String?
}

extension SensorAccess {
    func ask(_ request: ControlRequest) async throws(CommandError) -> ControlReply.Payload? { try await ask(request, within: 10) }

    /// Sensors that are paired or were heard, with what the running capture has learned of them.
    func sensors() async throws(CommandError) -> GatewayStatus {
        guard case .status(var status)? = try await ask(sensorsRequest) else {
            throw CommandError(.inputOutput, "no sensors were told")
        }
        status.learn()
        return status
    }

    /// Asks for a change, and prints what was done and in which file: a service's is another than a person's.
    func change(_ request: ControlRequest, _ output: Output) async throws(CommandError) {
        guard case .text(let text)? = try await ask(request) else { return }
        let file = try await settingsFile()
        try output.line(shown(text) + (file.map { " (\(shown($0)))" } ?? ""))
    }
}

/// The options that say who answers, and the choice.
enum SensorAccessOptions {
    static let settings = Option.text("settings", "FILE", "ask no gateway, and use this settings file")
    static let all: [any CommandOption] = [ControlAccess.socket, settings]

    /// A gateway that runs; where none does, this process on the settings file.
    static func access(_ arguments: Arguments) throws(CommandError) -> any SensorAccess {
        if let path = arguments[settings] { return try LocalSensors(path: path) }
        if let gateway = try gateway(arguments) { return gateway }
        return try LocalSensors(path: path)
    }

    /// - Returns: `nil` where none runs; one that is named must.
    private static func gateway(_ arguments: Arguments) throws(CommandError) -> RemoteSensors? {
        do throws(ControlClient.Failure) {
            return RemoteSensors(client: try ControlClient(paths: ControlAccess.paths(arguments)))
        } catch {
            guard error == .noGateway, arguments[ControlAccess.socket] == nil else { throw CommandError(error) }
            return nil
        }
    }

    /// The file itself, whether or not it can be read: the one that is named, the gateway's that runs, or a person's own.
    static func file(_ arguments: Arguments) throws(CommandError) -> String {
        if let path = arguments[settings] { return path }
        return try gateway(arguments)?.settingsFile() ?? path
    }

    private static var path: String { GatewayPlaces(environment: Environment.all).settings }
}

/// A gateway that runs.
struct RemoteSensors: SensorAccess {
    let client: ControlClient

    var isLive: Bool { true }
    /// The whole status: batteries and device information are decoded by the engine.
    var sensorsRequest: ControlRequest { .status }

    func ask(_ request: ControlRequest, within seconds: Int) throws(CommandError) -> ControlReply.Payload? {
        try client.answer(to: request, within: seconds)
    }

    func settingsFile() throws(CommandError) -> String? {
        if case .status(let status)? = try ask(.status, within: 10) { status.settingsFile } else { nil }
    }
}

extension ControlReply {
    /// - Throws: why it was not done.
    func taken() throws(CommandError) -> Payload? {
        switch self {
        case .success(let payload): return payload
        case .failure(let sentence): throw CommandError(.refused, sentence)
        }
    }
}

extension CommandError {
    /// Mistakes are told here, a line each; the error then has nothing to say any more.
    init(_ error: SettingsError) {
        switch error {
        case .mistakes(let path, let mistakes):
            for mistake in mistakes { Output.complain(mistake.text(in: path)) }
            self.init(.badSettings, nil)
        case .refused(let sentence): self.init(.refused, sentence)
        case .file(let error): self.init(.inputOutput, "\(error)")
        }
    }
}
