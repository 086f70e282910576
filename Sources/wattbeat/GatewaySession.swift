import Dashboard
import Gateway
import Ingest
import Statistics
import Transports
import WireFormats
import Workouts

/// A gateway in this process: what `run` and `record` have in common.
final class GatewaySession {
    let gateway: LiveGateway
    let feed: StatusFeed
    let settings: GatewaySettings
    let places: GatewayPlaces
    let isDemo: Bool
    /// The folder in which workouts are written.
    let workouts: String
    /// The path of the store; `nil`: there is none.
    let store: String?
    /// How much faster than life a demo is.
    let pace: Double
    /// That it is one, and how fast.
    let demo: String?
    private let originalNaming: WorkoutNaming
    private let desk: any SensorDesk
    /// What else a person should know before it begins.
    private(set) var sentences: [String] = []
    private var server: ControlServer?
    private var pages: PageServer?
    /// Where a browser finds the pages; `nil`: they are not served.
    var url: String? { pages?.url }

    /// How a gateway in the foreground differs from the settings.
    struct Wish {
        var start: GatewaySettings.Start?
        /// An activity's name.
        var activity: String?
        /// A template's name.
        var template: String?
        /// To follow where the start names neither a plan nor a template.
        var plan: PlanOutline?
        var endsWithWorkout = false
        var sinks: [any IngestSink] = []
    }

    init(_ arguments: Arguments, _ wish: Wish, for command: any Command.Type) throws(CommandError) {
        ProcessHeap.share()
        // Before there is anything that a signal could leave undone: recovered captures, the socket's name.
        Interruption.watch()
        var places = GatewayOptions.places(arguments)
        let desk = try Self.desk(SettingsFile(path: places.settings), GatewayOptions.adjustment(arguments, wish))
        if let name = wish.template, desk.settings.template(named: name) == nil {
            throw .usage(desk.settings.templateRefusal(name), see: command)
        }
        places.captures = arguments[GatewayOptions.captures] ?? desk.settings.captureFolder ?? places.captures
        places.workouts = arguments[GatewayOptions.workouts] ?? desk.settings.workoutFolder ?? places.workouts
        if arguments[GatewayOptions.noStore], arguments[StoreAccess.store] != nil {
            throw .usage("--store and --no-store exclude each other", see: command)
        }
        let naming = try WorkoutNaming(arguments, desk.settings)
        originalNaming = naming
        let demo = try DemoRide(arguments, desk.settings, for: command)
        let today = desk.settings.today(SystemClock().read(), captures: places.captures)
        if demo != nil { places.captures += "/demo" }
        pace = demo?.speed ?? 1
        let reactor = try Self.reactor(pace: pace)
        let stage = DemoStage()
        var parts: LiveGateway.Parts
        if let demo {
            parts = try Self.parts(playing: demo, on: reactor, desk, today, places, gateway: { stage.gateway }) {
                // Where one workout was all that was wanted, the gateway ends with the recording.
                if wish.endsWithWorkout { stage.gateway?.end() }
            }
        } else {
            parts = try Self.parts(desk, places, reactor)
        }
        store = GatewayOptions.store(arguments, places, isDemo: parts.isDemo)
        if let path = store {
            parts.history = HistoryKeeper(
                path: path, captures: places.captures, isShared: Environment.isService, isDemo: parts.isDemo, reactor: reactor
            ) { Timestamp(microseconds: SystemClock().read().wall) }
        }
        // A clock that was never set knows no age.
        parts.history?.captureDays = { [desk = parts.desk, isDemo = parts.isDemo] in
            isDemo || !SystemClock().read().isSynchronised ? 0 : desk.settings.captureDays
        }
        parts.endsWithWorkout = wish.endsWithWorkout
        parts.plan = wish.plan
        let trace = LiveTrace()
        parts.sinks = wish.sinks + [trace]
        parts.title = { [desk = parts.desk] in naming.following(desk.settings).title(of: $0) }
        self.desk = parts.desk
        settings = parts.desk.settings
        let gateway = LiveGateway(reactor: reactor, parts: parts)
        stage.gateway = gateway
        feed = StatusFeed(reactor: reactor, pace: pace) { [unowned gateway] in gateway.status }
        gateway.onChange = { [feed] in feed.changed() }
        gateway.onLateEnd = { Output.complain("wattbeat: \($0)") }
        self.gateway = gateway
        self.places = places
        isDemo = parts.isDemo
        workouts = isDemo ? WorkoutFiles.demoFolder(in: places.workouts) : places.workouts
        self.demo = demo?.label
        sentences = demo?.sentences ?? []
        server = try serve(places.socket, reactor)
        server?.onNote = { [unowned gateway] in gateway.note($0) }
        let listening = arguments[GatewayOptions.listen] ?? (wish.endsWithWorkout ? .off : .usual)
        guard let address = listening.address else { return }
        do throws(PageServer.Refusal) {
            pages = try PageServer(gateway, feed, trace, store: store, workouts: workouts, places, at: address)
        } catch {
            // Nobody asked for them in words: it records all the same.
            if arguments.has(GatewayOptions.listen) { throw CommandError(.unavailable, error.sentence) }
            sentences.append("no pages: \(error.sentence); --listen says where else, or off")
        }
    }

