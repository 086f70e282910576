import Gateway
import Glibc
import Workouts

/// `wattbeat run`.
enum Run: Command {
    private static let now = Flag("now", "start a workout at once")
    private static let activity = Option<ActivityType>.choice(
        "activity", as: "TYPE", "what workouts are, where the start names none")

    private static let template = Option.text(
        "template", "NAME", "the template of the settings that workouts start from, where the start names none")

    private static let plan = Option.text(
        "plan", "PLAN", "what workouts follow where the start names neither plan nor template: a file (docs/plans.md), or a name")

    static let name = "run"
    static let summary = "be the gateway: find sensors, capture what they send, record workouts"
    static let operands = Operands.none
    static let options: [any CommandOption] = [GatewayOptions.auto, now, activity, template, plan] + GatewayOptions.shared
    static let discussion = """
        It captures always. A workout starts by `wattbeat start`, or as --auto and --now say. What happens is told line by
        line. Ctrl-C, or SIGTERM, ends a workout that runs in good order, writes its files and ends the gateway.
        Settings are in $XDG_CONFIG_HOME/wattbeat, captures and workouts in $XDG_DATA_HOME/wattbeat; a service keeps all
        below /var/lib/wattbeat.

        examples:
          wattbeat run --auto
          wattbeat run --ble off --gps /dev/ttyACM0
          wattbeat run --demo ble.btsnoop --demo gps.nmea --demo commands.capture --demo-speed 10
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let (isAuto, isNow) = (arguments[GatewayOptions.auto], arguments[now])
        if isAuto, isNow { throw .usage("--auto and --now exclude each other", see: self) }
        if let other = try RunningGateway.find(arguments) {
            throw CommandError(
                .unavailable,
                "a gateway runs already (\(other.path)): use it (wattbeat status), or \(RunningGateway.ending(other.path))")
        }
        var wish = GatewaySession.Wish()
        if isAuto { wish.start = .auto }
        if isNow { wish.start = .now }
        wish.activity = arguments[activity]?.rawValue
        wish.template = arguments[template]
        wish.plan = try CoachPlan.wanted(arguments[plan], arguments)?.outline
        let session = try GatewaySession(arguments, wish, for: self)
        output.neverWaits()
        let journal = Journal(output, marksDemo: session.isDemo)
        for sentence in session.sentences + [session.demo].compactMap(\.self) { journal.line(sentence) }
        journal.line("captures go to \(session.places.captures), workouts to \(session.workouts)")
        if let store = session.store { journal.line("the store is \(store)") }
        if let url = session.url { journal.line("pages are at \(url)") }
        journal.line(waiting(session))
        session.gateway.onNote = { journal.line($0) }
        session.gateway.onWorkout = { outcome in
            let text = OutcomeText(outcome: outcome, terminal: output.terminal, measures: session.naming.measures)
            journal.line("\(text.title): " + text.figures.joined(separator: ", "))
            for file in outcome.files { journal.line("written: \(file)") }
            if outcome.files.isEmpty { journal.line(OutcomeText.notWritten) }
        }
        await session.run()
        journal.line("the gateway has ended")
        // Where nobody reads any more that is no fault of the gateway's.
        try? await output.settle()
    }

    private static func waiting(_ session: GatewaySession) -> String {
        if session.isDemo { return "the recording starts its workout by itself" }
        return switch session.settings.start {
        case .command: "a workout starts by `wattbeat start`"
        case .auto: "a workout starts at the first power or movement"
        case .now: "a workout starts now"
        }
    }
}

/// What a gateway says, a line at a time. Where nobody reads, or reads any more, it goes on all the same.
final class Journal {
    private let output: Output
    private let marksDemo: Bool

    init(_ output: Output, marksDemo: Bool) {
        self.output = output
        self.marksDemo = marksDemo
    }

    func line(_ sentence: String) {
        let stamp = Environment.isJournal ? "" : Self.clock + "  "
        // What the demo says of itself begins so already.
        let mark = marksDemo && !sentence.hasPrefix("DEMO") ? "DEMO  " : ""
        try? output.line(stamp + mark + shown(sentence), isBroken: false)
        try? output.flush()
    }

    /// Local time, `10:02:31`.
    private static var clock: String {
        var now = time(nil)
        var local = tm()
        guard localtime_r(&now, &local) != nil else { return "" }
        return [local.tm_hour, local.tm_min, local.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
