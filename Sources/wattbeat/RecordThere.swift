import Gateway
import Transports
import Workouts

/// `record` where a gateway runs already, a service say: the workout is recorded there, and this is its view and its keys.
final class RecordThere {
    private let client: ControlClient
    private let output: Output
    private let screen: StatusScreen
    private let keys: Keys?
    /// The workout before this one.
    private let former: WorkoutOutcome?
    private var typed: [KeyMeaning] = []
    private var latest: GatewayStatus?
    private var hasHungUp = false

    /// - Parameter own: options that the gateway there cannot heed.
    static func run(
        on client: ControlClient, _ activity: ActivityType?, _ template: String?, _ plan: PlanOutline?,
        own: [String], _ output: Output
    ) async throws(CommandError) {
        guard own.isEmpty else {
            throw CommandError(
                .unavailable,
                "a gateway runs already (\(client.path)): record without \(own.joined(separator: ", ")) to use it, "
                    + "or \(RunningGateway.ending(client.path))")
        }
        Interruption.watch()
        output.neverWaits()
        try await RecordThere(client, activity, template, plan, output).run()
    }

    private init(
        _ client: ControlClient, _ activity: ActivityType?, _ template: String?, _ plan: PlanOutline?, _ output: Output
    ) throws(CommandError) {
        self.client = client
        self.output = output
        guard case .status(let status)? = try client.answer(to: .status) else {
            throw CommandError(.inputOutput, "the gateway told no status")
        }
        if status.live != nil {
            throw CommandError(
                .refused,
                "a workout is running already at the gateway (\(client.path)): wattbeat watch shows it, wattbeat stop ends it")
        }
        former = status.lastWorkout
        _ = try client.answer(to: .start(activity: activity?.rawValue, template: template, plan: plan))
        keys = Keys()
        keys?.tell(output)
        screen = StatusScreen(
            output, on: client.reactor, hint: keys == nil ? "Ctrl-C: end" : KeyMeaning.hint, lineInterval: 10)
    }

    private func run() async throws(CommandError) {
        try output.line("recording at the gateway that runs (\(shown(client.path)))")
        try output.flush()
        client.watch(
            { [self] status in
                latest = status
                if status.live != nil { screen.show(status) }
            },
            onEnd: { [self] in hasHungUp = true })
        keys?.watch(on: client.reactor) { [self] in typed += $0.compactMap(KeyMeaning.init) }
        defer { client.close() }
        let end = await end()
        keys?.restore()
        try? screen.finish()
        try await output.settle()
        for line in OutcomeText(outcome: try end.get(), terminal: output.terminal).lines { try output.line(line) }
    }

    /// Until somebody ends the workout: here, or elsewhere.
    private func end() async -> Result<WorkoutOutcome, CommandError> {
        let waker = client.reactor.waker
        return await withTaskCancellationHandler {
            while true {
                do throws(CommandError) {
                    if let outcome = try turn() { return .success(outcome) }
                } catch {
                    return .failure(error)
                }
            }
        } onCancel: {
            waker.wake()
        }
    }

    private func turn() throws(CommandError) -> WorkoutOutcome? {
        if hasHungUp {
            throw CommandError(
                .unavailable, "the gateway has ended, and the workout with it: its files are where the gateway keeps them")
        }
        if let failure = screen.failure { throw failure }
        if Task.isCancelled {
            // Who only lost the terminal rides on.
            if Interruption.exit == .hungUp { throw CommandError(.hungUp, nil) }
            return try stop()
        }
        if let latest, latest.live == nil, let last = latest.lastWorkout, last != former { return last }
        guard !typed.isEmpty else {
            client.reactor.turn()
            return nil
        }
        switch typed.removeFirst() {
        case .lap: try tell(.lap)
        case .pauseOrResume:
            let isPaused = latest?.live.map { $0.state == .paused || $0.state == .autoPaused } ?? false
            try tell(isPaused ? .resume : .pause)
        case .quit: return try stop()
        }
        return nil
    }

    /// What the gateway will not do is no reason to end.
    private func tell(_ request: ControlRequest) throws(CommandError) {
        do throws(CommandError) {
            _ = try client.answer(to: request)
        } catch {
            if error.exit != .refused { throw error }
        }
    }

    private func stop() throws(CommandError) -> WorkoutOutcome {
        guard
            case .workout(let outcome)? = try client.answer(
                to: .stop, within: Stop.patience, onDelay: Stop.sayThatItWaits)
        else {
            throw CommandError(.inputOutput, "the gateway told no workout")
        }
        return outcome
    }
}

extension ControlClient {
    /// - Throws: also the reason why it is not done.
    func answer(
        to request: ControlRequest, within seconds: Int = usualPatienceSeconds, onDelay: (() -> Void)? = nil
    ) throws(CommandError) -> ControlReply.Payload? {
        let reply: ControlReply
        do throws(Failure) { reply = try ask(request, within: seconds, onDelay: onDelay) } catch { throw CommandError(error) }
        return try reply.taken()
    }
}