    /// Of a gateway with the machine's own hardware.
    private static func parts(
        _ desk: SettingsDesk, _ places: GatewayPlaces, _ reactor: Reactor
    ) throws(CommandError) -> LiveGateway.Parts {
        let settings = desk.settings
        let clock = SystemClock()
        return LiveGateway.Parts(desk: desk, captures: try captures(places, settings, clock, reactor), clock: clock) {
            HardwareTransports.make(settings, $0, $1)
        }
    }

    /// Of a gateway that plays a recording.
    private static func parts(
        playing demo: DemoRide, on reactor: Reactor, _ own: SettingsDesk, _ today: CalendarDay, _ places: GatewayPlaces,
        gateway: @escaping () -> LiveGateway?, onEnd: @escaping () -> Void
    ) throws(CommandError) -> LiveGateway.Parts {
        let plan = demo.plan
        let clock = DemoClock(plan.header, reactor: reactor)
        let desk = DemoDesk(own.settings, on: today, header: plan.header, own: own)
        var parts = LiveGateway.Parts(desk: desk, captures: try captures(places, desk.settings, clock, reactor), clock: clock) {
            [DemoTransport(plan, clock: clock, reactor: $0, intake: $1, command: { apply($0, to: gateway()) }, onEnd: onEnd)]
        }
        parts.isDemo = true
        return parts
    }

    /// Carries a recording's command to the gateway that plays it.
    private static func apply(_ command: RiderCommand, to gateway: LiveGateway?) {
        let request: ControlRequest? =
            switch command {
            case .start(let activity): .start(activity: activity.isEmpty ? nil : activity)
            case .pause(automatic: false): .pause
            case .resume(automatic: false): .resume
            case .lap: .lap
            case .stop: .stop
            // What the gateway decides by itself, or nobody can ask for.
            case .pause, .resume, .activity, .marker: nil
            }
        // A rider who watches may have done it already.
        if let request { gateway?.handle(request) { _ in } }
    }

    /// In the language of the settings as they are now.
    var naming: WorkoutNaming { originalNaming.following(desk.settings) }

    /// Until the task is cancelled, or the one workout is over.
    func run() async {
        await gateway.run()
        server?.stop()
        pages?.stop()
    }

    /// Without its socket a gateway records all the same; only another gateway in its place is a reason not to begin.
    private func serve(_ path: String, _ reactor: Reactor) throws(CommandError) -> ControlServer? {
        do throws(TransportError) {
            return try ControlServer(path: path, reactor: reactor, feed: feed, handler: gateway)
        } catch {
            if error.isTaken {
                throw CommandError(
                    .unavailable,
                    "another gateway answers at \(path): use it (wattbeat status), or give this one its own --socket")
            }
            sentences.append("\(error): no other command reaches this gateway; give it another --socket PATH")
            return nil
        }
    }

    private static func reactor(pace: Double) throws(CommandError) -> Reactor {
        do throws(TransportError) { return try Reactor(pace: pace) } catch { throw CommandError(.inputOutput, "\(error)") }
    }

    private static func captures(
        _ places: GatewayPlaces, _ settings: GatewaySettings, _ clock: any MachineClock, _ reactor: Reactor
    ) throws(CommandError) -> CaptureFolder {
        do throws(CaptureFolderError) {
            return try CaptureFolder(
                path: places.captures, workouts: places.workouts, options: CaptureFolder.Options(settings), clock: clock,
                errands: ErrandQueue(reactor: reactor))
        } catch {
            throw CommandError(.unavailable, "\(error)")
        }
    }

    private static func desk(
        _ file: SettingsFile, _ adjustment: @escaping (inout GatewaySettings) -> Void
    ) throws(CommandError) -> SettingsDesk {
        do throws(SettingsError) { return try SettingsDesk(file: file, adjusting: adjustment) } catch {
            throw CommandError(error)
        }
    }
}

/// Where a demo finds the gateway that it is a part of.
private final class DemoStage {
    weak var gateway: LiveGateway?
}
