import Gateway
import Ingest
import Transports
import Workouts

/// `wattbeat record [ACTIVITY]`.
enum Record: Command {
    static let name = "record"
    static let summary = "record one workout here and now, with the live view"
    static let operands = Operands("[ACTIVITY]", 0...1)
    static let options: [any CommandOption] = [GatewayOptions.auto, Start.template, Start.plan] + GatewayOptions.shared
    static let discussion = """
        The gateway for one workout, in the foreground: it starts at once, or with --auto at the first power or movement.
        Enter ends a lap, p pauses and goes on, q or Ctrl-C ends the workout; then it is summed up and its files are named.
        The other commands (lap, pause, stop, watch, …) reach it too.
        Where a gateway runs already, a service say, the workout is recorded there and only watched here; if the terminal goes
        then, the workout goes on.

        examples:
          wattbeat record indoorCycling
          wattbeat record running --auto --gps /dev/ttyACM0
          wattbeat record --template "Tuesday track"
          wattbeat record indoorCycling --plan '4 × 4 min'
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let activity = try Start.activity(arguments, of: self)
        let plan = try CoachPlan.wanted(arguments[Start.plan], arguments)?.outline
        if let other = try RunningGateway.find(arguments) {
            return try await RecordThere.run(
                on: other, activity, arguments[Start.template], plan, own: RunningGateway.own(arguments), output)
        }
        let finished = Finished()
        var wish = GatewaySession.Wish()
        wish.start = arguments[GatewayOptions.auto] ? .auto : .now
        wish.activity = activity?.rawValue
        wish.template = arguments[Start.template]
        wish.plan = plan
        wish.endsWithWorkout = true
        wish.sinks = [finished]
        let session = try GatewaySession(arguments, wish, for: self)
        output.neverWaits()
        for sentence in session.sentences { try output.line(shown(sentence)) }
        if let url = session.url { try output.line("pages are at \(url)") }
        // The picture says it each time.
        if let demo = session.demo, !output.terminal.isInteractive { try output.line(demo) }
        try output.flush()

        let keys = Keys()
        keys?.tell(output)
        let gateway = session.gateway
        let screen = StatusScreen(
            output, on: gateway.reactor, hint: keys == nil ? "Ctrl-C: end" : KeyMeaning.hint,
            lineInterval: max(10, 3 * session.pace), measures: session.naming.measures)
        let watching = session.feed.add { screen.show($0) }
        keys?.watch(on: gateway.reactor) { act(on: $0, gateway) }
        await session.run()
        session.feed.remove(watching)
        keys?.restore()
        try screen.finish()
        // The sum is not to be left out with what nobody looked at.
        try await output.settle()
        guard let workout = finished.workouts.last else { throw CommandError(Interruption.exit, "no workout was recorded") }
        try output.page(WorkoutText(workout: workout, style: output.terminal, naming: session.naming).lines)
        let files = gateway.status.lastWorkout?.files ?? []
        for file in files { try output.line("written: \(shown(file))") }
        if files.isEmpty { try output.line(OutcomeText.withoutFiles(screen.capture)) }
        if case .waiting(_, _, _, let sentence) = gateway.status.store { Output.complain("wattbeat: not stored: \(sentence)") }
    }

    private static func act(on keys: [Character], _ gateway: LiveGateway) {
        // No keys at all: nobody types any more, and the workout goes on.
        for meaning in keys.compactMap(KeyMeaning.init) {
            switch meaning {
            case .lap: gateway.handle(.lap) { _ in }
            case .pauseOrResume:
                let isPaused = gateway.status.live.map { $0.state == .paused || $0.state == .autoPaused } ?? false
                gateway.handle(isPaused ? .resume : .pause) { _ in }
            case .quit: gateway.end()
            }
        }
    }

    /// Keeps the workouts that ended.
    private final class Finished: IngestSink {
        private var finished = FinishedWorkouts()
        var workouts: [Workout] { finished.workouts }
        func apply(_ output: IngestOutput) { finished.apply(output) }
    }
}
