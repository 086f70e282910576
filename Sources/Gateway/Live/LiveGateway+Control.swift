import Dialogues
import Ingest
import Transports
import WireFormats
import Workouts

// What people ask.
extension LiveGateway {
    /// Does what is asked; `reply` is called once: at once, or when the answer is known.
    public func handle(_ request: ControlRequest, reply: @escaping (ControlReply) -> Void) {
        switch request {
        case .start(let activity, let template, let plan): start(activity, template, plan, reply)
        case .pause: tell(.pause(automatic: false), reply)
        case .resume: tell(.resume(automatic: false), reply)
        case .lap: tell(.lap, reply)
        case .stop: stop(reply)
        case .status, .watch: reply(.success(.status(status)))
        case .calibrate(let sensor): calibrate(sensor, reply)
        case .scan, .sensors, .pair, .forget, .ignore, .rename, .priority, .settings, .set:
            intake.tellHeard()
            // What it comes to is carried out after this turn, outside any transport's handler.
            parts.desk.handle(request, at: reactor.now, reply: reply)
        }
    }

    private var isRunning: Bool { capture?.engine.isRunning ?? false }

    private func start(
        _ activity: String?, _ name: String?, _ plan: PlanOutline?, _ reply: @escaping (ControlReply) -> Void
    ) {
        guard !isRunning, commands.start == nil else { return reply(.failure("a workout is running already")) }
        if let activity, ActivityType(rawValue: activity) == nil {
            let names = ActivityType.allCases.map(\.rawValue).joined(separator: ", ")
            return reply(.failure("there is no activity \(activity); there are \(names)"))
        }
        let settings = parts.desk.settings
        // One that was taken out of the settings since the gateway began is no reason not to start.
        let template = (name ?? settings.template).flatMap(settings.template(named:))
        if let name, template == nil { return reply(.failure(settings.templateRefusal(name))) }
        // A template that is named brings its own.
        let usual = name == nil ? parts.plan : nil
        begin(CommandDesk.Start(activity: activity, template: template, plan: plan ?? usual, reply: reply))
    }

    private func stop(_ reply: @escaping (ControlReply) -> Void) {
        guard isRunning else {
            // Stopped already, and still being written.
            guard let ending = endings.last else { return reply(.failure(Self.noWorkout)) }
            return ending.awaitFiles(reply)
        }
        if !commands.isStopping { enqueue(.stop) }
        commands.awaitsEnd(reply)
    }

    private func tell(_ command: RiderCommand, _ reply: @escaping (ControlReply) -> Void) {
        guard isRunning, !commands.isStopping else { return reply(.failure(Self.noWorkout)) }
        // What would be refused is no part of the ride: it is not written down.
        switch (command, capture?.engine.live?.state) {
        case (.pause, .paused?): return reply(.failure("the timer stands already"))
        case (.resume, .running?): return reply(.failure("the timer runs already"))
        default: break
        }
        enqueue(command, reply: reply)
    }

    private static let noWorkout = "no workout is running: `wattbeat start` begins one"

    private func calibrate(_ sensor: String, _ reply: @escaping (ControlReply) -> Void) {
        // Nobody is there who could.
        if parts.isDemo { return parts.desk.handle(.calibrate(sensor: sensor), at: reactor.now, reply: reply) }
        let answer = { (outcome: CalibrationOutcome) in
            switch outcome {
            case .success(let offset): reply(.success(.text("the zero is set" + (offset.map { ": \($0)" } ?? ""))))
            case .refused(let reason): reply(.failure("\(sensor) refused: \(reason)"))
            case .silent: reply(.failure("\(sensor) did not answer: spin the cranks once, unclip, and try again"))
            case .impossible(let reason): reply(.failure("\(sensor): \(reason)"))
            }
        }
        if transports.contains(where: { $0.calibrate(sensor, reply: answer) }) { return }
        reply(.failure("\(sensor) is not connected: wake it, and look with `wattbeat status` whether it is there"))
    }
}
